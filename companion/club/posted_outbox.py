"""The end of the outbox at the process of the club: how far each match may leave, and what is said beside it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from msgspec import MsgspecError, Struct
from msgspec.json import decode

from companion.club.outbox import ENDED, Posted
from companion.club.payloads import MatchHead
from companion.storage.journal import unseal
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Outbox(Protocol):
    """What may leave the box now."""

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each match may leave."""

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match from number `start` on, without line breaks; at most `most`."""

    def view(self) -> bytes:
        """The public view as JSON; empty: there is none."""

    def here(self) -> tuple[str, ...]:
        """Who has tapped a name tag this evening."""

    def seated(self) -> tuple[str, ...]:
        """Who has tapped one for the match that is about to begin."""

    def trouble(self) -> tuple[str, ...]:
        """What is wrong at the table."""


class _Said(Struct, frozen=True):
    """What `state.json` says."""

    here: tuple[str, ...]
    trouble: tuple[str, ...]
    finished: tuple[str, ...]
    seated: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Read:
    """What a file of lines had when it was read: so many bytes of whole lines."""

    stamp: tuple[int, int, int]
    end: int
    head: MatchHead


class PostedOutbox:
    """The outbox in a directory. Reads a record again when its file has changed, or when its lines are asked for."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, _Read] = {}

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each match may leave."""
        known = {path.stem: self._match(path) for path in sorted((self._root / "records").glob("[!.]*.table"))}
        self._known = {name: read for name, read in known.items() if read is not None}
        over = self.posted().finished
        return {name: _over(read.head) if name in over else read.head for name, read in self._known.items()}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match."""
        if read := self._known.get(match):
            with suppress(OSError), self._path(match).open("rb") as file:
                return tuple(file.read(read.end).splitlines()[start - 1 : start - 1 + most])
        return ()

    def view(self) -> bytes:
        """The public view."""
        with suppress(OSError):
            return (self._root / "view.json").read_bytes()
        return b""

    def here(self) -> tuple[str, ...]:
        """Who has tapped a name tag this evening."""
        return self.posted().here

    def seated(self) -> tuple[str, ...]:
        """Who has tapped one for the match that is about to begin."""
        return self.posted().seated

    def trouble(self) -> tuple[str, ...]:
        """What is wrong at the table."""
        return self.posted().trouble

    def posted(self) -> Posted:
        """What the table says of itself; nothing if it cannot be read."""
        try:
            said = decode((self._root / "state.json").read_bytes(), type=_Said)
        except (OSError, MsgspecError, UnicodeDecodeError, RecursionError):
            return Posted()
        key, seated = next(iter(said.seated.items()), ("", ()))
        return Posted(said.here, said.trouble, said.finished, key, seated)

    def _path(self, match: str) -> Path:
        return self._root / "records" / f"{match}.table"

    def _match(self, path: Path) -> _Read | None:
        with suppress(OSError):
            stat = path.stat()
            stamp = stat.st_ino, stat.st_size, stat.st_mtime_ns
            known = self._known.get(path.stem)
            return known if known and known.stamp == stamp else _read(stamp, path.read_bytes())
        return None


def _read(stamp: tuple[int, int, int], data: bytes) -> _Read:
    recovered = unseal(data)
    over = any(line.text in ENDED for line in recovered.lines[-1:])
    head = MatchHead.at(len(recovered.lines), recovered.last_crc, finished=over)
    return _Read(stamp, recovered.end, head)


def _over(head: MatchHead) -> MatchHead:
    return MatchHead(head.lines, head.crc, finished=True)
