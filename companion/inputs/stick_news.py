"""What comes of the work at a USB stick: a backup is written, seen, read or restored, or it fails."""

from __future__ import annotations

from enum import Enum

from companion.inputs.inputs import StickNews
from companion.support.values import dataclass


class StickFault(Enum):
    """Why not all was written to a USB stick, or nothing of a backup on it came to this box."""

    NO_STICK = "no stick"
    FULL = "full"
    READ_ONLY = "read-only"
    GONE = "gone"  # pulled out, or broken
    NO_RIGHT = "no right"
    FAILED = "failed"
    INCOMPLETE = "incomplete"  # it is written, without some files of this box
    SPOILT = "spoilt"
    CHANGED = "changed"
    NEWER = "newer"
    OTHER_KIND = "other kind"
    NO_ROOM = "no room"  # on the SD card of the box
    NOTHING_NEW = "nothing new"


@dataclass(frozen=True, slots=True)
class BackedUp(StickNews):
    """A backup to a USB stick has ended: the name of its file; or why there is none."""

    file: str = ""
    fault: StickFault | None = None


@dataclass(frozen=True, slots=True)
class StickSeen(StickNews):
    """Whether a backup lies on a USB stick; sent when that has changed."""

    has_backup: bool


@dataclass(frozen=True, slots=True)
class BackupRead(StickNews):
    """What the latest whole backup on a USB stick brings: its file, its day, and what is new here or longer."""

    file: str
    day: str
    decks: int
    matches: int


@dataclass(frozen=True, slots=True)
class Restored(StickNews):
    """A backup has come from a USB stick: with so many decks and matches.

    `lacks` counts the files that its box could not save.
    """

    decks: int
    matches: int
    lacks: int = 0


@dataclass(frozen=True, slots=True)
class NotRestored(StickNews):
    """Nothing, or not all, of a backup on a USB stick has come, and why."""

    fault: StickFault
