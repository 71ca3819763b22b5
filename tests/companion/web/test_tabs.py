"""One table in several tabs and windows of one browser: all show the same, and there may be more than it can bear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.web.server import MOST_STREAMS
from tests.companion.web.browser import WITH_TABS, Browser, found
from tests.companion.web.table_in_browser import READY, begin, opened
from tests.needs import CHROMIUM
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

OPENED_BY_CHROMIUM = 6
"""Connections to one server over HTTP/1.1."""

SEEN = """
JSON.stringify([
  ...['where', 'trick', 'heaps', 'others', 'own', 'remark'].map((id) => $(id).textContent),
  ...[...document.querySelectorAll('.holds')].map((card) => card.dataset.word),
  $('panel').ariaLabel, count('.holds.right'),
])"""
"""What somebody sees and hears of the table."""

TOO_MANY = "/Close one of them/.test(document.getElementById('offline')?.textContent)"
NOTHING_TO_PRESS = """
[...document.querySelectorAll('.talk button, #show-new')]
  .every((one) => one.disabled || !one.checkVisibility({visibilityProperty: true}))"""
READ = "document.readyState === 'complete' && document.querySelectorAll('#games .game').length"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not found(WITH_TABS):
        pytest.skip(CHROMIUM)
    with Browser(WITH_TABS) as one:
        yield one


@pytest.fixture
def address(browser: Browser, tmp_path: Path) -> Iterator[str]:
    browser.complaints.clear()
    with opened(browser, tmp_path, 200) as served_page:
        yield served_page


@contextmanager
def another(page: Browser, address: str, *, window: bool) -> Iterator[Browser]:
    opened = page.another(window=window)
    try:
        opened.call("Page.navigate", url=address)
        yield opened
    finally:
        opened.close()


def show_the_same(one: Browser, other: Browser) -> None:
    one.until("window.quiet()")
    other.until(f"window.quiet() && {SEEN} === {one.ask(f'JSON.stringify({SEEN})')}")


@only_with_page
def test_two_windows_show_the_same_whichever_is_played_at(browser: Browser, address: str) -> None:
    with another(browser, address, window=True) as other:
        other.size(1280, 860)
        other.until(READ)
        other.ask(READY)
        begin(browser, "birdhead", 4)
        other.until("$('new-game').hidden")  # it gives way to the game that was begun in the other one
        for page in (browser, other):
            page.ask("$('hint').click()")
            page.until("window.quiet() && count('.holds.right')")
            show_the_same(browser, other)
            trick = page.ask("count('#trick .card')")
            page.ask("$('next').click()")
            page.until(f"window.quiet() && count('#trick .card') !== {trick}")
            show_the_same(browser, other)
        other.ask("$('show-new').click()")
        begin(other, "rook", 4)
        browser.until("$('where').textContent === 'Rook, to 300'")
        show_the_same(other, browser)
    assert browser.complaints == []


@only_with_page
def test_tabs_that_nobody_sees_take_no_room_and_show_the_table_when_they_are_looked_at(
    browser: Browser, address: str
) -> None:
    tabs = [browser]
    try:
        for _ in range(OPENED_BY_CHROMIUM + 1):
            tabs.append(tabs[-1].another(window=False))
            tabs[-1].call("Page.navigate", url=address)
            tabs[-1].until(READ)
            assert tabs[-1].ask("document.getElementById('offline').hidden")
        assert [tab.ask("document.visibilityState") for tab in tabs].count("visible") == 1
        tabs[-1].ask(READY)
        begin(tabs[-1], "rook", 4)
        assert browser.ask("$('where').textContent") == ""
        browser.come_to_front()
        browser.until("$('where').textContent === 'Rook, to 300' && count('.seat') === 4 && $('offline').hidden")
    finally:
        for tab in tabs[1:]:
            tab.close()
    assert browser.complaints == []


@only_with_page
def test_a_window_too_many_loads_says_what_to_do_and_goes_on_when_it_is_done(browser: Browser, address: str) -> None:
    windows = [browser.another(window=True) for _ in range(OPENED_BY_CHROMIUM)]
    try:
        for number, window in enumerate(windows, start=2):
            window.call("Page.navigate", url=address)
            window.until(READ if number <= MOST_STREAMS else TOO_MANY)
            assert window.ask(NOTHING_TO_PRESS) is (number > MOST_STREAMS)
        for window in (windows.pop(0), windows.pop(0)):
            window.close()
        for window in windows:
            window.until(f"{READ} && document.getElementById('offline').hidden")
    finally:
        for window in windows:
            window.close()
