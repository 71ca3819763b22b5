"""The reply to an input: the table afterwards, what came of the input, and what is to be done about it.

Sound and light follow from the outcome (`cues`).
"""

from __future__ import annotations

from enum import IntEnum

from companion.support.values import dataclass
from companion.table.effects import AddLine, Effect, OpenRecord
from companion.table.state import Table


class Outcome(IntEnum):
    """What came of an input. Of several events, and of a gesture that is two inputs, the highest counts."""

    MEANINGLESS = -1  # a press that means nothing at this moment, and changes nothing
    NOTHING = 0  # needs no sound and no light; the picture may change
    PART = 1  # of a play, or a step of a dialogue
    ACCEPTED = 2  # a statement, or a tag of a deck
    TRICK = 3
    DONE = 4  # a deal is scored, or a deck is complete
    REVOKE = 5
    OVER = 6
    REJECTED = 7  # match and deck are unchanged; only a message is shown, and nothing is saved


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of an input."""

    table: Table
    outcome: Outcome = Outcome.NOTHING
    effects: tuple[Effect, ...] = ()

    @property
    def is_rejected(self) -> bool:
        """Whether the input was rejected."""
        return self.outcome is Outcome.REJECTED

    @property
    def begins(self) -> bool:
        """Whether it opens a new record."""
        return any(isinstance(effect, OpenRecord) for effect in self.effects)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that it adds to a record, in order."""
        lines: list[str] = []
        for effect in self.effects:
            if isinstance(effect, OpenRecord):
                lines += effect.lines
            elif isinstance(effect, AddLine):
                lines.append(effect.line)
        return tuple(lines)


def add_lines(*lines: str) -> tuple[AddLine, ...]:
    """The effects that add these lines to the open record."""
    return tuple(map(AddLine, lines))
