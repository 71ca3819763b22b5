"""Partners sit opposite and have one score."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.rules.game import Setup
from companion.rules.partners import (
    SEATS,
    SIDES,
    by_seat,
    partner,
    partner_of,
    side,
    sides_of,
    where_both_have_the_target,
)
from companion.rules.partners_game import one_score, refuse_ended
from companion.rules.statements import UnreadableError
from companion.support.values import replace


def test_partners_sit_opposite_on_one_side() -> None:
    for seat in range(SEATS):
        assert (side(partner(seat)), partner(partner(seat))) == (side(seat), seat)
        assert {other for other in range(SEATS) if side(other) == side(seat)} == {seat, partner(seat)}
    assert [[side(seat) for seat in members] for members in SIDES] == [[0, 0], [1, 1]]


def test_each_seat_has_what_its_side_has() -> None:
    sides = (-70, 45)
    assert by_seat(sides) == tuple(sides[side(seat)] for seat in range(SEATS))


@pytest.mark.parametrize(
    ("said", "scores"),
    [({}, (0, 0, 0, 0)), ({2: 95}, (95, 0, 95, 0)), ({1: -70, 3: -70, 0: 5}, (5, -70, 5, -70)), ({3: 0}, (0, 0, 0, 0))],
)
def test_a_score_of_one_partner_is_that_of_both(said: dict[int, int], scores: tuple[int, ...]) -> None:
    assert one_score(said) == scores


@pytest.mark.parametrize("said", [{0: 5, 2: 10}, {1: 0, 3: 5}])
def test_two_scores_of_one_side_contradict_each_other(said: dict[int, int]) -> None:
    with pytest.raises(UnreadableError, match="partners have one score"):
        one_score(said)


@pytest.mark.parametrize("game", GAMES)
def test_partners_are_those_who_have_one_score(game: str) -> None:
    for seats in GAMES[game].players:
        opposite = game in {"rook", "spades", "euchre"}
        partners: list[int | None] = [2, 3, 0, 1] if opposite else [None] * seats
        assert sides_of(GAMES[game], seats) == (SIDES if opposite else tuple((seat,) for seat in range(seats)))
        assert [partner_of(GAMES[game], seats, seat) for seat in range(seats)] == partners


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((490, 500), ("", "")),
        ((500, 505), ("More points win", "Both sides have 500 or more: more points win")),
        ((505, 505), ("A tie: one more deal", "Both sides have 505: equal at 500 or more, so another deal is played")),
    ],
)
def test_where_both_sides_have_the_target_more_points_win(scores: tuple[int, int], words: tuple[str, str]) -> None:
    assert where_both_have_the_target(Setup(4, 0, (0,) * 4, {"target": "500"}), by_seat(scores)) == words


def test_a_match_does_not_begin_with_scores_that_end_it() -> None:
    def begin(*scores: int) -> None:
        refuse_ended(500, by_seat(scores), -200)

    begin(495, -195)
    with pytest.raises(UnreadableError, match="a side has 500 or more"):
        begin(0, 500)
    with pytest.raises(UnreadableError, match="a side has -200 or less"):
        begin(-200, 0)


def test_a_side_at_the_floor_has_lost_where_no_total_wins() -> None:
    with pytest.raises(UnreadableError, match="a side has -200 or less"):
        refuse_ended(0, by_seat((-200, 0)), -200)


def test_a_game_without_a_house_rule_on_its_target_ends_at_its_own() -> None:
    def begin(target: int, *scores: int) -> None:
        replace(GAMES["euchre"], target=target).begin(Setup(4, 0, by_seat(scores)))

    begin(20, 19, 7)
    begin(0, 19, 7)  # no total ends it
    for target in 20, 1:
        with pytest.raises(UnreadableError, match=f"a side has {target} or more"):
            begin(target, target, 0)
