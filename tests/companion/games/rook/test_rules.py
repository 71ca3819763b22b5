"""Rook: cases that are too long for records."""

from __future__ import annotations

import pytest

from companion.games.rook.rules import ROOK
from companion.match.checker import answers
from companion.rules.events import TrickTaken
from companion.screens.current_screen import screen_for
from companion.screens.glyphs import LARGE
from companion.screens.layouts import lines_of
from companion.screens.picture import line_width
from companion.support.messages import spoken_in
from tests.companion.table.pure_table import done, table_of
from tests.evening import match_of

RED_BY_ANN = ["deal", "Ann bid 70", "Bob pass", "Cid pass", "Dee pass", "Ann lays", "Ann trump red"]
HEADER = ["game rook", "players Ann Bob Cid Dee", "dealer Dee"]


def test_three_hundred_points_win_and_one_less_does_not() -> None:
    state = match_of(*HEADER, "deal").state
    assert ROOK.winners_of(state, (300, 295, 300, 295)) == (0, 2)
    assert ROOK.winners_of(state, (295, 310, 295, 310)) == (1, 3)
    assert ROOK.winners_of(state, (299, 295, 299, 295)) == ()
    assert match_of(*HEADER, "score Ann 299", "deal").scores == (299, 0, 299, 0)


def test_a_rook_that_is_low_is_lower_than_the_five_of_trump() -> None:
    trick = ["Ann Rook", "Bob 5R", "Cid 5B", "Dee 6B"]
    for rank, winner in ("low", 1), ("high", 0):
        match = match_of(*HEADER, f"option rook-rank {rank}", *RED_BY_ANN, *trick)
        assert [event.winner for event in match.events if isinstance(event, TrickTaken)] == [winner]


def test_the_nest_is_scanned_once() -> None:
    nest = "nest 5Y 8Y 6G 7G 11B"
    *_, last = answers("\n".join([*HEADER, "deal", nest, nest]), {"rook": ROOK})
    assert last.as_json()["reason"].startswith("“nest” stands once")


@pytest.mark.parametrize(("language", "large"), [("en", "BLACK LED"), ("de", "SCHWARZ!"), ("fr", "NOIR JOUÉ")])
def test_a_refusal_names_the_colour_led(language: str, large: str) -> None:
    led = table_of("|".join([*HEADER, "deal", "hand Bob 5B 6G 7G 8G 9G 11G 12G 13G 14G", *RED_BY_ANN[1:], "Ann 14B"]))
    with spoken_in(language):
        assert [*lines_of(screen_for(done(led, "6G").table))][2] == large
    assert LARGE.width(large) <= line_width()
