"""The page of the table tells how a match ended, over the whole window, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.companion.scoreboard.phases import whole
from tests.companion.web.table_in_browser import READY, served
from tests.evening import begun

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser

OPEN = "Boolean(document.querySelector('dialog.ending[open]'))"
PX = "((selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))"
OUTSIDE = """
[...document.querySelectorAll('.ending *')].map(one => [one.getBoundingClientRect(), one])
  .filter(([box, one]) => box.width && !one.closest('.card, .paper') && (box.left < -1 || box.right > innerWidth + 1))
  .map(([, one]) => one.outerHTML.slice(0, 80))
"""


def test_the_last_card_of_a_match_brings_the_winner(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    browser.requests.clear()
    with served(tmp_path) as address:
        browser.size(1280, 800)
        browser.call("Page.navigate", url=address)
        browser.until("document.querySelectorAll('.seat').length")
        browser.ask(READY)
        assert not browser.ask(OPEN)
        assert not any("ending.js" in url for url in browser.requests)
        browser.ask("$('next').click()")
        browser.until(OPEN)
        assert browser.ask("$('winner').textContent") == "Cid"
        assert browser.ask(f"{PX}('.standings b') === 1.5 * {PX}(':root')")  # the table has rules for points, too
        for size in ((1280, 800), (390, 844), (320, 640), (640, 400)):
            browser.size(*size)
            assert browser.ask(OUTSIDE) == []
            assert browser.ask("document.querySelector('dialog.ending').clientWidth === innerWidth")
        browser.press("Escape")
        browser.until(f"!{OPEN}")
        assert browser.complaints == []
        browser.call("Page.navigate", url="about:blank")
