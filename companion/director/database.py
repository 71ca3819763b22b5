"""Results and standings in SQLite, for questions of any kind. Derived: it may be deleted at any time, and is made anew.

WAL and FULL sync: what was written survives a power cut, and whoever reads never waits for the writer.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from companion.director.tables import COLUMNS, Row, Tables
from companion.storage.disk import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE = "director.sqlite"
EDITION = 2
"""Of the tables. A file of another edition is made anew."""
REMEDY = "Delete it, then: companion director rebuild."


class Database:
    """The database in this directory. Raises StorageError."""

    def __init__(self, root: Path) -> None:
        self.path = root / FILE

    def write(self, events: Iterable[Tables], *, anew: bool = False) -> None:
        """Put the tables of these events in place of what was there of them; `anew`: of everything.

        A file that is no database, or one of another edition, is made anew: whoever calls then writes all events.
        """
        try:
            self._write(events, anew=anew)
        except sqlite3.Error as fault:
            raise StorageError(f"cannot write the database ({fault})", self.path, REMEDY) from fault

    def is_usable(self) -> bool:
        """Whether there is a database of this edition."""
        if not self.path.exists():
            return False
        try:
            with closing(sqlite3.connect(self.path)) as connection:
                return bool(connection.execute("PRAGMA user_version").fetchone()[0] == EDITION)
        except sqlite3.Error:
            return False

    def rebuild(self, events: Iterable[Tables]) -> None:
        """Delete the database and make it anew from these events."""
        for ending in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                self.path.with_name(FILE + ending).unlink()
        self.write(events, anew=True)

    def tables(self, event: str) -> Tables:
        """All rows of an event, in the order in which they were written."""
        try:
            with closing(self._opened()) as connection:
                return {table: _rows(connection, table, event) for table in COLUMNS}
        except sqlite3.Error as fault:
            raise StorageError(f"cannot read the database ({fault})", self.path, REMEDY) from fault

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        return connection

    def _write(self, events: Iterable[Tables], *, anew: bool) -> None:
        with closing(self._opened()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for table, columns in COLUMNS.items():
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns.split())})")
                if anew:
                    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            for one in events:
                _put(connection, one)
            connection.execute(f"PRAGMA user_version={EDITION}")
            connection.execute("COMMIT")


def _put(connection: sqlite3.Connection, tables: Tables) -> None:
    (event,) = tables["events"]
    for table, columns in COLUMNS.items():
        names = columns.split()
        connection.execute(f"DELETE FROM {table} WHERE {_key(table)} = ?", (event["name"],))  # noqa: S608 - the same
        gaps = ", ".join(f":{name}" for name in names)
        connection.executemany(f"INSERT INTO {table} VALUES ({gaps})", tables[table])  # noqa: S608 - the same


def _rows(connection: sqlite3.Connection, table: str, event: str) -> list[Row]:
    asked = f"SELECT * FROM {table} WHERE {_key(table)} = ? ORDER BY rowid"  # noqa: S608 - our own names
    return [dict(row) for row in connection.execute(asked, (event,))]


def _key(table: str) -> str:
    return "name" if table == "events" else "event"
