"""A tab that lost its table, or was refused, shows it again without anybody's help."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.web.server import MOST_STREAMS
from tests.companion.http.client import views
from tests.companion.web.table_in_browser import look_at, served

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser


def test_a_tab_that_was_refused_shows_the_table_when_there_is_room(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        watching = [views(urlsplit(address).port or 0) for _ in range(MOST_STREAMS)]
        for one in watching:
            next(one)
        browser.call("Page.navigate", url=address)
        browser.until("document.getElementById('offline')?.hidden === false")
        for one in watching:
            one.close()
        look_again = "document.getElementById('offline').hidden && document.querySelectorAll('#games .game').length"
        browser.until(look_again)
        browser.call("Page.navigate", url="about:blank")


def test_a_tab_that_lost_its_table_says_so_until_the_table_is_there_again(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as address:
        look_at(browser, address)
    browser.until("!document.getElementById('offline').hidden")
    with served(tmp_path, port=urlsplit(address).port or 0):
        browser.until("document.getElementById('offline')?.hidden && document.querySelectorAll('#games .game').length")
        browser.call("Page.navigate", url="about:blank")
