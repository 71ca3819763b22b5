"""What the tests of the page share: a desk, and a server on loopback in a thread of its own."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING

from companion.games import GAMES
from companion.storage import Store
from companion.web.desk import Desk
from companion.web.hands import Chances
from companion.web.orders import Begin
from companion.web.preferences import Preferences
from companion.web.server import PageServer, free_socket

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACE = 40.0


def desk_of(root: Path, game: str = "", *, people: int = 0, scanned: bool = True, seed: str = "1") -> Desk:
    """A desk, with a new deal of a game if one is named."""
    desk = Desk(Store(root), Chances(GAMES))
    if game:
        desk.take(Begin(game, people, seed, scanned))
        desk.rest()
        desk.turn()
    return desk


@contextmanager
def served(root: Path, pace: float = PACE) -> Iterator[str]:
    """The address of a table that is served meanwhile."""
    with free_socket(0) as listening:
        preferences = Preferences(root / "config.toml")
        server = PageServer(lambda: Desk(Store(root), Chances(GAMES)), listening, pace, preferences)
        thread = Thread(target=server.run)
        thread.start()
        try:
            yield server.address
        finally:
            server.stop()
            thread.join()
