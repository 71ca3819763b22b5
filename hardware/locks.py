"""One program a wire: a device node is locked by the program that uses it, until that program ends (flock(2)).

The lock is on the node itself. It needs no directory and no permission but that to use the node, it is the same one for
a service, for root and for any user, and the kernel releases it when the program is killed. Programs that do not
lock are not kept away.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.bus import DeviceError

ROOT = Path("/")
"""Where the nodes lie; tests have a directory of their own."""

ANOTHER: Final = "another program"

_FLAGS: Final = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_owned: dict[Path, int] = {}
"""Node -> the open descriptor that holds its lock. A Pi 5 has a link from /dev/gpiochip4 to /dev/gpiochip0."""


class InUseError(DeviceError):
    """Another program has this node; the message names it."""

    def __init__(self, node: str, user: str) -> None:
        super().__init__(f"in use by {user}", bus=node)


def own(node: str) -> None:
    """Lock a node for this program until it ends; a second call changes nothing. Raises InUseError.

    A node that is missing or forbidden is skipped: this program cannot use it either.
    """
    place = _path(node).resolve()
    if place not in _owned and (descriptor := _locked(node)) is not None:
        _owned[place] = descriptor


def refuse_if_used(node: str) -> None:
    """The same question without keeping the lock: pyserial locks a port itself. Raises InUseError."""
    if (descriptor := _locked(node)) is not None:
        os.close(descriptor)


def user_of(node: str) -> str:
    """The program that has locked a node, as "companion play --data /a (pid 412)"; `ANOTHER` where nothing tells."""
    with suppress(OSError):
        place = _place(node)
        for line in Path("/proc/locks").read_text("ascii").splitlines():  # proc_locks(5)
            words = line.split()
            if words[1] == "FLOCK" and words[5] == place:
                return _called(int(words[4]))
    return ANOTHER


def _locked(node: str) -> int | None:
    """The descriptor that holds the lock; None: the node cannot be opened, or not be locked at all."""
    try:
        descriptor = os.open(_path(node), _FLAGS)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as refusal:
        os.close(descriptor)
        if isinstance(refusal, BlockingIOError):
            raise InUseError(node, user_of(node)) from refusal
        return None
    return descriptor


def _place(node: str) -> str:
    """Device and inode as /proc/locks spells them."""
    found = _path(node).stat()
    return f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"


def _called(pid: int) -> str:
    """What a process was started as; processes of others may be hidden from a service."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
        names = [Path(word).name for word in words]
        first = names.index("companion") if "companion" in names else 0
        return f"{' '.join([names[first], *words[first + 1 :]]).strip()} (pid {pid})"
    return f"{ANOTHER} (pid {pid})"


def _path(node: str) -> Path:
    return ROOT / node.lstrip("/")
