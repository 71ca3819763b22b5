"""One program a wire: a program locks a device node until it ends (flock(2)).

The lock is on the node itself, so it needs no directory and no further permission, it is the same for a service, root
and any user, and the kernel releases it when the program is killed. It does not stop programs that do not lock.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.bus import DeviceError

ROOT = Path("/")
"""The root of the device nodes; tests use a directory of their own."""

ANOTHER: Final = "another program"

_FLAGS: Final = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_owned: dict[Path, int] = {}
"""Node -> the open descriptor with its lock. A Pi 5 has a link from /dev/gpiochip4 to /dev/gpiochip0."""


class InUseError(DeviceError):
    """Another program has locked this node; the message names it."""

    def __init__(self, node: str, user: str) -> None:
        super().__init__(f"in use by {user}", bus=node)


def own(node: str) -> None:
    """Lock a node until this program ends; a second call does nothing. Raises InUseError.

    Skips a node that is missing or forbidden: this program cannot use it either.
    """
    place = _path(node).resolve()
    if place not in _owned and (descriptor := _lock(node)) is not None:
        _owned[place] = descriptor


def refuse_if_used(node: str) -> None:
    """Test the lock without keeping it: pyserial locks a port itself. Raises InUseError."""
    if (descriptor := _lock(node)) is not None:
        os.close(descriptor)


def user_of(node: str) -> str:
    """The program that has locked a node, such as "companion play --data /a (pid 412)"; `ANOTHER` if unknown."""
    with suppress(OSError):
        place = _place(node)
        for line in Path("/proc/locks").read_text("ascii").splitlines():  # proc_locks(5)
            words = line.split()
            if words[1] == "FLOCK" and words[5] == place:
                return _command_line(int(words[4]))
    return ANOTHER


def _lock(node: str) -> int | None:
    """Lock a node and return its descriptor; None: it cannot be opened, or not be locked at all."""
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
    """Device and inode in the format of /proc/locks."""
    found = _path(node).stat()
    return f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"


def _command_line(pid: int) -> str:
    """The command line of a process; a service may not see those of other users."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
        names = [Path(word).name for word in words]
        first = names.index("companion") if "companion" in names else 0
        return f"{' '.join([names[first], *words[first + 1 :]]).strip()} (pid {pid})"
    return f"{ANOTHER} (pid {pid})"


def _path(node: str) -> Path:
    return ROOT / node.lstrip("/")
