"""Bonehead with scanned hands on the whole machine: drawn cards are tapped face down, or left out by the next play."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.bonehead.rules import BONEHEAD
from companion.screens.current_screen import screen_for
from companion.table.state import Refused
from companion.testing.screens import canvas_of
from tests.evening import Evening, below_the_top
from tests.slots import slots

ANN = ("4C", "4D", "9S", "KH", "QH", "QD")
BOB = ("5C", "6C", "9H", "AH", "KD", "JD")
LAID = ("KH", "QH", "QD", "AH", "KD", "JD")


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    """Ann and Bob, both hands scanned, all heads laid; it is Ann's turn and she holds 4C 4D 9S, Bob 5C 6C 9H."""
    evening = Evening(tmp_path, games={"bonehead": BONEHEAD}, regulars=("Ann", "Bob"))
    evening.does(*("OK",) * 5, "DOWN", "OK", *ANN, *BOB, *LAID)
    assert evening.saved()[-1] == "Bob heads AH KD JD"
    return evening


def said(evening: Evening) -> list[str]:
    """What was said since the heads were laid, without the notes."""
    lines = evening.story()
    return lines[lines.index("Bob heads AH KD JD") + 1 :]


def memo(evening: Evening) -> str:
    return slots(screen_for(evening.box.table)).memo


def shown(evening: Evening) -> str:
    evening.seen()
    return " ".join(canvas_of(screen_for(evening.box.table)).texts)


def test_a_drawn_card_closes_the_set_before_it_and_needs_no_press(table: Evening) -> None:
    table.does("4C", "7S")
    assert said(table) == ["Ann 4C", "Ann draws 7S"]
    assert table.box.table.playing.expects.seats == (1,)
    table.does("9H")
    assert [str(card) for card in table.box.table.begun.gathered] == ["9H"]


def test_the_count_closes_the_draw(table: Evening) -> None:
    table.does("4C", "4D", "OK")
    assert memo(table) == "Ann draws, taps 2 cards"
    table.does("3S")
    assert memo(table) == "Ann draws, taps 1 card"
    assert table.saved()[-1] == "; drawn 3S"
    table.does("8S")
    assert said(table) == ["Ann 4C 4D", "Ann draws 3S 8S"]
    assert "draw" not in memo(table)


def test_drawn_cards_may_be_laid_down_together(table: Evening) -> None:
    table.does("4C", "4D", "3S+8S")
    assert said(table)[0] == "Ann 4C 4D"
    assert sorted(said(table)[1].split()) == ["3S", "8S", "Ann", "draws"]


def test_a_drawn_card_of_the_rank_that_lies_there_joins_no_set_and_is_not_asked_for(table: Evening) -> None:
    table.does("4C", "4S")
    assert said(table) == ["Ann 4C", "Ann draws 4S"]
    assert not table.asks


def test_a_drawn_card_tapped_again_is_refused_and_played_by_nobody_else(table: Evening) -> None:
    table.does("4C", "7S", "7S")
    refusal = table.refusal
    assert (refusal.rule.name, refusal.card) == ("card-used", "")
    table.does("9H", "7S")
    assert said(table) == ["Ann 4C", "Ann draws 7S"]


def test_the_next_players_card_leaves_the_draw_unscanned_and_no_more_are_asked_for(table: Evening) -> None:
    table.does("4C", "OK", "5C", "OK")
    assert said(table) == ["Ann 4C", "Bob 5C"]
    assert not table.box.table.drawing
    assert memo(table) == "Bob draws 1 now"
    table.does("7D")
    assert [str(card) for card in table.box.table.begun.gathered] == ["7D"]


def test_who_has_drawn_half_may_leave_the_rest_out(table: Evening) -> None:
    table.does("4C", "4D", "3S", "9H", "OK")
    assert said(table) == ["Ann 4C 4D", "Bob 9H"]
    assert not table.box.table.begun.drawn


def test_back_drops_what_was_tapped_of_a_draw(table: Evening) -> None:
    table.does("4C", "4D", "3S", "BACK")
    assert memo(table) == "Ann draws, taps 2 cards"
    table.does("8S", "7S")
    assert said(table)[-1] == "Ann draws 8S 7S"


@pytest.mark.parametrize("dropped", [(), ("BACK",)])
def test_a_draw_that_is_cut_off_goes_on_where_it_was(table: Evening, dropped: tuple[str, ...]) -> None:
    table.does("4C", "4D", "3S", *dropped)
    before, drawn = table.seen(), table.box.table.begun.drawn
    table.again()
    assert below_the_top(table.seen()) == below_the_top(before)
    assert table.box.table.begun.drawn == drawn
    table.does("8S", *(("7S",) if dropped else ()))
    assert said(table)[-1] == f"Ann draws {'8S 7S' if dropped else '3S 8S'}"


def test_a_ten_is_followed_by_the_draw_and_the_same_players_card(table: Evening) -> None:
    table.does("4C", "10S", "5C", "7S", "10S", "8S")
    assert said(table) == ["Ann 4C", "Ann draws 10S", "Bob 5C", "Bob draws 7S", "Ann 10S", "Ann draws 8S"]
    table.does("4D", "OK")
    assert said(table)[-1] == "Ann 4D"


@pytest.mark.parametrize("again", ["3S", "3S+8S", "8S+7S", "8S+9H"])
def test_a_drawn_card_that_is_refused_is_not_shown(table: Evening, again: str) -> None:
    table.does("4C", "4D", "3S", again)
    assert isinstance(table.overlay, Refused)
    assert not {"3♠", "7♠", "8♠"} & set(shown(table).split())
    table.does("8S")
    assert said(table)[-1] == "Ann draws 3S 8S"


@pytest.mark.parametrize("step", [(), ("8S",), ("UP",), ("HOLD",), ("HOLD", "DOWN", "OK"), ("8S", "HOLD", "OK")])
def test_no_screen_names_a_drawn_card(table: Evening, step: tuple[str, ...]) -> None:
    table.does("4C", "4D", "3S", *step)
    assert not {"3♠", "8♠", "3S", "8S"} & set(shown(table).split())


def test_an_undone_draw_is_tapped_again(table: Evening) -> None:
    table.does("4C", "7S", "HOLD", "OK", "8S")
    assert said(table) == ["Ann 4C", "Ann draws 7S", "undo", "Ann draws 8S"]


def test_where_hands_are_not_scanned_a_tap_after_a_play_is_the_next_players(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games={"bonehead": BONEHEAD}, regulars=("Ann", "Bob"))
    evening.does(*("OK",) * 6, *LAID, "4C", "OK")
    assert memo(evening) == "Ann draws 1 now"
    evening.does("7S")
    assert [str(card) for card in evening.box.table.begun.gathered] == ["7S"]
