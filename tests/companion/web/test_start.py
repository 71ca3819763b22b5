"""The first minute at the page: a tile, a trick to watch, a table to play at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.web.table_in_browser import look_at, open_drawer, served
from tests.companion.web.test_layout import SIZES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

HIDDEN = """
['#panel', '#remark', '#pause', '#step', '#stop'].filter((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return box.bottom > innerHeight || box.right > innerWidth || !seen?.closest(one);
})
"""
LEAST_LETTERS = 20


def test_one_click_on_a_tile_and_one_on_deal_give_a_table_with_computers(page: Browser) -> None:
    page.click("input[value=hearts] + .tile")
    page.click("#deal")
    page.until("count('.rack') === 3 && $('where').textContent.startsWith('Hearts')")


def test_every_tile_has_a_picture_a_length_and_a_line(page: Browser) -> None:
    tiles = page.ask(
        "[...document.querySelectorAll('.tile')].map(one => [Boolean(one.querySelector('svg')), one.innerText])"
    )
    assert len(tiles) == 8
    for drawn, told in tiles:
        assert drawn
        assert "minutes" in told
        assert len(told.split("\n")[-1]) >= LEAST_LETTERS


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 640), (640, 400)])
def test_a_trick_is_watched_paused_and_stopped_with_the_box_in_sight(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    with served(tmp_path, pace=4) as address:
        look_at(browser, address)
        browser.size(width, height)
        browser.ask("document.querySelector('input[value=birdhead]').click()")
        browser.ask("$('watch-trick').click()")
        browser.until("$('remark').textContent === 'Ann leads two fives.'")
        browser.ask("$('pause').click()")
        browser.until("$('pause').textContent === 'Go on'")
        browser.ask("$('step').click()")
        browser.until("$('remark').textContent === 'Bob plays a three and a six.'")
        assert browser.ask(HIDDEN) == []
        browser.ask("$('stop').click()")
        browser.until("$('watching').hidden && window.quiet() && count('.rack') === 3")
        browser.call("Page.navigate", url="about:blank")


def test_a_whole_deal_is_watched_from_the_drawer(page: Browser) -> None:
    open_drawer(page, "demo")
    page.ask("$('example').value = 'birddog'")
    page.click("#watch")
    page.until("/Ann leads the ace of clubs/.test($('remark').textContent)")
    assert page.ask("count('.seat')") == 3


TILES_SEEN = """
[...document.querySelectorAll('.tile')].filter(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return [[left + 9, top + 9], [right - 9, bottom - 9]].every(at => one.contains(document.elementFromPoint(...at)));
}).length"""

FEWEST_TILES = dict.fromkeys(SIZES, 2) | {"low phone": 1, "small phone": 1, "200 %": 1, "phone on its side": 1}


def test_the_tiles_are_seen_beside_what_is_said_of_them_at_any_size(page: Browser) -> None:
    for name, least in FEWEST_TILES.items():
        page.size(*SIZES[name])
        assert page.ask(TILES_SEEN) >= least, name
        for button in ("watch-trick", "deal"):
            x, y = page.middle(f"#{button}")
            assert page.ask(f"document.elementFromPoint({x}, {y})?.id") == button, name
        assert page.ask("$('start').scrollWidth <= $('start').clientWidth"), name
