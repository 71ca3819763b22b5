"""The values of a movement: rounds of meetings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """Entrants at one table. Of two pairs the first sits North and South; persons sit clockwise from North.

    `board_set` is the set of boards that they play, where boards are compared.
    """

    table: int
    entrants: tuple[int, ...]
    board_set: int


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The meetings of a round, and who sits out."""

    meetings: tuple[Meeting, ...]
    out: tuple[int, ...] = ()

    def without(self, absent: Iterable[int]) -> PlannedRound:
        """The round if these entrants are not there: their opponents sit out."""
        gone = frozenset(absent)
        kept = tuple(meeting for meeting in self.meetings if not gone & set(meeting.entrants))
        left = {entrant for meeting in self.meetings if meeting not in kept for entrant in meeting.entrants}
        return PlannedRound(kept, tuple(sorted((left | set(self.out)) - gone)))


Rounds: TypeAlias = "tuple[PlannedRound, ...]"
"""A whole movement."""


def places(entrants: int) -> int:
    """The places of a movement of pairs: one more for an odd number. Who meets the empty last place sits out."""
    return entrants + entrants % 2


def table_of_last_place(entrants: int) -> int:
    """Table 1 for an even number; for an odd one the last table, since nobody plays there."""
    return places(entrants) // 2 if entrants % 2 else 1


@dataclass(frozen=True, slots=True)
class History:
    """How often each two entrants met (`met`) or were partners (`partnered`), and how often each sat out."""

    met: Counter[frozenset[int]]
    partnered: Counter[frozenset[int]]
    out: Counter[int]

    @classmethod
    def of(cls, rounds: Iterable[PlannedRound]) -> History:
        """The history after these rounds."""
        rounds = tuple(rounds)
        tables = [meeting.entrants for planned_round in rounds for meeting in planned_round.meetings]
        met = Counter(frozenset(two) for entrants in tables for two in combinations(entrants, 2))
        partnered = Counter(frozenset(table[seat::2]) for table in tables if len(table) == 4 for seat in (0, 1))
        return cls(met, partnered, Counter(entrant for planned_round in rounds for entrant in planned_round.out))

    def to_sit_out(self, entrants: Iterable[int], number: int) -> tuple[int, ...]:
        """This many entrants sit out next: those who did so least, the last of these first."""
        waiting = sorted(enumerate(entrants), key=lambda placed: (self.out[placed[1]], -placed[0]))
        return tuple(sorted(entrant for _, entrant in waiting[:number]))
