"""The effects of an input: what is to be done about it before the table is shown.

The recorder performs those of `ForRecorder` in their order, and then the loop those of `ForLoop`. Last the loop passes
`AskVoice` on to the voice, and has the voice speak a sample where a setting of the voice was changed.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.support.values import dataclass
from companion.table.choices import MenuEntry
from companion.tags.tag_decks import TagDeck


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


OnRecord: TypeAlias = OpenRecord | AddLine | FinishRecord | ParkRecord | TakeUpRecord | ParkAbsent | QuarantineRecord
ForRecorder: TypeAlias = OnRecord | CutDamage | SaveDeck | ListPast | ExcludeMatch | BringBack | AtStick | TakeStock
"""What the recorder does at its records and decks, or at a USB stick, before the table is shown."""

ForLoop: TypeAlias = OfferSettings | KeepSetting | TryGains | SetClock
"""What the loop does about the settings of the box, before the table is shown."""

Effect: TypeAlias = ForRecorder | ForLoop | AskVoice
