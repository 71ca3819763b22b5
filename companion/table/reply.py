"""The reply to an input: the table afterwards, what came of the input, and what is to be done about it.

Sound and light follow from the outcome (`cues`). Before the table is shown, the recorder performs the effects of
`ForRecorder` in their order, and then the loop those of `ForLoop`. Last the loop passes `AskVoice` on to the voice, and
has the voice speak a sample where a setting of the voice was changed.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.rules.referee.verdicts import Rule
from companion.support.values import dataclass
from companion.table.choices import MenuEntry
from companion.table.state import Table
from companion.tags.tag_decks import TagDeck

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
class OpenRecord:
    """Open a new record that begins with these lines."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddLine:
    """Add a line to the open record: a statement or a note in the words of the record."""

    line: str


@dataclass(frozen=True, slots=True)
class FinishRecord:
    """Move the open record, if any, to the finished ones."""


@dataclass(frozen=True, slots=True)
class ParkRecord:
    """Leave the open record for later; a line says so already."""


@dataclass(frozen=True, slots=True)
class TakeUpRecord:
    """Go on with this parked or running record; the resumed table is shown instead of `Reply.table`."""

    record: str


@dataclass(frozen=True, slots=True)
class ParkAbsent:
    """Park this record, whose game is not installed."""

    record: str


@dataclass(frozen=True, slots=True)
class QuarantineRecord:
    """Move this damaged record out of the way, unchanged: no start tries it again."""

    record: str


@dataclass(frozen=True, slots=True)
class CutDamage:
    """Keep a copy of this damaged record, and cut it off before the damage."""

    record: str


@dataclass(frozen=True, slots=True)
class SaveDeck:
    """Save this deck of tags; it is `finished`, or still being enrolled."""

    deck: TagDeck
    finished: bool = True


@dataclass(frozen=True, slots=True)
class AskVoice:
    """Ask the voice for what this entry of the menu means."""

    entry: MenuEntry


@dataclass(frozen=True, slots=True)
class ListPast:
    """Show the matches that were left or are over; each can be excluded, or brought back."""


@dataclass(frozen=True, slots=True)
class ExcludeMatch:
    """Let this match, which is intact, count no more; the list of them is shown again."""

    record: str


@dataclass(frozen=True, slots=True)
class BringBack:
    """Let this match, which was excluded, count again; the list of them is shown again."""

    record: str


StickTask: TypeAlias = Literal["look", "back-up", "read", "restore"]
"""What is done at a USB stick: see whether a backup lies there, write one, read what it brings, bring it to the box."""


@dataclass(frozen=True, slots=True)
class AtStick:
    """Begin this at a USB stick; `StickNews` tell what has come of it. `file` is the backup to restore."""

    task: StickTask
    file: str = ""


@dataclass(frozen=True, slots=True)
class TakeStock:
    """Let the table offer the decks and parked games that a restored backup has brought to the card."""


@dataclass(frozen=True, slots=True)
class OfferSettings:
    """Show the list of settings."""


@dataclass(frozen=True, slots=True)
class KeepSetting:
    """Put this value of a setting into force, keep it in the settings file, and show the list again."""

    key: tuple[str, ...]
    value: object


@dataclass(frozen=True, slots=True)
class TryGains:
    """Begin to try the gains of the first reader."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the clock of the box: year, month, day, hour, minute."""

    parts: tuple[int, ...]


ForRecorder: TypeAlias = (
    OpenRecord
    | AddLine
    | FinishRecord
    | ParkRecord
    | TakeUpRecord
    | ParkAbsent
    | QuarantineRecord
    | CutDamage
    | SaveDeck
    | ListPast
    | ExcludeMatch
    | BringBack
    | AtStick
    | TakeStock
)
"""What the recorder does at its records and decks, or at a USB stick, before the table is shown."""

ForLoop: TypeAlias = OfferSettings | KeepSetting | TryGains | SetClock
"""What the loop does about the settings of the box, before the table is shown."""

Effect: TypeAlias = ForRecorder | ForLoop | AskVoice


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
        return tuple([line for effect in self.effects for line in _lines_of(effect)])


def _lines_of(effect: Effect) -> tuple[str, ...]:
    match effect:
        case AddLine(line=line):
            return (line,)
        case OpenRecord(lines=lines):
            return lines
        case _:
            return ()


def add_lines(*lines: str) -> tuple[AddLine, ...]:
    """The effects that add these lines to the open record."""
    return tuple(map(AddLine, lines))


def outcome_of_both(one: Outcome, other: Outcome) -> Outcome:
    """The outcome of two inputs in a row of which none was rejected: the one with the higher progress."""
    return max(one, other, key=_rank)


def _rank(outcome: Outcome) -> int:
    return outcome.progress.value if isinstance(outcome, Accepted) else 0
