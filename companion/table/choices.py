"""What may be chosen at the table's own questions; how people read it stands in `words`."""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

from companion.rules.game import Choice
from companion.support.values import dataclass


class SetUpStep(Enum):
    """The questions of a set-up, in this order."""

    GAME = auto()
    PEOPLE = auto()
    NAME = auto()
    SCORES = auto()
    RULES = auto()
    OPENER = auto()
    SCANNED = auto()


class Rematch(Enum):
    """What may follow a game that is over."""

    SAME = auto()
    WITH_SCORES = auto()
    ANOTHER = auto()


class Remedy(Enum):
    """What may follow a revoke; the last three have the word of the record."""

    TAKE_BACK = auto()
    SWAP = auto()
    PLAY_ON = "play-on"
    VOID_DEAL = "void-deal"
    PENALTY = "penalty"


class Page(Enum):
    """Something to read; its picture is named so."""

    SCORES = "scores"
    PUBLIC = "public"
    ENDING = "ending"
    COURSE = "course"
    HISTORY = "history"
    RULES = "rules"
    HEALTH = "health"


class MenuEntry(Enum):
    """Entries of the menu that are the table's own."""

    UNDO = auto()
    SAY_AGAIN = auto()
    TELL_ALL = auto()
    ADVICE = auto()
    SOUND = auto()
    DECKS = auto()
    PAST = auto()
    BACK_UP = auto()
    RESTORE = auto()
    SETTINGS = auto()
    SCAN_NO_HANDS = auto()
    CORRECT_SCORE = auto()
    SEATS = auto()
    END = auto()
    PARK = auto()
    LEAVE_CLUB = auto()
    SHUT_DOWN = auto()


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match that was left or is over: the name of its record, its game and people, and whether it was put `aside`."""

    record: str
    title: str
    people: tuple[str, ...] = ()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class ToRestore:
    """The backup of this file on a USB stick."""

    file: str


@dataclass(frozen=True, slots=True)
class Parked:
    """A parked game: the name of its record, its title, and in `detail` who plays and the scores."""

    record: str
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    """An answer on a page of the settings: label, value to keep, and what it `needs` before it works, or OK does."""

    label: str
    value: object
    needs: str = ""


@dataclass(frozen=True, slots=True)
class BoxSetting:
    """A page of the settings: its key in the file, its title, its answers, and the index of the one in force."""

    key: tuple[str, ...]
    title: str
    answers: tuple[BoxAnswer, ...]
    now: int = 0


@dataclass(frozen=True, slots=True)
class GainTrial:
    """The first reader tries each gain of its receiver with a card. `now` is the one in force, in dB."""

    now: int


@dataclass(frozen=True, slots=True)
class ClockTime:
    """Year, month, day, hour and minute; the first `set_parts` of them are chosen by a person."""

    parts: tuple[int, ...]
    set_parts: int = 0


BoxOffer: TypeAlias = BoxSetting | GainTrial | ClockTime
"""An entry in the list of settings."""

MenuAnswer: TypeAlias = MenuEntry | Page | Parked | ListedMatch | ToRestore | Choice | BoxOffer | BoxAnswer
"""An entry of the table, a page, a game to take up or put aside, a backup, an offer of a game, a repair, a setting."""
