"""The inputs of a table from readers and buttons. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

from companion.cards import SeatAssignment
from companion.inputs.club import ClubTable
from companion.rules.statements import Statement
from companion.support.values import dataclass, field
from companion.tags.tag_decks import NoCard, Piece


@dataclass(frozen=True, slots=True)
class Stranger:
    """A tag that is not a piece of the deck in play. `deck` names the deck that it belongs to; empty: none.

    While a deck is enrolled every tag is a Stranger. `uid` is its number where a deck may get it; empty otherwise. It
    is never recorded. `kind` is what it is if it can be no card; None: it can be one.
    """

    deck: str = ""
    uid: bytes = b""
    kind: NoCard | None = None


@dataclass(frozen=True, slots=True)
class Tapped:
    """One tap: one piece, or several that were laid down together.

    `same_hand`: it came so soon after the tap before that the same hand laid it down. `whose` is the owner of the
    reader, as a name or a seat number; empty: it is shared. `reader` is the number of the reader, from 0.
    """

    pieces: tuple[Piece | Stranger, ...]
    same_hand: bool = False
    whose: str = ""
    reader: int = 0


@dataclass(frozen=True, slots=True)
class Resting:
    """A piece has been lying on the reader for a while. None: it is not known which."""

    piece: Piece | Stranger | None = None


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece was taken from the reader. None: it is not known which. `unread` polls had failed to read it."""

    piece: Piece | Stranger | None = None
    unread: int = 0


@dataclass(frozen=True, slots=True)
class UnreadableTag:
    """A tag on a reader cannot be read. `gone`: it was read after all, or was removed."""

    gone: bool = False


class Button(Enum):
    """The four buttons."""

    BACK = "BACK"
    UP = "UP"
    DOWN = "DOWN"
    OK = "OK"


SAY = "SAY"
"""An optional fifth button, which answers nothing: it asks the voice."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A short press of a button."""

    button: Button


@dataclass(frozen=True, slots=True)
class Holding:
    """BACK or OK is being held: `eighths` of the required time have passed. 0: it was released too early."""

    eighths: int
    button: Button = Button.BACK


@dataclass(frozen=True, slots=True)
class Held:
    """BACK or OK was held long enough."""

    button: Button = Button.BACK


@dataclass(frozen=True, slots=True)
class Health:
    """The health of reader, display and buttons. `trouble` is the current one in a few words; empty: none.

    `part` names the part that has it (empty: none), `of_reader`: it is a reader, maybe by its cable. `returns` are the
    readers that recovered, with the number of times. `last` is the last fault since power-on, `ago_min` minutes ago;
    empty: none. `weak` are the cards with failed reads and their numbers of failed polls, the worst first.
    """

    trouble: str = ""
    returns: tuple[tuple[str, int], ...] = ()
    last: str = ""
    ago_min: int = 0
    weak: tuple[tuple[str, int], ...] = ()
    of_reader: bool = False
    part: str = ""


UNHARMED = Health()


@dataclass(frozen=True, slots=True)
class Waited:
    """Seconds since the table last changed. Sent only if a computer plays."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order of the director of a club: the table to play next; None: none, or it was played already.

    `here` and `seated` are the people whose tags were tapped before a power cut: at this box, and for this table.
    `places` are the tables of all people in this round, by name.
    """

    wanted: ClubTable | None
    here: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A set-up that was answered elsewhere, as on a page: game, seats, and the rules that differ from the house's.

    `scores` are those from before, by seat; partners have one. Empty: none.
    """

    game: str
    seats: tuple[SeatAssignment, ...]
    rules: Mapping[str, str] = field(default_factory=dict)
    scanned: bool = True
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuStatement:
    """A statement of the lists behind the menu, chosen elsewhere: people come and go, or a score is corrected."""

    said: Statement


class StickNews:
    """What comes of the work at a USB stick (stick_news.py)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Untouched:
    """Nobody has touched the box for long: it goes to sleep soon, or `now`."""

    now: bool = False


@dataclass(frozen=True, slots=True)
class GainsTried:
    """How many of `polls` read the card, by gain in dB. Empty: no card was laid down in time."""

    times: tuple[tuple[int, int], ...] = ()
    polls: int = 0


HandInput: TypeAlias = Tapped | Pressed | Held
"""The inputs that people make on purpose: parts of a gesture."""

Input: TypeAlias = (
    Tapped
    | Resting
    | Lifted
    | UnreadableTag
    | Pressed
    | Holding
    | Held
    | Health
    | Waited
    | Ordered
    | NewGame
    | MenuStatement
    | StickNews
    | Untouched
    | GainsTried
)
