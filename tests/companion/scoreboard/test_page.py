"""The scoreboard in a real browser as wide as a phone: what is seen, nothing clipped, nothing asked for elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.scoreboard.view import match_board
from tests.companion.scoreboard.phones import opened, posts
from tests.companion.web.browser import Browser
from tests.evening import played_out, whole
from tests.needs import with_chromium
from tools.gallery.evenings import LONGEST, RecordedTable, ScriptedTable
from tools.gallery.examples import HEADS, ROOK_TRICK, bonehead, rook

pytestmark = [
    with_chromium,
]

PHONE = (360, 740)
CLIPPED = """
[...document.querySelectorAll('body *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && !one.closest('.wide') && (box.right > innerWidth + 1 || box.left < -1);
}).map(one => one.outerHTML.slice(0, 80))
"""
SMALL_TARGETS = """
[...document.querySelectorAll('button')].map(one => one.getBoundingClientRect()).filter(
  box => box.width && box.height < 44).length
"""
TABLES: dict[str, ScriptedTable | RecordedTable] = {
    "birddog": ScriptedTable("9H UP OK", names=LONGEST, scores=(3, 8, 0)),
    "rook": rook(ROOK_TRICK.rpartition(",")[0]),
    "bonehead": bonehead(f"{HEADS}, Ann 4C"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("box")
    played_out(root, *whole("birddog-whole-match"))
    return root


@pytest.fixture(scope="module")
def page(root: Path) -> Iterator[Browser]:
    with opened(root, *PHONE, 2) as phone:
        yield phone


def test_of_a_box_that_is_off_nothing_is_told_and_else_line_by_line(page: Browser, root: Path) -> None:
    (root / "now").unlink(missing_ok=True)
    page.until("document.getElementById('state').textContent === 'The box is off.'")
    assert page.ask("document.getElementById('box').getBoundingClientRect().height") == 0
    told = match_board(TABLES["rook"].table())
    posts(root, told)
    page.until("document.getElementById('title').textContent === 'Rook'")
    lines = page.ask("[...document.querySelectorAll('#says > li')].map(one => one.textContent)")
    assert lines == told["says"]
    tops = page.ask("[...document.querySelectorAll('#says > li')].map(one => one.getBoundingClientRect().top)")
    assert tops == sorted(set(tops)), "one below the other"


SLEPT = """
Date.now = ((now) => () => now() + 60_000)(Date.now.bind(Date));
document.dispatchEvent(new Event('visibilitychange'));
"""
"""The clock went on by a minute in which no timer ran, and the phone is looked at."""


def test_a_phone_that_slept_follows_anew_at_once_though_its_stream_seems_to_be_open(page: Browser) -> None:
    page.until("document.getElementById('title').textContent === 'Rook'")

    def streams() -> int:
        return sum(url.endswith("/events") for url in page.requests)

    before = streams()
    page.ask("document.dispatchEvent(new Event('visibilitychange'))")
    page.ask("document.title")
    assert streams() == before, "what was heard a moment ago is followed still"
    page.ask(SLEPT)
    page.until("document.getElementById('state').textContent === ''")
    assert streams() == before + 1


@pytest.mark.parametrize("game", TABLES)
def test_a_game_fits_a_phone_and_names_are_text(game: str, page: Browser, root: Path) -> None:
    told = match_board(TABLES[game].table())
    posts(root, told)
    page.until(f"document.getElementById('title').textContent === {json.dumps(told['title'])}")
    names = page.ask("[...document.querySelectorAll('.player .name b')].map(one => one.textContent)")
    assert names == [player["name"] for player in told["players"]]
    assert page.ask("document.querySelectorAll('.player.turn').length") == len(told["turn"])
    lying = sum(len(lying["cards"]) for lying in told["lies"])
    assert page.ask("document.querySelectorAll('#felt .card').length") == lying
    assert page.ask(CLIPPED) == []
    assert page.ask(SMALL_TARGETS) == 0
    page.ask("document.getElementById('show-course').click()")
    assert page.ask(CLIPPED) == []
    page.ask("document.getElementById('show-now').click()")


def test_an_evening_is_told_with_its_curve_and_its_record(page: Browser) -> None:
    page.ask("document.getElementById('show-past').click()")
    page.until("document.querySelectorAll('.evening').length")
    page.ask("document.querySelector('.evening').open = true")
    page.until("document.querySelectorAll('.evening .chart polyline').length === 3")
    assert page.ask("document.querySelector('.evening a').download").endswith(".table")
    assert page.ask("document.querySelectorAll('#past table').length") == 1
    assert page.ask("document.querySelector('.evening .small').textContent").startswith("Cid won: Ann")
    for width in (390, 320):
        page.size(width, 740)
        assert page.ask(CLIPPED) == []
        assert page.ask("[...document.querySelectorAll('div.wide')].every(one => one.scrollWidth <= one.clientWidth)")
    page.size(*PHONE, 2)


def test_the_arrows_walk_along_the_tabs(page: Browser) -> None:
    page.ask("document.getElementById('show-past').focus()")
    page.key("ArrowRight", down=True)
    page.key("ArrowRight", down=False)
    assert page.ask("document.activeElement.id") == "show-now"
    assert page.ask("document.getElementById('past').hidden")
