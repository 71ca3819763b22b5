"""What code in a unit could do: runs in place of the unit's program and tries it."""

from __future__ import annotations

import json
import os
import socket
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
    "/var/lib/companion-games",
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
    Path("/etc/shadow"),
)
SOCKETS = ("/run/dbus/system_bus_socket", "/run/systemd/private")
DATAGRAMS = ("/run/companion-voice",)
KINDS = ("AF_UNIX", "AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET")
LOOK_S = 0.02


def main(unit: str) -> None:
    if unit == "table":
        for file in (RUNNING / "after.table", VIEW, Path("/run/companion/own")):
            file.write_text("hidden", "utf-8")
        (RUNNING / "being-finished.table").write_text("played", "utf-8")
        (RUNNING / "being-finished.table").rename(DATA / "records/after.table")
    told(tried({}))
    while not AGAIN.exists():
        time.sleep(LOOK_S)
    told(tried(json.loads(AGAIN.read_text("utf-8"))))
    if unit == "table":
        power_off_by_systemd()


def told(found: dict[str, list[str]]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def tried(others: dict[str, int]) -> dict[str, list[str]]:
    """Try everything once; report what succeeds."""
    return {
        "writable": [place for place in PLACES if is_writable(place)],
        "reads": those(FILES, Path.read_bytes),
        "connects": those(SOCKETS, connected),
        "speaks to": those(DATAGRAMS, lambda place: connected(place, socket.SOCK_DGRAM)),
        "families": those(KINDS, lambda kind: socket.socket(getattr(socket, kind), socket.SOCK_DGRAM).close()),
        "signals": those(others, lambda name: os.kill(others[name], 0)),
        "switches off": those([SWITCH], lambda switch: os.close(os.open(switch, os.O_WRONLY | os.O_NONBLOCK))),
    }


def those(things: Iterable[Any], deed: Callable[[Any], object]) -> list[str]:
    """The items for which this succeeds."""
    return [str(one) for one in things if can(partial(deed, one))]


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


def connected(place: str, kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(socket.AF_UNIX, kind) as line:
        line.connect(place)


if __name__ == "__main__":
    main(sys.argv[1])
