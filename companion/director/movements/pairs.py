"""Movements of pairs that are known beforehand: round robin, Howell and Mitchell."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from companion.director.movements.sittings import Meeting, PlannedRound, Rounds, places, table_of_last_place

# ---------------------------------------------------------------- round robin
#
# Everybody meets everybody else once. All tables play the same boards in a round.
#
# The circle method (Kirkman 1847): the last place stays, the others go round it.


@cache
def round_robin(entrants: int) -> Rounds:
    """The whole movement of all places: one round less than there are places."""
    last = places(entrants) - 1
    return tuple(_round_of_circle(number, last, table_of_last_place(entrants)) for number in range(last))


def _round_of_circle(number: int, last: int, stays: int) -> PlannedRound:
    pairs = [((number + step) % last, (number - step) % last) for step in range(1, (last + 1) // 2)]
    pairs.insert(stays - 1, (last, number) if number % 2 else (number, last))
    return PlannedRound(tuple(Meeting(table, pair, number) for table, pair in enumerate(pairs, 1)))


# ---------------------------------------------------------------- Howell
#
# Each pair meets each other pair once and plays each set of boards once, no set at two tables at a time.
#
# This is a Room square (T. G. Room 1955): rows are rounds, columns sets of boards. One pair stays, the others move on
# by one place each round: the square is developed from its first row, a *strong starter* (Mullin and Nemeth 1969): a
# partition of 1 .. s-1 (s rounds) into pairs in which no difference (either way) and no sum occurs twice, and no sum
# is 0. The sum is the pair's set of boards. Hill climbing finds a strong starter at once (Dinitz and Stinson 1981).
# For 10 pairs there is no strong starter, but a starter with other sets; for 4 and 6 pairs there is no square, and all
# tables play the same boards.


class Couple(NamedTuple):
    """Two places that meet in the first round, and their set of boards."""

    one: int
    other: int
    board_set: int


WITHOUT_A_SQUARE = (1, 3, 5)
"""Rounds of 2, 4 and 6 pairs."""
OF_TEN_PAIRS = (Couple(1, 2, 5), Couple(3, 7, 4), Couple(4, 6, 2), Couple(5, 8, 7))
"""Found by trying all; the only size with a square but without a strong starter."""


@cache
def howell(entrants: int) -> Rounds:
    """The whole movement of all places: one round less than there are places."""
    rounds = places(entrants) - 1
    if rounds in WITHOUT_A_SQUARE:
        return round_robin(entrants)
    return tuple(_round_of_square(number, rounds, table_of_last_place(entrants)) for number in range(rounds))


def _round_of_square(number: int, rounds: int, stays: int) -> PlannedRound:
    """The last place stays at its table; the other places and the sets of boards go up by one each round."""

    def shift(place: int) -> int:
        return (place + number) % rounds

    others = [((shift(couple.one), shift(couple.other)), shift(couple.board_set)) for couple in starter(rounds)]
    others.insert(stays - 1, ((rounds, number), number))
    return PlannedRound(tuple(Meeting(table, pair, board_set) for table, (pair, board_set) in enumerate(others, 1)))


STEPS = 100
"""Steps for each round after which the climb begins anew."""


@cache
def starter(rounds: int) -> tuple[Couple, ...]:
    """The couples of the first round, without the couple of the last place, which plays set 0."""
    return OF_TEN_PAIRS if rounds == len(OF_TEN_PAIRS) * 2 + 1 else _climb(rounds)


def _climb(rounds: int) -> tuple[Couple, ...]:
    """The hill climbing: couples are added one by one; a new one removes an earlier one whose place it takes."""
    luck = Random(rounds)  # noqa: S311 - no secret: a movement is the same whenever it is made
    by_place: dict[int, Couple] = {}
    steps = 0
    while len(by_place) < rounds - 1:
        steps += 1
        if not steps % (STEPS * rounds):
            by_place.clear()
        couples = [couple for place, couple in by_place.items() if place == couple.one]
        apart = {(couple.one - couple.other) % rounds for couple in couples}
        first = luck.choice([place for place in range(1, rounds) if place not in by_place])
        step = luck.choice([step for step in range(1, rounds // 2 + 1) if not apart & {step, rounds - step}])
        other = (first + step * luck.choice([1, -1])) % rounds
        couple, hindered = Couple(first, other, (first + other) % rounds), by_place.get(other)
        played = {0, *(kept.board_set for kept in couples if kept is not hindered)}  # set 0 by the last place
        if other and couple.board_set not in played:
            if hindered:
                del by_place[hindered.one], by_place[hindered.other]
            by_place |= {first: couple, other: couple}
    return tuple(sorted({*by_place.values()}))


# ---------------------------------------------------------------- Mitchell
#
# The pairs North and South stay; East and West go up a table each round, the boards down one.
#
# With an even number of tables they would come back to boards that they have played. Up to one round less than tables
# they skip a table half way; for as many rounds as tables, the first and the last table share boards and one set rests
# between the middle tables (a relay). Directors know both as "skip Mitchell" and "relay and share Mitchell". The two
# directions have separate standings.


@cache
def mitchell(entrants: int, rounds: int) -> Rounds:
    """This many rounds of all places, at most one for each table. The first half of the places is North and South."""
    tables = places(entrants) // 2
    rounds = min(rounds, tables)
    skips = tables % 2 == 0 and rounds < tables
    return tuple(_round_of_mitchell(number, tables, skips=skips) for number in range(rounds))


def _round_of_mitchell(number: int, tables: int, *, skips: bool) -> PlannedRound:
    moved = number + (skips and number >= tables // 2)
    stand = (lambda table: table) if skips or tables % 2 else (lambda table: _boards_stand(table, tables))
    return PlannedRound(
        tuple(
            Meeting(table + 1, (table, tables + (table - moved) % tables), (stand(table) + number) % tables)
            for table in range(tables)
        )
    )


def _boards_stand(table: int, tables: int) -> int:
    """Where the boards of a table lie, with a relay between the middle tables; the last table shares the first's."""
    return 0 if table == tables - 1 else table + (table >= tables // 2)
