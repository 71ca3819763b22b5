"""A moment of the running match, kept beside its record, so that the first picture need not replay all earlier deals.

The record is always right: only the first picture is drawn from this file, and only if the record goes on from the
check sum where it was made. A damaged file is ignored.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from companion import VERSION
from companion.storage.disk import Disk, text_of, with_sum
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a match after a `deal`, and where in the record this line stands.

    `size`, `n` and `crc` are the bytes of the record before the line, its number, and the check sum that it goes on
    from. `lines` are the header and the notes before it, `applied` counts the statements up to it.
    """

    record: str
    size: int
    n: int
    crc: int
    lines: tuple[str, ...]
    applied: int
    state: Any


class CheckpointLine(NamedTuple):
    """The line of a record where a checkpoint was made: line `n` was saved before it."""

    record: str
    n: int


class CheckpointFile:
    """The file with the checkpoint of the match that was played last: the program on a line, then its words."""

    def __init__(self, file: Path, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def load(self) -> Checkpoint | None:
        """The checkpoint; None: there is none of this program. Raises ValueError for a spoilt file."""
        words = self._words()
        return value_of(iter(words)) if words else None

    def line(self) -> CheckpointLine | None:
        """Where it was made, without making its state; None: there is no checkpoint of this program."""
        with suppress(ValueError):
            match self._words():
                case [_, name, _, n, *_]:
                    return CheckpointLine(value_of(iter([name])), int(n))
        return None

    def _words(self) -> list[str]:
        """The words of the checkpoint; empty: there is none of this program. Raises ValueError for a spoilt file."""
        try:
            written = self._disk.read(self._file)
        except OSError:
            return []
        program, _, words = text_of(written).decode().partition("\n")
        return words.split(" ") if program == _PROGRAM else []

    def forget(self, record: str) -> None:
        """Drop the checkpoint of this record, which has lost lines. Ignores errors."""
        place = self.line()
        if place and place.record == record:
            self.save(None)

    def save(self, checkpoint: Checkpoint | None) -> None:
        """Replace the file; None: with no checkpoint. Ignores errors: the file is optional."""
        text = f"{_PROGRAM}\n{' '.join(words_of(checkpoint))}"
        with suppress(OSError):
            self._disk.replace_whole(self._file, with_sum(text.encode()))


_PROGRAM = f"{VERSION} {sys.prefix!r}"
"""The program that wrote a checkpoint. Another version, in its own environment, may have other rules."""


# ---------------------------------------------------------------- values as words
#
# A word is a constant, a number, a string after a quotation mark, or it says what the words after it make: so many
# members of a tuple, a set or a mapping, or the fields (or the member) of a class of `companion`. Reading it needs
# no `json`, which would take a twentieth of the time until the first picture.

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
