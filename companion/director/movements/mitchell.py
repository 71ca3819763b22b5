"""Mitchell: the pairs North and South stay; East and West go up a table each round, the boards down one.

With an even number of tables they would come back to boards that they have played. Up to one round less than tables
they skip a table half way; for as many rounds as tables, the first and the last table share boards and one set rests
between the middle tables (a relay). Directors know both as "skip Mitchell" and "relay and share Mitchell". The two
directions have separate standings.
"""

from __future__ import annotations

from functools import cache

from companion.director.movements.sittings import Meeting, PlannedRound, Rounds, places


@cache
def mitchell(entrants: int, rounds: int) -> Rounds:
    """This many rounds of all places, at most one for each table. The first half of the places is North and South."""
    tables = places(entrants) // 2
    rounds = min(rounds, tables)
    skips = tables % 2 == 0 and rounds < tables
    return tuple(_round(number, tables, skips=skips) for number in range(rounds))


def _round(number: int, tables: int, *, skips: bool) -> PlannedRound:
    moved = number + (skips and number >= tables // 2)
    stand = (lambda table: table) if skips or tables % 2 else (lambda table: _stand(table, tables))
    return PlannedRound(
        tuple(
            Meeting(table + 1, (table, tables + (table - moved) % tables), (stand(table) + number) % tables)
            for table in range(tables)
        )
    )


def _stand(table: int, tables: int) -> int:
    """Where the boards of a table lie, with a relay between the middle tables; the last table shares the first's."""
    return 0 if table == tables - 1 else table + (table >= tables // 2)
