"""The picture memory of an OLED controller: pages of columns, and the pointer of the data bytes.

SSD1306 datasheet rev 1.1, 8.7 (GDDRAM) and 10.1.1 to 10.1.5 (addressing); SH1106 datasheet V2.3 for its 132 columns.
Stored in glass coordinates: the segment remap acts when a byte is written (SSD1306 10.1.8), so that earlier bytes do
not move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

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

    @classmethod
    def after_power_on(cls, width: int, chance: Random) -> Gddram:
        """Garbage everywhere, page addressing, pointer at the origin."""
        return cls(width, bytearray(chance.randbytes(PAGES * width)), Span(0, width - 1))

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

    def select_columns(self, first: int, last: int) -> None:
        """Command 21h: has an effect in horizontal and vertical addressing only (10.1.4)."""
        if self.mode is not Addressing.PAGE:
            self.columns = Span(first, last)
            self.column = first

    def select_pages(self, first: int, last: int) -> None:
        """Command 22h: has an effect in horizontal and vertical addressing only (10.1.5)."""
        if self.mode is not Addressing.PAGE:
            self.pages = Span(first, last)
            self.page = first

    def start_page(self, page: int) -> None:
        """Commands B0h to B7h: page addressing only (10.1.13)."""
        if self.mode is Addressing.PAGE:
            self.page = page

    def start_low_nibble(self, nibble: int) -> None:
        """Commands 00h to 0Fh: page addressing only (10.1.1)."""
        if self.mode is Addressing.PAGE:
            self.column = self.column & 0xF0 | nibble

    def start_high_nibble(self, nibble: int) -> None:
        """Commands 10h to 1Fh: page addressing only (10.1.2)."""
        if self.mode is Addressing.PAGE:
            self.column = self.column & 0x0F | nibble << 4

    def line(self, number: int, first_segment: int, segments: int) -> int:
        """One line of 64 as an integer of `segments` bytes, each 0 or 1, the first segment highest."""
        start = number // 8 * self.width + first_segment
        octets = int.from_bytes(self.cells[start : start + segments], "big")
        return octets >> number % 8 & int.from_bytes(b"\1" * segments, "big")
