"""A table that stands as a test wants it: it is played on a desk, where a step costs a part of what it costs a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.web.orders import Begin, Do, Pace, SetPace
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import PACE, desk_of, does, opened, steps_until


def dealt(root: Path, game: str, people: int, computers: int = 0, seed: int = 1) -> VirtualTable:
    """So many people, and computers that play at once, to whom a deal of this game was dealt."""
    desk = desk_of(root)
    company = seats(people + computers, computers, "gentle")
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, seats=company, scanned=True, seed=seed))
    return desk


def played(desk: VirtualTable, there: Callable[[Any], object]) -> VirtualTable:
    """The desk, when so much was played that its view is this one."""
    steps_until(desk, lambda: there(desk.view()))
    return desk


def steps(desk: VirtualTable, number: int) -> VirtualTable:
    """The desk after so many sensible steps."""
    for _ in range(number):
        does(desk, Do.NEXT)
    return desk


@contextmanager
def shown(browser: Browser, desk: VirtualTable, root: Path, pace: float = PACE) -> Iterator[Browser]:
    """The page of this table, after its plug was pulled and put in again; nobody has complained meanwhile."""
    desk.close()
    browser.complaints.clear()
    with opened(browser, root, pace):
        browser.until("count('.seat') && window.quiet()")
        yield browser
        assert browser.complaints == []
