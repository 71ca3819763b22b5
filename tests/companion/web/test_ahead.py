"""The list beside Next in a real browser: it plays ahead, is stopped there, and is in nobody's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.web.table_in_browser import begin, look_at, served
from tests.companion.web.test_layout import SIZES, faults, goes_on, orders, table
from tests.companion.web.test_layout import begin as begin_with
from tests.torture import every_so_many, so_many

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser

__all__ = ["table"]  # the fixture
pytestmark = pytest.mark.no_cover

OPEN = "!$('jumps').hidden"
LIST = """
[...document.querySelectorAll('#jumps button')].filter(one => one.checkVisibility()).every(one => {
  const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
  return seen && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && width >= 32 && height >= 32;
})"""


def test_a_jump_is_chosen_by_keys_and_its_results_are_there(page: Browser) -> None:
    begin(page, "birdhead", 4)
    page.ask("$('ahead').focus()")
    page.press("Enter")
    assert page.ask(OPEN)
    assert page.ask("document.activeElement.textContent") == "Finish this trick", "it is one's own turn already"
    page.press("Escape", "Enter", "Tab", "Enter")  # the last one
    page.until("/OK = next deal|OK = next/.test(window.display())")
    page.until("window.quiet()")
    assert page.ask("$('ahead').title") == "Play ahead"


def test_escape_closes_the_list_and_is_no_button_of_the_box_and_a_click_elsewhere_closes_it_too(page: Browser) -> None:
    begin(page, "euchre", 4)
    asked = orders(page)
    page.click("#ahead")
    page.press("Escape")
    assert not page.ask(OPEN)
    assert page.ask("document.activeElement.id") == "ahead"
    page.click("#ahead")
    page.click("#panel")
    assert not page.ask(OPEN)
    assert orders(page) == asked


def test_a_game_without_tricks_offers_none(page: Browser) -> None:
    begin(page, "bonehead", 3)
    page.click("#ahead")
    assert page.ask("[...document.querySelectorAll('#jumps button')].map(one => one.checkVisibility())") == [
        False,
        False,
        True,
        True,
    ]


def test_a_jump_under_way_is_stopped_where_it_was_begun(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, pace=1.0) as address:
        look_at(browser, address)
        begin(browser, "bonehead", 5)
        browser.click("#ahead")
        browser.click("#jumps [value=deal-end]")
        browser.until("$('ahead').title === 'Stop'")
        browser.click("#ahead")
        browser.until("$('ahead').title === 'Play ahead' && window.quiet()")
        assert not browser.ask(OPEN)
        assert "Winner" not in browser.ask("window.display()")
        browser.call("Page.navigate", url="about:blank")


@pytest.mark.parametrize(
    ("game", "people"), every_so_many(4, [("hearts", 4), ("bonehead", 4), ("rook", 4), ("toriatama", 4)])
)
def test_a_table_of_one_person_fits_and_all_of_the_list_is_in_view_at_any_size(
    table: Browser, game: str, people: int
) -> None:
    begin_with(table, game, people, computers=people - 1)
    table.ask("import('/orders.js').then(one => one.order({do: 'my-turn'}))")
    table.until("window.quiet()")
    assert faults(table) == []
    table.ask("$('ahead').click()")
    hidden = []
    for name, size in SIZES.items():
        table.size(*size)
        hidden += [] if table.ask(LIST) else [name]
    table.size(1280, 800)
    table.ask("$('ahead').click()")
    assert hidden == []


WHERE_UNDO_IS = "(({left, top}) => [left, top].map(Math.round))($('undo').getBoundingClientRect())"


@pytest.mark.parametrize("size", so_many(["phone"], ["desktop", "phone"]))
def test_undo_stands_where_it_stood_when_the_game_is_over(table: Browser, size: str) -> None:
    table.size(*SIZES[size])
    begin_with(table, "bonehead", 2, computers=1)
    table.ask("paced('at once')")
    goes_on(table, 20, "!$('undo').hidden")
    before = table.ask(WHERE_UNDO_IS)
    table.ask("import('/orders.js').then(one => one.order({do: 'deal-end'}))")
    table.until("count('.recall')")
    assert table.ask(WHERE_UNDO_IS) == before


def test_nobody_is_pointed_at_while_the_page_deals(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, pace=1.0) as address:
        look_at(browser, address)
        browser.ask(
            "window.pointed = 0; new MutationObserver(() => /reads each hand/.test($('remark').textContent)"
            " && (window.dealt = true, window.pointed += count('.seat.turn')))"
            ".observe($('felt'), {childList: true, subtree: true})"
        )
        begin(browser, "hearts", 4)
        assert browser.ask("[window.dealt, window.pointed]") == [True, 0]
        browser.call("Page.navigate", url="about:blank")
