"""Round robin: everybody meets everybody else once. All tables play the same boards in a round.

The circle method (Kirkman 1847): the last place stays, the others go round it.
"""

from __future__ import annotations

from functools import cache

from companion.director.movements.sittings import Meeting, PlannedRound, Rounds, places, table_of_last_place


@cache
def round_robin(entrants: int) -> Rounds:
    """The whole movement of all places: one round less than there are."""
    last = places(entrants) - 1
    return tuple(_round(number, last, table_of_last_place(entrants)) for number in range(last))


def _round(number: int, last: int, stays: int) -> PlannedRound:
    pairs = [((number + step) % last, (number - step) % last) for step in range(1, (last + 1) // 2)]
    pairs.insert(stays - 1, (last, number) if number % 2 else (number, last))
    return PlannedRound(tuple(Meeting(table, pair, number) for table, pair in enumerate(pairs, 1)))
