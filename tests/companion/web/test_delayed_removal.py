"""A card that would be gone at once is seen for a moment: one that goes with the pile into a hand, and the last one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.inputs.inputs import Button
from companion.match.match import Match
from companion.runtime.loop import TURN_S
from companion.simulation.box import LAY_S
from companion.web.autoplay import PAUSES
from companion.web.delayed_removal import SEEN_S, SWEPT_S, cards_taken_with_pile, ends_match, has_delayed_removal, pile
from companion.web.hands import AWAY_S
from companion.web.orders import Ahead, Begin, Do, Order, Pace, PressNext, Push, SetPace
from companion.web.view import standing
from companion.web.virtual_table import VirtualTable
from tests.companion.scoreboard.phases import whole
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import asked, desk_of, does, opened, turns
from tests.companion.web.test_layout import begin, goes_on
from tests.evening import begun
from tests.torture import only_with_page, so_many

UNDER_WAY_S = LAY_S + AWAY_S + 0.2
"""At most, from the reader to the pile."""

SEED, COMPUTERS = 3, 2
"""Where the person turns a bone that is too low, and wins with another one."""


def until(desk: VirtualTable, there: Callable[[Match], object]) -> Mapping[str, Any]:
    """The next sensible thing again and again, until this is true; what is shown then."""
    for _ in range(400):
        desk.take(Do.NEXT)
        for _ in range(200):
            if there(desk.table.playing):
                return desk.view()
            if not (desk.busy or desk.hurries):
                break
            desk.turn()
    raise AssertionError("never there")


@pytest.fixture
def desk(tmp_path: Path) -> VirtualTable:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.FAST), Begin("bonehead", seats=seats(3, COMPUTERS, "gentle"), seed=SEED))
    return desk


def middle(view: Mapping[str, Any]) -> list[str]:
    return [card["word"] for play in view["table"]["middle"] for card in play["cards"]]


def hand(view: Mapping[str, Any]) -> list[str]:
    return [card["word"] for card in view["table"]["seats"][0]["hand"]]


def seconds_until(desk: VirtualTable, there: Callable[[Mapping[str, Any]], object]) -> float:
    """By the table's own clock."""
    began = desk.hands.box.wires.clock.now()
    while not there(desk.view()):
        desk.turn()
    return desk.hands.box.wires.clock.now() - began


@only_with_page
def test_a_bone_that_is_too_low_lies_on_the_pile_for_a_moment_before_both_are_in_the_hand(desk: VirtualTable) -> None:
    view = until(desk, cards_taken_with_pile)
    turned = desk.table.playing.said
    assert turned is not None
    assert middle(view)[-1] == str(turned.cards[0])
    assert len(middle(view)) > 1
    assert not set(hand(view)) & set(middle(view))
    assert (view["table"]["turn"], view["asked"]["sentence"]) == ([1], "Tom thinks.")
    assert SEEN_S <= seconds_until(desk, hand) <= SEEN_S + UNDER_WAY_S
    assert set(hand(desk.view())) == set(middle(view))


@only_with_page
def test_the_bone_is_told_until_the_own_next_turn(desk: VirtualTable) -> None:
    view = until(desk, cards_taken_with_pile)
    told = view["asked"]["news"][0]
    assert told.startswith("You turn ")
    assert told.endswith(f": too low, and take {len(middle(view))} cards.")
    after = does(desk, Do.MY_TURN)
    assert desk.table.playing.expects.seats == (0,)
    assert len(after["asked"]["news"]) == 1 + COMPUTERS
    assert after["asked"]["news"][0] == told


@only_with_page
def test_any_order_goes_on_at_once_and_next_does_no_more_than_that(desk: VirtualTable) -> None:
    view = until(desk, cards_taken_with_pile)
    match = desk.table.match
    desk.take(Do.NEXT)
    assert set(hand(desk.view())) == set(middle(view))
    assert desk.table.match is match


def test_a_press_is_not_lost_while_the_bone_lies_there(desk: VirtualTable) -> None:
    view = until(desk, cards_taken_with_pile)
    desk.take(Push(Button.UP, down=True))
    desk.turn()
    assert desk.view()["box"]["down"] == ["UP"]
    assert set(hand(desk.view())) == set(middle(view))


def test_a_match_ends_for_people_when_its_last_card_was_seen(desk: VirtualTable) -> None:
    view = until(desk, ends_match)
    assert (view["table"]["over"], view["table"]["ending"]) == (False, None)
    assert middle(view)[-1] == str(desk.table.playing.said.cards[0])  # type: ignore[union-attr]
    assert view["asked"]["sentence"] == "You win the game."
    assert "You win the game." not in view["asked"]["news"][-1]
    last_s = PAUSES[Pace.FAST].last_s
    assert last_s <= seconds_until(desk, lambda view: view["table"]["over"]) <= last_s + UNDER_WAY_S
    assert asked(desk)["news"][-1] == (
        "You turn a bone: 9♦. You win the game. "
        "Tom has the most cards left: the bonehead. First out wins, then fewest cards left: 1. You, 2. James, 3. Tom."
    )


@pytest.mark.parametrize("pace", so_many([Pace.AT_ONCE], [*Pace]))
def test_the_last_trick_of_a_match_is_seen_and_goes_to_its_taker_before_the_end_is_told(
    pace: Pace, tmp_path: Path
) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    desk = desk_of(tmp_path)
    desk.take(SetPace(pace))
    view = until(desk, ends_match)
    assert [len(view["table"]["middle"]), view["table"]["over"], view["table"]["ending"]] == [3, False, None]
    assert (asked(desk)["sentence"], asked(desk)["answers"]) == ("Cid wins the game.", [])
    assert [seat["stands"] for seat in view["table"]["seats"]] == [*standing(desk.table.playing)], "as it says who wins"
    assert 2 <= PAUSES[pace].last_s <= seconds_until(desk, lambda view: not middle(view)) + TURN_S
    view = desk.view()
    assert (view["table"]["took"], view["table"]["over"], view["table"]["ending"]) == (None, False, None)
    assert seconds_until(desk, lambda view: view["table"]["over"]) >= SWEPT_S
    assert (middle(desk.view()), desk.view()["table"]["ending"]["winners"]) == ([], [2])


@pytest.mark.parametrize("order", [Do.NEXT, PressNext(Ahead.PLAYS)])
def test_next_hides_no_last_play_and_begins_no_other_game(desk: VirtualTable, order: Order) -> None:
    view = until(desk, ends_match)
    lies, over = middle(view), desk.table.match
    for _ in range(int(2 / TURN_S)):
        desk.take(order)
        view = turns(desk, 1)
        assert (middle(view), view["table"]["ending"]) == (lies, None)
        assert view["moments"]["latest"][-1]["text"].endswith("Tom is the bonehead.")
    view = does(desk)
    assert desk.table.match is over
    assert view["table"]["ending"]["winners"] == [0]
    assert view["table"]["ending"]["remark"][1].endswith("wins, then fewest cards left: 1. You, 2. James, 3. Tom")


@only_with_page
def test_a_power_cut_while_the_bone_lies_there_shows_what_is_true_when_it_is_back(desk: VirtualTable) -> None:
    view = until(desk, cards_taken_with_pile)
    after = does(desk, Do.UNPLUG)
    assert set(hand(after)) == set(middle(view))


@only_with_page
def test_a_bone_of_a_computer_that_is_too_low_is_neither_shown_nor_named(desk: VirtualTable) -> None:
    def goes_into_a_rack(match: Match) -> bool:
        said = match.said
        turned = said is not None and said.word == "bone" and said.seat in match.header.computers
        return turned and not pile(match) and not match.events

    view = until(desk, goes_into_a_rack)
    assert not has_delayed_removal(desk.table.match)
    assert " turns a bone: too low, and takes " in " ".join(view["asked"]["news"])


WATCHED = """
window.lain = [];
new MutationObserver(() => {
  const told = $('remark').textContent, top = document.querySelector('#trick .pile [data-word]:last-child');
  if (/You turn .* too low/.test(told) && top) window.lain.push([told, top.ariaLabel, count('#own .hand')]);
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
"""What is told of a bone while it lies on the pile, as people see it."""


@only_with_page
@pytest.mark.no_cover
def test_the_page_shows_the_bone_on_the_pile_while_it_tells_of_it(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, 30.0):
        browser.size(390, 844)
        browser.ask(WATCHED)
        begin(browser, "bonehead", 3, computers=COMPUTERS, seed=SEED, level="gentle")
        browser.ask("paced('at once')")
        goes_on(browser, 320, "window.lain.length > 0")
        told, top, hand = browser.ask("window.lain[0]")
        assert "5♥" in told or "five of hearts" in told
        assert top == "5 of hearts"
        assert hand == 0
