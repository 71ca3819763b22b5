"""What the messages of a club say: frozen values, and their JSON. Pure.

Nothing that comes is trusted: sizes are checked before anything is parsed, and what is wrong is refused in words.
Unknown keys are ignored, so that a newer version can say more. `schemas/` has the same rules for clients of others.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.support.names import MOST_BYTES as MOST_NAME_BYTES
from companion.support.names import each_once, name_problem
from companion.support.text import is_text
from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_BYTES = 65_536
"""Maximum bytes of a JSON payload."""
MOST_LINE_BYTES = 8_192
"""Maximum bytes of a line of a record."""
MOST_LINES = 1_000_000
MOST_MATCHES = 200
"""Maximum matches of a state: the latest."""
MOST_HERE, MOST_SEATED, MOST_TROUBLES, MOST_RELEASED = 100, 8, 20, 500
MOST_TABLES = 100
MOST_PLACED = 4 * MOST_TABLES
"""Maximum people of a round."""
MOST_TEXT = 300
"""Maximum characters of a trouble."""
MOST_NUMBER = (1 << 31) - 1

NAME_OF_MATCH = re.compile(r"[a-z0-9-]{1,64}")
NAMES = f"names of people, each of 1 to {MOST_NAME_BYTES} bytes"
_NAME_LIKE = re.compile(rf"[^\x00-\x1f\x7f]{{1,{MOST_NAME_BYTES}}}")
_CRC = re.compile(r"[0-9a-f]{8}")
_TROUBLE = re.compile(rf"[^\x00-\x1f\x7f]{{1,{MOST_TEXT}}}")
_PROGRAM = re.compile(r"[!-~]{1,32}")
_GAME = re.compile(r"[a-z0-9_-]{1,32}")
_OPTION = re.compile(r'[^\s";\x00-\x1f\x7f]{1,40}')
_RELEASED = re.compile(r"[a-z0-9-]{1,64}:[1-9][0-9]{0,3}")

Json: TypeAlias = "dict[str, Any]"


class Refused(ValueError):  # noqa: N818 - it is an answer to a message
    """A topic or payload that is none of this protocol. Says what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Publish:
    """A message to be published."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a box or the director is there. `instance` tells two machines of one name apart: 8 hex digits."""

    on: bool
    instance: str = ""
    program: str = ""


@dataclass(frozen=True, slots=True)
class MatchHead:
    """How far a match may leave its box: how many lines, and the check sum of the last; 0 without lines."""

    lines: int
    crc: int
    finished: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """What a box says of itself. `order`: the number of the order that it follows; 0 for none.

    `here` are all of this evening, `seated` those who have tapped a name tag for the match that is about to begin.
    """

    order: int = 0
    here: tuple[str, ...] = ()
    matches: Mapping[str, MatchHead] = field(default_factory=dict)
    trouble: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """The director wants the lines of a match from number `start` on."""

    match: str
    start: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who plays what at a box. `boards`: the number of each deal's board, in duplicate play only."""

    event: str
    round: int
    table: int
    game: str
    players: tuple[str, ...]
    dealer: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    deals: int = 1
    boards: tuple[int, ...] = ()
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """All that the director wants of a box. `released`: "EVENT:BOARD" for each board that every table has finished.

    `places` are the tables of all people in this round, by name.
    """

    number: int
    assignment: Assignment | None = None
    released: tuple[str, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


def encode(value: Presence | State | Ask | Order) -> bytes:
    """The payload of a value, as short as JSON can be."""
    return json.dumps(_json(value), ensure_ascii=False, separators=(",", ":")).encode()


def _json(value: Presence | State | Ask | Order) -> Json:
    match value:
        case Presence(on, instance, program):
            return {"on": on} | ({"instance": instance, "program": program} if instance else {})
        case State(order, here, matches, trouble, seated):
            heads = {name: _head_json(head) for name, head in matches.items()}
            sit = {"seated": seated} if seated else {}
            return {"order": order, "here": here, "matches": heads, "trouble": trouble} | sit
        case Ask(name, start):
            return {"match": name, "from": start}
        case Order(number, assignment, released, places):
            wanted = assignment and _assignment_json(assignment)
            said = {"number": number, "assignment": wanted, "released": released}
            return said | ({"places": dict(places)} if places else {})


def _head_json(head: MatchHead) -> Json:
    return {"lines": head.lines, "crc": f"{head.crc:08x}", "finished": head.finished}


def _assignment_json(wanted: Assignment) -> Json:
    return {
        "event": wanted.event,
        "round": wanted.round,
        "table": wanted.table,
        "game": wanted.game,
        "players": wanted.players,
        "dealer": wanted.dealer,
        "options": dict(wanted.options),
        "deals": wanted.deals,
        "boards": wanted.boards,
        "duplicate": wanted.duplicate,
    }


def decode_presence(data: bytes) -> Presence:
    """The presence in a payload. Raises Refused."""
    found = _object(data)
    instance = _text(found, "instance", _CRC, "8 hex digits", "")
    return Presence(_bool(found, "on"), instance, _text(found, "program", _PROGRAM, "1 to 32 characters", ""))


def decode_state(data: bytes) -> State:
    """The state in a payload. Raises Refused."""
    found = _object(data)
    matches = found.get("matches")
    if type(matches) is not dict or len(matches) > MOST_MATCHES:
        raise _wrong("matches", matches, f"an object of at most {MOST_MATCHES} matches")
    return State(
        _number(found, "order", 0),
        _people(found, "here", MOST_HERE),
        {name: _head(name, head) for name, head in matches.items()},
        _texts(found, "trouble", MOST_TROUBLES, _TROUBLE.fullmatch, f"texts of 1 to {MOST_TEXT} characters"),
        _people({"seated": []} | found, "seated", MOST_SEATED),
    )


def _head(name: str, found: object) -> MatchHead:
    if not NAME_OF_MATCH.fullmatch(name):
        raise _wrong("matches", name, "names of 1 to 64 of a-z, 0-9 and -")
    if not isinstance(found, dict):
        raise _wrong(name, found, "an object")
    crc = _text(found, "crc", _CRC, "8 hex digits")
    return MatchHead(_number(found, "lines", 0, MOST_LINES), int(crc, 16), _bool(found, "finished"))


def decode_ask(data: bytes) -> Ask:
    """The question in a payload. Raises Refused."""
    found = _object(data)
    name = _text(found, "match", NAME_OF_MATCH, "1 to 64 of a-z, 0-9 and -")
    return Ask(name, _number(found, "from", 1, MOST_LINES))


def decode_order(data: bytes) -> Order:
    """The order in a payload. Raises Refused."""
    found = _object(data)
    wanted = found.get("assignment")
    if wanted is not None and not isinstance(wanted, dict):
        raise _wrong("assignment", wanted, "an object or null")
    return Order(
        _number(found, "number", 1),
        None if wanted is None else _assignment(wanted),
        _texts(found, "released", MOST_RELEASED, _RELEASED.fullmatch, "EVENT:BOARD"),
        _places(found.get("places", {})),
    )


def _assignment(found: Json) -> Assignment:
    players = _texts(found, "players", 8, _is_name, NAMES)
    if not 1 < len(players) == len(each_once(players)):
        raise _wrong("players", players, "2 to 8 different names")
    dealer = found.get("dealer")
    if dealer is not None and dealer not in players:
        raise _wrong("dealer", dealer, "one of the players, or null")
    deals, duplicate = _number(found, "deals", 1, 100), _bool(found, "duplicate")
    return Assignment(
        _text(found, "event", NAME_OF_MATCH, "1 to 64 of a-z, 0-9 and -"),
        _number(found, "round", 1, 1_000),
        _number(found, "table", 1, MOST_TABLES),
        _text(found, "game", _GAME, "the name of a game"),
        players,
        dealer,
        _options(found.get("options")),
        deals,
        _boards(found.get("boards"), deals if duplicate else 0),
        duplicate,
    )


def _places(found: object) -> dict[str, int]:
    if not isinstance(found, dict) or len(found) > MOST_PLACED:
        raise _wrong("places", found, f"an object of at most {MOST_PLACED} names, each with a table")
    names = _texts({"places": [*found]}, "places", MOST_PLACED, _is_name, NAMES)
    return {name: _number(found, name, 1, MOST_TABLES) for name in names}


def _options(found: object) -> dict[str, str]:
    allowed = "an object of at most 32 words, each with a word"
    if not isinstance(found, dict) or len(found) > 32:
        raise _wrong("options", found, allowed)
    for word in (*found, *found.values()):
        if not (isinstance(word, str) and _OPTION.fullmatch(word) and is_text(word)):
            raise _wrong("options", word, allowed)
    return found


def _boards(found: object, wanted: int) -> tuple[int, ...]:
    allowed = f"{wanted} different numbers from 1 to 9999" if wanted else "none without duplicate"
    if not isinstance(found, list) or not all(type(one) is int and 0 < one < 10_000 for one in found):
        raise _wrong("boards", found, allowed)
    if len(found) != wanted or len(set(found)) != wanted:
        raise _wrong("boards", found, allowed)
    return tuple(found)


def decode_view(data: bytes) -> Json:
    """The public view in a payload, as the page for phones reads it. Raises Refused."""
    found = _object(data)
    _bool(found, "on")
    return found


def check_line(data: bytes) -> bytes:
    """A line of a record, if it has the size of one. Raises Refused."""
    if not 0 < len(data) <= MOST_LINE_BYTES:
        raise Refused(f"a line of {len(data)} bytes; allowed: 1 to {MOST_LINE_BYTES}")
    return data


def _no_constant(word: str) -> None:
    raise Refused(f"found {word}, which JSON has not")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _object(data: bytes) -> Json:
    if len(data) > MOST_BYTES:
        raise Refused(f"a payload of {len(data)} bytes; allowed: at most {MOST_BYTES}")
    try:
        found = _DECODER.decode(data.decode())
    except Refused:
        raise
    except (ValueError, RecursionError) as fault:
        raise Refused(f"not JSON in UTF-8 ({type(fault).__name__})") from fault
    if not isinstance(found, dict):
        raise _wrong("payload", found, "an object")
    return found


def _text(found: Json, key: str, form: re.Pattern[str], allowed: str, default: str | None = None) -> str:
    text = found.get(key, default)
    if not isinstance(text, str) or not (form.fullmatch(text) or text == default) or not is_text(text):
        raise _wrong(key, text, allowed)
    return text


def _texts(found: Json, key: str, most: int, fits: Callable[[str], object], allowed: str) -> tuple[str, ...]:
    texts = found.get(key)
    if not isinstance(texts, list) or len(texts) > most:
        raise _wrong(key, texts, f"at most {most} {allowed}")
    for text in texts:
        if not (isinstance(text, str) and fits(text) and is_text(text)):
            raise _wrong(key, text, allowed)
    return tuple(texts)


def _people(found: Json, key: str, most: int) -> tuple[str, ...]:
    """The people of a box; who has no name that can be one is left out, so that the others are still here."""
    return tuple(filter(_is_name, _texts(found, key, most, _NAME_LIKE.fullmatch, NAMES)))


def _is_name(text: str) -> bool:
    return not name_problem(text)


def _number(found: Json, key: str, least: int, most: int = MOST_NUMBER) -> int:
    number = found.get(key)
    if type(number) is not int or not least <= number <= most:  # True is an int, too
        raise _wrong(key, number, f"a whole number from {least} to {most}")
    return number


def _bool(found: Json, key: str) -> bool:
    value = found.get(key)
    if not isinstance(value, bool):
        raise _wrong(key, value, "true or false")
    return value


def _wrong(key: str, found: object, allowed: str) -> Refused:
    return Refused(f"{key}: found {_short(found)}; allowed: {allowed}")


def _short(found: object) -> str:
    """The beginning of what was found: a message must not fill a page."""
    text = repr(found) if found is None or isinstance(found, int | str) else f"{type(found).__name__} {found!r}"
    return text if len(text) <= 60 else f"{text[:59]}…"
