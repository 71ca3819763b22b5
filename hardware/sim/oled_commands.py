"""The command tables of the OLED controllers: opcode -> arguments and effect.

SSD1306 and SSD1309 datasheets rev 1.1, table 9-1 each; SH1106 datasheet V2.3, table of commands. Timing, oscillator and
voltage settings have no effect here; the scroll commands only take their arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.sim.gddram import Addressing, Gddram

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(slots=True)
class Chip:
    """Memory and registers; together they decide the visible picture."""

    memory: Gddram
    contrast: int
    on: bool = False
    pump: bool = False
    all_on: bool = False
    inverted: bool = False
    scan_reversed: bool = False
    start_line: int = 0
    offset: int = 0
    last_row: int = 63
    com_pins: int = 0x12


@dataclass(frozen=True, slots=True)
class Command:
    """Opcodes first..last, the number of argument bytes, and the effect on the chip."""

    first: int
    last: int
    arguments: int
    effect: Callable[[Chip, int, bytes], None]


def _nothing(chip: Chip, opcode: int, arguments: bytes) -> None:
    """No visible effect."""


def _argument(register: str, mask: int) -> Callable[[Chip, int, bytes], None]:
    return lambda chip, _opcode, arguments: setattr(chip, register, arguments[0] & mask)


def _lowest_bit(register: str) -> Callable[[Chip, int, bytes], None]:
    return lambda chip, opcode, _arguments: setattr(chip, register, bool(opcode & 1))


def _start_line(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.start_line = opcode & 0x3F


def _scan_direction(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.scan_reversed = bool(opcode & 0x08)


def _multiplex(chip: Chip, _opcode: int, arguments: bytes) -> None:
    chip.last_row = max(15, arguments[0] & 0x3F)  # 0 to 14 are invalid


def _charge_pump(chip: Chip, _opcode: int, arguments: bytes) -> None:
    chip.pump = bool(arguments[0] & 0x04)


def _segment_remap(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.memory.remapped = bool(opcode & 1)


def _addressing(chip: Chip, _opcode: int, arguments: bytes) -> None:
    if arguments[0] & 3 in tuple(Addressing):  # 3 is invalid
        chip.memory.mode = Addressing(arguments[0] & 3)


def _columns(chip: Chip, _opcode: int, arguments: bytes) -> None:
    bits = 0x7F if chip.memory.width <= 0x80 else 0xFF
    chip.memory.select_columns(arguments[0] & bits, arguments[1] & bits)


def _pages(chip: Chip, _opcode: int, arguments: bytes) -> None:
    chip.memory.select_pages(arguments[0] & 0x07, arguments[1] & 0x07)


def _start_page(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.memory.start_page(opcode & 0x07)


def _low_nibble(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.memory.start_low_nibble(opcode & 0x0F)


def _high_nibble(chip: Chip, opcode: int, _arguments: bytes) -> None:
    chip.memory.start_high_nibble(opcode & 0x0F)


def _by_opcode(*rows: Command) -> dict[int, Command]:
    return {opcode: row for row in rows for opcode in range(row.first, row.last + 1)}


_COMMON: Final = _by_opcode(
    Command(0x00, 0x0F, 0, _low_nibble),
    Command(0x10, 0x1F, 0, _high_nibble),
    Command(0x40, 0x7F, 0, _start_line),
    Command(0x81, 0x81, 1, _argument("contrast", 0xFF)),
    Command(0xA0, 0xA1, 0, _segment_remap),
    Command(0xA4, 0xA5, 0, _lowest_bit("all_on")),
    Command(0xA6, 0xA7, 0, _lowest_bit("inverted")),
    Command(0xA8, 0xA8, 1, _multiplex),
    Command(0xAE, 0xAF, 0, _lowest_bit("on")),
    Command(0xB0, 0xB7, 0, _start_page),
    Command(0xC0, 0xCF, 0, _scan_direction),
    Command(0xD3, 0xD3, 1, _argument("offset", 0x3F)),
    Command(0xD5, 0xD5, 1, _nothing),  # oscillator
    Command(0xD9, 0xD9, 1, _nothing),  # pre-charge
    Command(0xDA, 0xDA, 1, _argument("com_pins", 0x3F)),
    Command(0xDB, 0xDB, 1, _nothing),  # VCOMH
    Command(0xE3, 0xE3, 0, _nothing),  # no operation
)

_WINDOWS_AND_SCROLL: Final = _by_opcode(
    Command(0x20, 0x20, 1, _addressing),
    Command(0x21, 0x21, 2, _columns),
    Command(0x22, 0x22, 2, _pages),
    Command(0x26, 0x27, 6, _nothing),  # horizontal scroll
    Command(0x29, 0x2A, 5, _nothing),  # vertical and horizontal scroll
    Command(0x2E, 0x2F, 0, _nothing),  # scroll off, on
    Command(0xA3, 0xA3, 2, _nothing),  # vertical scroll area
)

SSD1306: Final[Mapping[int, Command]] = _COMMON | _WINDOWS_AND_SCROLL | _by_opcode(Command(0x8D, 0x8D, 1, _charge_pump))
"""Windows, three addressing modes, and a charge pump that is off after power-on."""

SSD1309: Final[Mapping[int, Command]] = (
    _COMMON | _WINDOWS_AND_SCROLL | _by_opcode(Command(0xFD, 0xFD, 1, _nothing))  # command lock
)
"""Like the SSD1306 without a pump: 8Dh is no command, so its argument is read as one."""

SH1106: Final[Mapping[int, Command]] = _COMMON | _by_opcode(
    Command(0x30, 0x33, 0, _nothing),  # pump voltage
    Command(0xAD, 0xAD, 1, _nothing),  # DC-DC converter, on after power-on
    Command(0xE0, 0xE0, 0, _nothing),  # read-modify-write: affects reading only
    Command(0xEE, 0xEE, 0, _nothing),  # its end
)
"""Page addressing only: 20h, 21h, 22h and 8Dh are no commands, so the bytes after them are read as commands."""
