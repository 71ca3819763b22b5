"""What the page costs a browser, by counts: what the first paint waits for, and what a view and a click make anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, shown, steps

pytestmark = pytest.mark.no_cover

MOST_SHEETS, MOST_BYTES_AWAITED = 1, 18_500
"""What the first paint waits for: style sheets that the page itself names, and no script."""
MOST_BYTES, MOST_REQUESTS = 110_000, 58
"""Of the whole first page on the wire, scripts, pictures of the tiles and lists included."""
MOST_MADE = 1_200
"""Elements that a played card makes anew, of the table with four open hands and the cards before them."""

COUNT = """
window.made = 0;
window.asked = [];
const observer = new MutationObserver((changes) => {
  for (const {addedNodes} of changes) {
    for (const node of addedNodes) window.made += 1 + (node.querySelectorAll?.('*').length ?? 0);
  }
});
for (const id of ['own', 'others', 'trick', 'heaps', 'centre']) $(id) && observer.observe($(id), {childList: true});
window.asks = window.fetch;
window.fetch = (place, given) => { window.asked.push(place); return window.asks(place, given); };
0"""


@pytest.fixture
def counted(browser: Browser, tmp_path: Path) -> Iterator[Browser]:
    """A game of four people, each of them with thirteen cards, whose page counts what it does."""
    with shown(browser, steps(dealt(tmp_path, "spades", 4), 4), tmp_path) as page:
        page.ask(COUNT)
        yield page


def test_the_first_paint_waits_for_small_sheets_that_are_asked_for_at_once(page: Browser) -> None:
    awaited = page.ask(
        "performance.getEntriesByType('resource').filter(one => one.renderBlockingStatus === 'blocking')"
        ".map(one => [new URL(one.name).pathname, one.initiatorType, one.transferSize])"
    )
    size = sum(bytes_ for _, _, bytes_ in awaited)
    print(f"\n{len(awaited)} sheets, {size:,} bytes before the first paint")  # noqa: T201 - figures are to be read
    assert {(name.rpartition(".")[2], asked_by) for name, asked_by, _ in awaited} == {("css", "link")}
    assert len(awaited) <= MOST_SHEETS
    assert size <= MOST_BYTES_AWAITED


def test_the_first_page_is_light_on_the_wire(page: Browser) -> None:
    page.until("count('.rule')")  # the last of its lists
    requests = "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
    number, size = page.ask(f"(all => [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)])({requests})")
    print(f"\n{number} requests, {size:,} bytes")  # noqa: T201 - figures are to be read
    assert number <= MOST_REQUESTS
    assert 50_000 < size <= MOST_BYTES


def test_a_view_makes_nothing_anew_where_the_table_stays_the_same(counted: Browser) -> None:
    counted.ask("document.querySelector('.knob[value=DOWN]').click()")
    counted.until("window.quiet()")
    counted.ask("$('fast').click()")
    counted.until("window.quiet()")
    assert counted.ask("window.made") == 0


def test_a_click_on_a_card_is_one_request_and_makes_the_table_anew_once(counted: Browser) -> None:
    counted.ask("document.querySelector('#own .holds:not([aria-disabled])').click()")
    counted.until("count('#trick .card') === 1 && !count('#lying .card') && window.quiet()")
    made = counted.ask("window.made")
    print(f"\n{made} elements")  # noqa: T201 - figures are to be read
    assert counted.ask("window.asked") == ["/orders"]
    assert 0 < made <= MOST_MADE
