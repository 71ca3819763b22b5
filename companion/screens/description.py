"""A screen in words, for ears and for whoever cannot see the panel. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.screens.screen import Screen


def lines_of(screen: Screen) -> Iterator[str]:
    """The text of a screen in reading order, for ears; no line is empty."""
    yield from filter(None, (screen.title, screen.ending, screen.note) if screen.title else (screen.place, screen.memo))
    yield from filter(None, (screen.fact, screen.beside, screen.aside, screen.below, *screen.tasks))
    for row in screen.rows:
        yield " ".join(filter(None, (row.name, row.number, row.change, row.parts)))
    for place, option in enumerate(screen.options):
        yield f"› {option}, chosen" if place == screen.cursor else option
    yield from filter(None, screen.lines)
    for column in screen.columns:
        yield " ".join(filter(None, (column.top, column.number, column.foot)))
