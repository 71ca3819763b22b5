"""The outbox directory: what the table lets out of the box, and what the process of the club reads.

    ROOT/records/MATCH.table   the lines that may leave, compact
    ROOT/view.json             what everybody at the table may see now
    ROOT/state.json            {"here": ["Ann"], "trouble": ["…"], "finished": ["MATCH"], "key": "…", "seated": ["Ann"]}
    INBOX/order.json           what the director wants
    INBOX/said                 why the process is not connected; empty: it is

Files are replaced whole, so that a reader sees the old one or the new one. Nothing is synced: the truth is the record
on the SD card, and the outbox is made anew from it. The table writes the outbox and reads the inbox; the process of the
club reads the outbox and writes the inbox.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.club.limits import MOST_BYTES
from companion.settings.search_path import SERVICE_DATA
from companion.storage.posted import post, read_posted
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.club.payloads import Order


RECORDS, RECORD, VIEW, STATE = "records", ".table", "view.json", "state.json"
"""The names of the outbox: its directory of records and their ending, its other files."""
SERVICE_CLUB = Path("/var/lib/companion-club")
"""The directory of the service (systemd/companion-club.service)."""
MOST_SAID = 1_000
"""Maximum bytes of what the process says of its connection."""


def club_place(environ: Mapping[str, str], data: Path) -> Path:
    """The directory of outbox and inbox: $COMPANION_CLUB, that of the service, else below the data directory."""
    named = Path(environ.get("COMPANION_CLUB", ""))
    of_service = SERVICE_CLUB if data == SERVICE_DATA else data / "club"
    return named if named.is_absolute() else of_service


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


class OutboxWriter:
    """The table's end of the outbox. Writes only what changed; every call may raise OSError."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._written: dict[Path, bytes] = {}

    def post_record(self, match: str, lines: bytes) -> None:
        """Put the lines of a match out; a match without lines has no file."""
        if lines:
            self._write(self._root / RECORDS / f"{match}{RECORD}", lines)

    def keep_only(self, matches: Collection[str]) -> None:
        """Delete all records but these."""
        for path in (self._root / RECORDS).glob(f"*{RECORD}"):
            if path.stem not in matches:
                path.unlink()
                self._written.pop(path, None)

    def post_view(self, view: bytes) -> None:
        """Put out what everybody at the table may see."""
        self._write(self._root / VIEW, view)

    def post_state(self, posted: Posted) -> None:
        """Put out what the table says of itself."""
        said = {name: getattr(posted, name) for name in Posted.__match_args__}
        self._write(self._root / STATE, json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode())

    def forget(self) -> None:
        """Write everything again: something could not be written."""
        self._written.clear()

    def _write(self, path: Path, content: bytes) -> None:
        if self._written.get(path) != content:
            post(path, content)
            self._written[path] = content


class Inbox:
    """Where the process leaves the orders for the table."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read = b""

    def take(self, order: Order) -> None:
        """Leave an order. Raises OSError."""
        from companion.club.payloads import encode  # noqa: PLC0415 - msgspec, which a start does without

        post(self._root / "order.json", encode(order))

    def say(self, fault: str) -> None:
        """Leave word for the doctor why there is no connection; empty: there is one. Raises OSError."""
        post(self._root / "said", fault.encode(errors="replace")[:MOST_SAID])

    def connection(self) -> str | None:
        """What the process said last: why it is not connected; empty: it is; None: nothing yet. Raises OSError."""
        try:
            return read_posted(self._root / "said", MOST_SAID).decode(errors="replace")
        except FileNotFoundError:
            return None

    def new_order(self) -> Order | None:
        """The order; None: there is none, or it is what the last call has read.

        Raises OSError while it cannot be read, and RefusedMessage (a ValueError) once for anything else.
        """
        try:
            content = read_posted(self._root / "order.json", MOST_BYTES)
        except FileNotFoundError:
            return None
        if content == self._read:
            return None
        self._read = content
        from companion.club.payloads import Order, decode  # noqa: PLC0415 - msgspec, which a start does without

        return decode(Order, content)
