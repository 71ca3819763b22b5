"""What a value of the settings may be: a test, and the words for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum

from companion.support.messages import msg
from companion.support.text import listing
from companion.support.values import dataclass


def toml_value(value: object, *, address: bool = False) -> str:
    """Format a value as TOML; a value of any other type is formatted by `str`."""
    match value:
        case bool():
            return str(value).lower()
        case int() if address:
            return f"0x{value:02X}"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case _:
            return str(value)


class Private(Enum):
    """Why a value leaves the box only if its owner wishes so."""

    NAME = "name"
    """The name of a person."""
    PLACE = "place"
    """An address, a host, or a place that says whose it is."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a key may be: a test, the words for it, and the choices if they are few (empty: they are not).

    An `address` is written in hexadecimal.
    """

    words: str
    fits: Callable[[object], bool]
    choices: tuple[str | int, ...] = ()
    address: bool = False

    def __str__(self) -> str:
        return self.words


def one_of(*choices: str | int, address: bool = False) -> Allowed:
    """One of these words or numbers; `true` is no number."""
    words = listing((toml_value(value, address=address) for value in choices), "or")
    written = {repr(value) for value in choices}  # tells 1 from true and from "1"
    return Allowed(words, lambda value: repr(value) in written, choices, address)


def whole(least: int, most: int) -> Allowed:
    """A whole number within inclusive limits."""
    words = msg("a whole number from {least} to {most}", least=least, most=most)
    return Allowed(words, lambda value: type(value) is int and least <= value <= most)


def matching(form: str, words: str) -> Allowed:
    """A text that matches the regular expression `form`; `words` describe it to people."""
    return Allowed(words, lambda value: isinstance(value, str) and re.fullmatch(form, value) is not None)


YES_NO = one_of(True, False)
