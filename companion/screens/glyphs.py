"""The fonts of the panel: bitmap glyphs read from the text files of this directory.

A glyph is a tuple of columns, left to right; bit 0 of a column is the top row of its cell. A canvas shifts a column
down by y and ORs it in. Fonts are proportional with digits of equal width. A file is read when its font is first used,
a glyph decoded when it is first drawn. Knows nothing of the panel's size.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

Columns = tuple[int, ...]

Bands = tuple[int, ...]
"""Columns side by side in bands of eight rows from the top: an integer each, a byte a column, the first one lowest."""

BAND = 8
"""The rows of a band."""

BOX = "□"
"""The glyph for a character that no font has."""

_ALIASES = dict(zip("◀▶☛✔✘−‐‑•ʼ⁄‚Đ", "◄►☞✓✗---·'/,Ð", strict=True))
"""Characters that share a glyph on purpose."""

_CYRILLIC = zip("АВЕКМНОРСТХІЈЅаеорсухіјѕ", "ABEKMHOPCTXIJSaeopcyxijs", strict=True)
_GREEK = zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΓΠΦονυρχικμφ", "ABEZHIKMNOPTYXГПФovupxıкµф", strict=True)
_LOOKS_LIKE = dict((*_CYRILLIC, *_GREEK))
"""Letters of Cyrillic and Greek with the letter that they look like, Latin or Cyrillic."""

_BADGES = dict(zip("RGYB", "ⓇⒼⓎⒷ", strict=True))
"""The letters of colours, and the badges that stand for them after a number, where B would be read as 8."""

_LETTERS = {badge: letter for letter, badge in _BADGES.items()}
_FIGURE_SPACE = "\N{FIGURE SPACE}"
GREEK_AND_CYRILLIC = "\u0370", "\u04ff"
_UNSEEN = {"Cc", "Cf", "Mn", "Mc", "Me", "Zl", "Zp"}

_MARKS = dict(
    zip("\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0304\u0306\u0307\u030b\u0327\u0328", "`´^~¨°ˇ¯˘˙˝¸˛", strict=True)
)
"""Combining marks, and the signs that show them: "+`" is the glyph of the first."""
_STAND_INS = {"Ħ": "H", "ħ": "h", "Ŧ": "T", "ŧ": "t", "Ŋ": "N", "ŋ": "n", "đ": "d", "ĸ": "k", "ẞ": "SS"}
_STAND_INS |= {"«": "“", "»": "”", "„": "“"}  # in the faces without them
"""Stand-ins for letters that Unicode does not decompose."""

_BELOW = ("+¸", "+˛")
_TALL = "bdfhklt"
_DOTLESS = {"i": "ı", "j": "ȷ"}


def read_bands(name: str) -> dict[str, list[str]]:
    """The glyphs of one text file, by name, as rows of art.

    The first paragraph is prose. Every other paragraph is a band: a line of names, and below it the rows of its glyphs
    side by side, "#" for ink.
    """
    loader: Any = globals()["__loader__"]  # the loader of this module; pkgutil uses it too, but imports slowly
    art: bytes = loader.get_data(__file__.removesuffix("glyphs.py") + name)
    drawn: dict[str, list[str]] = {}
    for band in art.decode().rstrip("\n").split("\n\n")[1:]:
        for token, *rows in zip(*(line.split() for line in band.split("\n")), strict=True):
            drawn[token] = rows
    return drawn


def columns_of(rows: list[str]) -> Columns:
    """Convert rows of art to columns, the top row in bit 0."""
    width = len(rows[0])
    upside_down = "".join(reversed(rows)).replace(".", "0").replace("#", "1")
    return tuple(int(upside_down[x::width], 2) for x in range(width))


class Font:
    """A font of one size: `height` of the cell and `gap` between two glyphs, in pixels."""

    gap = 2

    def __init__(self, name: str, height: int, files: tuple[str, ...]) -> None:
        self.name = name
        self._letters = files[0].replace(".txt", "_letters.txt")
        self.height = height
        self._files = files

    def __repr__(self) -> str:
        return self.name

    @cache  # noqa: B019 - there are four fonts, which stay
    def glyph(self, character: str) -> Columns:
        """The columns of a character: () if it is invisible (control, zero width), the box if it is unknown."""
        found = self._find(character)
        return self.glyph(BOX) if found is None else found

    @cache  # noqa: B019
    def pack(self, character: str) -> bytes:
        """The columns of a character and the gap after it, one after the other; b"" if it is invisible."""
        glyph = self.glyph(character)
        return pack((*glyph, *(0,) * self.gap) if glyph else (), self.height // BAND)

    def line(self, text: str) -> Columns:
        """The columns of a line of text, without a gap at the end; accents are composed first."""
        return _join(self, _in_letters(text))

    @lru_cache(maxsize=512)  # noqa: B019
    def width(self, text: str) -> int:
        """The columns that a text takes, without a gap at the end."""
        return ink(self, text)[0]

    @cached_property
    def art(self) -> dict[str, list[str]]:
        """Every glyph of the font's files, by name, parts of accented letters included."""
        return {name: rows for file in self._files for name, rows in read_bands(file).items()}

    @cached_property
    def abroad(self) -> dict[str, list[str]]:
        """The glyphs of Cyrillic and Greek letters, by name: in a file of their own, since few names need them."""
        return read_bands(self._letters)

    def _rows(self, name: str) -> list[str] | None:
        """The art of this glyph. None: it is not drawn."""
        name = _LOOKS_LIKE.get(name[0], name[0]) + name[1:]
        first, last = GREEK_AND_CYRILLIC
        return self.art.get(name) or (self.abroad.get(name) if first <= name[0] <= last else None)

    def _find(self, character: str) -> Columns | None:
        """The glyph, a blank, or a stand-in for the character; None: none of them."""
        name = _ALIASES.get(character, character)
        for drawn in (name, f"+{name}"):
            if rows := self._rows(drawn):
                return columns_of(rows)
        if character in _LETTERS:
            return _cut_out(self.glyph(_LETTERS[character]), self.height // BAND)
        kind = unicodedata.category(character)
        if character == _FIGURE_SPACE:
            return (0,) * self.width("0")
        if kind == "Zs":
            return self.glyph("␠")
        if kind in _UNSEEN:
            return ()
        return self._compose(character) or self._spell(character)

    def _compose(self, character: str) -> Columns | None:
        """A base letter with its marks; drops marks without a glyph. None: not such a letter."""
        parts = unicodedata.normalize("NFD", character)
        base, marks = parts[0], parts[1:]
        base = _LOOKS_LIKE.get(base, base)
        if not marks or self._rows(base) is None:
            return None
        signs = [sign for mark in marks if (sign := f"+{_MARKS.get(mark)}") in self.art]
        if any(sign not in _BELOW for sign in signs):
            base = next((low for low in (_DOTLESS.get(base), f"{base}-") if low and self._rows(low)), base)
        letter = columns_of(self._rows(base) or [])
        for sign in signs:
            mark = columns_of(self.art[sign])
            side_by_side = base in _TALL and sign not in _BELOW
            letter = (*letter, 0, *mark) if side_by_side else _overlaid(letter, mark)
        return letter

    def _spell(self, character: str) -> Columns | None:
        """A replacement: a capital if the font has no small letters, or a plain form."""
        capital = character if "a" in self.art else character.upper()
        plain = unicodedata.normalize("NFKD", character)
        for spelled in (capital, _STAND_INS.get(character, character), plain):
            if spelled != character:
                return _join(self, spelled)
        return None


def _cut_out(letter: Columns, pad: int) -> Columns:
    """A letter cut out of a bar with round corners, `pad` columns wider on both sides and a row higher and lower."""
    inked = 0
    for column in letter:
        inked |= column
    straight = (1 << inked.bit_length()) - (inked & -inked)
    whole = straight | straight << 1 | straight >> 1
    left = (straight, *(whole,) * (pad - 1))
    return (*left, *(whole ^ column for column in letter), *left[::-1])


def _overlaid(letter: Columns, mark: Columns) -> Columns:
    """A mark over the middle of a letter; the wider of the two gives the width."""
    width = max(len(letter), len(mark))
    return tuple(a | b for a, b in zip(_centre(letter, width), _centre(mark, width), strict=True))


def _centre(columns: Columns, width: int) -> Columns:
    left = (width - len(columns)) // 2
    return (0,) * left + columns + (0,) * (width - len(columns) - left)


def _join(font: Font, text: str) -> Columns:
    columns: list[int] = []
    for glyph in filter(None, map(font.glyph, text)):
        columns += (*glyph, *(0,) * font.gap)
    return tuple(columns[: -font.gap])


@lru_cache(maxsize=512)
def ink(font: Font, text: str) -> tuple[int, Bands]:
    """The width of a line of text, and its bands: most lines of a screen are those of the last one."""
    high = font.height // BAND
    packed = b"".join(map(font.pack, _in_letters(text)))
    return max(0, len(packed) // high - font.gap), in_bands(packed, high)


def undrawn(text: str) -> str:
    """The signs of a text that no font draws, each once: the panel shows □ for them.

    >>> undrawn("Zoë Ольга Ζωή"), undrawn("李 Lee 李")
    ('', '李')
    """
    signs = "" if text.isascii() else unicodedata.normalize("NFC", text)
    return "".join(dict.fromkeys(sign for sign in signs if sign != BOX and SMALL.glyph(sign) == SMALL.glyph(BOX)))


def pack(columns: Sequence[int], high: int) -> bytes:
    """Columns of so many bands one after the other, each from the top."""
    return b"".join([column.to_bytes(high, "little") for column in columns])


def in_bands(packed: bytes, high: int) -> Bands:
    """The bands of packed columns."""
    return tuple([int.from_bytes(packed[band::high], "little") for band in range(high)])


def _in_letters(text: str) -> str:
    text = text if text.isascii() else unicodedata.normalize("NFC", text)
    for letter, badge in _BADGES.items():
        place = text.find(letter, 1)
        while place > 0:
            if text[place - 1].isdigit() and not text[place + 1 : place + 2].isalnum():
                text = text[:place] + badge + text[place + 1 :]
            place = text.find(letter, place + 1)
    return text


SMALL = Font("SMALL", 8, ("small.txt",))
"""Letters of 5x7 pixels, for everything but the main fact."""

MEDIUM = Font("MEDIUM", 16, ("medium.txt", "medium_signs.txt"))
"""Capitals 13 pixels high, for one strong line and scores."""

LARGE = Font("LARGE", 24, ("large.txt", "large_signs.txt"))
"""Capitals 21 pixels high, readable across the table; small letters are drawn as capitals."""

NARROW = Font("NARROW", 24, ("narrow.txt", "large_signs.txt"))
"""LARGE, condensed for words of ten letters or more."""


@cache
def icons() -> dict[str, Columns]:
    """The icons by name: see icons.txt."""
    return {name: columns_of(rows) for name, rows in read_bands("icons.txt").items()}
