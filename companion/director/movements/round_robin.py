"""Round robin: everybody meets everybody else once. All tables play the same boards in a round.

The circle method (Kirkman 1847): the last place stays, the others go round it.
"""

from __future__ import annotations

from functools import cache

from companion.director.movements.sittings import Meeting, Round, Rounds, places


@cache
def round_robin(entrants: int) -> Rounds:
    """The whole movement: one round less than there are places. With an odd number each sits out once."""
    last = places(entrants) - 1
    return tuple(_round(number, last).without(range(entrants, last + 1)) for number in range(last))


def _round(number: int, last: int) -> Round:
    stays = (last, number) if number % 2 else (number, last)
    others = (((number + step) % last, (number - step) % last) for step in range(1, (last + 1) // 2))
    return Round(tuple(Meeting(table, pair, number) for table, pair in enumerate((stays, *others), 1)))
