"""States of the pages that several suites look at: axe-core, and the languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.scoreboard.view import view
from tests.companion.scoreboard.phases import whole
from tests.companion.scoreboard.phones import posts
from tests.companion.scoreboard.phones import served as served_scoreboard
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import begin, open_drawer, opened
from tests.evening import begun, played_out
from tools.gallery.examples import ROOK_TRICK, rook

PACE = 200.0
"""How many times faster than a table the page is: nobody waits for hands."""


def open_every_section(table: Browser) -> None:
    """The drawer of a game of BirdHead, with everything in it to be seen."""
    begin(table, "birdhead", 4)
    open_drawer(table, "house")
    table.until("count('#choices select') > 10")
    table.ask("document.querySelectorAll('#drawer details').forEach((one) => (one.open = true))")
    table.until("$('drawer').getAnimations({subtree: true}).length === 0 && count('#seat-lists select')")


def throw_one_of_two_away(table: Browser) -> None:
    """The list of games that were left, of which one was just thrown away, beside one in play."""
    begin(table, "birddog", 3)
    for game, people in (("toriatama", 3), ("bonehead", 2)):
        table.ask("$('show-new').click()")
        begin(table, game, people)
    table.ask("$('show-new').click()")
    table.until("count('#saved li') === 2")
    table.ask("document.querySelectorAll('#saved button')[1].click()")
    table.until("count('#saved li') === 1 && document.activeElement.matches('#going-on button')")
    table.ask("document.querySelectorAll('#going-on details').forEach((one) => (one.open = true))")


@contextmanager
def ended(browser: Browser, root: Path) -> Iterator[None]:
    """The page of a match of Rook that is over, while its ending is shown."""
    begun(root, *whole("rook").record.splitlines())
    with opened(browser, root, PACE):
        browser.until("document.querySelector('dialog.ending')?.open")
        yield


@contextmanager
def on_a_phone(browser: Browser, root: Path) -> Iterator[None]:
    """The page for phones after an evening of Bird Dog, while a trick of Rook is played."""
    played_out(root, *whole("birddog").record.splitlines())
    posts(root, view(rook(ROOK_TRICK.rpartition(",")[0]).table()))
    with served_scoreboard(root) as port:
        browser.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        browser.until("document.querySelectorAll('#felt .card').length")
        yield
        browser.call("Page.navigate", url="about:blank")
