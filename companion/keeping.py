"""Keeping the record: lines sealed and synced before they are shown, and the table brought back from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.journal import seal
from companion.record import NoRecordError, answers
from companion.table.resuming import resume

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.game import Game
    from companion.header import Header
    from companion.storage import RecordFile, Store
    from companion.table.table import Reply, Table


class Keeper:
    """The running record of one table. `wall` tells the time of day as `2026-11-20T20:15:03`, for people only."""

    def __init__(self, store: Store, wall: Callable[[], str]) -> None:
        self._store = store
        self._wall = wall
        self._record: RecordFile | None = None
        self._next = 1
        self._crc = 0

    def keep(self, reply: Reply) -> None:
        """Put what a reply says on the card; returns when it is there. Raises StorageError."""
        if reply.finishes:
            self.finish()
        if reply.begins:
            self._begin(reply.table.playing.header.game.name)
        for line in reply.lines:
            self._append(line)

    def finish(self) -> None:
        """Put the record in hand, if there is one, among the finished ones. Raises StorageError."""
        if self._record is not None:
            self._store.finish(self._record)
            self._record = None

    def close(self) -> None:
        """Leave the record as it is: everything is on the card."""
        if self._record is not None:
            self._record.close()
            self._record = None

    def resume(self, games: Mapping[str, Game], regulars: tuple[str, ...]) -> Table | None:
        """The table of the running record; None when no game is on. Raises StorageError, CannotResumeError."""
        path = self._store.running()
        if path is None:
            return None
        self._record, recovered = self._store.resume(path)
        self._next, self._crc = recovered.next_n, recovered.last_crc
        table = resume([line.text for line in recovered.lines], games, regulars)
        if table is None:  # cut off before the set-up was saved: nobody saw it begin
            self.finish()
            return None
        return replace(table, torn=bool(recovered.torn))

    def last_header(self, games: Mapping[str, Game]) -> Header | None:
        """Who played what in the latest finished record; None when there is none that can be read."""
        for path in self._store.finished():
            try:
                *_, last = answers(path.read_text("utf-8"), games)
            except (NoRecordError, OSError, UnicodeDecodeError):
                continue
            if last.match is not None and last.match.header.opener is not None:
                return last.match.header
        return None

    def _begin(self, game: str) -> None:
        day_and_time = self._wall().replace("T", "-").replace(":", "")
        self._record = self._store.begin(f"{day_and_time}-{game}")
        self._next, self._crc = 1, 0

    def _append(self, line: str) -> None:
        assert self._record is not None, "a line without a record"
        sealed, crc = seal(line, self._next, self._wall(), self._crc)
        self._record.append(sealed)
        self._next, self._crc = self._next + 1, crc
