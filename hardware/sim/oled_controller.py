"""An OLED controller: its picture memory, its registers, and its commands (opcode -> arguments and effect).

SSD1306 datasheet rev 1.1, 8.7 (GDDRAM) and 10.1.1 to 10.1.5 (addressing); SH1106 datasheet V2.3 for its 132 columns.
Stored in glass coordinates: the segment remap acts when a byte is written (SSD1306 10.1.8), so that earlier bytes do
not move.

Commands: SSD1306 and SSD1309 datasheets rev 1.1, table 9-1 each; SH1106 datasheet V2.3, table of commands. Timing,
oscillator and voltage settings have no effect here; the scroll commands only take their arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

PAGES = 8
LINES = 64


class Addressing(IntEnum):
    """The direction in which the pointer moves; the values are those of SSD1306 command 20h."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


@dataclass(slots=True)
class Span:
    """A window's first and last column or page."""

    first: int
    last: int

    def after(self, position: int) -> int:
        """The next position; the first one follows the last."""
        return self.first if position >= self.last else position + 1


@dataclass(slots=True)
class Gddram:
    """Eight pages of `width` bytes. `columns` and `pages` are the window of commands 21h and 22h."""

    width: int
    cells: bytearray
    columns: Span
    mode: Addressing = Addressing.PAGE
    remapped: bool = False
    column: int = 0
    page: int = 0
    pages: Span = field(default_factory=lambda: Span(0, PAGES - 1))

    def put(self, octets: bytes) -> None:
        """Write data bytes from the pointer on; ignores columns beyond the width."""
        for octet in octets:
            if self.column < self.width:
                column = self.width - 1 - self.column if self.remapped else self.column
                self.cells[self.page * self.width + column] = octet
            self._advance()

    def _advance(self) -> None:
        """Move the pointer by one byte."""
        match self.mode:
            case Addressing.PAGE:
                self.column = Span(0, self.width - 1).after(self.column)
            case Addressing.HORIZONTAL:
                row_done = self.column >= self.columns.last
                self.column = self.columns.after(self.column)
                self.page = self.pages.after(self.page) if row_done else self.page
            case Addressing.VERTICAL:
                column_done = self.page >= self.pages.last
                self.page = self.pages.after(self.page)
                self.column = self.columns.after(self.column) if column_done else self.column

    def move(self, *, paged: bool, **registers: int | Span) -> None:
        """Set pointer and window. Each command acts in page addressing only, or in the other two only (10.1)."""
        if paged is (self.mode is Addressing.PAGE):
            for name, value in registers.items():
                setattr(self, name, value)

    def line(self, number: int, first_segment: int, segments: int) -> int:
        """One line of 64 as an integer of `segments` bytes, each 0 or 1, the first segment highest."""
        start = number // 8 * self.width + first_segment
        octets = int.from_bytes(self.cells[start : start + segments], "big")
        return octets >> number % 8 & int.from_bytes(b"\1" * segments, "big")


@dataclass(slots=True)
class OledState:
    """Memory and registers; together they decide the visible picture. A switch is on unless it is 0."""

    memory: Gddram
    contrast: int
    on: int = 0
    pump: int = 0
    all_on: int = 0
    inverted: int = 0
    scan_reversed: int = 0
    start_line: int = 0
    offset: int = 0
    last_row: int = 63
    com_pins: int = 0x12


class Opcodes(NamedTuple):
    """Opcodes first..last, the number of argument bytes, and the effect.

    The effect gets the chip and the arguments, or the opcode of a command without arguments. None: not visible.
    """

    first: int
    last: int
    arguments: int
    effect: Callable[..., None] | None = None


def _register(name: str, bits: int) -> Callable[[OledState, int], None]:
    """Store these bits in a register."""
    return lambda chip, value: setattr(chip, name, value & bits)


def _multiplex(chip: OledState, ratio: int) -> None:
    chip.last_row = max(15, ratio & 0x3F)  # 0 to 14 are invalid


def _segment_remap(chip: OledState, opcode: int) -> None:
    chip.memory.remapped = bool(opcode & 1)


def _addressing(chip: OledState, mode: int) -> None:
    if mode & 3 in tuple(Addressing):  # 3 is invalid
        chip.memory.mode = Addressing(mode & 3)


def _columns(chip: OledState, first: int, last: int) -> None:
    bits = 0x7F if chip.memory.width <= 0x80 else 0xFF
    chip.memory.move(paged=False, columns=Span(first & bits, last & bits), column=first & bits)


def _pages(chip: OledState, first: int, last: int) -> None:
    chip.memory.move(paged=False, pages=Span(first & 0x07, last & 0x07), page=first & 0x07)


def _column_nibble(shift: int) -> Callable[[OledState, int], None]:
    """Set four bits of the column (10.1.1, 10.1.2)."""

    def effect(chip: OledState, opcode: int) -> None:
        others = chip.memory.column & (0xF0 >> shift)
        chip.memory.move(paged=True, column=others | (opcode & 0x0F) << shift)

    return effect


def _by_opcode(*rows: Opcodes) -> dict[int, Opcodes]:
    return {opcode: row for row in rows for opcode in range(row.first, row.last + 1)}


_COMMON: Final = _by_opcode(
    Opcodes(0x00, 0x0F, 0, _column_nibble(0)),
    Opcodes(0x10, 0x1F, 0, _column_nibble(4)),
    Opcodes(0x40, 0x7F, 0, _register("start_line", 0x3F)),
    Opcodes(0x81, 0x81, 1, _register("contrast", 0xFF)),
    Opcodes(0xA0, 0xA1, 0, _segment_remap),
    Opcodes(0xA4, 0xA5, 0, _register("all_on", 0x01)),
    Opcodes(0xA6, 0xA7, 0, _register("inverted", 0x01)),
    Opcodes(0xA8, 0xA8, 1, _multiplex),
    Opcodes(0xAE, 0xAF, 0, _register("on", 0x01)),
    Opcodes(0xB0, 0xB7, 0, lambda chip, opcode: chip.memory.move(paged=True, page=opcode & 0x07)),
    Opcodes(0xC0, 0xCF, 0, _register("scan_reversed", 0x08)),
    Opcodes(0xD3, 0xD3, 1, _register("offset", 0x3F)),
    Opcodes(0xD5, 0xD5, 1),  # oscillator
    Opcodes(0xD9, 0xD9, 1),  # pre-charge
    Opcodes(0xDA, 0xDA, 1, _register("com_pins", 0x3F)),
    Opcodes(0xDB, 0xDB, 1),  # VCOMH
    Opcodes(0xE3, 0xE3, 0),  # no operation
)

_WINDOWS_AND_SCROLL: Final = _by_opcode(
    Opcodes(0x20, 0x20, 1, _addressing),
    Opcodes(0x21, 0x21, 2, _columns),
    Opcodes(0x22, 0x22, 2, _pages),
    Opcodes(0x26, 0x27, 6),  # horizontal scroll
    Opcodes(0x29, 0x2A, 5),  # vertical and horizontal scroll
    Opcodes(0x2E, 0x2F, 0),  # scroll off, on
    Opcodes(0xA3, 0xA3, 2),  # vertical scroll area
)

SSD1306: Final[Mapping[int, Opcodes]] = (
    _COMMON | _WINDOWS_AND_SCROLL | _by_opcode(Opcodes(0x8D, 0x8D, 1, _register("pump", 0x04)))
)
"""Windows, three addressing modes, and a charge pump that is off after power-on."""

SSD1309: Final[Mapping[int, Opcodes]] = (
    _COMMON | _WINDOWS_AND_SCROLL | _by_opcode(Opcodes(0xFD, 0xFD, 1))  # command lock
)
"""Like the SSD1306 without a pump: 8Dh is no command, so its argument is read as one."""

SH1106: Final[Mapping[int, Opcodes]] = _COMMON | _by_opcode(
    Opcodes(0x30, 0x33, 0),  # pump voltage
    Opcodes(0xAD, 0xAD, 1),  # DC-DC converter, on after power-on
    Opcodes(0xE0, 0xE0, 0),  # read-modify-write: affects reading only
    Opcodes(0xEE, 0xEE, 0),  # its end
)
"""Page addressing only: 20h, 21h, 22h and 8Dh are no commands, so the bytes after them are read as commands."""
