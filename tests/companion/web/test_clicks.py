"""What somebody clicks is done at once, once, and to what was asked; what was told of it goes when play goes on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cards import SeatAssignment
from companion.inputs.inputs import Button
from companion.web.asked import BACK_AGAIN
from companion.web.orders import AtOnce, Begin, Do, GiveAnswer, LayCards, Leaving, Nest, Push
from companion.web.virtual_table import VirtualTable
from tests.companion.web.table_in_browser import desk_of, does, turns

COMPUTERS = tuple(SeatAssignment(name, "gentle") for name in ("Tom", "James", "Kathy"))
SCANNED = 60
"""Turns in which a deal of Hearts is scanned."""


def hand(desk: VirtualTable) -> list[str]:
    return [card["word"] for card in desk.view()["table"]["seats"][0]["hand"]]


def passes(desk: VirtualTable) -> int:
    """How many players have passed cards."""
    return sum(moment.said is not None and moment.said.word == "passes" for moment in desk.table.playing.this_deal())


@pytest.fixture
def hearts(tmp_path: Path) -> VirtualTable:
    """Ann and three computers, in the middle of the deal."""
    desk = desk_of(tmp_path)
    desk.take(Begin("hearts", seed=1, seats=(SeatAssignment("Ann"), *COMPUTERS)))
    turns(desk, 2)
    assert desk.table.scanning() is not None
    return desk


def until_asked(desk: VirtualTable) -> VirtualTable:
    while desk.view()["table"]["lays"] == 0 or desk.table.scanning() is not None or desk.table.called is not None:
        desk.turn()
    return desk


def test_cards_that_are_laid_face_down_are_tapped_at_once_and_stay_those(hearts: VirtualTable) -> None:
    chosen, others = hand(until_asked(hearts))[:3], hand(hearts)[3:6]
    before = passes(hearts)
    hearts.take(Nest(tuple(chosen)))
    turns(hearts, 6)
    assert passes(hearts) == before + 1
    hearts.take(Nest(tuple(others)))
    assert turns(hearts, 1)["remark"] == "Nothing is laid face down now."
    assert not set(chosen) & set(hand(hearts))
    assert set(others) <= set(hand(hearts))


def test_clicks_while_cards_are_dealt_neither_play_nor_wait_to_be_played(hearts: VirtualTable) -> None:
    held = hand(hearts)
    for order in (LayCards((held[0],)), Nest(tuple(held[:3]))):
        hearts.take(order)
        assert hearts.view()["remark"] == "The cards are still being dealt."
        assert hand(hearts) == held
        hearts = desk_of_dealing(hearts)
    hearts.take(Do.NEXT)
    assert hearts.table.scanning() is None
    assert passes(hearts) == 0


def desk_of_dealing(desk: VirtualTable) -> VirtualTable:
    """The same table, dealt once more."""
    desk.take(Begin("hearts", seed=1, seats=(SeatAssignment("Ann"), *COMPUTERS), leaving=Leaving.THROW_AWAY))
    turns(desk, 2)
    return desk


def test_what_was_told_of_another_game_does_not_stay_over_the_next_one(hearts: VirtualTable) -> None:
    told = turns(desk_of_dealing(hearts), 1)["remark"]
    assert told.startswith("Hearts with Ann, Tom, James and Kathy is thrown away.")
    assert turns(hearts, 30)["remark"] == told
    assert turns(hearts, 120)["remark"] == ""


def test_a_refusal_stays_as_long_as_the_same_is_asked(hearts: VirtualTable) -> None:
    told = does(until_asked(hearts), LayCards(("9Z",)))["remark"]
    assert turns(hearts, 200)["remark"] == told == "9Z has no tag in this deck."


def test_a_card_that_was_clicked_for_an_older_question_does_not_answer_a_new_one(playing: VirtualTable) -> None:
    """It would be right by now: whoever clicked it saw another question."""
    old = number(playing)
    assert middle(does(playing, LayCards(right(playing), number=old))) == 1
    late = does(playing, LayCards(right(playing), number=old))
    assert middle(late) == 1
    assert late["asked"]["refused"] == "The table asks something else by now."
    assert middle(does(playing, LayCards(right(playing), number=number(playing)))) == 2
    full = does(playing, LayCards(right(playing)))["table"]
    assert sum(seat["won"]["tricks"] for seat in full["seats"]) == 1  # swept already


def test_cards_that_were_chosen_for_an_older_question_are_not_given_away(hearts: VirtualTable) -> None:
    held, old = hand(hearts), number(until_asked(hearts))
    hearts.take(Nest(tuple(held[:3]), old ^ 1))
    assert turns(hearts, 1)["remark"] == "The table asks something else by now."
    assert hand(hearts) == held
    hearts.take(Nest(tuple(held[:3]), old))
    turns(hearts, 1)
    assert hand(hearts) != held


def number(desk: VirtualTable) -> int:
    asked = desk.view()["asked"]
    assert asked is not None
    return asked["number"]


def right(desk: VirtualTable) -> tuple[str, ...]:
    """The first card that a hint proposes."""
    hint = does(desk, AtOnce.HINT)["hint"]
    return tuple(hint["right"][:1])


def middle(view: Mapping[str, Any]) -> int:
    """How many cards of the trick lie there."""
    return sum(len(lying["cards"]) for lying in view["table"]["middle"])


def test_a_button_comes_up_by_itself_where_the_page_that_held_it_was_left(playing: VirtualTable) -> None:
    does(playing, Do.NEXT, Push(Button.UP, down=True))
    assert turns(playing, 10)["box"]["down"] == ["UP"]
    now = turns(playing, 100)
    assert now["box"]["down"] == []
    playing.take(GiveAnswer(BACK_AGAIN, now["asked"]["number"]))  # for which BACK is held as long as ever
    assert turns(playing, 10)["box"]["down"] == ["BACK"]
