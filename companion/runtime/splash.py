"""The first light: what the panel was told at an earlier start, told again before the program is loaded.

A small Pi loads the program for seconds. The messages are those of the panel's own driver, written down by the table
that ran last; nothing here knows a controller, and a first start has no splash. After a crash it is the last words, so
that they stand on the panel until the table plays again. Imports next to nothing.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from companion.settings.schema import Panel
    from hardware.bus import I2c

NAME = "splash"
"""In the data directory: a line "bus address controller rotation columns", a message a line, the CRC-32 of all that.

No message of a file that rotted may go to the bus: it could reach another chip there.
"""


def light(
    words: Sequence[str], environment: Mapping[str, str] = os.environ, wire: Callable[[int], I2c] | None = None
) -> None:
    """The splash of a service that is being started with these words; any trouble means that there is none.

    Only for a service: there is no other table then whose picture it could spoil. `wire` opens a bus by its number
    (None: that of the Pi).
    """
    if "NOTIFY_SOCKET" not in environment or "play" not in words[:1] or "--data" not in words[:-1]:
        return
    with suppress(OSError, ValueError), open(f"{words[words.index('--data') + 1]}/{NAME}", "rb") as file:  # noqa: PTH123 - pathlib is slow to load
        place, messages = _read(file.read())
        bus, address = (int(number, 16) for number in place.split()[:2])
        panel = (wire or _pi)(bus)
        for message in messages:
            panel.write(address, message)


def place_of(panel: Panel) -> str:
    """The first line: which panel was told."""
    return f"{panel.i2c_bus:x} {panel.address:x} {panel.kind} {panel.rotation:x} {panel.column_offset}"


def kept(root: Path, panel: Panel) -> tuple[bytes, ...]:
    """What this very panel was told at an earlier start; empty: that is not known."""
    with suppress(OSError, ValueError):
        place, messages = _read((root / NAME).read_bytes())
        return messages if place == place_of(panel) else ()
    return ()


def keep(root: Path, panel: Panel, messages: Sequence[bytes]) -> None:
    """Write down what a panel was told, if it is not written there already; a card that refuses is no trouble."""
    text = "\n".join([place_of(panel), *(sent.hex() for sent in messages), ""]).encode("ascii")
    written = text + b"%08x\n" % zlib.crc32(text)
    file, new = root / NAME, root / f"{NAME}.new"
    with suppress(OSError):
        if not file.exists() or file.read_bytes() != written:
            new.write_bytes(written)
            new.replace(file)


def _read(written: bytes) -> tuple[str, tuple[bytes, ...]]:
    """The first line and the messages. Raises ValueError for anything that `keep` did not write so."""
    text, total = written[:-9], written[-9:]
    if total != b"%08x\n" % zlib.crc32(text):
        raise ValueError("the check sum does not fit")
    place, *messages = text.decode("ascii").splitlines()
    return place, tuple(map(bytes.fromhex, messages))


def _pi(bus: int) -> I2c:
    from hardware.linux import LinuxI2c  # noqa: PLC0415 - only a service needs it

    return LinuxI2c(bus)
