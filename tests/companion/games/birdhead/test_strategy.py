"""BirdHead at the lower levels: right moves, and the choices of heuristics."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from companion.games.birdhead.strategy import BirdHeadStrategy
from companion.games.registry import GAMES
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from tests.companion.players.seats import match_of, may_say, says
from tests.companion.players.tables import moments

STRATEGY = BirdHeadStrategy()

BOB = "hand Bob 2 4 4 4 6 8 9 10 11 11"


@pytest.mark.parametrize(
    ("led", "greedy", "easy", "normal"),
    [
        ("Ann 5", "Bob 11", "Bob 6", "Bob 8"),
        ("Ann 11", "Bob 11", "Bob 11", "Bob 11"),
        ("Ann 5 5", "Bob 11 11", "Bob 6 8", "Bob 6 8"),
        ("Ann 11 11 11", "Bob 2 4 4", "Bob 2 4 4", "Bob 2 4 4"),
    ],
    ids=["one", "the highest", "two", "what nobody can match"],
)
def test_how_a_lead_is_followed(led: str, greedy: str, easy: str, normal: str) -> None:
    match = match_of("birdhead", "deal", BOB, led)
    assert [says(match, "Bob", level) for level in ("greedy", "easy", "normal")] == [greedy, easy, normal]


def test_what_is_led() -> None:
    match = match_of("birdhead", "deal", "hand Ann 2 3 5 5 7 7 7 10 10 10")
    assert says(match, "Ann", "greedy") == "Ann 10 10 10"  # the longest set, of equals the highest
    assert says(match, "Ann", "easy") == "Ann 3"  # a low card, not the lowest
    assert says(match, "Ann", "normal") == "Ann 7 7 7"  # the middle


def test_near_the_end_the_high_cards_go_first() -> None:
    match = match_of(
        "birdhead",
        "deal",
        "hand Ann 2 3 7 8 8 8 9 9 9 11",
        *("Ann 8 8 8", "Bob 8 9 10", "Cid 10 10 10", "Dot 11 11 11"),
        *("Dot 2 2 2", "Ann 9 9 9", "Bob 9 10 11", "Cid 2 3 3"),
        *("Bob 3", "Cid 4", "Dot 4"),
    )
    assert says(match, "Ann", "normal") == "Ann 11"
    assert says(match, "Ann", "easy") == "Ann 7"


def test_one_card_is_left_for_the_last_trick_and_everybody_opens_it() -> None:
    order = ("Ann Bob Cid Dot", "Dot Ann Bob Cid", "Cid Dot Ann Bob", "Bob Cid Dot Ann")  # the last match leads
    said = [f"{name} {rank}" for rank in range(2, 11) for name in order[(rank - 2) % 4].split()]
    match = match_of("birdhead", "deal", "hand Cid 2 3 4 5 6 7 8 9 10 11", *said)
    assert may_say(match, "Cid") == ["Cid 11"]


def test_who_was_not_scanned_has_nothing_to_say() -> None:
    match = match_of("birdhead", "deal", "dealt Ann 7")
    assert may_say(match, "Ann") == []
    assert says(match, "Ann", "strong") == ""


def test_who_is_not_asked_has_nothing_to_say() -> None:
    match = match_of("birdhead", "deal", BOB)
    assert says(match, "Bob", "normal") == ""


@pytest.mark.parametrize("options", [{}, {"bar": "max-of-all"}], ids=["last-match", "max-of-all"])
def test_what_may_be_said_is_what_the_referee_takes(options: dict[str, str]) -> None:
    for match in moments(GAMES["birdhead"], player(GAMES["birdhead"], "random"), Random(5), options):
        view = SeatView.of(match, match.expects.seats[0])
        moves = [" ".join(card.rank for card in move.cards) for move in STRATEGY.moves(view)]
        assert sorted(moves) == sorted(_taken(view))


def _taken(view: SeatView) -> set[str]:
    """Every choice of ranks from the hand that the referee takes, tried one by one."""
    hand = [card.face for card in view.game.deck.cards(view.state.now.knowledge.known[view.seat])]
    least, most = view.expects.pieces
    plays = {cards for number in range(least, min(most, 3) + 1) for cards in combinations(hand, number)}
    said = (Statement(PLAY, view.seat, cards) for cards in plays)
    right = (move.cards for move in said if isinstance(view.game.judge(view.state, move), Legal))
    return {" ".join(card.rank for card in cards) for cards in right}
