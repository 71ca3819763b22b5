"""The splash: send the panel the messages of an earlier start before the program is loaded.

A small Pi takes seconds to load the program. The messages are those of the panel's driver, saved by the last table; the
first start has none. After a crash they show the last words until the table plays again. Imports next to nothing.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.settings.schema import Panel
    from hardware.bus import I2c

STAYS = " stays"
MOST_BYTES = 1 << 16

OUTDATED = "outdated"
"""A file as the one below: what systemd/start.sh shows when the Python of this environment is gone."""

NAME = "splash"
"""A file in the data directory: a line "bus address controller rotation columns environment language", perhaps with
"stays", a message a line, CRC-32.

The CRC keeps a corrupt message off the bus, where it could reach another chip.
"""


def show(
    words: Sequence[str], environment: Mapping[str, str] = os.environ, wire: Callable[[int], I2c] | None = None
) -> bool:
    """Show the splash if these arguments start the service, and return whether they do; ignores any trouble.

    Only for a service: no other table runs then whose picture it could spoil. `wire` opens a bus by its number (None:
    the bus of the Pi).
    """
    root = root_of_service(words, environment)
    if root is None:
        return False
    with suppress(OSError, ValueError):
        place, messages = _read(_content(f"{root}/{NAME}"))
        bus, address = (int(number, 16) for number in place.split()[:2])
        panel = (wire or _open_bus)(bus)
        for message in messages:
            panel.write(address, message)
    return True


def root_of_service(words: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """The data directory of the service that these arguments start; None: they start something else."""
    if "NOTIFY_SOCKET" not in environment or "play" not in words[:1] or "--data" not in words[:-1]:
        return None
    return words[words.index("--data") + 1]


def place_of(panel: Panel) -> str:
    """The first line of the file: the panel of these messages, the environment of the luma that set it up, a language.

    Another version of the program has another environment, and asks its own luma.
    """
    from companion.support.messages import language  # noqa: PLC0415 - the first light does without

    wire = f"{panel.i2c_bus:x} {panel.address:x} {panel.kind} {panel.rotation:x} {panel.column_offset}"
    return f"{wire} {_environment()} {language()}"


def _environment() -> str:
    return f"{zlib.crc32(sys.prefix.encode()):x}"


def read(root: Path) -> tuple[tuple[int, int, str, int, int | None], str, tuple[bytes, ...]]:
    """The panel of the splash, as bus, address, controller, rotation and first column, its language, its messages.

    Raises OSError or ValueError if there is none of this environment, or if it stays until the table plays again.
    """
    place, messages = _read(_content(root / NAME))
    bus, address, kind, rotation, columns, environment, language = place.split()
    if environment != _environment():
        raise ValueError("of another environment")
    first_column = int(columns) if columns.isdecimal() else None
    return (int(bus, 16), int(address, 16), kind, int(rotation, 16), first_column), language, messages


def load(root: Path, panel: Panel, name: str = NAME) -> tuple[bytes, ...]:
    """The messages for this panel at an earlier start; empty: unknown."""
    with suppress(OSError, ValueError):
        place, messages = _read(_content(root / name))
        return messages if place.removesuffix(STAYS) == place_of(panel) else ()
    return ()


def save(root: Path, panel: Panel, messages: Sequence[bytes], *, stays: bool = False, name: str = NAME) -> None:
    """Save the messages if they differ from the saved ones. Ignores write errors: the splash is optional.

    `stays`: it is shown until the table plays again, not only until the first picture.
    """
    text = "\n".join([place_of(panel) + STAYS * stays, *(sent.hex() for sent in messages), ""]).encode("ascii")
    written = text + b"%08x\n" % zlib.crc32(text)
    file, new = root / name, root / f"{name}.new"
    with suppress(OSError):
        if not file.exists() or _content(file) != written:
            new.write_bytes(written)
            new.replace(file)


def _content(file: Path | str) -> bytes:
    """The content of a file, up to MOST_BYTES: `save` writes no more."""
    with open(file, "rb") as opened:  # noqa: PTH123 - pathlib is slow to load
        return opened.read(MOST_BYTES)


def _read(written: bytes) -> tuple[str, tuple[bytes, ...]]:
    """The first line and the messages. Raises ValueError for anything that `save` did not write."""
    text, total = written[:-9], written[-9:]
    if total != b"%08x\n" % zlib.crc32(text):
        raise ValueError("the check sum does not fit")
    place, *messages = text.decode().splitlines()
    return place, tuple(map(bytes.fromhex, messages))


def _open_bus(bus: int) -> I2c:
    from hardware.linux import LinuxI2c  # noqa: PLC0415 - only a service needs it

    return LinuxI2c(bus)
