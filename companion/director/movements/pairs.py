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
    return OF_TEN_PAIRS if rounds == len(OF_TEN_PAIRS) * 2 + 1 else _Climb(rounds).couples()


class _Climb:
    """The hill climbing: couples are added one by one; a new one removes an earlier one whose place it takes."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._luck = Random(rounds)  # noqa: S311 - no secret: a movement is the same whenever it is made
        self._begin()

    def _begin(self) -> None:
        self._by_place: dict[int, Couple] = {}
        self._differences: set[int] = set()
        self._sums: set[int] = set()

    def couples(self) -> tuple[Couple, ...]:
        steps = 0
        while len(self._by_place) < self._rounds - 1:
            steps += 1
            if not steps % (STEPS * self._rounds):
                self._begin()
            self._step()
        return tuple(sorted(set(self._by_place.values())))

    def _step(self) -> None:
        first = self._luck.choice([place for place in range(1, self._rounds) if place not in self._by_place])
        free = [apart for apart in range(1, self._rounds // 2 + 1) if apart not in self._differences]
        apart = self._luck.choice(free)
        other = (first + apart * self._luck.choice([1, -1])) % self._rounds
        couple = Couple(first, other, (first + other) % self._rounds)
        if not other or not couple.board_set:
            return
        hindered = self._by_place.get(other)
        if couple.board_set in self._sums - ({hindered.board_set} if hindered else set()):
            return
        if hindered:
            self._take_out(hindered)
        self._put_in(couple)

    def _put_in(self, couple: Couple) -> None:
        self._by_place |= {couple.one: couple, couple.other: couple}
        self._differences.add(self._apart(couple))
        self._sums.add(couple.board_set)

    def _take_out(self, couple: Couple) -> None:
        del self._by_place[couple.one], self._by_place[couple.other]
        self._differences.remove(self._apart(couple))
        self._sums.remove(couple.board_set)

    def _apart(self, couple: Couple) -> int:
        apart = (couple.one - couple.other) % self._rounds
        return min(apart, self._rounds - apart)


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
