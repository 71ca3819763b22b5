"""The box can be put away: the cards have its room, nothing needs it, and it comes back where only it can tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.orders import Demonstrate, Do, GiveAnswer, How, LayCards, ToggleFault, Watch
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, played, shown, steps
from tests.companion.web.table_in_browser import READY, desk_of, does, presses
from tests.companion.web.test_layout import GEOMETRY, LOOKED_AT, SIZES, media
from tests.companion.web.test_motion import frozen_time, inside, paths
from tests.companion.web.test_picking import ASKS_NOBODY
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover  # see test_page.py

IS_THERE = "$('panel').checkVisibility() && $('reader').checkVisibility()"
WIDE = "document.querySelector('#trick .card').offsetWidth"


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Hearts against three computers, whose cards lie there: a person is to follow."""
    root = tmp_path_factory.mktemp("away")
    with shown(browser.another(window=True), steps(dealt(root, "hearts", 1, 3), 3), root) as page:
        yield page


@pytest.fixture
def away(table: Browser) -> Iterator[Browser]:
    """The page after the box was put away; afterwards it is there."""
    table.size(*SIZES["desktop"])
    table.click("#put-away")
    table.until(f"!({IS_THERE})")
    yield table
    table.ask("$('panel').checkVisibility() || $('put-away').click()")


@only_with_page
def test_on_a_phone_too_low_for_box_and_trick_it_is_away_until_it_is_brought(table: Browser) -> None:
    table.size(*SIZES["phone"])
    try:
        table.call("Page.reload")
        table.until("document.querySelectorAll('.seat').length === 4")
        table.ask(READY)
        table.until(f"quiet() && {IS_THERE}")
        table.size(320, 480)  # turned upright
        table.until(f"!({IS_THERE})")
        assert table.ask(f"({GEOMETRY})()") == []
        table.size(320, 568)
        assert table.ask(f"({GEOMETRY})()") == []
        table.click("#put-away")
        table.until(IS_THERE)
        table.size(*SIZES["phone"])
        assert table.ask(IS_THERE)
    finally:
        table.size(*SIZES["desktop"])
        table.ask("localStorage.removeItem('box')")


@only_with_page
def test_on_a_phone_a_shelf_has_the_room_of_the_box(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "toriatama", 1, 3), tmp_path) as page:
        assert page.ask(IS_THERE)
        page.size(*SIZES["phone"])
        page.call("Page.reload")
        page.until("document.querySelectorAll('#centre .holds').length > 0")
        page.ask(READY)
        page.until(f"!({IS_THERE})")
        assert page.ask("document.querySelector('#centre .holds').clientHeight") > 30
        page.size(*SIZES["desktop"])


@only_with_page
def test_it_is_put_away_and_brought_back_by_mouse_and_keys_and_the_browser_remembers_it(away: Browser) -> None:
    assert away.ask("$('put-away').textContent") == "Show the box"
    assert away.nameless() == []
    away.call("Page.reload")
    away.until("document.querySelectorAll('.seat').length === 4")
    away.ask(READY)
    assert not away.ask(IS_THERE)
    away.ask("$('put-away').focus()")
    away.press("Enter")
    away.until(IS_THERE)
    assert away.ask("[$('put-away').textContent, document.activeElement.id]") == ["Put the box away", "put-away"]
    away.press("Enter")
    away.until(f"!({IS_THERE})")
    media(away, "forced-colors", "active")
    assert away.ask("getComputedStyle($('box')).borderTopWidth") == "0px"
    assert away.ask("getComputedStyle($('put-away')).borderTopWidth") != "0px"
    media(away)


def test_the_cards_have_its_room_and_nothing_overlaps(away: Browser) -> None:
    for name in LOOKED_AT:
        away.size(*SIZES[name])
        away.ask("new Promise(requestAnimationFrame)")
        assert away.ask(f"({GEOMETRY})()") == [], name
        large = away.ask(WIDE)
        away.ask("$('put-away').click()")
        assert large > away.ask(WIDE) * 1.1, name
        away.ask("$('put-away').click()")


def test_on_a_phone_a_trick_without_the_box_lies_between_the_players_and_the_hand(away: Browser) -> None:
    away.size(*SIZES["phone"])
    above, below = away.ask(
        "(([card, seats, talk]) => [card.top - seats.bottom, talk.top - card.bottom])(['#trick .play', '#others',"
        " '.talk'].map((one) => document.querySelector(one === '#others' ? '#others .seat' : one)"
        ".getBoundingClientRect()))"
    )
    assert 30 < above < below


def test_a_card_that_was_left_on_the_reader_is_lifted_when_the_page_comes_again(table: Browser) -> None:
    word = table.ask("document.querySelector('#own .holds:not([aria-disabled])').dataset.word")
    table.ask(f"import('/orders.js').then(one => one.order({{do: 'lay', cards: ['{word}'], how: 'rest'}}))")
    table.until("$('reader').matches('.full')")
    table.call("Page.reload")
    table.until("document.querySelectorAll('.seat').length === 4")
    table.ask(READY)
    table.until("window.quiet() && !$('reader').matches('.full')")


def test_on_a_phone_the_box_is_not_in_the_way_of_another_game(table: Browser) -> None:
    table.size(*SIZES["phone"])
    assert table.ask(IS_THERE)
    table.click("#show-new")
    table.until(f"$('new-game').checkVisibility() && !({IS_THERE})")
    table.click("#show-new")
    table.until(IS_THERE)


def test_a_card_that_is_carried_to_the_middle_is_laid_and_one_let_go_over_the_hand_is_not(away: Browser) -> None:
    away.ask(f"window.asks = window.fetch; {ASKS_NOBODY}")
    x, y = away.middle("#own .holds:not(.dim) .card")
    for to in ((x + 60, y), away.middle("#table")):
        for move, at in (("mouseMoved", (x, y)), ("mousePressed", (x, y)), ("mouseMoved", to), ("mouseReleased", to)):
            away.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", clickCount=1)
        laid = away.ask("window.taken.map(order => order.do)")
        assert laid == ([] if to[1] == y else ["lay"])
    assert not away.ask("count('.near')")
    away.ask("window.fetch = window.asks")


def test_the_cards_of_a_trick_above_and_below_lie_well_apart(table: Browser) -> None:
    table.size(*SIZES["desktop"])
    assert float(table.ask("getComputedStyle($('trick')).rowGap").removesuffix("px")) >= 20


def test_the_table_takes_a_card_while_the_box_lies_there_too(table: Browser) -> None:
    table.size(*SIZES["desktop"])
    assert table.ask(IS_THERE)
    table.ask(f"window.asks = window.fetch; {ASKS_NOBODY}")
    card, felt = table.middle("#own .holds:not(.dim) .card"), table.middle("#table")
    for move, at in (("mouseMoved", card), ("mousePressed", card), ("mouseMoved", felt), ("mouseReleased", felt)):
        table.call("Input.dispatchMouseEvent", type=move, x=at[0], y=at[1], button="left", clickCount=1)
    assert table.ask("window.taken.map(order => order.do)") == ["lay"]
    table.ask("window.fetch = window.asks")


def test_a_fault_brings_it_back_until_it_is_over(away: Browser) -> None:
    for name, there in (("on", True), ("off", False)):
        away.ask("document.querySelector('#faults input').click()")
        away.until(f"({IS_THERE}) === {str(there).lower()} && window.quiet()")
        assert away.ask("$('put-away').checkVisibility()") is not there, name


@only_with_page
@pytest.mark.usefixtures("moving")
def test_a_card_goes_from_the_rack_straight_into_the_trick(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "hearts", 1, 3), lambda view: "Your turn: lead" in view["asked"]["sentence"])
    with shown(browser, desk, tmp_path, 4.0) as page, frozen_time(page):
        page.ask("$('put-away').click()")
        page.ask("paced('slow')")
        page.ask("document.querySelector('#own .holds:not(.dim)').click()")
        rack = page.box("[data-at=left] .rack")
        page.until("count('#trick .play') === 2", 20)
        path = paths(page)[-1]
        assert inside(path["from"], rack)
        assert inside(path["to"], page.box("#trick"))
        page.ask("$('put-away').click()")


def test_the_view_says_when_only_the_box_can_tell_or_answer(tmp_path: Path) -> None:
    desk = steps(dealt(tmp_path, "hearts", 1, 3), 3)
    assert not desk.view()["needs_box"]
    assert presses(desk, "HOLD")["needs_box"], "its menu"
    assert not presses(desk, "BACK")["needs_box"]
    assert presses(desk, "DOWN")["needs_box"], "what it tells page by page"
    assert not presses(desk, "BACK")["needs_box"]
    playable = desk.view()["table"]["playable"]
    wrong = next(card["word"] for card in desk.view()["table"]["seats"][0]["hand"] if card["word"] not in playable)
    assert not does(desk, LayCards((wrong,)))["needs_box"], "the sentence says why a card is refused"
    assert presses(desk, "OK")["needs_box"], "what it is held against"
    assert not presses(desk, "BACK")["needs_box"]
    assert does(desk, LayCards((playable[0],), how=How.REST))["needs_box"], "a card that is to be taken up"
    assert not does(desk, Do.LIFT)["needs_box"]
    presses(desk, "HOLD", "UP")
    assert presses(desk, "OK")["asked"]["sentence"].startswith("Shut down.")
    assert desk.view()["needs_box"], "OK is held down there"
    assert not presses(desk, "BACK")["needs_box"]
    fault = desk.view()["faults"][0]["name"]
    assert does(desk, ToggleFault(fault))["needs_box"]
    assert not does(desk, ToggleFault(fault))["needs_box"]
    desk.take(Watch("hearts", 1.0))
    desk.turn()
    assert desk.view()["needs_box"], "an example shows how it is used"
    assert not does(desk, Demonstrate(0.0))["needs_box"], "it has stopped"


@only_with_page
def test_no_view_of_an_answer_or_of_what_is_taken_back_wants_the_box(tmp_path: Path) -> None:
    """Hands press its buttons for them."""
    desk = steps(desk_of(tmp_path, "spades"), 3)
    for place in (0, -1):
        asked = desk.view()["asked"]
        assert asked
        assert asked["undo"]
        desk.take(GiveAnswer(place, asked["number"]))
        seen = set()
        while desk.busy:
            desk.turn()
            seen.add(desk.view()["needs_box"])
        assert seen == {False}
