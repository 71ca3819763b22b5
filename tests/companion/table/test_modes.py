"""Modes that lie over each other: which one counts, and what is beneath."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_menu import NoDeck
from companion.inputs.questions import Question
from companion.table.choices import Page, Remedy
from companion.table.modes import (
    Damaged,
    EndingHere,
    Enrolling,
    Menu,
    Mode,
    OutOfTurn,
    Playing,
    Reading,
    Reporting,
    Revoke,
    ShuttingDown,
    SwitchedOff,
    answer_first,
    nearest,
    uncover,
    under,
)

ASKED = Question("Asked", ("yes", "no"))
PLAYING = Playing(2, (1,))
MENU = Menu(ASKED, (), PLAYING)
PROVEN = Revoke(ASKED, (Remedy.TAKE_BACK, Remedy.PLAY_ON))


@pytest.mark.parametrize(
    "over",
    [
        Reading(Page.RULES, MENU),
        EndingHere(MENU),
        ShuttingDown(MENU),
        SwitchedOff(MENU),
        Enrolling(NoDeck(), MENU),
        Reporting((Damaged("", "", ""),), Enrolling(NoDeck(), MENU)),
    ],
)
def test_what_lies_over_a_mode_hides_neither_the_menu_nor_the_match(over: Mode) -> None:
    assert uncover(over) == MENU
    assert under(over) == nearest(over, Playing) == PLAYING
    assert nearest(over, type(over)) is over
    assert nearest(over, Revoke) is None


def test_a_revoke_that_can_be_taken_back_and_a_card_out_of_turn_are_answered_before_the_next_card() -> None:
    assert answer_first(PROVEN)
    assert answer_first(Menu(ASKED, (), PROVEN))
    assert answer_first(Menu(ASKED, (), OutOfTurn(ASKED, (), (), 0)))
    for mode in (PLAYING, MENU, OutOfTurn(ASKED, (), (), 0), Revoke(ASKED, (Remedy.PLAY_ON, Remedy.SWAP))):
        assert not answer_first(mode)
