"""Writes values of this program as words without blanks, and reads them back as equal values.

A word is a constant, a number, a string after a quotation mark, or it says what the words after it make: so many
members of a tuple, a set or a mapping, or the fields (or the member) of a class of `companion`. Reading it needs
no `json`, which would take a twentieth of the time until the first picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

CONSTANTS = {repr(constant): constant for constant in (None, False, True)}


def words_of(value: Any) -> Iterator[str]:
    """The words of a value. Raises TypeError for any other kind."""
    match value:
        case None | bool():
            yield repr(value)
        case int():
            yield str(value)
        case str():
            yield '"' + value.encode("unicode_escape").decode().replace(" ", r"\x20")
        case tuple():
            yield from _several("(", value)
        case frozenset():
            yield from _several("{", value)
        case dict():
            yield from _several("[", value.items())
        case Enum():
            yield f"{type(value).__module__}:{type(value).__qualname__}:{value.name}"
        case _ if hasattr(value, "__parts__"):
            yield f"{type(value).__module__}:{type(value).__qualname__}"
            for name in _field_names(type(value)):
                yield from words_of(getattr(value, name))
        case _:
            raise TypeError(f"no value of this program: {value!r}")


def _several(kind: str, members: Any) -> Iterator[str]:
    yield f"{kind}{len(members)}"
    for member in members:
        yield from words_of(member)


def value_of(words: Iterator[str]) -> Any:
    """The value that the next words make. Raises ValueError, or what a class raises, for anything else."""
    word = next(words, "")
    if word in CONSTANTS:
        return CONSTANTS[word]
    match word[:1]:
        case '"':
            return word[1:].encode().decode("unicode_escape")
        case "(":
            return tuple(_members(word, words))
        case "{":
            return frozenset(_members(word, words))
        case "[":
            return dict(_members(word, words))
    if not word.startswith("companion."):
        return int(word)
    module, name, *member = word.split(":")
    cls = getattr(import_module(module), name)
    return cls[member[0]] if member else cls(**{field: value_of(words) for field in _field_names(cls)})


def _members(word: str, words: Iterator[str]) -> list[Any]:
    return [value_of(words) for _ in range(int(word[1:]))]


def _field_names(cls: Any) -> list[str]:
    """The fields that the class is made of."""
    return [name for name, part in cls.__parts__.items() if part.init]
