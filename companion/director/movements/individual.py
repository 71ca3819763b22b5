"""Individual: everybody plays alone and has other company each round; in partner games other partners, too.

For the numbers of people in `WHIST` the movement is a whist tournament (E. H. Moore 1896): everybody is each other's
partner once and opponent twice. The first round, found by trying all, is developed: each number but the last goes up
by one each round. For other numbers, for games without partners, and after a change, a round begins as a rainbow
movement and is improved by swaps: first nobody has a partner again, then nobody meets the same people often. Boards are
the same at all tables of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations
from typing import TypeAlias

from companion.director.movements.sittings import History, Meeting, PlannedRound, Rounds

Tables = list[list[int]]
Cost: TypeAlias = Callable[[Sequence[int]], int]

FOUR = 4
WHIST: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((3, 1, 0, 2),),
    5: ((1, 2, 4, 3),),
    8: ((7, 1, 0, 3), (2, 4, 6, 5)),
    12: ((11, 1, 0, 3), (2, 6, 9, 7), (4, 5, 10, 8)),
    13: ((1, 2, 4, 7), (3, 6, 12, 8), (5, 9, 11, 10)),
    16: ((15, 1, 0, 2), (3, 9, 6, 11), (4, 8, 13, 12), (5, 7, 10, 14)),
    17: ((1, 3, 2, 8), (4, 10, 15, 12), (5, 6, 9, 13), (7, 11, 16, 14)),
    20: ((19, 1, 0, 2), (3, 9, 5, 15), (4, 12, 14, 17), (6, 10, 18, 13), (7, 8, 11, 16)),
    21: ((1, 3, 2, 6), (4, 12, 13, 19), (5, 14, 9, 16), (7, 11, 20, 17), (8, 10, 18, 15)),
}
"""The tables of the first round by the number of people, clockwise from North. Where 0 has no seat, it sits out."""

PARTNER_AGAIN = 1000
"""How much worse it is to have a partner again than to meet an opponent again."""
MOST_SWAPS = 400
"""Swaps that are made for a round at most."""


@cache
def whist(people: int) -> Rounds:
    """The whole movement; empty: there is none for this number."""
    if people not in WHIST:
        return ()
    moving = people if people % FOUR else people - 1
    return tuple(_develop(people, number, moving) for number in range(moving))


def _develop(people: int, number: int, moving: int) -> PlannedRound:
    tables = [tuple(seat if seat == moving else (seat + number) % moving for seat in seats) for seats in WHIST[people]]
    seated = {seat for seats in tables for seat in seats}
    meetings = tuple(Meeting(table, seats, number) for table, seats in enumerate(tables, 1))
    return PlannedRound(meetings, tuple(person for person in range(people) if person not in seated))


def next_round(
    people: Sequence[int], seats: int, played: Sequence[PlannedRound], board_set: int, *, partners: bool
) -> PlannedRound:
    """The next round of people at tables with so many seats. Those who fill no table sit out in turn."""
    history = History.of(played)
    out = history.to_sit_out(people, len(people) % seats)
    seated = [person for person in people if person not in out]
    tables = _rainbow(seated, seats, len(played))
    _mix(tables, partial(_cost, history, partners))
    return PlannedRound(tuple(Meeting(table, tuple(group), board_set) for table, group in enumerate(tables, 1)), out)


def _rainbow(people: list[int], seats: int, number: int) -> Tables:
    """Everybody keeps the seat: the first ones stay, the second go up one table a round, the third two, and so on."""
    tables = len(people) // seats
    return [
        [people[seat * tables + (table - seat * number) % tables] for seat in range(seats)] for table in range(tables)
    ]


def _cost(history: History, partners: bool, table: Sequence[int]) -> int:  # noqa: FBT001 - of a game, bound once
    """How bad it is that people sit at one table: the lower the better."""
    met = sum(history.met[frozenset(two)] ** 2 for two in combinations(table, 2))
    again = (frozenset(table[seat::2]) for seat in (0, 1) if partners)
    return met + PARTNER_AGAIN * sum(history.partnered[pair] for pair in again)


def _mix(tables: Tables, cost: Cost) -> None:
    """Swap two people, the first swap that helps, until none does."""
    for _ in range(MOST_SWAPS):
        if not _swap(tables, cost):
            return


def _swap(tables: Tables, cost: Cost) -> bool:
    """Make one swap that helps; False: there is none."""
    costs = [cost(table) for table in tables]
    for table in sorted(range(len(tables)), key=lambda number: -costs[number]):
        if not costs[table]:
            return False
        for seat, other, place in _others(tables, table):
            one, two = tables[table], tables[other]
            one[seat], two[place] = two[place], one[seat]
            if cost(one) + cost(two) < costs[table] + costs[other]:
                return True
            one[seat], two[place] = two[place], one[seat]
    return False


def _others(tables: Tables, table: int) -> Iterable[tuple[int, int, int]]:
    """Every swap of somebody at this table: the seat, and table and seat of the other."""
    return (
        (seat, other, place)
        for seat in range(len(tables[table]))
        for other in range(len(tables))
        for place in range(len(tables[other]))
        if (other, place) > (table, seat) or other < table
    )
