"""What code in a unit could do: runs in place of the unit's program and tries it."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import socket
import stat
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.runtime.service import SWITCH, power_off_by_systemd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

AGAIN = Path("/etc/rehearsal-again")
PLACES = (
    *(
        "/",
        "/etc",
        "/usr",
        "/opt",
        "/boot",
        "/home",
        "/root",
        "/srv",
        "/run",
        "/var",
        "/var/lib",
        "/var/cache",
        "/var/log",
    ),
    *("/etc/companion", "/opt/companion", "/run/companion", "/run/companion-view", "/run/systemd"),
    *(
        "/var/lib/companion",
        "/var/lib/companion/records",
        "/var/cache/companion-scoreboard",
        "/var/cache/companion-voice",
    ),
    *("/var/lib/companion-games", "/var/lib/companion-club", "/var/lib/companion-club/outbox"),
    *("/var/lib/companion-club/outbox/records", "/var/lib/companion-club/inbox", "/dev/shm", "/dev/mqueue"),  # noqa: S108
)
DATA = Path("/var/lib/companion")
RUNNING = DATA / "records/running"
VIEW = Path("/run/companion-view/scoreboard.json")
FILES = (
    Path("/var/lib/companion-games/index"),
    DATA / "decks/kept.json",
    DATA / "records/before.table",
    DATA / "records/after.table",
    RUNNING / "before.table",
    RUNNING / "after.table",
    VIEW,
    Path("/run/companion/own"),
    Path("/var/lib/companion-club/outbox/view.json"),
    Path("/var/lib/companion-club/inbox/said"),
    Path("/etc/companion/club/box.key"),
    Path("/etc/shadow"),
)
KINDS = ("AF_UNIX", "AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET")
LISTENER = ("127.0.0.1", 8091)
"""In the network of the box: who connects there has left the unit."""
FIRST_INHERITED = 3
MANY = 64
LOOK_S = 0.02
SHARED = ("/dev/shm", "/dev/mqueue", "/tmp", "/var/tmp", "/run", "/run/lock", "/run/user")  # noqa: S108 - it is tried
LIBC = ctypes.CDLL(None, use_errno=True)
TOPS = ("/run", "/tmp", "/var")  # noqa: S108 - it is looked through
IPC_CREAT = 0o1000
IO_URING_SETUP = 425
MSG_FASTOPEN = 0x20000000
UNITS = ("table", "scoreboard", "voice", "club")


def main(unit: str) -> None:
    if unit == "table":
        for file in (RUNNING / "after.table", VIEW, Path("/run/companion/own")):
            file.write_text("hidden", "utf-8")
        (RUNNING / "being-finished.table").write_text("played", "utf-8")
        (RUNNING / "being-finished.table").rename(DATA / "records/after.table")
    told(tried(unit, {}))
    while not AGAIN.exists():
        time.sleep(LOOK_S)
    told(tried(unit, json.loads(AGAIN.read_text("utf-8"))))
    if unit == "table":
        power_off_by_systemd()


def told(found: dict[str, list[str]]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def tried(unit: str, others: dict[str, int]) -> dict[str, list[str]]:
    """Try everything once; report what succeeds. `others` are processes to be found."""
    for leave in MARKS.values():
        can(partial(leave, unit))
    return {
        "writable": [place for place in PLACES if is_writable(place)],
        "reads": those(FILES, Path.read_bytes),
        "connects": those(sockets(), connected),
        "speaks to": those(sockets(), spoken_to),
        "calls": those(KINDS, called),
        "listens": those(KINDS, listened),
        "rings": those(["io_uring"], lambda _: ring()),
        "meets": [f"{mark} {place}" for mark in UNITS if mark != unit for place, has in CHANNELS.items() if has(mark)],
        "inherits": [deed for number in inherited() for deed, does in DEEDS.items() if can(partial(does, number))],
        "command lines": those(others, lambda name: full(Path(f"/proc/{others[name]}/cmdline").read_bytes())),
        "families": those(KINDS, lambda kind: socket.socket(getattr(socket, kind), socket.SOCK_DGRAM).close()),
        "signals": those(others, lambda name: os.kill(others[name], 0)),
        "switches off": those([SWITCH], lambda switch: os.close(os.open(switch, os.O_WRONLY | os.O_NONBLOCK))),
    }


def those(things: Iterable[Any], deed: Callable[[Any], object]) -> list[str]:
    """The items for which this succeeds."""
    return [str(thing) for thing in things if can(partial(deed, thing))]


def can(deed: Callable[[], object]) -> bool:
    """Whether it raises no OSError."""
    try:
        deed()
    except OSError:
        return False
    return True


def is_writable(place: str) -> bool:
    """Whether a path exists that is not read-only, whoever owns it."""
    try:
        return not os.statvfs(place).f_flag & os.ST_RDONLY
    except OSError:
        return False


# ---------------------------------------------------------------- sockets


def sockets() -> list[str]:
    """All sockets in the directories that can be looked through."""
    found = (f"{above}/{name}" for top in TOPS for above, _, names in os.walk(top) for name in names)
    return sorted(path for path in found if can(partial(_is_socket, path)))


def _is_socket(path: str) -> None:
    if not stat.S_ISSOCK(os.lstat(path).st_mode):
        raise OSError


def connected(place: str) -> None:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        with socket.socket(socket.AF_UNIX, kind) as line:
            try:
                line.connect(place)
            except OSError as fault:
                if fault.errno != errno.EPROTOTYPE:
                    raise
            else:
                return
    raise OSError


def spoken_to(place: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"", place)


def called(kind: str) -> None:
    """Whether it may call at all: that nobody answers is told by the network, and not by the unit."""
    addresses: dict[str, Any] = {"AF_INET": LISTENER, "AF_INET6": ("::1", 8091), "AF_UNIX": b"\0nobody"}
    with socket.socket(getattr(socket, kind)) as line:
        line.settimeout(1)
        try:
            line.connect(addresses.get(kind, (0, 0)))
        except (ConnectionRefusedError, TimeoutError):
            return


def listened(kind: str) -> None:
    with socket.socket(getattr(socket, kind)) as line:
        if kind == "AF_UNIX":
            line.bind(b"")  # to a name that nobody has
        line.listen()


def ring() -> None:
    if LIBC.syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(256)) < 0:
        raise OSError(ctypes.get_errno(), "io_uring")


# ---------------------------------------------------------------- what was inherited


def inherited() -> list[int]:
    """The numbers of inherited descriptors, standard input among them if it is a socket."""
    return [n for n in (0, *range(FIRST_INHERITED, MANY)) if can(partial(_is_inherited_socket, n))]


def _is_inherited_socket(number: int) -> None:
    if not stat.S_ISSOCK(os.fstat(number).st_mode):
        raise OSError


def _of(number: int, family: int) -> socket.socket:
    line = socket.socket(fileno=os.dup(number))
    if line.family != family:
        raise OSError
    return line


def _shut(number: int) -> None:
    with _of(number, socket.AF_INET) as line:
        line.shutdown(socket.SHUT_RDWR)


def _fast_opened(number: int) -> None:
    with _of(number, socket.AF_INET) as line:
        line.sendto(b"x", MSG_FASTOPEN, LISTENER)


def _connected_out(number: int) -> None:
    with _of(number, socket.AF_INET) as line:
        line.connect(LISTENER)


def _spoken_outside(number: int) -> None:
    with _of(number, socket.AF_UNIX) as line:
        line.sendto(b"x", b"\0rehearsal")


DEEDS: dict[str, Callable[[int], None]] = {
    "shut down": _shut,
    "sent by fast open": _fast_opened,
    "connected": _connected_out,
    "spoke outside": _spoken_outside,
}


# ---------------------------------------------------------------- what units could share


def _key(unit: str) -> int:
    return 0x7AB1E0 + UNITS.index(unit)


def checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")


def full(content: bytes) -> None:
    if not content:
        raise OSError


def queued(unit: str, flags: int = 0) -> None:
    checked(LIBC.mq_open(f"/{unit}".encode(), os.O_RDWR | flags, 0o666, None))


def stored(unit: str, flags: int = 0) -> None:
    checked(LIBC.shmget(_key(unit), 4096, 0o666 | flags))


def signalled(unit: str, flags: int = 0) -> None:
    checked(LIBC.semget(_key(unit), 1, 0o666 | flags))


MARKS: dict[str, Callable[[str], object]] = {
    "queue": lambda unit: queued(unit, os.O_CREAT),
    "memory": lambda unit: stored(unit, IPC_CREAT),
    "semaphore": lambda unit: signalled(unit, IPC_CREAT),
    **{place: lambda unit, place=place: Path(place, f"mark-{unit}").write_text("here", "utf-8") for place in SHARED},  # type: ignore[misc]
}
CHANNELS: dict[str, Callable[[str], bool]] = {
    "queue": lambda unit: can(partial(queued, unit)),
    "memory": lambda unit: can(partial(stored, unit)),
    "semaphore": lambda unit: can(partial(signalled, unit)),
    **{place: lambda unit, place=place: can(partial(os.stat, f"{place}/mark-{unit}")) for place in SHARED},  # type: ignore[misc]
}


if __name__ == "__main__":
    main(sys.argv[1])
