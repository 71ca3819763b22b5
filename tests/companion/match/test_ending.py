"""What is told when a match is over."""

from __future__ import annotations

import pytest

from companion.cards import signs
from companion.match.ending import Ending, Series, ending_of
from tests.cases import for_each
from tests.evening import RECORDS, match_of, whole
from tests.torture import every_so_many


def ending(record: str, before: Series | None = None) -> Ending:
    found = ending_of(match_of(*whole(record)), before)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("record", "deal", "taker", "played", "worth"),
    [
        ("hearts-whole-match", 5, 0, "J♣", 15),
        ("rook-whole-match", 3, 1, "Rook", 40),
        ("spades-whole-match", 14, 3, "A♠", 0),
        ("euchre-whole-match", 3, 2, "J♦", 0),
        ("birdhead-whole-match", 2, 2, "11 10", 0),
        ("birddog-whole-match", 3, 1, "Q♣", 0),
    ],
)
def test_the_best_trick_counts_most_or_was_taken_by_the_strongest_cards(
    record: str, deal: int, taker: int, played: str, worth: int
) -> None:
    best = ending(record).best
    assert best is not None
    assert (best.deal, best.taker, signs(best.played), best.worth) == (deal, taker, played, worth)
    assert {*best.played} <= {*best.cards}


def test_a_trick_that_was_taken_back_is_not_the_best_one() -> None:
    header = ("game rook", "players North East South West", "dealer West", "score West 250")
    bidding = ("deal", "North pass", "East pass", "South pass", "West bid 80", "West lays", "West trump yellow")
    revoke = ("North 13G", "East 6G", "South 8G", "West 9G", "North 10G", "East 5G", "South 14R", "West 14G")
    rest = ("West claims", "North agrees", "East agrees", "South agrees")
    found = ending_of(match_of(*header, *bidding, *revoke, "back South 14R", "South 7G", "West 14G", *rest), None)
    assert found is not None
    assert found.best is not None
    assert (signs(found.best.cards), found.best.worth) == ("10G 5G 7G 14G", 25)


def test_a_game_without_tricks_has_no_best_one() -> None:
    assert ending("bonehead-full-match").best is None
    assert ending("toriatama-full-match").best is None


@pytest.mark.parametrize(
    ("record", "seats", "change", "step", "number"),
    [
        ("rook-whole-match", (1, 3), 120, "deal", 5),
        ("spades-whole-match", (1, 3), 71, "deal", 10),
        ("bonehead-full-match", (1,), -2, "turn", 15),
    ],
)
def test_the_biggest_turn_is_the_best_change_of_a_standing_for_who_made_it(
    record: str, seats: tuple[int, ...], change: int, step: str, number: int
) -> None:
    turn = ending(record).turn
    assert turn is not None
    assert (turn.seats, turn.change, turn.step, turn.number) == (seats, change, step, number)


def test_a_deal_whose_score_was_corrected_by_hand_is_not_the_biggest_turn() -> None:
    lines = whole("rook-whole-match")
    second = lines.index("deal", lines.index("deal") + 1)
    third = lines.index("deal", second + 1)
    lines[third + 1 : third + 1] = ["correct Ann -130 agreed"]
    lines[second + 1 : second + 1] = ["correct Ann +130 agreed"]
    found = ending_of(match_of(*lines), None)
    assert found is not None
    assert found.turn is not None
    assert (found.turn.seats, found.turn.change, found.turn.number) == ((1, 3), 120, 5)


def test_where_every_point_is_a_bad_one_there_is_no_biggest_turn() -> None:
    assert ending("hearts-whole-match").turn is None


def test_a_match_of_one_deal_has_no_biggest_turn() -> None:
    assert ending("euchre-target-5").turn is None


def test_revokes_are_those_that_stand_by_seat() -> None:
    assert ending("birddog-remedy-changes-the-winner").revokes == (0, 2, 0)
    assert ending("birddog-whole-match").revokes == (0, 0, 0)


def test_a_match_that_nobody_has_won_has_no_ending() -> None:
    assert ending_of(match_of(*whole("birddog-full-deal")), None) is None
    assert ending_of(match_of(*whole("birddog-whole-match"), "undo"), None) is None


def test_the_series_counts_this_match() -> None:
    assert ending("birddog-whole-match").series is None
    assert ending("birddog-whole-match", Series(2, (1, 1, 0))).series == Series(3, (1, 1, 1))
    assert ending("rook-whole-match", Series(0, (0, 0, 0, 0))).series == Series(1, (0, 1, 0, 1))


@for_each("record", every_so_many(4, RECORDS))
def test_every_match_that_is_over_has_an_ending(record: str) -> None:
    match = match_of(*whole(record))
    found = ending_of(match, None)
    assert (found is not None) == bool(match.winners)
    if found is not None:
        assert found.winners == match.winners
        assert sorted(seat for side in found.sides for seat in side) == [*range(len(found.revokes))]
