"""The outbox directory: what the table lets out of the box, and what the process of the club reads.

    ROOT/records/MATCH.table   the lines that may leave, compact
    ROOT/view.json             what everybody at the table may see now
    ROOT/state.json            {"here": ["Ann"], "trouble": ["…"], "finished": ["MATCH"], "seated": {"KEY": ["Ann"]}}
    INBOX/order.json           what the director wants
    INBOX/said                 what the process said last of its connection

Files are replaced whole, so that a reader sees the old one or the new one. Nothing is synced: the truth is the record
on the card, and the outbox is made anew from it. The table writes the outbox and reads the inbox; the process of the
club reads the outbox and writes the inbox.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.club.payloads import MatchHead, decode_order, encode
from companion.settings.search_path import SERVICE_DATA
from companion.storage.journal import unseal
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.club.payloads import Order

ENDED = ("end",)
"""The statements behind which a match has no more lines."""
SERVICE_CLUB = Path("/var/lib/companion-club")
"""Of the service (systemd/companion-club.service)."""
MOST_SAID = 1_000
"""Maximum bytes of what the process says of its connection."""
MODE = 0o750
"""Of directories that are made here; the service's own are made by companion.tmpfiles."""


def club_place(environ: Mapping[str, str], data: Path) -> Path:
    """The directory of outbox and inbox: $COMPANION_CLUB, that of the service, else below the data directory."""
    named = Path(environ.get("COMPANION_CLUB", ""))
    of_service = SERVICE_CLUB if data == SERVICE_DATA else data / "club"
    return named if named.is_absolute() else of_service


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


@dataclass(frozen=True, slots=True)
class Posted:
    """What the table says of itself: who is here, what is wrong, which matches are over.

    `seated` are the people who sit down for the round of this `key`.
    """

    here: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    key: str = ""
    seated: tuple[str, ...] = ()


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
            found = json.loads((self._root / "state.json").read_bytes())
            key, seated = next(iter(found["seated"].items()), ("", []))
            here, trouble, over = (tuple(map(str, found[name])) for name in ("here", "trouble", "finished"))
            return Posted(here, trouble, over, key, tuple(map(str, seated)))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return Posted()

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
    head = MatchHead(len(recovered.lines), recovered.last_crc, finished=over)
    return _Read(stamp, recovered.end, head)


def _over(head: MatchHead) -> MatchHead:
    return MatchHead(head.lines, head.crc, finished=True)


class OutboxWriter:
    """The table's end of the outbox. Writes only what changed; every call may raise OSError."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._written: dict[Path, bytes] = {}

    def post_record(self, match: str, lines: bytes) -> None:
        """Put the lines of a match out; without any it has no file."""
        if lines:
            self._write(self._root / "records" / f"{match}.table", lines)

    def keep_only(self, matches: Collection[str]) -> None:
        """Take the records away that are none of these."""
        for path in (self._root / "records").glob("*.table"):
            if path.stem not in matches:
                path.unlink()
                self._written.pop(path, None)

    def post_view(self, view: bytes) -> None:
        """Put out what everybody at the table may see."""
        self._write(self._root / "view.json", view)

    def post_state(self, posted: Posted) -> None:
        """Put out what the table says of itself."""
        said = {
            "here": posted.here,
            "trouble": posted.trouble,
            "finished": posted.finished,
            "seated": {posted.key: posted.seated} if posted.key else {},
        }
        self._write(self._root / "state.json", json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode())

    def forget(self) -> None:
        """Write everything again: something could not be written."""
        self._written.clear()

    def _write(self, path: Path, content: bytes) -> None:
        if self._written.get(path) == content:
            return
        path.parent.mkdir(mode=MODE, parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}.new")
        new.write_bytes(content)
        new.replace(path)
        self._written[path] = content


class Inbox:
    """Where the process leaves the orders for the table."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._stamp: tuple[int, int, int] | None = None

    def take(self, order: Order) -> None:
        """Leave an order. Raises OSError."""
        self._root.mkdir(mode=MODE, parents=True, exist_ok=True)
        new = self._root / "order.new"
        new.write_bytes(encode(order))
        new.replace(self._root / "order.json")

    def say(self, text: str) -> None:
        """Leave word of the connection, for the doctor. Raises OSError."""
        self._root.mkdir(mode=MODE, parents=True, exist_ok=True)
        new = self._root / "said.new"
        new.write_text(text, "utf-8")
        new.replace(self._root / "said")

    def said(self) -> str:
        """What the process said last of its connection; empty: nothing yet. Raises OSError."""
        try:
            return (self._root / "said").read_bytes()[:MOST_SAID].decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def changed(self) -> bool:
        """Whether the order is another one than when this was asked last; at first, whether there is one."""
        try:
            stat = (self._root / "order.json").stat()
        except OSError:
            return False
        stamp = stat.st_ino, stat.st_size, stat.st_mtime_ns
        before, self._stamp = self._stamp, stamp
        return stamp != before

    def order(self) -> Order:
        """The order that lies there. Raises OSError, and Refused (a ValueError) if it is none."""
        return decode_order((self._root / "order.json").read_bytes())
