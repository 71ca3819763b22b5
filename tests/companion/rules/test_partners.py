"""Partners sit opposite and have one score."""

from __future__ import annotations

import pytest

from companion.rules.partners import SEATS, by_seat, one_score, partner, side
from companion.rules.statements import UnreadableError


def test_partners_sit_opposite_on_one_side() -> None:
    for seat in range(SEATS):
        assert (side(partner(seat)), partner(partner(seat))) == (side(seat), seat)
        assert {other for other in range(SEATS) if side(other) == side(seat)} == {seat, partner(seat)}
    assert {side(seat) for seat in range(SEATS)} == {0, 1}


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
