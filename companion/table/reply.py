"""The reply to an input: the table afterwards, what came of the input, and what is to be done about it.

Sound and light follow from the outcome (`cues`).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from companion.rules.referee.verdicts import Rule
from companion.support.values import dataclass
from companion.table.effects import AddLine, Effect, OpenRecord
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.enrolment.enrolment import Notice


class Progress(Enum):
    """How far an accepted input got. A gesture may be two inputs: the higher number of both counts."""

    PART = 1  # of a play, or a step of a dialogue
    WHOLE = 2  # a statement, or a tag of a deck
    TRICK = 3
    DONE = 4  # a deal is scored, or a deck is complete
    REVOKE = 5
    OVER = 6


@dataclass(frozen=True, slots=True)
class Accepted:
    """The input counts."""

    progress: Progress = Progress.WHOLE


@dataclass(frozen=True, slots=True)
class Rejected:
    """Match and deck are unchanged; only a message is shown, and nothing is saved.

    `reason` is the broken rule, a notice of enrolment, or the sentence of a part of the box (a stick, the settings).
    """

    reason: Rule | Notice | str


@dataclass(frozen=True, slots=True)
class Meaningless:
    """The press means nothing at this moment, and changes nothing."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Needs no sound and no light; the picture may change."""


Outcome: TypeAlias = Accepted | Rejected | Meaningless | Nothing

ACCEPTED, PART = Accepted(), Accepted(Progress.PART)
MEANINGLESS, NOTHING = Meaningless(), Nothing()


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of an input."""

    table: Table
    outcome: Outcome = NOTHING
    effects: tuple[Effect, ...] = ()

    @property
    def is_rejected(self) -> bool:
        """Whether the input was rejected."""
        return isinstance(self.outcome, Rejected)

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


def outcome_of_both(one: Outcome, other: Outcome) -> Outcome:
    """The outcome of two inputs in a row of which none was rejected: the one with the higher progress."""
    return max(one, other, key=lambda outcome: outcome.progress.value if isinstance(outcome, Accepted) else 0)
