"""A click does what the button under the mouse said when somebody aimed at it, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.web.orders import Ahead, Begin, PressNext
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, steps_until
from tests.companion.web.test_layout import begin, table
from tests.torture import only_with_page

__all__ = ["table"]  # the fixture

CLOCK = """
window.orders = [];
window.clock = performance.now() + 1000;
performance.now = () => window.clock;
Object.defineProperty(Event.prototype, 'timeStamp', {get: performance.now});
window.order ??= window.fetch;
window.fetch = (place, more) => {
  if (place === '/orders') window.orders.push((window.sent = JSON.parse(more.body)).do);
  return window.order(place, more);
};
"""
"""What is ordered is noted, and the page's time stands still until `clock` is set, from a second later on."""


@pytest.fixture
def spades(table: Browser) -> Browser:
    """Asked for a bid, with a clock that is set by hand."""
    begin(table, "spades", 4, computers=3)
    table.until("document.querySelectorAll('#answers [data-group=bid]').length")
    table.ask(CLOCK)
    return table


def clicks(page: Browser, x: float, y: float, after_ms: int) -> list[Any]:
    """What is ordered by a click at this place so many milliseconds later; the mouse rests there."""
    page.ask(f"(window.clock += {after_ms}, window.orders.length = 0)")
    for move in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=move, x=x, y=y, button="left", clickCount=1)
    page.until("window.quiet()")
    return list(page.ask("window.orders"))


def test_next_never_plays_a_card_of_a_person(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("spades", seats=seats(4, 3, "gentle"), seed=1))
    steps_until(desk, lambda: desk.view()["next"]["does"] == "plays")
    before = desk.table.match
    told = does(desk, PressNext(Ahead.GOES_ON))
    assert desk.table.match is before
    assert told["remark"] == ""
    does(desk, PressNext(Ahead.PLAYS))
    assert desk.table.match is not before


@pytest.mark.parametrize("game", GAMES)
def test_what_two_windows_press_at_once_is_played_for_one_person(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin(game, seats=seats(max(GAMES[game].players)), seed=1))
    steps_until(desk, lambda: desk.view()["next"]["does"] == "plays")
    pressed = PressNext(Ahead.PLAYS, does(desk)["asked"]["number"])
    after = does(desk, pressed)["asked"]["number"]
    assert after != pressed.number
    assert does(desk, pressed)["asked"]["number"] == after


@only_with_page
@pytest.mark.no_cover
def test_a_button_that_became_another_one_under_the_mouse_does_nothing_for_half_a_second(spades: Browser) -> None:
    x, y = spades.middle("#answers [data-group=bid]")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    spades.ask("document.querySelector('#answers [data-group=bid]').textContent = 'another'")
    spades.ask("document.dispatchEvent(new Event('redraw'))")
    assert clicks(spades, x, y, 499) == []
    assert clicks(spades, x + 1, y, 0) == [], "a hand is never quite still"
    assert clicks(spades, x, y, 2) == ["answer"]


@only_with_page
@pytest.mark.no_cover
def test_an_answer_that_comes_later_where_a_button_was_neither_looks_chosen_nor_acts_for_half_a_second(
    spades: Browser,
) -> None:
    x, y = spades.middle("#answers [data-group=bid]:last-child")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    bid, redraw = "$('answers').lastElementChild", "document.dispatchEvent(new Event('redraw'))"
    spades.ask(f"window.bid = {bid}; bid.textContent = 'next deal'; {redraw}")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + 1, y=y)
    spades.until("bid.matches(':hover')")
    ground = "getComputedStyle(window.bid).backgroundColor"
    lit = spades.ask(ground)
    spades.ask(f"bid.style.visibility = 'hidden'; {redraw}")
    spades.ask(f"window.clock += 2000; bid.style.visibility = ''; bid.textContent = '7'; {redraw}")
    assert spades.ask(ground) != lit
    assert clicks(spades, x + 1, y, 499) == []
    assert clicks(spades, x + 1, y, 2) == ["answer"]


@only_with_page
@pytest.mark.no_cover
def test_a_button_to_which_the_mouse_goes_acts_at_once(spades: Browser) -> None:
    x, y = spades.middle("#answers [data-group=bid]:last-child")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    spades.ask("document.querySelector('#answers [data-group=bid]:last-child').textContent = 'another'")
    spades.ask("document.dispatchEvent(new Event('redraw'))")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    assert clicks(spades, x, y, 0) == ["answer"]


@pytest.mark.no_cover
def test_bids_that_come_where_next_stood_are_not_bid_by_who_aimed_at_next(spades: Browser) -> None:
    x, y = spades.middle("#answers [data-place='6']")
    bids = spades.ask("JSON.stringify([...$('answers').children].map(({hidden}) => hidden))")
    spades.ask(f"$('next').hidden = false; $('next').style = 'position: fixed; top: {y - 10}px; left: {x - 10}px'")
    spades.ask("document.querySelectorAll('#answers [data-group=bid]').forEach((bid) => { bid.hidden = true; })")
    spades.ask("import('/click_guard.js').then(({settles}) => settles())")
    spades.ask(
        "window.clock += 1000; document.querySelectorAll('#answers [hidden]').forEach((bid) => bid.hidden = false)"
    )
    spades.ask("document.dispatchEvent(new Event('redraw'))")
    assert bids == spades.ask("JSON.stringify([...$('answers').children].map(({hidden}) => hidden))")
    spades.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    assert clicks(spades, x, y, 100) == []
    assert clicks(spades, x, y, 300) == ["answer"]


@only_with_page
@pytest.mark.no_cover
def test_enter_on_a_button_that_became_another_one_does_nothing_for_half_a_second(spades: Browser) -> None:
    spades.ask("$('mine').focus()")
    spades.ask("document.querySelector('#mine span').textContent = 'another'")
    spades.ask("import('/click_guard.js').then(({settles}) => settles())")
    spades.press("Enter")
    assert spades.ask("window.orders") == []
    spades.ask("window.clock += 501")
    spades.press("Enter")
    assert spades.ask("window.orders") == ["press next"]


@pytest.mark.no_cover
def test_enter_on_a_button_to_which_the_keys_went_acts_at_once(spades: Browser) -> None:
    spades.ask("$('mine').focus(), $('mine').blur()")
    spades.press("ArrowRight", "Enter")
    assert spades.ask("window.orders") == ["answer"]


@pytest.mark.no_cover
def test_keys_go_along_what_can_be_laid_and_said(table: Browser) -> None:
    begin(table, "bonehead", 4, computers=3)
    for _ in range(9):
        table.ask("$('next').click()")
        table.until("window.quiet()")
    table.ask("window.met = new Set(); addEventListener('focusin', ({target}) => met.add(target))")
    table.press(*["ArrowRight"] * 30)
    assert table.ask("met.size") > 2
    assert table.ask(
        "[...met].every((one) => !one.isConnected || one.closest('#own .holds:not(.bone), #answers, #onwards'))"
    )


@pytest.mark.no_cover
def test_who_presses_next_again_and_again_plays_no_card(spades: Browser) -> None:
    spades.click("#answers [data-group=bid]:last-child")
    spades.until("!$('next').hidden")
    x, y = spades.middle("#next")
    while spades.ask("$('mine').hidden"):
        assert clicks(spades, x, y, 1000) in ([], ["press next"])
    assert clicks(spades, x, y, 1000) in ([], ["hint"])
    assert spades.middle("#mine")[0] > x + 50, "it never stands where Next stood"
    spades.click("#mine")
    spades.until("window.sent.does === 'plays' && window.sent.number >= 0")


@pytest.mark.no_cover
def test_a_long_refusal_is_read_whole_on_a_phone(spades: Browser) -> None:
    spades.size(390, 844)
    spades.ask("import('/asked.js').then(({refuses}) => refuses('A long sentence. '.repeat(12)))")
    assert spades.ask("$('remark').scrollHeight <= $('remark').clientHeight + 4")
    spades.size(1280, 800)


@only_with_page
@pytest.mark.no_cover
def test_the_box_keeps_its_size_when_a_bid_is_asked_and_said(spades: Browser) -> None:
    size = "JSON.stringify([$('box').offsetWidth, $('box').offsetHeight])"
    asked = spades.ask(size)
    spades.ask("document.querySelector('#answers [data-group=bid]').click()")
    spades.until("!document.querySelector('#answers [data-group=bid]') && window.quiet()")
    assert spades.ask(size) == asked


@only_with_page
@pytest.mark.no_cover
def test_the_second_click_of_two_asks_for_nothing_as_long_as_the_same_is_asked(spades: Browser) -> None:
    spades.ask("""window.fetch = async (place, more) => {
      window.orders.push(JSON.parse(more.body).do);
      return new Response('{"number": 0}');
    }; 0""")
    bid = spades.middle("#answers [data-group=bid]")
    assert [clicks(spades, *bid, after_ms) for after_ms in (0, 699, 1)] == [["answer"], [], ["answer"]]
