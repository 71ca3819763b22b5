"""What the tests of the scoreboard share: one that is served in a thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.history.cache import Cache
from companion.http.serving import listening
from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.posting import released_beside
from companion.scoreboard.server import ScoreboardRoutes
from companion.storage.records import Store


@contextmanager
def served(root: Path) -> Iterator[int]:
    """The port of the scoreboard of this data directory; it reads what is posted in ROOT/now."""
    matches = FinishedMatches(Store(root), Cache(None), lambda: released_beside(root / "now"))
    scoreboard = ScoreboardRoutes(root / "now", matches, "box.local")
    with listening("127.0.0.1", 0) as listens, scoreboard.site.serve(listens):
        yield listens.getsockname()[1]
