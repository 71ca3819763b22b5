"""What the tests of the page share: a desk, and a server on loopback in a thread of its own."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.simulation.box import Chances
from companion.storage.records import Store
from companion.web.orders import Begin
from companion.web.preferences import Preferences
from companion.web.server import PageServer, free_socket
from companion.web.virtual_table import Desk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.companion.web.browser import Browser

PACE = 40.0

READY = "window.quiet = () => document.getElementById('felt').getAttribute('aria-busy') === 'false'"


def desk_of(root: Path, game: str = "", *, people: int = 0, scanned: bool = True, seed: str = "1") -> Desk:
    """A desk, with a new deal of a game if one is named."""
    desk = Desk(Store(root), Chances(GAMES))
    if game:
        desk.take(Begin(game, people, seed, scanned))
        desk.rest()
        desk.turn()
    return desk


@contextmanager
def served(root: Path, pace: float = PACE, port: int = 0) -> Iterator[str]:
    """The address of a table that is served meanwhile, and has its data directory for itself as `make play` has."""
    with Store(root).alone(), free_socket(port) as listening:
        preferences = Preferences(root / "config.toml")
        server = PageServer(lambda: Desk(Store(root), Chances(GAMES)), listening, preferences, pace)
        thread = Thread(target=server.run)
        thread.start()
        try:
            yield server.address
        finally:
            server.stop()
            thread.join()


def begin(page: Browser, game: str, people: int, seed: int = 1) -> None:
    """A new game by a click on the page."""
    page.click(f"input[value={game}] + span")
    page.ask(f"document.getElementById('people').value = '{people}'")
    page.ask(f"document.getElementById('seed').value = '{seed}'")
    page.click("#new-game .main")
    page.until(f"document.querySelectorAll('.seat').length === {people} && window.quiet()")
