"""What happened in the rounds before: who met whom, who sat out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.director.movements.sittings import PlannedRound


@dataclass(frozen=True, slots=True)
class History:
    """How often each two entrants met (`met`) or were partners (`partnered`), and how often each sat out."""

    met: Counter[frozenset[int]]
    partnered: Counter[frozenset[int]]
    out: Counter[int]

    @classmethod
    def of(cls, rounds: Iterable[PlannedRound]) -> History:
        """The history after these rounds."""
        history = cls(Counter(), Counter(), Counter())
        for planned_round in rounds:
            history.add(planned_round)
        return history

    def add(self, planned_round: PlannedRound) -> None:
        """Add a round."""
        self.out.update(planned_round.out)
        for meeting in planned_round.meetings:
            self.met.update(map(frozenset, combinations(meeting.entrants, 2)))
            if len(meeting.entrants) == 4:
                north, east, south, west = meeting.entrants
                self.partnered.update((frozenset({north, south}), frozenset({east, west})))

    def to_sit_out(self, entrants: Iterable[int], number: int) -> tuple[int, ...]:
        """So many that sit out next: those who did so least, the last of these first."""
        waiting = sorted(enumerate(entrants), key=lambda placed: (self.out[placed[1]], -placed[0]))
        return tuple(sorted(entrant for _, entrant in waiting[:number]))
