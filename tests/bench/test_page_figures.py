"""How soon the page shows what the panel shows, on loopback in a real browser; told, never asserted on a clock."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.registry import GAMES
from companion.http.serving import Broadcast
from tests.bench.figures import timed
from tests.companion.web.browser import Browser, found
from tests.companion.web.table_in_browser import served

if TYPE_CHECKING:
    from pathlib import Path

BAR_MS = 50
FIRST_PAINT_MS, VISITS = 200, 9
PRESSES = 20
LISTEN = """
window.seen = [];
const now = () => performance.timeOrigin + performance.now();
new EventSource('/events').onmessage = () => requestAnimationFrame(() => window.seen.push(now()));
0
"""


NEEDS_CHROMIUM = pytest.mark.skipif(
    not found(), reason="no Chromium or Chrome is installed here: apt-get install chromium"
)


@NEEDS_CHROMIUM
def test_the_first_paint(tmp_path: Path) -> None:
    """Of a browser that has nothing of the page, and runs; nothing is asked of it meanwhile."""
    painted = []
    with Browser(tmp_path / "profile") as page, served(tmp_path / "table", pace=1.0) as address:
        page.call("Network.setCacheDisabled", cacheDisabled=True)
        for _ in range(VISITS + 1):
            page.call("Page.navigate", url="about:blank")
            page.call("Page.navigate", url=address)
            time.sleep(1)
            painted.append(page.until("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
    timed("first paint of the page, median", median(painted[1:]), FIRST_PAINT_MS, "ms", repeats=VISITS)
    timed("first paint of the page, the slowest", max(painted[1:]), FIRST_PAINT_MS, "ms", repeats=VISITS)


@NEEDS_CHROMIUM
def test_the_page_follows_the_panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    tell = Broadcast.tell

    def noted(self: Broadcast, text: str) -> None:
        told.append(time.time() * 1000)
        tell(self, text)

    monkeypatch.setattr(Broadcast, "tell", noted)
    with Browser(tmp_path / "profile") as page, served(tmp_path / "table", pace=1.0) as address:
        page.call("Page.navigate", url=address)
        page.until("document.querySelectorAll('#games .game').length === " + str(len(GAMES)))
        page.ask(LISTEN)
        page.until("window.seen.length === 1")
        told.clear()
        for _ in range(PRESSES):
            page.ask("document.querySelector('.knob[value=DOWN]').click()")
            page.until("document.getElementById('felt').getAttribute('aria-busy') === 'false'")
        seen: list[Any] = page.until(f"window.seen.length > {len(told)} && window.seen.slice(1)")
    late = sorted(after - before for before, after in zip(told, seen, strict=False))
    middle, last = late[len(late) // 2], late[-1]
    timed("from the view to the drawn page, median", middle, BAR_MS, "ms", repeats=len(late))
    timed("from the view to the drawn page, the slowest", last, BAR_MS, "ms", repeats=len(late))
    assert len(late) >= PRESSES
