"""A screen as lines of text, for a screen reader. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.screens.screen import Screen


def lines_of(screen: Screen) -> Iterator[str]:
    """The texts of a screen in reading order; no line is empty."""
    yield from filter(None, (screen.title, screen.ending, screen.note) if screen.title else (screen.place, screen.memo))
    yield from filter(None, (screen.fact, screen.side, screen.aside, screen.below, *screen.tasks))
    for row in screen.rows:
        yield " ".join(filter(None, (row.name, row.number, row.change, row.parts)))
    for place, option in enumerate(screen.options):
        yield f"› {option}, chosen" if place == screen.cursor else option
    yield from filter(None, screen.lines)
    for column in screen.columns:
        yield " ".join(filter(None, (column.top, column.number, column.foot)))
