"""A picture for the panel as a value, and the canvas for drawing it.

A canvas clips at its edges; tests prove for every screen that nothing is cut off. Pure: knows no display and no game.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from companion.screens.glyphs import SMALL, Font, icons, ink, packed
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.screens.glyphs import Columns

WIDTH = 128
HEIGHT = 64
_PAGES = HEIGHT // 8
_COLUMN = (1 << HEIGHT) - 1
_TOP_ROW = sum(1 << HEIGHT * x for x in range(WIDTH))
_ELLIPSIS = "…"

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Picture:
    """128x64 pixels in the order of the panel: eight pages of 128 bytes, top page first, bit 0 of a byte on top."""

    pages: bytes = bytes(WIDTH * _PAGES)

    def __post_init__(self) -> None:
        if len(self.pages) != WIDTH * _PAGES:
            raise ValueError(f"a picture is {WIDTH * _PAGES} bytes, not {len(self.pages)}")

    def __repr__(self) -> str:
        lit = sum(byte.bit_count() for byte in self.pages)
        return f"<Picture, {lit} pixels lit>"

    def rows(self) -> list[str]:
        """64 rows of 128 characters, "#" for lit and "." for dark."""
        return [row.decode() for row in self._seen_through(_DOTS)]

    def blocks(self, *, frame: bool = False) -> str:
        """32 lines of 128 half blocks for a terminal, with an optional frame."""
        lines = [row.decode().translate(_HALVES) for row in self._seen_through(_PAIRS)]
        if frame:
            edge = "─" * WIDTH
            lines = [f"╭{edge}╮", *(f"│{line}│" for line in lines), f"╰{edge}╯"]
        return "\n".join(lines)

    def _seen_through(self, tables: list[bytes]) -> list[bytes]:
        """Translate every page with every table, from the top; a table turns some bits of a byte into a character."""
        pages = (self.pages[start : start + WIDTH] for start in range(0, WIDTH * _PAGES, WIDTH))
        return [page.translate(table) for page in pages for table in tables]


_DOTS = [bytes(b".#"[byte >> bit & 1] for byte in range(256)) for bit in range(8)]
_PAIRS = [bytes(b"0123"[byte >> bit & 3] for byte in range(256)) for bit in range(0, 8, 2)]
_HALVES = str.maketrans("0123", " ▀▄█")


@dataclass(slots=True)
class Canvas:
    """A dark panel to draw on; x grows to the right, y downwards, sizes are in pixels."""

    _ink: int = 0
    """All pixels as one integer: column x is bits 64x to 64x+63, so that drawing a text is one shift and OR."""

    def picture(self) -> Picture:
        """The picture drawn so far."""
        upright = self._ink.to_bytes(WIDTH * _PAGES, "little")
        return Picture(b"".join([upright[page::_PAGES] for page in range(_PAGES)]))

    def text(self, x: int, y: int, string: str, font: Font = SMALL, *, align: Align = "left") -> int:
        """Write one line, the top of its cell at y; returns the x for a text that follows.

        Small letters that reach up give way to tails of the line above: draw from top to bottom.
        `x` is the left edge, or the first column after the text ("right": 128 ends at the edge of the panel).
        """
        width, line = ink(font, string)
        if align == "right":
            x -= width
        if 0 <= x <= WIDTH - width and 0 <= y <= HEIGHT - font.height:
            if font is SMALL and y:
                line &= ~self._lit_above(x, y)
            self._ink |= line << HEIGHT * x + y
        else:
            self._stamp(x, y, font.line(string))
        return x + width + font.gap

    def icon(self, x: int, y: int, name: str) -> None:
        """Draw an icon of `glyphs.icons()`, its top left corner at x, y."""
        width, height, drawn = _iconed(name)
        if 0 <= x <= WIDTH - width and 0 <= y <= HEIGHT - height:
            self._ink |= drawn << HEIGHT * x + y
        else:
            self._stamp(x, y, icons()[name])

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """Draw the outline of a rectangle."""
        self.fill(x, y, width, 1)
        self.fill(x, y + height - 1, width, 1)
        self.fill(x, y, 1, height)
        self.fill(x + width - 1, y, 1, height)

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        self._ink |= self._area(x, y, width, height)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle."""
        self._ink &= ~self._area(x, y, width, height)

    def _lit_above(self, x: int, y: int) -> int:
        """Row y of the columns from x on, lit below lit pixels and beside those."""
        above = self._ink << HEIGHT + 1 >> HEIGHT * x + y
        return (above | above >> HEIGHT | above >> 2 * HEIGHT) & _TOP_ROW

    def _stamp(self, x: int, y: int, columns: Columns) -> None:
        """OR columns into the panel, clipped."""
        left = max(0, x)
        seen = columns[left - x : max(0, WIDTH - x)]
        self._ink |= _upright([_moved(column, y) for column in seen]) << HEIGHT * left

    def _area(self, x: int, y: int, width: int, height: int) -> int:
        """The pixels of a rectangle, clipped."""
        if width <= 0 or height <= 0:
            return 0
        left, right = (min(max(0, edge), WIDTH) for edge in (x, x + width))
        top, bottom = (min(max(0, edge), HEIGHT) for edge in (y, y + height))
        return _upright([(1 << bottom) - (1 << top)] * (right - left)) << HEIGHT * left


@cache
def _iconed(name: str) -> tuple[int, int, int]:
    """The width and height of an icon, and its columns in one integer."""
    columns = icons()[name]
    return len(columns), max(columns).bit_length(), _upright(columns)


def _upright(columns: Sequence[int]) -> int:
    """Columns side by side in one integer, HEIGHT bits each."""
    return int.from_bytes(packed(columns), "little")


def _moved(column: int, y: int) -> int:
    """A column shifted down by y (up if negative), clipped to the panel."""
    if y < 0:
        return column >> -y
    return column << y & _COLUMN if y < HEIGHT else 0


def shorten(string: str, font: Font, width: int) -> str:
    """The text if it fits into `width` pixels, else its beginning and "…"."""
    if font.width(string) <= width:
        return string
    for end in range(len(string) - 1, 0, -1):
        shortened = string[:end].rstrip() + _ELLIPSIS
        if font.width(shortened) <= width:
            return shortened
    return _ELLIPSIS if font.width(_ELLIPSIS) <= width else ""


def fit(string: str, width: int, fonts: tuple[Font, ...]) -> Font:
    """The first font in which the text takes at most `width` pixels; the last if none does."""
    return next((font for font in fonts if font.width(string) <= width), fonts[-1])


def fill_lines(lines: list[str], room: int) -> tuple[str, ...]:
    """Exactly `room` lines: cut, or padded with blank ones."""
    return (*lines[:room], *("",) * (room - len(lines)))


def wrap(string: str, font: Font, width: int) -> list[str]:
    """Break a text at spaces into lines of at most `width` pixels; shortens a word that is longer than a line."""
    lines: list[str] = []
    for word in string.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, font, width))
    return lines
