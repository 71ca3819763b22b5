"""The orders of the page for the simulated table, parsed from small JSON texts. Trusts no input."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.support.names import MOST_BYTES
from companion.support.text import is_text
from companion.support.values import dataclass, replace
from companion.table.setup import LEVELS
from companion.web.examples import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

MOST_WORDS, LONGEST_WORD, LONGEST_DECK, LONGEST_RECORD = 12, 24, 40, 80
SLOWEST_S = 10.0
BUTTONS = tuple(button.value for button in Button)

Asked: TypeAlias = dict[str, Any]
"""A JSON object from outside; nothing in it is checked."""
LARGEST_SEED = 10**9


class How(Enum):
    """How cards come to the reader."""

    TAP = "tap"
    REST = "rest"
    BRUSH = "brush"
    """lifted again before the first poll"""


HOWS = tuple(how.value for how in How)


class Leaving(Enum):
    """What becomes of the match in play when another is begun."""

    PARK = "park"
    END = "end"
    """here, with the scores as they stand"""
    THROW_AWAY = "throw away"


LEAVINGS = tuple(leaving.value for leaving in Leaving)


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay these cards on the reader together. `whole`: that is the play, with no alike card behind it."""

    words: tuple[str, ...]
    how: How = How.TAP
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Nest:
    """Give these cards of a hand away, face down and unread."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Push:
    """Press or release a button."""

    button: Button
    down: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """Toggle a simulated fault."""

    name: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a new game at once with `players` (0: the game's own number) and this seed (empty: random).

    The last `computers` players are computer seats of this `level`. `deck` names an enrolled deck (empty: draw one).
    """

    game: str
    people: int = 0
    seed: str = ""
    scanned: bool = True
    computers: int = 0
    level: str = LEVELS[0]
    deck: str = ""
    leaving: Leaving = Leaving.PARK


@dataclass(frozen=True, slots=True)
class Choose:
    """Point at this game, where the box asks which one."""

    game: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on with the parked match of this record."""

    record: str
    leaving: Leaving = Leaving.PARK


@dataclass(frozen=True, slots=True)
class Demonstrate:
    """Let the table play by itself, one step every `every_s` seconds; 0 ends it."""

    every_s: float


@dataclass(frozen=True, slots=True)
class Watch:
    """Replay a trick of the example of this game, or the `whole` of it, one statement every `every_s` seconds.

    `then` is the game that is dealt afterwards.
    """

    game: str
    every_s: float
    whole: bool = False
    then: Begin | None = None
    leaving: Leaving = Leaving.PARK


@dataclass(frozen=True, slots=True)
class Tag:
    """Tap a name tag."""

    name: str


class Do(Enum):
    """Orders without arguments. PAUSE (or go on) and STEP are of what is watched; the last three play ahead."""

    LIFT = "lift"
    DEAL = "deal"
    BONE = "bone"
    TAKE = "take"
    """the pile"""
    NEXT = "next"
    STICKER = "sticker"
    UNPLUG = "unplug"
    PAUSE = "pause"
    STEP = "step"
    MY_TURN = "my-turn"
    TRICK = "trick"
    DEAL_END = "deal-end"


JUMPS = frozenset({Do.MY_TURN, Do.TRICK, Do.DEAL_END})


class Ask(Enum):
    """Ask the table to say something: its screen once more, or all that everybody may know."""

    SAY_AGAIN = "say again"
    TELL_ALL = "tell all"


class Switch(Enum):
    """Turn a habit of the page on or off: hints, deals without pauses, computer seats without pauses."""

    HINT = "hint"
    FAST = "fast"
    QUICK = "quick"


Order: TypeAlias = Lay | Nest | Push | Fault | Begin | Choose | GoOn | Demonstrate | Watch | Tag | Do | Ask | Switch


class WrongOrderError(ValueError):
    """The text is no order; the message names what was found and what is allowed."""


def read(text: bytes) -> Order:
    """Parse a request. Raises WrongOrderError."""
    asked = read_object(text)
    word = one_of(asked, "do", (*READERS, *SIMPLE))
    return READERS[word](asked) if word in READERS else SIMPLE[word]


def read_object(text: bytes) -> Asked:
    """Parse a JSON object. Raises WrongOrderError."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise WrongOrderError("a request is a JSON object") from wrong
    if not isinstance(asked, dict):
        raise WrongOrderError("a request is a JSON object")
    return asked


def _begin(asked: Asked) -> Begin:
    return Begin(
        game=one_of(asked, "game", GAMES),
        people=int(_number(asked, "people", 9)),
        seed="" if asked.get("seed") is None else str(int(_number(asked, "seed", LARGEST_SEED))),
        scanned=_flag(asked, "scanned", default=True),
        computers=int(_number(asked, "computers", 9)),
        level=one_of(asked, "level", LEVELS, LEVELS[0]),
        deck=_text(asked, "deck", LONGEST_DECK) if asked.get("deck") else "",
        leaving=_leaving(asked),
    )


def _watch(asked: Asked) -> Order:
    game, every_s = one_of(asked, "game", examples()), _number(asked, "every", SLOWEST_S)
    then = replace(_begin(asked), leaving=Leaving.PARK)
    return Watch(game, every_s, whole=_flag(asked, "whole", default=False), then=then, leaving=_leaving(asked))


def _leaving(asked: Asked) -> Leaving:
    return Leaving(one_of(asked, "leaving", LEAVINGS, Leaving.PARK.value))


READERS: dict[str, Callable[[Asked], Order]] = {
    "lay": lambda asked: Lay(
        _words(asked), How(one_of(asked, "how", HOWS, "tap")), whole=_flag(asked, "whole", default=False)
    ),
    "nest": lambda asked: Nest(_words(asked)),
    "push": lambda asked: Push(Button(one_of(asked, "button", BUTTONS)), _flag(asked, "down")),
    "fault": lambda asked: Fault(_text(asked, "name")),
    "begin": _begin,
    "choose": lambda asked: Choose(one_of(asked, "game", GAMES)),
    "go on": lambda asked: GoOn(_text(asked, "record", LONGEST_RECORD), _leaving(asked)),
    "demonstrate": lambda asked: Demonstrate(_number(asked, "every", SLOWEST_S)),
    "watch": _watch,
    "tag": lambda asked: Tag(_text(asked, "name", MOST_BYTES)),
}
SIMPLE: dict[str, Order] = {order.value: order for order in (*Do, *Ask, *Switch)}


def _words(asked: Asked) -> tuple[str, ...]:
    words = asked.get("cards")
    if not isinstance(words, list) or not 1 <= len(words) <= MOST_WORDS:
        raise WrongOrderError(f"“cards” is a list of 1 to {MOST_WORDS} words")
    return tuple(_word(word, "a card") for word in words)


def _text(asked: Asked, key: str, most: int = LONGEST_WORD) -> str:
    return _word(asked.get(key), f"“{key}”", most)


def _word(value: Any, what: str, most: int = LONGEST_WORD) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= most or not is_text(value):
        raise WrongOrderError(f"{what} is a word of at most {most} letters")
    return value


def one_of(asked: Asked, key: str, allowed: Iterable[str], default: str | None = None) -> str:
    """The value of this key. Raises WrongOrderError unless it is allowed."""
    value, words = asked.get(key, default), tuple(allowed)
    if not isinstance(value, str) or value not in words:
        raise WrongOrderError(f"“{key}” takes {', '.join(words)}")
    return value


def _flag(asked: Asked, key: str, *, default: bool | None = None) -> bool:
    value = asked.get(key, default)
    if not isinstance(value, bool):
        raise WrongOrderError(f"“{key}” takes true, false")
    return value


def _number(asked: Asked, key: str, most: float) -> float:
    """A number from 0 on; a missing one is 0."""
    value = asked.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise WrongOrderError(f"“{key}” is a number from 0 to {most:g}")
    return float(value)
