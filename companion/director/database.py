"""Results and standings in SQLite, for queries of any kind. The director writes it and never reads it.

It is made anew from the records at each start of the director, damaged or not, and whenever it cannot be written. WAL
and FULL sync: what was written survives a power cut, and readers never wait for the writer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.director.tables import COLUMNS, Tables
from companion.storage.disk import StorageError, in_words

FILE = "director.sqlite"
REMEDY = "Delete it, then: companion director rebuild."


class Database:
    """The database in this directory. Raises StorageError."""

    def __init__(self, root: Path) -> None:
        self.path = root / FILE

    def write(self, events: Iterable[Tables]) -> None:
        """Put the tables of these events in place of what was there of them."""
        try:
            self._write(events)
        except sqlite3.Error as fault:
            raise StorageError(f"cannot write the database ({fault})", self.path, REMEDY) from fault

    def rebuild(self, events: Iterable[Tables]) -> None:
        """Delete the database and make it anew from these events."""
        for ending in ("", "-wal", "-shm"):
            path = self.path.with_name(FILE + ending)
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
