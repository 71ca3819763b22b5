"""The orders of the page for the simulated table, parsed from small JSON texts. Trusts no input."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.match.header import MOST_NAME_BYTES
from companion.support.text import is_text
from companion.support.values import dataclass
from companion.table.setup import LEVELS
from companion.web.examples import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_WORDS, LONGEST_WORD, LONGEST_DECK = 12, 24, 40
SLOWEST_S = 10.0
LARGEST_SEED = 10**9


class How(Enum):
    """How cards come to the reader."""

    TAP = "tap"
    REST = "rest"
    BRUSH = "brush"
    """lifted again before the first poll"""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay these cards on the reader together."""

    words: tuple[str, ...]
    how: How = How.TAP


@dataclass(frozen=True, slots=True)
class Nest:
    """Lay these five cards aside, face down and unread."""

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


@dataclass(frozen=True, slots=True)
class Demonstrate:
    """Let the table play by itself, one step every `every_s` seconds; 0 ends it."""

    every_s: float


@dataclass(frozen=True, slots=True)
class Watch:
    """Replay the example of this game, one statement every `every_s` seconds."""

    game: str
    every_s: float


@dataclass(frozen=True, slots=True)
class Tag:
    """Tap a name tag."""

    name: str


class Do(Enum):
    """Orders without arguments."""

    LIFT = "lift"
    DEAL = "deal"
    DEAL_ALL = "deal all"
    BONE = "bone"
    NEXT = "next"
    HINT = "hint"
    FAST = "fast"
    STICKER = "sticker"
    QUICK = "quick"
    """Toggle the pauses of computer seats."""
    UNPLUG = "unplug"


Order: TypeAlias = Lay | Nest | Push | Fault | Begin | Demonstrate | Watch | Tag | Do


class WrongOrderError(ValueError):
    """The text is no order; the message names what was found and what is allowed."""


def read(text: bytes) -> Order:
    """Parse a request. Raises WrongOrderError."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise WrongOrderError("an order is a JSON object") from wrong
    if not isinstance(asked, dict):
        raise WrongOrderError("an order is a JSON object")
    match asked.get("do"):
        case str(word) if word in READERS:
            return READERS[word](asked)
        case str(word) if word in _SIMPLE:
            return _SIMPLE[word]
        case _:
            raise WrongOrderError(f"“do” takes {', '.join((*READERS, *_SIMPLE))}")


def _lay(asked: dict[str, Any]) -> Order:
    return Lay(_words(asked), How(_one_of(asked, "how", tuple(how.value for how in How), How.TAP.value)))


def _nest(asked: dict[str, Any]) -> Order:
    return Nest(_words(asked))


def _push(asked: dict[str, Any]) -> Order:
    return Push(Button(_one_of(asked, "button", tuple(button.value for button in Button))), _flag(asked, "down"))


def _fault(asked: dict[str, Any]) -> Order:
    return Fault(_text(asked, "name"))


def _begin(asked: dict[str, Any]) -> Order:
    game = _one_of(asked, "game", tuple(GAMES))
    people = int(_number(asked, "people", 0, 9))
    seed = asked.get("seed")
    if seed is not None:
        seed = int(_number(asked, "seed", 0, LARGEST_SEED))
    scanned, level = _flag(asked, "scanned", default=True), _one_of(asked, "level", LEVELS, LEVELS[0])
    computers = int(_number(asked, "computers", 0, 9))
    deck = _text(asked, "deck", LONGEST_DECK) if asked.get("deck") else ""
    return Begin(game, people, "" if seed is None else str(seed), scanned, computers, level, deck)


def _demonstrate(asked: dict[str, Any]) -> Order:
    return Demonstrate(_number(asked, "every", 0, SLOWEST_S))


def _watch(asked: dict[str, Any]) -> Order:
    return Watch(_one_of(asked, "game", EXAMPLES), _number(asked, "every", 0, SLOWEST_S))


def _tag(asked: dict[str, Any]) -> Order:
    return Tag(_text(asked, "name", MOST_NAME_BYTES))


READERS: dict[str, Callable[[dict[str, Any]], Order]] = {
    "lay": _lay,
    "nest": _nest,
    "push": _push,
    "fault": _fault,
    "begin": _begin,
    "demonstrate": _demonstrate,
    "watch": _watch,
    "tag": _tag,
}
_SIMPLE = {order.value: order for order in Do}


def _words(asked: dict[str, Any]) -> tuple[str, ...]:
    words = asked.get("cards")
    if not isinstance(words, list) or not 1 <= len(words) <= MOST_WORDS:
        raise WrongOrderError(f"“cards” is a list of 1 to {MOST_WORDS} words")
    if not all(_is_word(word, LONGEST_WORD) for word in words):
        raise WrongOrderError(f"a card is a word of at most {LONGEST_WORD} letters")
    return tuple(words)


def _text(asked: dict[str, Any], key: str, most: int = LONGEST_WORD) -> str:
    found = asked.get(key)
    if not _is_word(found, most):
        raise WrongOrderError(f"“{key}” is a word of at most {most} letters")
    return str(found)


def _is_word(found: Any, most: int) -> bool:
    """Whether this is text of at most `most` characters."""
    return isinstance(found, str) and 0 < len(found) <= most and is_text(found)


def _one_of(asked: dict[str, Any], key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    found = asked.get(key, default)
    if found not in allowed or not isinstance(found, str):
        raise WrongOrderError(f"“{key}” takes {', '.join(allowed)}")
    return found


def _flag(asked: dict[str, Any], key: str, *, default: bool | None = None) -> bool:
    found = asked.get(key, default)
    if not isinstance(found, bool):
        raise WrongOrderError(f"“{key}” takes true, false")
    return found


def _number(asked: dict[str, Any], key: str, least: float, most: float) -> float:
    found = asked.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, int | float) or not least <= found <= most:
        raise WrongOrderError(f"“{key}” is a number from {least:g} to {most:g}")
    return float(found)
