"""Movements of every size, held against their definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from random import Random

import pytest

from companion.director.movements import individual, swiss
from companion.director.movements.individual import WHIST, whist
from companion.director.movements.pairs import WITHOUT_A_SQUARE, howell, mitchell, round_robin
from companion.director.movements.sittings import Meeting, PlannedRound, places
from tests.cases import for_each
from tests.torture import so_many

LARGEST = 200
"""Pairs at a hundred tables."""
ENTRANTS = so_many((*range(2, 25), 47, 64), (*range(2, 31), 47, 64, 99, 100, LARGEST))


def fits(rounds: Sequence[PlannedRound], entrants: int) -> None:
    """Everybody is at one table or sits out, in each round, and nobody sits out twice more than another."""
    for round_ in rounds:
        seated = [entrant for meeting in round_.meetings for entrant in meeting.entrants]
        assert sorted((*seated, *round_.out)) == list(range(entrants))
        tables = [meeting.table for meeting in round_.meetings]
        assert tables == sorted(set(tables))
    out = Counter(entrant for round_ in rounds for entrant in round_.out)
    counts = [out[entrant] for entrant in range(entrants)]
    assert max(counts) - min(counts) <= 1


def without_the_empty_place(rounds: Sequence[PlannedRound], entrants: int) -> list[PlannedRound]:
    return [round_.without(range(entrants, places(entrants))) for round_ in rounds]


def met(rounds: Sequence[PlannedRound]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(two) for round_ in rounds for meeting in round_.meetings for two in combinations(meeting.entrants, 2)
    )


def no_boards_twice(rounds: Sequence[PlannedRound]) -> None:
    played = [
        (entrant, meeting.board_set) for round_ in rounds for meeting in round_.meetings for entrant in meeting.entrants
    ]
    assert len(played) == len(set(played))


@for_each("entrants", ENTRANTS)
@for_each("movement", [round_robin, howell])
def test_everybody_meets_everybody_else_once(movement: Callable[[int], Sequence[PlannedRound]], entrants: int) -> None:
    rounds = without_the_empty_place(movement(entrants), entrants)
    assert len(rounds) == places(entrants) - 1
    fits(rounds, entrants)
    no_boards_twice(rounds)
    assert met(rounds) == Counter(frozenset(two) for two in combinations(range(entrants), 2))


@for_each("entrants", ENTRANTS)
@for_each("movement", [round_robin, howell])
def test_the_tables_of_a_round_count_from_one_without_a_gap(
    movement: Callable[[int], Sequence[PlannedRound]], entrants: int
) -> None:
    for planned_round in without_the_empty_place(movement(entrants), entrants):
        assert [meeting.table for meeting in planned_round.meetings] == list(range(1, entrants // 2 + 1))


@for_each("entrants", ENTRANTS)
def test_no_two_tables_of_a_howell_need_the_same_boards_at_once(entrants: int) -> None:
    if places(entrants) - 1 in WITHOUT_A_SQUARE:
        return
    for round_ in howell(entrants):
        assert len({meeting.board_set for meeting in round_.meetings}) == len(round_.meetings)


@for_each("entrants", ENTRANTS)
@for_each("fewer", [0, 1, 3])
def test_in_a_mitchell_each_pair_meets_others_of_the_other_direction_on_boards_of_its_own(
    entrants: int, fewer: int
) -> None:
    tables = places(entrants) // 2
    rounds = without_the_empty_place(mitchell(entrants, max(1, tables - fewer)), entrants)
    assert len(rounds) == max(1, tables - fewer)
    fits(rounds, entrants)
    no_boards_twice(rounds)
    assert set(met(rounds).values()) <= {1}
    for round_ in rounds:
        for meeting in round_.meetings:
            north_south, east_west = meeting.entrants
            assert north_south < tables <= east_west
        shared = len(round_.meetings) - len({meeting.board_set for meeting in round_.meetings})
        assert shared <= (tables % 2 == 0 and not fewer)


def test_a_mitchell_has_no_more_rounds_than_tables() -> None:
    assert len(mitchell(10, 9)) == 5


@pytest.mark.parametrize("people", WHIST)
def test_in_a_whist_tournament_everybody_is_a_partner_once_and_an_opponent_twice(people: int) -> None:
    rounds = whist(people)
    fits(rounds, people)
    no_boards_twice(rounds)
    partners = Counter(
        frozenset(meeting.entrants[seat::2]) for round_ in rounds for meeting in round_.meetings for seat in (0, 1)
    )
    everybody = Counter(frozenset(two) for two in combinations(range(people), 2))
    assert partners == everybody
    assert met(rounds) == Counter(dict.fromkeys(everybody, 3))


def mixed(people: int, seats: int, rounds: int, *, partners: bool) -> list[PlannedRound]:
    played: list[PlannedRound] = []
    for number in range(rounds):
        played.append(individual.next_round(range(people), seats, played, number, partners=partners))
    return played


@pytest.mark.parametrize("people", [6, 7, 9, 10, 11, 14, 15, 19, 22, 30, 41, 64])
def test_company_that_is_chosen_round_by_round_has_new_partners(people: int) -> None:
    rounds = mixed(people, 4, min(4, people // 2), partners=True)
    fits(rounds, people)
    partners = Counter(
        frozenset(meeting.entrants[seat::2]) for round_ in rounds for meeting in round_.meetings for seat in (0, 1)
    )
    assert set(partners.values()) == {1}


@pytest.mark.parametrize(("people", "seats"), [(9, 3), (10, 3), (16, 4), (25, 5), (31, 3)])
def test_company_without_partners_is_new_where_it_can_be(people: int, seats: int) -> None:
    rounds = mixed(people, seats, 3, partners=False)
    fits(rounds, people)
    again = sum(number - 1 for number in met(rounds).values())
    assert again <= people // 8


@pytest.mark.parametrize("people", [399, 400])
def test_a_hundred_tables_are_mixed(people: int) -> None:
    rounds = mixed(people, 4, 3, partners=True)
    fits(rounds, people)
    assert max(met(rounds).values()) <= 2


def leads(entrant: int) -> tuple[int, int]:
    """A standing that changes nothing but the order: by last digit."""
    return entrant % 10, entrant


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8, 11, 20, 33, 100, LARGEST])
def test_in_a_swiss_nobody_meets_twice_as_long_as_half_of_the_others_are_left(entrants: int) -> None:
    played: list[PlannedRound] = []
    for number in range(min(9, entrants // 2)):
        ranking = sorted(range(entrants), key=lambda one: leads((one * 7 + number) % entrants))
        played.append(swiss.next_round(ranking, played, number))
    fits(played, entrants)
    no_boards_twice(played)
    assert set(met(played).values()) == {1}


def test_in_a_swiss_those_of_like_standing_meet() -> None:
    first = swiss.next_round([0, 1, 2, 3], [], 0)
    assert [meeting.entrants for meeting in first.meetings] == [(0, 1), (2, 3)]
    second = swiss.next_round([0, 2, 1, 3], [first], 1)
    assert [set(meeting.entrants) for meeting in second.meetings] == [{0, 2}, {1, 3}]


def can_be_new(entrants: Sequence[int], met: Collection[frozenset[int]]) -> bool:
    """Whether these can be paired so that nobody meets anybody again; every pairing is tried."""
    if not entrants:
        return True
    first, *others = entrants
    return any(
        frozenset({first, other}) not in met and can_be_new([entrant for entrant in others if entrant != other], met)
        for other in others
    )


@for_each("entrants", range(3, 13))
@for_each("seed", range(12))
def test_a_swiss_repeats_no_meeting_that_could_be_avoided(entrants: int, seed: int) -> None:
    luck, played = Random(seed), list[PlannedRound]()
    for number in range(places(entrants)):
        ranking = luck.sample(range(entrants), entrants)
        before, out = met(played), Counter(entrant for each in played for entrant in each.out)
        least = [entrant for entrant in ranking if out[entrant] == min(out[entrant] for entrant in ranking)]
        ways = [[entrant for entrant in ranking if entrant != away] for away in least] if entrants % 2 else [ranking]
        played.append(swiss.next_round(ranking, played, number))
        if any(can_be_new(way, before) for way in ways):
            assert set(met(played[-1:])).isdisjoint(before)
    fits(played, entrants)


def test_in_a_swiss_the_lowest_sits_out_whose_place_leaves_new_meetings() -> None:
    played = [PlannedRound((Meeting(1, (0, 1), 0),), (2,)), PlannedRound((Meeting(1, (1, 2), 1),), (0,))]
    assert swiss.next_round([2, 0, 1], played, 2).out == (1,)
    gone = [PlannedRound((Meeting(1, (0, 1), 0), Meeting(2, (2, 3), 0), Meeting(3, (5, 6), 0)), (4,))]
    assert swiss.next_round([0, 2, 4, 1, 3], gone, 1).out == (3,)
    assert swiss.next_round([0, 1, 3], gone, 1).out == (1,), "3 would leave 0 and 1, who have met"


def test_in_a_swiss_where_all_have_met_few_meet_again() -> None:
    played = list(round_robin(6))
    again = swiss.next_round(range(6), played, 5)
    assert len(again.meetings) == 3


def test_whoever_would_meet_somebody_who_is_not_there_sits_out() -> None:
    round_ = howell(4)[0].without([3])
    assert len(round_.meetings) == 1
    assert len(round_.out) == 1
    assert 3 not in round_.out
