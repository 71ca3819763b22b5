"""A score is corrected by hand: a statement of the record, with its reason, that everybody sees.

It changes the total and never the points of a deal: who wins is judged again at once if a deal was just scored, and
else with the next score (rules/RULES.md 6).
"""

from __future__ import annotations

from companion.cards import Seat
from companion.rules.events import Event, Sides
from companion.rules.statements import CORRECT, Statement
from companion.support.messages import join, msg
from companion.support.text import listing
from companion.support.values import dataclass, field


@dataclass(frozen=True, slots=True)
class ScoreCorrected(Event):
    """The score of a player changes by hand. `sides` are the seats that have one score together, if any."""

    kind = "score-corrected"
    rank = 5
    player: Seat
    change: int
    reason: str
    sides: Sides = field(default=(), compare=False, kw_only=True)

    @classmethod
    def by(cls, statement: Statement, sides: Sides) -> ScoreCorrected:
        """What this statement does."""
        change, reason = statement.value.split()
        return cls(statement.by, int(change), reason, sides=sides)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats whose score changes."""
        return next((side for side in self.sides if self.player in side), (self.player,))

    def changes(self, seats: int) -> tuple[int, ...]:
        """The change by seat, for this number of seats."""
        return tuple(self.change * (seat in self.side) for seat in range(seats))

    def sentence(self, names: tuple[str, ...]) -> str:
        """Whose score changes by how much, and why."""
        who = listing(names[seat] for seat in self.side)
        why = join([msg(self.reason.replace("-", " "))])
        change = f"{self.change:+}"
        return msg("{who} {n}: {why}", who=who, n=change, why=why)


def statement_of(seat: Seat, change: int, reason: str) -> Statement:
    """The statement that changes the score of a player by so much, for one of the `REASONS`."""
    return Statement(CORRECT.name, seat, value=f"{change:+} {reason.replace(' ', '-')}")
