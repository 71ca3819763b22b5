"""A moment of the running match, kept beside its record, so that the first picture need not replay all earlier deals.

The record is always right: only the first picture is drawn from this file, and only if the record goes on from the
check sum where it was made. A damaged file is ignored.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion import VERSION
from companion.storage.disk import Disk, text_of, with_sum
from companion.support.value_text import value_of, words_of
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
    """The file with the checkpoint of the match that was played last: the program's words, then those of its value."""

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
