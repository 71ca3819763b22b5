"""Spades at the lower levels: what is bid, and single cards."""

from __future__ import annotations

from functools import partial

import pytest

from companion.games.registry import GAMES
from companion.games.spades.playout import SpadesPosition
from companion.players.levels import strategy_of
from companion.players.playouts.tricks import ANY_CARD
from companion.players.seat_view import SeatView
from tests.companion.players.seats import says
from tests.evening import right_match

HEADER = "game spades\nplayers Ann Bob Cid Dot\ndealer Dot\ndeal"
BIDS = "Ann bid 3", "Bob bid 3", "Cid bid 3", "Dot bid 3"
match_of = partial(right_match, HEADER)
OWN = "7S 6S 2S KH 9H 4H QD 9D 5D 3D QC 9C 3C"


@pytest.mark.parametrize("game", ["spades", "rook", "euchre"])
def test_points_more_for_a_side_are_worth_so_many_more(game: str) -> None:
    worth = strategy_of(GAMES[game]).worth
    assert worth((61, 20, 61, 20), 2) - worth((31, 20, 31, 20), 2) == 30


@pytest.mark.parametrize(
    ("held", "easy", "normal"),
    [
        ("AS KS 4S 3S AH 5H 4H KD 6D 5D AC 8C 7C", 6, 5),
        ("QS 9S 8S 6S 2S KH 4H QD 6D 5D 8C 7C 3C", 3, 3),
        ("9S 6S 2S 10H 8H 4H 3H 9D 5D 2D 7C 3C 2C", 1, 0),
        ("JS 6S 2S 10H 8H 4H 3H 9D 5D 2D 7C 3C 2C", 1, 1),
        ("9S 6S 2S AH KH QH JH 9D 5D 2D 7C 3C 2C", 2, 2),
    ],
    ids=["a strong hand", "long spades", "nil", "a high spade is no nil", "only high hearts are no nil"],
)
def test_bids_by_hand(held: str, easy: int, normal: int) -> None:
    match = match_of(f"hand Ann {held}")
    assert says(match, "Ann", "easy") == f"Ann bid {easy}"
    assert {says(match, "Ann", level) for level in ("normal", "strong")} == {f"Ann bid {normal}"}


@pytest.mark.parametrize(
    ("held", "led"),
    [
        ("7S 6S 2S AH QH 4H 3H KD QD 5D QC JC KC", "AH"),
        ("7S 6S 2S JH QH 4H 3H KD QD 5D QC JC KC", "5D"),
        ("7S 6S 2S JH QH 4H 3H AD QD 5D 4D JC AC", "AC"),
    ],
    ids=["the highest that is left", "low from the shortest suit", "of the suit of which others have more"],
)
def test_normal_leads_what_nobody_beats(held: str, led: str) -> None:
    assert says(match_of(f"hand Ann {held}", *BIDS), "Ann") == f"Ann {led}"


@pytest.mark.parametrize(
    ("led", "then", "easy", "normal"),
    [("5H", "6H", "9H", "KH"), ("8H", "2H", "4H", "KH"), ("10H", "2H", "4H", "4H"), ("QH", "AH", "4H", "4H")],
    ids=["over a rival", "over a low card of the partner", "not over a ten of the partner", "not under an ace"],
)
def test_the_third_hand_plays_high(led: str, then: str, easy: str, normal: str) -> None:
    match = match_of(f"hand Cid {OWN}", *BIDS, f"Ann {led}", f"Bob {then}")
    assert [says(match, "Cid", level) for level in ("easy", "normal")] == [f"Cid {easy}", f"Cid {normal}"]


def test_a_nil_stays_below_and_is_left_the_trick_by_normal_rivals() -> None:
    nil = "Ann bid 3", "Bob bid 0", "Cid bid 3", "Dot bid 3"
    assert says(match_of(f"hand Bob {OWN}", *nil, "Ann 10H"), "Bob") == "Bob 9H"
    taking = match_of(f"hand Cid {OWN}", *nil, "Ann 5H", "Bob 6H")
    assert [says(taking, "Cid", level) for level in ("easy", "normal")] == ["Cid 9H", "Cid 4H"]


def test_normal_leads_low_where_a_rival_keeps_nil() -> None:
    assert says(match_of(f"hand Ann {OWN}", "Ann bid 3", "Bob bid 0", "Cid bid 3", "Dot bid 3"), "Ann") == "Ann 3D"


@pytest.mark.parametrize(
    ("theirs", "easy", "normal"), [(1, "QH", "4H"), (5, "QH", "QH")], ids=["both sides have made it", "to be set"]
)
def test_normal_takes_no_more_than_its_bid_unless_the_others_lack_tricks(theirs: int, easy: str, normal: str) -> None:
    bids = "Ann bid 1", f"Bob bid {theirs}", "Cid bid 1", f"Dot bid {theirs}"
    clubs = "Ann AC", "Bob 2C", "Cid 3C", "Dot 4C", "Ann KC", "Bob 5C", "Cid 6C", "Dot 7C"
    diamonds = "Ann 3D", "Bob AD", "Cid 4D", "Dot 5D", "Bob KD", "Cid 6D", "Dot 7D", "Ann 2D"
    held = "hand Ann 7S 6S 2S AH QH 4H 2H 3D 2D AC KC 9C 8C"
    match = match_of(held, *bids, *clubs, *diamonds, "Bob 5H", "Cid 3H", "Dot 6H")
    assert [says(match, "Ann", level) for level in ("easy", "normal")] == [f"Ann {easy}", f"Ann {normal}"]


def test_positions_know_who_keeps_nil() -> None:
    """Blind or not, until the first trick."""
    bids = "Ann bid 0", "Bob bid 3", "Cid bid 0", "Dot bid 3"
    states = [match_of(*bids).state, match_of(*bids, "Ann AC", "Bob 2C", "Cid 3C", "Dot 4C").state]
    hands = [0b1111 << 13 * seat for seat in range(4)]
    assert [SpadesPosition.of(state, hands).ducks for state in states] == [
        (ANY_CARD, 0, ANY_CARD, 0),
        (0, 0, ANY_CARD, 0),
    ]


def test_nobody_says_what_it_has_not_seen() -> None:
    assert says(match_of(), "Ann") == ""
    assert strategy_of(GAMES["spades"]).moves(SeatView.of(match_of(*BIDS), 0)) == ()
