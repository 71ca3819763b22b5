"""Rook: cases that are too long for records."""

from __future__ import annotations

from companion.games.rook.rules import ROOK
from companion.rules.events import TrickTaken
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
