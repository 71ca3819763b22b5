"""A picture for the panel as a value, and the canvas for drawing it.

A canvas clips at its edges; tests prove for every screen that nothing is cut off. Pure: knows no display and no game.
"""

from __future__ import annotations

from _contextvars import ContextVar  # that of contextvars, which a first picture does without
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Literal, TypeVar

from companion.screens.glyphs import INK_HEIGHT, SMALL, Columns, Font, icons, ink
from companion.support.values import dataclass

_ELLIPSIS = "…"

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Size:
    """Pixels of a panel, `height` a multiple of 8: its memory has a byte for eight pixels of a column."""

    width: int
    height: int


PANEL = Size(128, 64)
"""The panel of the box: whoever draws names its size only if it is another one."""

EDGE = 1
"""Dark columns after what stands at the right: in the very last column it looks cut."""

_laid_out_for: ContextVar[Size] = ContextVar("panel", default=PANEL)
"""The panel for which screens are made now."""

T = TypeVar("T")


def line_width() -> int:
    """The pixels of a line of text on the panel for which a screen is made."""
    return _laid_out_for.get().width


def laid_out(size: Size, make: Callable[[], T]) -> T:
    """What `make` returns, its texts fitted to a panel of this size."""
    before = _laid_out_for.set(size)
    try:
        return make()
    finally:
        _laid_out_for.reset(before)


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels in the order of the panel: pages of eight rows, top page first, a byte a column, bit 0 on top.

    `pages` are 1,024 bytes for the panel of the box: eight pages of 128.
    """

    pages: bytes = bytes(PANEL.width * PANEL.height // 8)
    size: Size = PANEL

    def __post_init__(self) -> None:
        octets = self.size.width * self.size.height // 8
        if len(self.pages) != octets:
            raise ValueError(f"a picture is {octets} bytes, not {len(self.pages)}")

    def __repr__(self) -> str:
        lit = sum(byte.bit_count() for byte in self.pages)
        return f"<Picture, {lit} pixels lit>"

    def rows(self) -> list[str]:
        """A text of each row, "#" for lit and "." for dark."""
        return [row.decode() for row in self._seen_through(b".#")]

    def blocks(self, *, frame: bool = False) -> str:
        """Lines of half blocks for a terminal, each two rows high, with an optional frame."""
        lines = [row.decode().translate(_HALVES) for row in self._seen_through(b"0123")]
        if frame:
            edge = "─" * self.size.width
            lines = [f"╭{edge}╮", *(f"│{line}│" for line in lines), f"╰{edge}╯"]
        return "\n".join(lines)

    def _seen_through(self, signs: bytes) -> list[bytes]:
        """Every row from the top as these signs: two for one pixel, or four for a pixel and the one below it."""
        return [page.translate(table) for page in self.each_page() for table in _tables(signs)]

    def each_page(self) -> list[bytes]:
        """The bytes of each page, from the top."""
        width = self.size.width
        return [self.pages[start : start + width] for start in range(0, len(self.pages), width)]


@cache
def _tables(signs: bytes) -> list[bytes]:
    """For each row of a page, or each pair of rows, what turns a byte into its sign."""
    last = len(signs) - 1
    bits = range(0, 8, last.bit_length())
    return [bytes(signs[byte >> bit & last] for byte in range(256)) for bit in bits]


_HALVES = str.maketrans("0123", " ▀▄█")


class Canvas:
    """A dark panel to draw on; x grows to the right, y downwards, sizes are in pixels."""

    __slots__ = ("_ink", "_top_row", "height", "size", "width")

    def __init__(self, size: Size = PANEL) -> None:
        self.size = size
        self.width, self.height = size.width, size.height
        self._ink = 0  # column x is `height` bits from height * x on, so that drawing a text is one shift and OR
        self._top_row = _top_row(size.width, size.height)

    def picture(self) -> Picture:
        """The picture drawn so far."""
        pages = self.height // 8
        upright = self._ink.to_bytes(self.width * pages, "little")
        return Picture(b"".join([upright[page::pages] for page in range(pages)]), self.size)

    def text(self, x: int, y: int, string: str, font: Font = SMALL, *, align: Align = "left") -> int:
        """Write one line, the top of its cell at y; returns the x for a text that follows.

        Small letters that reach up give way to tails of the line above, and the dot of an i moves down: draw from top
        to bottom.
        `x` is the left edge, or the first column after the text ("right": the width ends at the edge of the panel).
        """
        width, line = ink(font, string)
        if self.height != INK_HEIGHT:
            line = _of_height(line, width, self.height)
        if align == "right":
            x -= width
        if 0 <= x <= self.width - width and 0 <= y <= self.height - font.height:
            if font is SMALL and y and line & (tails := self._lit_above(x, y)):
                line = _below(line, tails)
            self._ink |= line << self.height * x + y
        else:
            self._stamp(x, y, font.line(string))
        return x + width + font.gap

    def icon(self, x: int, y: int, name: str) -> None:
        """Draw an icon of `glyphs.icons()`, its top left corner at x, y."""
        width, height, drawn = _icon_columns(name, self.height)
        if 0 <= x <= self.width - width and 0 <= y <= self.height - height:
            self._ink |= drawn << self.height * x + y
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
        self._ink |= _area((x, y, width, height), self.width, self.height)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle."""
        self._ink &= ~_area((x, y, width, height), self.width, self.height)

    def _lit_above(self, x: int, y: int) -> int:
        """Row y of the columns from x on, lit below lit pixels and beside those."""
        height = self.height
        above = self._ink << height + 1 >> height * x + y
        return (above | above >> height | above >> 2 * height) & self._top_row

    def _stamp(self, x: int, y: int, columns: Columns) -> None:
        """OR columns into the panel, clipped."""
        left, whole = max(0, x), (1 << self.height) - 1
        seen = columns[left - x : max(0, self.width - x)]
        moved = [(column << y if y >= 0 else column >> -y) & whole for column in seen]
        self._ink |= _upright(moved, self.height) << self.height * left


def _below(line: int, tails: int) -> int:
    """A line of small letters without the pixels of its top row that touch these tails of the line above.

    A dot of an i or j, dark below and then a stem, is drawn a row lower and costs the top of its stem.
    """
    lost = line & tails
    dots = lost & ~(line >> 1) & line >> 2 & line >> 3 & line >> 4
    return (line ^ lost | dots << 1) & ~(dots << 2)


@lru_cache(maxsize=256)
def _area(rectangle: tuple[int, int, int, int], across: int, down: int) -> int:
    """The pixels of a rectangle, clipped to a panel of this size. Marks and rules stand at few places."""
    x, y, width, height = rectangle
    if width <= 0 or height <= 0:
        return 0
    left, right = (min(max(0, edge), across) for edge in (x, x + width))
    top, bottom = (min(max(0, edge), down) for edge in (y, y + height))
    column = ((1 << bottom) - (1 << top)).to_bytes(down // 8, "little")
    return int.from_bytes(column * (right - left), "little") << down * left


@cache
def _top_row(width: int, height: int) -> int:
    """The uppermost pixel of every column."""
    return ((1 << height * width) - 1) // ((1 << height) - 1)


@cache
def _icon_columns(name: str, column: int) -> tuple[int, int, int]:
    """The width and height of an icon, and its columns in one integer, `column` bits each."""
    columns = icons()[name]
    return len(columns), max(columns).bit_length(), _upright(columns, column)


def _of_height(line: int, width: int, column: int) -> int:
    """The columns of `glyphs.ink` in one integer, `column` bits each."""
    return _upright([line >> INK_HEIGHT * x & (1 << min(column, INK_HEIGHT)) - 1 for x in range(width)], column)


def _upright(columns: Sequence[int], column: int) -> int:
    """Columns side by side in one integer, `column` bits each."""
    return int.from_bytes(b"".join([bits.to_bytes(column // 8, "little") for bits in columns]), "little")


def shorten(string: str, font: Font, width: int) -> str:
    """The text if it fits into `width` pixels, else its beginning and "…", or its last digit: "Sea3"."""
    if ink(font, string)[0] <= width:
        return string
    last = digit_at_end(string) or _ELLIPSIS
    for end in range(len(string) - 1, 0, -1):
        shortened = string[:end].rstrip() + last
        if font.width(shortened) <= width:
            return shortened
    return _ELLIPSIS if font.width(_ELLIPSIS) <= width else ""


def digit_at_end(string: str) -> str:
    """A digit that is the last word: it tells "Seat 2" from "Seat 3" when they are cut. Empty: there is none."""
    return string[-1] if string[-2:-1] == " " and string[-1].isdigit() else ""


def fit(string: str, width: int, fonts: tuple[Font, ...]) -> Font:
    """The first font in which the text takes at most `width` pixels; the last if none does."""
    return next((font for font in fonts if font.width(string) <= width), fonts[-1])


def fill_lines(lines: list[str], room: int) -> tuple[str, ...]:
    """Exactly `room` lines: cut, or padded with blank ones."""
    return (*lines[:room], *("",) * (room - len(lines)))


def wrap(string: str, font: Font = SMALL, width: int = 0, *, keeps: bool = True) -> list[str]:
    """Break a text at spaces into lines of at most `width` pixels (0: of the panel); shortens a word that is longer.

    `keeps`: a number stays with the next word ("7 cards"), a change with the name before it, if that costs no line.
    """
    lines: list[str] = []
    width = width or line_width()
    for word in string.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer) <= width:
            lines[-1] = longer
            continue
        piece = word
        while keeps and lines and " " in lines[-1]:
            before, _, last = lines[-1].rpartition(" ")
            together = f"{last} {piece}"
            counts = last.rstrip("." if piece[0].isalpha() else "").isdigit()
            if not (counts or (piece[0] in "+-" and piece[1:2].isdigit())) or font.width(together) > width:
                break
            lines[-1], piece = before, together
        lines.append(shorten(piece, font, width))
    plain = wrap(string, font, width, keeps=False) if keeps else lines
    return plain if len(plain) < len(lines) else lines
