"""Names as a small panel shows them: short enough, never blank, and no two alike at one table."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from companion.screens.glyphs import SMALL, Columns, Font


@lru_cache(maxsize=64)
def fitting(names: tuple[str, ...], font: Font, width: int) -> tuple[str, ...]:
    """All names of a table, the long ones cut alike until each takes at most `width` pixels."""
    for letters in range(max(map(len, names), default=1), 0, -1):
        cut = unlike(names, letters)
        if all(font.width(name) <= width for name in cut):
            return cut
    return unlike(names, 1)


@lru_cache(maxsize=64)
def unlike(names: tuple[str, ...], letters: int) -> tuple[str, ...]:
    """Names cut to so many letters that still look different, small letters and capitals counting as alike.

    >>> unlike(("Bart", "Bartholomew", "Cid"), 4)
    ('Bart', 'Bar2', 'Cid')

    The second of two that would look alike ends in the number of its seat. What would be blank is called by the
    number alone, after a number sign, which stands in no name.
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


def _looks(name: str) -> Columns:
    """What a name looks like; blanks look like nothing."""
    line = SMALL.line(name.upper())
    return line if any(line) else ()
