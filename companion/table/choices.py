"""What may be chosen at the table's own questions; how people read it stands in `words`."""

from __future__ import annotations

from enum import Enum, auto


class Step(Enum):
    """What a set-up asks, one after the other; the pictures are named so."""

    GAME = "game"
    PEOPLE = "people"
    NAME = "name"
    RULES = "rules"
    OPENER = "opener"
    SCANNED = "scanned"


class Line(Enum):
    """Lines among the house rules: they are settled, and the seats of the computer."""

    SETTLED = auto()
    COMPUTERS = auto()
    LEVEL = auto()


class Rematch(Enum):
    """What may follow a game that is over."""

    SAME = auto()
    WITH_SCORES = auto()
    ANOTHER = auto()


class Remedy(Enum):
    """What may follow a revoke; the last three have the word of the record."""

    TAKE_BACK = auto()
    LET_STAND = auto()
    SWAP = auto()
    PLAY_ON = "play-on"
    VOID_DEAL = "void-deal"
    PENALTY = "penalty"


class Page(Enum):
    """Something to read; its picture is named so."""

    SCORES = "scores"
    PUBLIC = "public"
    COURSE = "course"
    HISTORY = "history"
    RULES = "rules"
    HEALTH = "health"


class Entry(Enum):
    """Entries of the menu that are the table's own."""

    UNDO = auto()
    ADVICE = auto()
    SOUND = auto()
    DECKS = auto()
    SCAN_NO_HANDS = auto()
    END = auto()
    PARK = auto()
    SHUT_DOWN = auto()
