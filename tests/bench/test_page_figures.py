"""How soon the page shows what the panel shows, on loopback in a real browser; told, never asserted on a clock."""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.http.site import Broadcast
from companion.web.orders import Begin, Do
from tests.bench.figures import only_with_bench, timed
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import begin, desk_of, does, look_at, served
from tests.needs import with_chromium

BAR_MS = 50
FIRST_PAINT_MS, VISITS = 200, 9
PRESSES = 20
ANSWER_MS = 100
VIEW_MS = 16
LISTEN = """
window.seen = [];
const now = () => performance.timeOrigin + performance.now();
new EventSource('/events').onmessage = ({data}) => requestAnimationFrame(() => window.seen.push([data, now()]));
0
"""


NEEDS_CHROMIUM = with_chromium


@only_with_bench
@NEEDS_CHROMIUM
def test_the_first_paint(tmp_path: Path) -> None:
    """Of a browser that has nothing of the page, and runs; nothing is asked of it meanwhile."""
    painted = []
    with Browser() as page, served(tmp_path / "table", pace=1.0) as address:
        page.follow_network()
        page.call("Network.setCacheDisabled", cacheDisabled=True)
        for _ in range(VISITS + 1):
            page.call("Page.navigate", url="about:blank")
            page.call("Page.navigate", url=address)
            time.sleep(1)
            painted.append(page.until("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
    timed("first paint of the page, median", median(painted[1:]), FIRST_PAINT_MS, "ms", repeats=VISITS)
    timed("first paint of the page, the slowest", max(painted[1:]), FIRST_PAINT_MS, "ms", repeats=VISITS)


@only_with_bench
@NEEDS_CHROMIUM
def test_the_page_follows_the_panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, float] = {}
    tell = Broadcast.tell

    def noted(self: Broadcast, text: str) -> None:
        told[text] = time.time() * 1000
        tell(self, text)

    monkeypatch.setattr(Broadcast, "tell", noted)
    with Browser() as page, served(tmp_path / "table", pace=1.0) as address:
        page.call("Page.navigate", url=address)
        page.until("document.querySelectorAll('#games .game').length === " + str(len(GAMES)))
        page.ask(LISTEN)
        page.until("window.seen.length")
        for _ in range(PRESSES):
            page.ask("document.querySelector('.knob[value=DOWN]').click()")
            page.until("document.getElementById('felt').getAttribute('aria-busy') === 'false'")
        last_told = json.dumps(next(reversed(told)))
        seen: list[Any] = page.until(f"window.seen.some(([text]) => text === {last_told}) && window.seen.slice(1)")
    late = sorted(at - told[text] for text, at in seen)  # a busy stream skips views in between
    middle, last = late[len(late) // 2], late[-1]
    timed("from the view to the drawn page, median", middle, BAR_MS, "ms", repeats=len(late))
    timed("from the view to the drawn page, the slowest", last, BAR_MS, "ms", repeats=len(late))
    assert late


ANSWER = """
((press) => new Promise((go) => {
  const told = () => ['remark', 'trick'].map((id) => $(id).textContent) + window.display();
  const seen = () => told() + $('lying').innerHTML + count('[aria-pressed=true]');
  $('remark').textContent = '';
  const before = seen(), at = performance.now();
  press();
  const look = () => (seen() !== before ? go(performance.now() - at) : requestAnimationFrame(look));
  look();
}))"""
ASKED = {
    "Next": "$('next').click()",
    "Hint": "$('hint').click()",
    "a card": "document.querySelector('#own .holds').click()",
    "a jump": "document.querySelector('[value=trick]').click()",
    "a jump that cannot be": "document.querySelector('[value=my-turn]').click()",
}
"""One after the other: a hint that stands is not told again. No press waits until the one before is done."""


@only_with_bench
@with_chromium
def test_a_press_has_its_answer(tmp_path: Path) -> None:
    with Browser() as page, served(tmp_path / "table", pace=1.0) as address:
        look_at(page, address)
        begin(page, "birdhead", 4)
        rounds = [[page.ask(f"{ANSWER}(() => {press})") for press in ASKED.values()] for _ in range(9)]
        for name, late in zip(ASKED, map(sorted, zip(*rounds, strict=True)), strict=True):
            timed(f"from a press on {name} to its answer, median", late[4], ANSWER_MS, "ms", repeats=len(late))
            timed(f"from a press on {name} to its answer, the slowest", late[-1], ANSWER_MS, "ms", repeats=len(late))


@only_with_bench
@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_built(game: str, tmp_path: Path) -> None:
    """Each view of a deal that is played ahead, at the largest table; in time of this process alone."""
    desk, people, built_ms = desk_of(tmp_path), GAMES[game].players[-1], list[float]()
    does(desk, Begin(game, seats=seats(people, people - 1, "easy"), seed=1))
    desk.take(Do.DEAL_END)
    while desk.busy:
        desk.turn()
        if desk.has_changed():
            began = time.process_time()
            desk.view()
            built_ms.append((time.process_time() - began) * 1000)
    built_ms.sort()
    timed(f"a view of {game}, median", built_ms[len(built_ms) // 2], VIEW_MS, "ms", repeats=len(built_ms))
    timed(f"a view of {game}, the slowest", built_ms[-1], VIEW_MS, "ms", repeats=len(built_ms))
