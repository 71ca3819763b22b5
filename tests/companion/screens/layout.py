"""How a screen must be laid out, in whatever language."""

from __future__ import annotations

from itertools import combinations

from companion.screens.layouts import Heading, Screen
from companion.screens.picture import PANEL, Size
from companion.testing.screens import Mark, MarkedCanvas, canvas_of
from tests.slots import slots
from tools.gallery import gallery

YELLOW_ROWS = 16
COMMON_NAMES = tuple(name for name in gallery.names() if not name.startswith("longest"))
"""The screens with names of three letters."""

LEAST_APART = 4
"""Pixels; a blank has fewer."""


def seen(canvas: MarkedCanvas) -> list[Mark]:
    return [mark for mark in canvas.marks if mark.width]


def assert_well_laid_out(screen: Screen, size: Size = PANEL) -> None:
    canvas = canvas_of(screen, size)
    assert not canvas.overflow
    for mark, later in combinations(seen(canvas), 2):
        assert not mark.meets(later), (mark, later)
    for mark in seen(canvas):
        assert mark.y + mark.height <= YELLOW_ROWS or mark.y >= YELLOW_ROWS, f"{mark} straddles the two colours"
        assert mark.y % 8 == 0, f"{mark} is not on a page"


def cut_texts(screen: Screen) -> list[str]:
    """The drawn texts that were shortened, and answers below a fact and titles that were: those have no dots."""
    drawn = canvas_of(screen).texts
    whole = [*(slots(screen).options if slots(screen).fact else ()), *_title(screen)]
    return [*(text for text in whole if text not in drawn), *(text for text in drawn if "…" in text)]


def _title(screen: Screen) -> list[str]:
    return [screen.top.title] if isinstance(screen.top, Heading) and screen.top.title else []


def assert_words_apart(screen: Screen) -> None:
    """Small words side by side have more than a blank between them."""
    words = [mark for mark in seen(canvas_of(screen)) if len(mark.what) > 1 and mark.height <= 8]
    for left, right in combinations(sorted(words, key=lambda mark: (mark.y, mark.x)), 2):
        assert left.y != right.y or right.x - (left.x + left.width) >= LEAST_APART, (left, right)
