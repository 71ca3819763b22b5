"""The outbox directory: what the table lets out of the box, and what the process of the club reads.

    ROOT/records/MATCH.table   the lines that may leave, compact
    ROOT/view.json             what everybody at the table may see now
    ROOT/state.json            {"here": ["Ann"], "trouble": ["…"]}
    INBOX/order.json           what the director wants

Files are replaced whole, so that a reader sees the old one or the new one.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from companion.club.payloads import MatchHead, encode
from companion.storage.journal import unseal
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.club.payloads import Order

ENDED = ("end", "finish")
"""The statements behind which a match has no more lines."""


class Outbox(Protocol):
    """What may leave the box now."""

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each match may leave."""

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match from number `start` on, without line breaks; at most `most`."""

    def view(self) -> bytes:
        """The public view as JSON; empty: there is none."""

    def here(self) -> tuple[str, ...]:
        """Who has tapped a name tag."""

    def trouble(self) -> tuple[str, ...]:
        """What is wrong at the table."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A file of lines as it was when it was read."""

    stamp: tuple[int, int, int]
    lines: tuple[bytes, ...]
    head: MatchHead


class PostedOutbox:
    """The outbox in a directory. Reads a record again only when its file has changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, _Read] = {}

    def matches(self) -> Mapping[str, MatchHead]:
        """How far each match may leave."""
        known = {path.stem: self._match(path) for path in sorted((self._root / "records").glob("[!.]*.table"))}
        self._known = {name: read for name, read in known.items() if read is not None}
        return {name: read.head for name, read in self._known.items()}

    def lines(self, match: str, start: int, most: int) -> tuple[bytes, ...]:
        """Sealed lines of a match."""
        read = self._known.get(match)
        return read.lines[start - 1 : start - 1 + most] if read else ()

    def view(self) -> bytes:
        """The public view."""
        with suppress(OSError):
            return (self._root / "view.json").read_bytes()
        return b""

    def here(self) -> tuple[str, ...]:
        """Who has tapped a name tag."""
        return self._state("here")

    def trouble(self) -> tuple[str, ...]:
        """What is wrong at the table."""
        return self._state("trouble")

    def _state(self, key: str) -> tuple[str, ...]:
        with suppress(OSError, ValueError, TypeError, KeyError):
            return tuple(map(str, json.loads((self._root / "state.json").read_bytes())[key]))
        return ()

    def _match(self, path: Path) -> _Read | None:
        with suppress(OSError):
            stat = path.stat()
            stamp = stat.st_ino, stat.st_size, stat.st_mtime_ns
            known = self._known.get(path.stem)
            return known if known and known.stamp == stamp else _read(stamp, path.read_bytes())
        return None


def _read(stamp: tuple[int, int, int], data: bytes) -> _Read:
    recovered = unseal(data)
    head = MatchHead(len(recovered.lines), recovered.last_crc, finished=_is_over(recovered.lines[-1:]))
    return _Read(stamp, tuple(data[: recovered.end].splitlines()), head)


def _is_over(last: tuple[object, ...]) -> bool:
    return any(getattr(line, "text", "").split(" ", 1)[0] in ENDED for line in last)


class Inbox:
    """Where the process leaves the orders for the table."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def take(self, order: Order) -> None:
        """Leave an order. Raises OSError."""
        self._root.mkdir(mode=0o750, parents=True, exist_ok=True)
        new = self._root / "order.new"
        new.write_bytes(encode(order))
        new.replace(self._root / "order.json")
