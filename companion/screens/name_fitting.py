"""Player names for a small panel: whole, or else short; never blank, and distinct at one table.

A short name is the same in every row: the least beginning that tells the table's names apart (`cuts`). A name that the
panel can hardly draw is the word for its seat (`drawn_names`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.rules.events import Sides
from companion.screens.glyphs import SMALL, Font, ink, undrawn
from companion.screens.picture import digit_at_end, line_width
from companion.support.messages import N_, msg, tr

LEAST_LETTERS = 3
"""Letters of a short name: fewer name nobody."""

SHORT = 4
"""Up to so many letters a name that ends in a digit is its first letter and the digit: "S2"."""

SEAT, NAME = N_("Seat {n}"), N_("Name {n}")
"""Instead of a name that cannot be drawn: at a table, and in a list of people who have no seats."""


def drawing_problem(names: Iterable[str]) -> str:
    """What the panel cannot draw of these names, for those who write them; empty: it draws them all.

    >>> drawing_problem(["Zoë", "Ольга"]), str(drawing_problem(["李", "Ann"]))
    ('', 'The display cannot draw 李; it shows □, or the seat.')
    """
    signs = undrawn("".join(names))
    return msg("The display cannot draw {signs}; it shows □, or the seat.", signs=", ".join(signs)) if signs else ""


def drawn_names(names: tuple[str, ...], word: str = SEAT) -> tuple[str, ...]:
    """The names of a table by seat, or of a list; one of which half the signs or more cannot be drawn is this word.

    >>> drawn_names(("Ann", "李小龙", "Zoë 李")), drawn_names(("Ann", "李"), NAME)
    (('Ann', 'Seat 2', 'Zoë 李'), ('Ann', 'Name 2'))
    """
    hidden = _hidden_names(names)
    if not hidden:
        return names
    return tuple(tr(word, n=place) if name in hidden else name for place, name in enumerate(names, start=1))


def with_drawn_names(text: str, names: tuple[str, ...], word: str = SEAT) -> str:
    """A text about a table, or a list, whose names stand in it whole, with the names that are drawn.

    >>> with_drawn_names("李 missed Ann 李's card", ("Ann 李", "李"))
    "Seat 2 missed Ann 李's card"
    """
    return text if text.isascii() else with_names(text, names, drawn_names(names, word))


def with_names(text: str, names: tuple[str, ...], others: tuple[str, ...]) -> str:
    """A text with other names instead of these, all in one pass, the longer ones first: one may be a part of another.

    >>> with_names("Ann Lee and Lee", ("Lee", "Ann Lee"), ("Seat 1", "Ann"))
    'Ann and Seat 1'
    """
    if not names:
        return text
    instead = dict(zip(names, others, strict=True))
    return _any_of(names).sub(lambda found: instead[found[0]], text)


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


@lru_cache(maxsize=64)
def _hidden_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of which half the signs or more cannot be drawn."""
    return tuple(name for name in names if name and 2 * sum(map(undrawn(name).count, name)) >= len(name))


def cuts(names: tuple[str, ...], least: int = 1) -> Iterator[tuple[str, ...]]:
    """The names of a table whole, then short, then shorter by a letter each, down to `least` letters.

    >>> [*cuts(("Ann", "James", "Kathy"), LEAST_LETTERS)]
    [('Ann', 'James', 'Kathy'), ('Ann', 'Jam', 'Kat')]
    """
    return _cuts(drawn_names(names), least)


def _cuts(names: tuple[str, ...], least: int) -> Iterator[tuple[str, ...]]:
    most = max(map(len, names), default=1)
    yield distinct_names(names, most)
    for letters in range(min(_letters_apart(names, most), most - 1), least - 1, -1):
        yield distinct_names(names, letters)


@lru_cache(maxsize=16)
def _letters_apart(names: tuple[str, ...], most: int) -> int:
    """The least number of letters, from LEAST_LETTERS, whose beginnings tell these names apart."""
    for letters in range(LEAST_LETTERS, most):
        if all(map(str.startswith, names, distinct_names(names, letters))):
            return letters
    return most


def fit_sides(names: tuple[str, ...], sides: Sides, font: Font, width: int, *, least: int = 1) -> tuple[str, ...]:
    """Each side as "Ann+Cid" in at most `width` pixels, the names cut alike. Empty: to fewer than `least` letters."""
    return _fit_sides(drawn_names(names), sides, font, width, least=least)


@lru_cache(maxsize=64)
def _fit_sides(names: tuple[str, ...], sides: Sides, font: Font, width: int, *, least: int) -> tuple[str, ...]:
    for cut in _cuts(names, least):
        joined = tuple("+".join(cut[seat] for seat in side) for side in sides)
        if all(font.width(side) <= width for side in joined):
            return joined
    return () if least > 1 else joined


def fit_names(names: tuple[str, ...], font: Font, width: int) -> tuple[str, ...]:
    """All names of a table, cut alike until each takes at most `width` pixels."""
    return _fit_people(drawn_names(names), font, width)


def fit_people(names: tuple[str, ...], font: Font, width: int) -> tuple[str, ...]:
    """Names of people who have no seats, cut like those of a table."""
    return _fit_people(drawn_names(names, NAME), font, width)


@lru_cache(maxsize=64)
def _fit_people(names: tuple[str, ...], font: Font, width: int) -> tuple[str, ...]:
    return _fit_sides(names, tuple((place,) for place in range(len(names))), font, width, least=1)


def seats_in_columns(names: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Each name with a word ("Ann 7") that fits its column; empty: names would be cut to fewer than LEAST_LETTERS."""
    return _in_columns(drawn_names(names), words, line_width() // max(1, len(names)) - 1)


@lru_cache(maxsize=64)
def _in_columns(names: tuple[str, ...], words: tuple[str, ...], width: int) -> tuple[str, ...]:
    room = width - max(map(SMALL.width, words), default=0) - (SMALL.width("0 0") - 2 * SMALL.width("0"))
    cut = fit_people(names, SMALL, room)
    if any(
        len(short) < min(len(name), LEAST_LETTERS) - bool(digit_at_end(name)) or SMALL.width(short) > room
        for short, name in zip(cut, names, strict=True)
    ):
        return ()
    return tuple(f"{name} {word}" for name, word in zip(cut, words, strict=True))


def name_in(names: tuple[str, ...], seat: int, font: Font, width: int) -> str:
    """One name of a table, distinct from the others: as many letters as fit into `width` pixels for each of them."""
    return _name_in(drawn_names(names), seat, font, width)


@lru_cache(maxsize=64)
def _name_in(names: tuple[str, ...], seat: int, font: Font, width: int) -> str:
    for letters in range(max(map(len, names)), 0, -1):
        cut = distinct_names(names, letters)
        if all(font.width(name) <= width for name in cut):
            break
    return cut[seat]


@lru_cache(maxsize=64)
def distinct_names(names: tuple[str, ...], letters: int) -> tuple[str, ...]:
    """Names cut to `letters` characters so that they look different; case makes no difference.

    >>> distinct_names(("Bart", "Bartholomew", "Ana-Luz"), 4)
    ('Bart', 'Bar2', 'Ana')
    >>> distinct_names(("Ana-Luz", "Ana-Lia"), 5)
    ('Ana-L', 'Ana2')

    The second of two equal cuts ends in the number of its seat, and "Seat 2" in its own ("Seat2", "S2"). A hyphen
    at the end of a cut is left out: it looks like a minus before the number that follows. A blank name becomes "#"
    and the number of its seat; no name contains "#".
    """
    cut: list[str] = []
    looks = {_looks("")}
    for seat, name in enumerate(names, start=1):
        whole = unicodedata.normalize("NFC", name).strip()
        begin = whole[: max(0, letters - 1)].rstrip("-")
        digit = digit_at_end(whole) if len(whole) > letters else ""
        beginning = whole[:letters].rstrip(" -") if len(whole) > letters else whole
        tries = (
            f"{begin.rstrip() if letters > SHORT else begin[:1]}{digit}" if digit else beginning,
            f"{begin}{seat}" if _looks(begin) else "",
            f"#{seat}",
        )
        short = next(text for text in tries if _looks(text) not in looks)
        looks.add(_looks(short))
        cut.append(short)
    return tuple(cut)


def _looks(name: str) -> tuple[int, ...]:
    """The width and the columns of a name; () if it is blank."""
    width, (columns,) = ink(SMALL, name.upper())
    return (width, columns) if columns else ()
