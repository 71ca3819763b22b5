"""Readers that type, as input devices of Linux: found, opened and grabbed (linux/input.h).

A device is grabbed at once (EVIOCGRAB): what it types reaches this program and nobody else. Three calls of the kernel
are needed; the package evdev has them, too, and wants a compiler on most computers.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from hardware.bus import DeviceError
from hardware.linux import advice
from hardware.locks import ANOTHER

EVIOCGRAB = 0x40044590
"""_IOW('E', 0x90, int)."""
DIGITS = 0b1111111111 << 2
"""KEY_1 to KEY_0, as bits."""
ENTER = 1 << 28
READER_NAMES = re.compile(
    r"rfid|reader|sycread|ic card|id card|13\.56|125 ?k|em4100|08ff|ooijen|hxgco|neuftech", re.IGNORECASE
)
"""Names of devices that are readers; a device that types has no other sign of it."""
MOST_READ = 4096
"""Maximum bytes of a read."""

ROOT = Path("/")
"""The root of device nodes and of what the kernel tells of them; tests use a directory of their own."""

MISSING = "no reader that types is plugged in; plugged in are: {others}"
NOT_FOUND = "{pattern} not found: is the reader plugged in?"
AMBIGUOUS = '{nodes} are alike: name one by its plug, as input = "/dev/input/by-path/..."'
GONE = "{node} is gone: was the reader pulled out?"
TAKEN = "in use by {user}"


@dataclass(frozen=True, slots=True)
class Keyboard:
    """A device that types digits: its node, the name that its maker gave it, and whether this user may read it."""

    node: str
    name: str
    usable: bool = True

    @property
    def is_reader(self) -> bool:
        """Whether its name is that of a reader."""
        return READER_NAMES.search(self.name) is not None

    def __str__(self) -> str:
        return f"{self.name} ({self.node})"


def keyboards(root: Path = ROOT) -> list[Keyboard]:
    """The devices that type digits and Enter, readers first; none is opened."""
    return sorted(_devices(root), key=lambda keyboard: (not keyboard.is_reader, keyboard.node))


def _devices(root: Path) -> Iterator[Keyboard]:
    for place in root.glob("sys/class/input/event*"):
        with suppress(OSError, ValueError, IndexError):
            keys = int((place / "device/capabilities/key").read_text("ascii").split()[-1], 16)
            if keys & DIGITS == DIGITS and keys & ENTER:
                name = (place / "device/name").read_text("utf-8", errors="replace").strip()
                node = root / "dev/input" / place.name
                yield Keyboard(str(node), name, os.access(node, os.R_OK))


def plugged_readers() -> Iterator[tuple[Keyboard, str]]:
    """The readers that are plugged in, each with the pattern that finds it again under another number.

    The only reader is found by its name, as an empty pattern does; one of several by the socket that it is in.
    """
    readers = [keyboard for keyboard in keyboards(ROOT) if keyboard.is_reader]
    for reader in readers:
        yield reader, _socket_of(reader.node) if len(readers) > 1 else ""


def _socket_of(node: str) -> str:
    """The link by the socket of a device; its node, if there is none."""
    links = sorted((ROOT / "dev/input/by-path").glob("*"))
    found = next((link for link in links if link.resolve() == Path(node).resolve()), Path(node))
    return f"/{found.relative_to(ROOT)}"


def node_of(pattern: str) -> str:
    """The node of the only device that fits; an empty pattern: of the only one with the name of a reader.

    Raises DeviceError: none fits, or several do.
    """
    if pattern:
        places = [Path(place) for place in glob(str(ROOT / pattern.lstrip("/")))]  # noqa: PTH207 - a pattern from the root
        fitting = sorted({str(place.resolve()) for place in places})
    else:
        plugged = keyboards(ROOT)
        fitting = [keyboard.node for keyboard in plugged if keyboard.is_reader]
    if len(fitting) == 1:
        return fitting[0]
    bus = pattern or "input"
    if fitting:
        raise DeviceError(AMBIGUOUS.format(nodes=", ".join(fitting)), bus=bus)
    if pattern:
        raise DeviceError(NOT_FOUND.format(pattern=pattern), bus=bus)
    raise DeviceError(MISSING.format(others=", ".join(map(str, plugged)) or "none"), bus=bus)


def open_keys(pattern: str) -> LinuxKeys:
    """Open and grab the device that fits (`node_of`). Raises DeviceError."""
    node = node_of(pattern)
    try:
        descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise DeviceError(_advice(error, node), bus=pattern or node) from error
    try:
        fcntl.ioctl(descriptor, EVIOCGRAB, 1)
    except OSError as error:
        os.close(descriptor)
        raise DeviceError(_advice(error, node), bus=pattern or node) from error
    return LinuxKeys(descriptor, node)


class LinuxKeys:
    """A grabbed device; a `hardware.bus.SerialPort` of events. Made by `open_keys`."""

    def __init__(self, descriptor: int, node: str) -> None:
        self._descriptor = descriptor
        self._node = node

    def read_available(self) -> bytes:
        """The events since the last call, at most MOST_READ bytes; never blocks. Raises DeviceError if it is gone."""
        try:
            return os.read(self._descriptor, MOST_READ)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise DeviceError(_advice(error, self._node), bus=self._node) from error

    def write(self, sent: bytes) -> None:
        """Do nothing: nothing is sent to it."""

    def close(self) -> None:
        """Give it back; the kernel lets go of what is closed."""
        with suppress(OSError):
            os.close(self._descriptor)


def _advice(error: OSError, node: str) -> str:
    return TAKEN.format(user=ANOTHER) if error.errno == errno.EBUSY else advice(error, node, "input", GONE)
