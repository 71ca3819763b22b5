"""What the director derives from records and may lose: a database, and what the records of the boxes came to.

    ROOT/director.sqlite    results and standings, for queries of any kind; the director never reads it
    ROOT/played.json        what was played, as it was known at the last start: to play years of evenings takes minutes

The database is made anew from the records at each start of the director, damaged or not, and whenever it cannot be
written. WAL and FULL sync: what was written survives a power cut, and readers never wait for the writer.

Results in the cache stand by file, number of lines and check sum of the last line. Those of another version of the
program or of its games are dropped, and so is a file that is damaged.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import MsgspecError, Struct
from msgspec.json import decode, encode

from companion.director.results import PlayedMatch
from companion.director.tables import COLUMNS, Tables
from companion.history.cache import JUDGING, rules_sum
from companion.rules.game import Game
from companion.storage.disk import DISK, StorageError, in_words, text_of, with_sum

DATABASE = "director.sqlite"
PLAYED = "played.json"
REMEDY = "Delete it, then: companion director rebuild."


class Database:
    """The database in this directory. Raises StorageError."""

    def __init__(self, root: Path) -> None:
        self.path = root / DATABASE

    def write(self, events: Iterable[Tables]) -> None:
        """Put the tables of these events in place of what was there of them."""
        try:
            self._write(events)
        except sqlite3.Error as fault:
            raise StorageError(f"cannot write the database ({fault})", self.path, REMEDY) from fault

    def rebuild(self, events: Iterable[Tables]) -> None:
        """Delete the database and make it anew from these events."""
        for ending in ("", "-wal", "-shm"):
            path = self.path.with_name(DATABASE + ending)
            with in_words("cannot replace the database", path):
                path.unlink(missing_ok=True)
        self.write(events)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def _write(self, events: Iterable[Tables]) -> None:
        with closing(self._open()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for table, columns in COLUMNS.items():
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns.split())})")
            for tables in events:
                _put(connection, tables)
            connection.execute("COMMIT")


def _put(connection: sqlite3.Connection, tables: Tables) -> None:
    (event,) = tables["events"]
    for table, columns in COLUMNS.items():
        names = columns.split()
        key = "name" if table == "events" else "event"
        connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (event["name"],))  # noqa: S608 - our own names
        placeholders = ", ".join(f":{name}" for name in names)
        connection.executemany(f"INSERT INTO {table} VALUES ({placeholders})", tables[table])  # noqa: S608 - our own names


Results: TypeAlias = "Mapping[str, PlayedMatch | None]"
"""By the text of a source. None: the match was not played for an event."""


class _Kept(Struct):
    """The content of the file, but for its check sum."""

    rules: str
    results: dict[str, PlayedMatch | None]


class PlayedCache:
    """The results of the last start. `keep` replaces them for the next one."""

    def __init__(self, root: Path, games: Mapping[str, Game]) -> None:
        self._path = root / PLAYED
        packages = sorted(repr(game.entry.package) for game in games.values())
        self._rules = json.dumps([rules_sum((*JUDGING, "director", "inputs")), *packages])

    def read(self) -> Results:
        """Empty if there is no file of this version."""
        with suppress(OSError, ValueError, MsgspecError):
            kept = decode(text_of(DISK.read(self._path)), type=_Kept)
            if kept.rules == self._rules:
                return kept.results
        return {}

    def keep(self, results: Results) -> None:
        """Keep these. Ignores a disk that takes no file: nothing is lost by it."""
        with suppress(OSError):
            DISK.replace_unsynced(self._path, with_sum(encode(_Kept(self._rules, dict(results)))))
