"""The list beside Next in a real browser: it plays ahead, is stopped there, and is in nobody's way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.web.orders import Do
from tests.companion.scoreboard.phases import whole
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, shown, steps
from tests.companion.web.table_in_browser import begin, desk_of, does, opened
from tests.companion.web.test_layout import SIZES, faults, orders
from tests.evening import begun
from tests.torture import every_so_many, only_with_page

pytestmark = pytest.mark.no_cover

OPEN = "!$('jumps').hidden"
WATCHED = """
window.lies = 0;
window.deals = [];
const cards = () => [...document.querySelectorAll('.own .card, .trick .card, .lying .card')];
const seen = () => cards().filter(one => one.checkVisibility({visibilityProperty: true})).length;
const scores = () => [...document.querySelectorAll('.score')].map(one => +one.textContent.match(/\\d+/)[0]).sort();
new MutationObserver(() => /After deal/.test($('remark').textContent)
  && window.deals.push([$('remark').textContent, scores(), seen(), count('.seat.turn')]))
  .observe($('remark'), {childList: true});
setInterval(() => window.lies += $('ahead').title === 'Stop', 100);
"""
"""For how many tenths of a second something was played ahead, and what the sentence and the plates said when it came to
another deal, how many cards were seen then and who was pointed at."""
LIST = """
[...document.querySelectorAll('#jumps :is(button, select)')].filter(one => one.checkVisibility()).every(one => {
  const {left, top, right, bottom, width, height} = one.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
  const told = document.createRange();
  told.selectNodeContents($('remark'));
  const asked = [told, ...document.querySelectorAll('#own .card')].flatMap(one => [...one.getClientRects()]);
  const hides = asked.some(box => box.left < right && left < box.right && box.top < bottom && top < box.bottom);
  const inView = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return seen && inView && !hides && width >= 32 && height >= 32;
})"""


def test_a_jump_is_chosen_by_keys_and_its_results_are_there(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, steps(dealt(tmp_path, "birdhead", 4), 24), tmp_path) as page:
        page.ask("$('ahead').focus()")
        page.press("Enter")
        assert page.ask(OPEN)
        assert page.ask("document.activeElement.textContent") == "Finish this trick", "it is one's own turn already"
        page.press("Escape", "Enter", "Tab", "Enter")  # the last one
        page.until("/OK = next deal|OK = next/.test(window.display())")
        page.until("window.quiet()")
        assert page.ask("$('ahead').title") == "Play ahead"


@only_with_page
def test_escape_closes_the_list_and_is_no_button_of_the_box_and_a_click_elsewhere_closes_it_too(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, dealt(tmp_path, "bonehead", 3), tmp_path) as page:
        asked = orders(page)
        page.click("#ahead")
        offered = "[...document.querySelectorAll('#jumps button')].map(one => one.checkVisibility())"
        assert page.ask(offered) == [False, False, False, True], "no trick; the game ends with its deal"
        assert "computer plays for you, too" in page.ask("$('jumps').innerText")
        page.press("Escape")
        assert not page.ask(OPEN)
        assert page.ask("document.activeElement.id") == "ahead"
        page.click("#ahead")
        page.click("#panel")
        assert not page.ask(OPEN)
        assert orders(page) == asked


@only_with_page
def test_a_jump_under_way_is_stopped_where_it_was_begun(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, 1.0):
        begin(browser, "hearts", 4)
        browser.ask(WATCHED)
        browser.click("#ahead")
        browser.click("#jumps [value=game-end]")
        browser.until("$('ahead').title === 'Stop' && window.lies > 0")
        assert browser.ask("$('remark').textContent") == "Playing ahead …"
        told, scores, cards, turns = browser.until("window.deals.length && window.deals[0]")
        assert re.fullmatch(r"Playing ahead … After deal 1: (\w+ \d+(, |\.$)){4}", told)
        assert sorted(scores) == sorted(map(int, re.findall(r" (\d+)[,.]", told))), "sentence and table belong together"
        assert (cards, turns) == (0, 0), "nothing looks playable"
        browser.click("#ahead")
        browser.until("$('ahead').title === 'Play ahead' && window.quiet()")
        assert not browser.ask(OPEN)
        assert browser.ask("document.querySelector('#own .seat > *').checkVisibility({visibilityProperty: true})")
        assert "Winner" not in browser.ask("window.display()")


@only_with_page
@pytest.mark.parametrize(
    ("game", "people"), every_so_many(4, [("hearts", 4), ("bonehead", 4), ("rook", 4), ("toriatama", 4)])
)
def test_a_table_of_one_person_fits_and_all_of_the_list_is_in_view_at_any_size(
    browser: Browser, tmp_path: Path, game: str, people: int
) -> None:
    desk = dealt(tmp_path, game, 1, people - 1)
    does(desk, Do.MY_TURN)
    with shown(browser, desk, tmp_path) as page:
        assert faults(page) == []
        page.ask("$('ahead').click()")
        assert page.ask("$('pace-here').checkVisibility()"), "the speed stands there although it is a person's turn"
        hidden = []
        for name, size in SIZES.items():
            page.size(*size)
            said = page.ask("document.querySelector('#ahead .word').checkVisibility()")
            hidden += [] if said and page.ask(LIST) else [name]
        assert hidden == []


WHERE_UNDO_IS = "(({left, top}) => [left, top].map(Math.round))($('undo').getBoundingClientRect())"


@only_with_page
def test_undo_stands_where_it_stood_when_the_game_is_over(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    with shown(browser, desk_of(tmp_path), tmp_path) as page:
        before = {}
        for size in ("desktop", "phone"):
            page.size(*SIZES[size])
            before[size] = page.ask(WHERE_UNDO_IS)
        page.ask("$('next').click()")
        page.until("count('.recall')")
        for size, place in before.items():
            page.size(*SIZES[size])
            assert page.ask(WHERE_UNDO_IS) == place


@only_with_page
def test_nobody_is_pointed_at_while_the_page_deals(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, 1.0):
        browser.ask(
            "window.pointed = 0; new MutationObserver(() => /Dealing/.test($('remark').textContent)"
            " && (window.dealt = true, window.pointed += count('.seat.turn')))"
            ".observe($('felt'), {childList: true, subtree: true})"
        )
        begin(browser, "hearts", 4)
        assert browser.ask("[window.dealt, window.pointed]") == [True, 0]
