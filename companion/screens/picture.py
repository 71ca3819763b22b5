"""A picture for the panel as a value, and the canvas for drawing it.

A canvas clips at its edges; tests prove for every screen that nothing is cut off. Pure: knows no display and no game.
"""

from __future__ import annotations

from _contextvars import ContextVar  # that of contextvars, which a first picture does without
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal, TypeVar

from companion.screens.glyphs import BAND, SMALL, Bands, Font, icons, in_bands, ink, pack
from companion.support.values import dataclass

_ELLIPSIS = "…"

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Size:
    """Pixels of a panel, `height` a multiple of 8: its memory has a byte for eight pixels of a column."""

    width: int
    height: int


PANEL = Size(128, 64)
"""The panel of the box. A drawing function is told the size only of another panel."""

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

    def blocks(self) -> list[str]:
        """Lines of half blocks for a terminal, each two rows high."""
        return [row.decode().translate(_HALVES) for row in self._seen_through(b"0123")]

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

    __slots__ = ("_pages", "height", "size", "width")

    def __init__(self, size: Size = PANEL) -> None:
        self.size = size
        self.width, self.height = size.width, size.height
        self._pages = [0] * (size.height // BAND)  # bands across the panel: a text is an OR for each band of its font

    def picture(self) -> Picture:
        """The picture drawn so far."""
        seen, drawn = _rows(0xFF, self.width), 0
        for number, page in enumerate(self._pages):
            drawn |= (page & seen) << number * BAND * self.width
        return Picture(drawn.to_bytes(self.width * self.height // BAND, "little"), self.size)

    def text(  # noqa: PLR0913 - most of it has a default
        self, x: int, y: int, string: str, font: Font = SMALL, *, align: Align = "left", room: int | None = None
    ) -> int:
        """Write one line, the top of its cell at y, cut to `room` pixels (None: not at all); returns the x after it.

        Small letters that reach up give way to tails of the line above, and the dot of an i moves down: draw from top
        to bottom.
        `x` is the left edge, or the first column after the text ("right": the width ends at the edge of the panel).
        """
        width, bands = ink(font, string if room is None else shorten(string, font, room))
        if align == "right":
            x -= width
        if font is SMALL and x >= 0 < y < self.height:
            above = self._pages[(y - 1) // BAND] >> (y - 1) % BAND & _rows(1, self.width)  # row y, where that is lit
            if tails := (above | above << BAND | above >> BAND) >> BAND * x & bands[0]:  # and beside those
                bands = (_below(bands[0], tails),)
        self._light(x, y, bands)
        return x + width + font.gap

    def icon(self, x: int, y: int, name: str) -> None:
        """Draw an icon of `glyphs.icons()`, its top left corner at x, y."""
        self._light(x, y, _icon_bands(name))

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """Draw the outline of a rectangle."""
        self.fill(x, y, width, 1)
        self.fill(x, y + height - 1, width, 1)
        self.fill(x, y, 1, height)
        self.fill(x + width - 1, y, 1, height)

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        for page, area in _areas((x, y, width, height), self.width, self.height):
            self._pages[page] |= area

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle."""
        for page, area in _areas((x, y, width, height), self.width, self.height):
            self._pages[page] &= ~area

    def _light(self, x: int, y: int, bands: Bands) -> None:
        """OR bands into the panel, the first from row y on; what is beyond the right edge is cut in the picture."""
        for page, band in enumerate(_move_down(bands, y % BAND) if y % BAND else bands, y // BAND):
            if 0 <= page < self.height // BAND:
                self._pages[page] |= band << BAND * x if x >= 0 else band >> BAND * -x


def _move_down(bands: Bands, rows: int) -> Bands:
    """Bands moved down by these rows, fewer than a band."""
    across = max(bands).bit_length() // BAND + 1
    upper, lower = _rows(0xFF >> BAND - rows, across), _rows(0xFF >> rows, across)
    pairs = zip((0, *bands), (*bands, 0), strict=True)
    return tuple([before >> BAND - rows & upper | (band & lower) << rows for before, band in pairs])


def _below(line: int, tails: int) -> int:
    """A line of small letters without the pixels of its top row that touch these tails of the line above.

    A dot of an i or j, dark below and then a stem, is drawn a row lower and costs the top of its stem.
    """
    lost = line & tails
    dots = lost & ~(line >> 1) & line >> 2 & line >> 3 & line >> 4
    return (line ^ lost | dots << 1) & ~(dots << 2)


@lru_cache(maxsize=256)
def _areas(rectangle: tuple[int, int, int, int], across: int, down: int) -> list[tuple[int, int]]:
    """What a rectangle covers of which pages of a panel of this size. Marks and rules stand at few places."""
    x, y, width, height = rectangle
    left, right = (min(max(0, edge), across) for edge in (x, x + max(0, width)))
    top, bottom = (min(max(0, edge), down) for edge in (y, y + max(0, height)))
    column = ((1 << bottom) - (1 << top)).to_bytes(down // BAND, "little")
    return [(page, _rows(octet, right - left) << BAND * left) for page, octet in enumerate(column) if octet]


@cache
def _rows(lit: int, width: int) -> int:
    """A band of so many columns that are all alike: these bits."""
    return int.from_bytes(bytes((lit,)) * width, "little")


@cache
def _icon_bands(name: str) -> Bands:
    """The bands of an icon."""
    columns = icons()[name]
    high = -(-max(columns).bit_length() // BAND)
    return in_bands(pack(columns, high), high)


@lru_cache(maxsize=512)
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


@lru_cache(maxsize=256)
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
