"""What reaches the table from its readers and buttons, and what it sounds like. Values only."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.tags.decks import Piece


@dataclass(frozen=True, slots=True)
class Stranger:
    """A tag that is no piece of the deck in play; `deck` names the other deck it belongs to (empty: none).

    While decks are enrolled every tag is one, and `uid` its number (empty: nobody asks for it). It never gets into
    a record. `chip_card` says that it is a bank card, a phone or the like.
    """

    deck: str = ""
    uid: bytes = b""
    chip_card: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """One tap: one piece, or several that were laid down together.

    `beside` says that it was laid beside the piece of the tap before by the same hand: no other is so quick. `whose`
    is the reader's own person, by name or by the number of the seat (empty: it is everybody's).
    """

    pieces: tuple[Piece | Stranger, ...]
    beside: bool = False
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Resting:
    """A piece has been lying on the reader for a while (None: nobody says which)."""

    piece: Piece | Stranger | None = None


@dataclass(frozen=True, slots=True)
class Lifted:
    """A piece was taken from the reader (None: nobody says which); `unread` polls could not read it before."""

    piece: Piece | Stranger | None = None
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something on a reader answers and cannot be read; `gone`: it was read after all, or was taken up."""

    gone: bool = False


class Button(Enum):
    """The four buttons."""

    BACK = "BACK"
    UP = "UP"
    DOWN = "DOWN"
    OK = "OK"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed shortly."""

    button: Button


@dataclass(frozen=True, slots=True)
class Holding:
    """BACK or OK is being held; `eighths` of the way to what that means (0: let go too early)."""

    eighths: int
    button: Button = Button.BACK


@dataclass(frozen=True, slots=True)
class Held:
    """BACK or OK was held long enough."""

    button: Button = Button.BACK


@dataclass(frozen=True, slots=True)
class Health:
    """What people play with works, or what is wrong with it in a few words (empty: nothing).

    `returns` says which readers came back after a trouble, and how often. `last` is the last fault of a part since
    power-on (empty: none), so many minutes ago. `weak` are the cards that polls could not read although they lay
    there, and how many polls; the worst first: they are counted at the table.
    """

    trouble: str = ""
    returns: tuple[tuple[str, int], ...] = ()
    last: str = ""
    ago_min: int = 0
    weak: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Waited:
    """So many seconds have passed since the table last changed, at one where the computer plays a seat."""

    seconds: float


HandInput: TypeAlias = Tapped | Pressed | Held
"""What hands do on purpose: one part of a gesture."""

Input: TypeAlias = Tapped | Resting | Lifted | Unreadable | Pressed | Holding | Held | Health | Waited


class Tune(NamedTuple):
    """Notes as (Hz, ms), 0 Hz being silence; a colour as red, green, blue from 0 to 1, and how long it shines."""

    notes: tuple[tuple[int, int], ...] = ()
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shines_ms: int = 0


class Cue(Enum):
    """What the table hears and sees without looking at the panel."""

    NONE = Tune()
    ACCEPTED = Tune(((1760, 60),), (0.0, 1.0, 0.0), 400)
    PART = Tune(((1320, 20),), (0.0, 0.4, 0.0), 150)
    TRICK = Tune(((1320, 80), (0, 30), (1760, 120)), (0.0, 1.0, 0.0), 600)
    SCORE = Tune(((1047, 90), (1319, 90), (1568, 160)), (0.0, 0.4, 1.0), 1500)
    OVER = Tune(((1047, 90), (1319, 90), (1568, 90), (2093, 300)), (1.0, 1.0, 1.0), 3000)
    REFUSED = Tune(((440, 600),), (1.0, 0.0, 0.0), 1500)
    REVOKE = Tune(((660, 150), (0, 50), (440, 500)), (1.0, 0.3, 0.0), 3000)
    STALE = Tune(((220, 40),))
