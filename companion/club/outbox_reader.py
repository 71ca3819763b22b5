"""The outbox as the club's process reads it: how far each match may leave, the view, and the table's report."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec import MsgspecError, structs
from msgspec.json import Decoder

from companion.club.limits import MOST_BYTES, MOST_MATCHES, NAME_OF_MATCH
from companion.club.outbox import RECORD, RECORDS, STATE, VIEW, Posted
from companion.club.payloads import MatchHead, PublicView, decode
from companion.storage.disk import MOST_BYTES as MOST_BYTES_OF_RECORD
from companion.storage.journal import unseal
from companion.storage.posted import read_posted
from companion.support.values import dataclass, replace

T = TypeVar("T")


class Outbox(Protocol):
    """What may leave the box now."""

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each of the latest matches may leave; at most MOST_MATCHES."""

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match from number `start` on, without line breaks; at most `most`."""

    def view(self) -> bytes:
        """The public view as JSON; empty: there is none."""

    def report(self) -> Posted:
        """What the table says of itself."""


_STATE = Decoder(Posted)


@dataclass(frozen=True, slots=True)
class _Read:
    """A record as it was read. `end` is the size of its whole lines in bytes."""

    stamp: tuple[int, int, int]
    end: int
    head: MatchHead


class PostedOutbox:
    """The outbox in a directory. Reads a record again when its file has changed, or when its lines are asked for.

    Ignores a file that the table cannot have written, and reports it as a trouble.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, _Read] = {}
        self._faults: dict[str, str] = {}  # of files, by their names

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each of the latest matches may leave."""
        names = self._names()
        there = {VIEW, STATE, *map(_file_of, names)}
        self._faults = {name: why for name, why in self._faults.items() if name in there}
        known = {name: self._match(name) for name in names}
        self._known = {name: read for name, read in known.items() if read is not None}
        over = self.read_state().finished
        heads = {name: read.head for name, read in self._known.items()}
        return {name: structs.replace(head, finished=head.finished or name in over) for name, head in heads.items()}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match."""
        if read := self._known.get(match):
            data = self._parse(_file_of(match), MOST_BYTES_OF_RECORD, bytes, b"")
            return tuple(data[: read.end].splitlines()[start - 1 : start - 1 + most])
        return ()

    def view(self) -> bytes:
        """The public view."""
        return self._parse(VIEW, MOST_BYTES, _checked_view, b"")

    def report(self) -> Posted:
        """What the table says of itself; its troubles begin with the files that cannot be read."""
        posted = self.read_state()
        faults = (f"{name} of the outbox: {why}" for name, why in sorted(self._faults.items()))
        return replace(posted, trouble=(*faults, *posted.trouble))

    def read_state(self) -> Posted:
        """What the table says of itself; nothing if it cannot be read."""
        return self._parse(STATE, MOST_BYTES, _STATE.decode, Posted())

    def _names(self) -> list[str]:
        """The names of the latest matches, in their order: they begin with the date."""
        try:
            names = [path.stem for path in (self._root / RECORDS).iterdir() if path.suffix == RECORD]
        except OSError:
            return []
        return sorted(filter(NAME_OF_MATCH.fullmatch, names))[-MOST_MATCHES:]

    def _match(self, name: str) -> _Read | None:
        try:
            stat = os.lstat(self._root / _file_of(name))
        except OSError:
            return None
        stamp = stat.st_ino, stat.st_size, stat.st_mtime_ns
        known = self._known.get(name)
        if known and known.stamp == stamp:
            return known
        return self._parse(_file_of(name), MOST_BYTES_OF_RECORD, partial(_read, stamp), None)

    def _parse(self, name: str, most: int, parse: Callable[[bytes], T], nothing: T) -> T:
        """The value in a file; `nothing` without a file, or with one that the table cannot have written."""
        self._faults.pop(name, None)
        try:
            return parse(read_posted(self._root / name, most))
        except FileNotFoundError:
            return nothing
        except OSError as fault:
            self._faults[name] = fault.strerror or ""
        except (ValueError, MsgspecError, RecursionError) as fault:
            self._faults[name] = str(fault)
        return nothing


def _file_of(match: str) -> str:
    """The file of a match in the outbox."""
    return f"{RECORDS}/{match}{RECORD}"


def _checked_view(data: bytes) -> bytes:
    """This payload of a view unchanged, with keys that are unknown here. Raises RefusedMessage for anything else."""
    decode(PublicView, data)
    return data


def _read(stamp: tuple[int, int, int], data: bytes) -> _Read:
    """Raises ValueError unless it is a sealed record."""
    recovered = unseal(data)
    if not recovered.sealed:
        raise ValueError("no record with check sums")
    over = any(line.text == "end" for line in recovered.lines[-1:])
    head = MatchHead.at(len(recovered.lines), recovered.last_crc, finished=over)
    return _Read(stamp, recovered.end, head)
