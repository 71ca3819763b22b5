"""Player names for a small panel: short enough, never blank, and distinct at one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from companion.screens.glyphs import SMALL, Font, ink, undrawn
from companion.screens.picture import line_width
from companion.support.messages import msg

LEAST_LETTERS = 3
"""Letters of a name in a line with numbers: fewer name nobody."""


def drawing_problem(names: Iterable[str]) -> str:
    """What the panel cannot draw of these names, for those who write them; empty: it draws them all.

    >>> drawing_problem(["Zoë", "Ольга"]), str(drawing_problem(["李", "Ann"]))
    ('', 'The display cannot draw 李; it shows □.')
    """
    signs = undrawn("".join(names))
    return msg("The display cannot draw {signs}; it shows □.", signs=", ".join(signs)) if signs else ""


@lru_cache(maxsize=64)
def fit_names(names: tuple[str, ...], font: Font, width: int) -> tuple[str, ...]:
    """All names of a table, the long ones cut alike until each takes at most `width` pixels."""
    for letters in range(max(map(len, names), default=1), 0, -1):
        cut = distinct_names(names, letters)
        if all(font.width(name) <= width for name in cut):
            return cut
    return distinct_names(names, 1)


def seats_in_columns(names: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """Each name with a word ("Ann 7") that fits its column; empty: names would be cut to fewer than LEAST_LETTERS."""
    return _in_columns(names, words, line_width() // max(1, len(names)) - 1)


@lru_cache(maxsize=64)
def _in_columns(names: tuple[str, ...], words: tuple[str, ...], width: int) -> tuple[str, ...]:
    room = width - max(map(SMALL.width, words), default=0) - (SMALL.width("0 0") - 2 * SMALL.width("0"))
    cut = fit_names(names, SMALL, room)
    if any(
        len(short) < min(len(name), LEAST_LETTERS) or SMALL.width(short) > room
        for short, name in zip(cut, names, strict=True)
    ):
        return ()
    return tuple(f"{name} {word}" for name, word in zip(cut, words, strict=True))


def name_in(names: tuple[str, ...], seat: int, font: Font, width: int) -> str:
    """One name of a table, distinct from the others, in at most `width` pixels."""
    return fit_names(names, font, width)[seat]


@lru_cache(maxsize=64)
def distinct_names(names: tuple[str, ...], letters: int) -> tuple[str, ...]:
    """Names cut to `letters` characters so that they look different; case makes no difference.

    >>> distinct_names(("Bart", "Bartholomew", "Cid"), 4)
    ('Bart', 'Bar2', 'Cid')

    The second of two equal cuts ends in the number of its seat. A blank name becomes "#" and the number of its seat; no
    name contains "#".
    """
    cut: list[str] = []
    looks = {_looks("")}
    for seat, name in enumerate(names, start=1):
        whole = unicodedata.normalize("NFC", name).strip()
        begin = whole[: max(0, letters - 1)]
        tries = (whole[:letters].rstrip(), f"{begin}{seat}" if _looks(begin) else "", f"#{seat}")
        short = next(text for text in tries if _looks(text) not in looks)
        looks.add(_looks(short))
        cut.append(short)
    return tuple(cut)


def _looks(name: str) -> tuple[int, ...]:
    """The width and the columns of a name; () if it is blank."""
    width, columns = ink(SMALL, name.upper())
    return (width, columns) if columns else ()
