"""What the tests of the scoreboard share: one that is served in a thread, a phone there, and what is posted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.history.cache import Cache
from companion.http.serving import listening
from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.posting import released_beside
from companion.scoreboard.server import ScoreboardRoutes
from companion.scoreboard.view import view
from companion.storage.records import Store
from tests.companion.web.browser import Browser
from tools.gallery.evenings import Shown


@contextmanager
def served(root: Path) -> Iterator[int]:
    """The port of the scoreboard of this data directory; it reads what is posted in ROOT/now."""
    matches = FinishedMatches(Store(root), Cache(None), lambda: released_beside(root / "now"))
    scoreboard = ScoreboardRoutes(root / "now", matches, "box.local")
    with listening("127.0.0.1", 0) as listens, scoreboard.site.serve(listens):
        yield listens.getsockname()[1]


@contextmanager
def opened(root: Path, width: int, height: int, scale: int = 1) -> Iterator[Browser]:
    """A phone of this size at the scoreboard of a box that is off; it complains of nothing and asks nobody else."""
    with served(root) as port, Browser() as phone:
        phone.size(width, height, scale)
        phone.follow_network()
        phone.call("Page.navigate", url=f"http://127.0.0.1:{port}/")
        phone.until("document.getElementById('state')?.textContent === 'The box is off.'")
        yield phone
        assert phone.complaints == []
        assert {url.split("/")[2] for url in phone.requests if url.startswith("http")} == {f"127.0.0.1:{port}"}


def shows(page: Browser, root: Path, table: Shown) -> Mapping[str, Any]:
    """The view of this table, which the page shows from now on."""
    told = view(table.table())
    posts(root, told)
    said = "".join(told["says"]).replace(" -", " \u2212")
    page.until(f"document.getElementById('says').textContent === {json.dumps(said)}")
    page.ask("document.querySelector('dialog[open]')?.close()")
    return told


def posts(root: Path, told: Mapping[str, object]) -> None:
    """Post this view, as the table does: in one step."""
    (root / "new").write_text(json.dumps(told), "utf-8")
    (root / "new").replace(root / "now")
