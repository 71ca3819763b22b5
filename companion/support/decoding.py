"""Decodes JSON from outside into typed values (msgspec), or refuses it in words that name the key.

A type says all that a message may be: keys, lengths, ranges, forms. Ignores unknown keys, so that a newer version can
add some. Loaded only in processes that hear strangers: msgspec would delay the first picture.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, TypeVar, get_args

from msgspec import DecodeError, Meta, Raw, Struct, ValidationError
from msgspec.json import Decoder
from msgspec.structs import fields

T = TypeVar("T")

MOST_SHOWN = 60
"""Maximum characters of a wrong value that are told."""

_ALLOWED: Final[dict[str, str]] = {}
"""The forms of texts in words, by their pattern."""
_OBJECT: Final = Decoder(dict[str, Raw])
_ANYTHING: Final = Decoder(Any)
_NO_JSON = (DecodeError, UnicodeDecodeError, RecursionError)


class RefusedMessage(ValueError):  # noqa: N818 - it is an answer to a message
    """A malformed message. Says what was found and what is allowed."""


def fits(pattern: str, allowed: str) -> Meta:
    """A text that matches the whole pattern; in Python, `$` alone would accept a line break at the end."""
    whole = f"^{pattern}$(?!\\n)"
    _ALLOWED[whole] = allowed
    return Meta(pattern=whole)


def decode_strangers(decoder: Decoder[T], data: bytes, most: int) -> T:
    """The value in a message of at most so many bytes. Raises RefusedMessage."""
    if len(data) > most:
        raise RefusedMessage(f"a message of {len(data)} bytes; allowed: at most {most}")
    try:
        found = decoder.decode(data)
        json.loads(data, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    except ValidationError as fault:
        raise RefusedMessage(_in_words(str(fault), data, decoder.type)) from fault
    except _NO_JSON as fault:
        raise RefusedMessage(_no_json(data)) from fault
    return found


def refusal(key: str, found: object, allowed: Iterable[str]) -> RefusedMessage:
    """The refusal of a value that is not among the `allowed` ones."""
    return RefusedMessage(
        f"{key}: found {_short(json.dumps(found, ensure_ascii=False))}; allowed: {', '.join(allowed)}"
    )


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse a key that occurs twice: one reader takes its first value, another its last."""
    keys = [key for key, _ in pairs]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise RefusedMessage(f"{_short(twice)}: found twice; allowed: once")


def _no_json(data: bytes) -> str:
    """The key whose value is not JSON, such as half a character or NaN, if Python's lenient parser can find it."""
    try:
        lenient = json.loads(data)
    except (ValueError, RecursionError):
        lenient = None
    for key, value in lenient.items() if isinstance(lenient, dict) else ():
        try:
            _ANYTHING.decode(text := json.dumps(value))
        except _NO_JSON:
            return f"{_short(key)}: found {_short(text)}; allowed: JSON in UTF-8"
    return "not JSON in UTF-8"


_WORDS: Final = {
    "`bool`": "true or false",
    "`int`": "a whole number",
    "`float`": "a number",
    "`str`": "a text",
    "`object`": "an object",
    "`array`": "a list",
    "`object | null`": "an object or null",
    "`str | null`": "a text or null",
    "`int | null`": "a whole number or null",
    "Expected ": "",
    "Object missing required field": "an object with the key",
}
"""What msgspec calls things, and what the documents do."""


def _in_words(fault: str, data: bytes, kind: Any) -> str:
    """The complaint of msgspec about a message of this kind, after the wrong key and its value.

    >>> _in_words("Expected `int` >= 1 - at `$.from`", b'{"match": "m", "from": 0}', None)
    'from: found 0; allowed: a whole number >= 1'
    """
    said, _, place = fault.partition(" - at `")
    path = re.findall(r"\.(\w+)", place)
    form = re.search("matching regex '(.*)'$", said)
    allowed = _ALLOWED[form[1].replace(r"\\", "\\")] if form else said.partition(", got ")[0]
    if path and (allowed.startswith("Invalid") or "enum" in said):
        allowed = ", ".join(_choices(kind, path[-1])) or allowed
    for theirs, ours in _WORDS.items():
        allowed = allowed.replace(theirs, ours)
    if not path:
        return f"allowed: {allowed}"
    return f"{path[0]}: found {_value_behind(data, path[0])}; allowed: {allowed}"


def _value_behind(data: bytes, key: str) -> str:
    """The value of a key of a message, as text; msgspec may refuse a message before it has read all of it."""
    try:
        found = _OBJECT.decode(data).get(key)
    except _NO_JSON:
        return "what cannot be shown"
    return _short(bytes(found).decode("utf-8", "replace")) if found else "nothing"


def _choices(kind: Any, key: str) -> Iterator[str]:
    """The words that a key takes: those by which structs are told apart, or those of its type."""
    for arg in get_args(kind) or (kind,):
        if isinstance(arg, type) and issubclass(arg, Struct):
            config = arg.__struct_config__
            if config.tag_field == key:
                yield str(config.tag)
            for field in fields(arg):
                if field.encode_name == key and isinstance(field.type, type) and issubclass(field.type, Enum):
                    yield from (str(word.value) for word in field.type)


def _short(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
