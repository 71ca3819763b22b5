"""The data directory: running and finished records.

    ROOT/drinks.txt                      a drink list of the house, if it has its own (games.registry)
    ROOT/decks/                          the enrolled decks of tags (deck_files.py)
    ROOT/records/NAME.table              a finished match
    ROOT/records/running/NAME.table      a running or parked match
    ROOT/records/running/parked          what the parked matches are called (parked_titles.py)
    ROOT/records/running/checkpoint      a moment of the match that was played last (checkpoint.py)
    ROOT/records/running/NAME.begun      a match whose header is not saved yet
    ROOT/records/running/NAME.torn-1     an incomplete last write, removed from the record
    ROOT/records/running/NAME.damaged-1  a record that could not be continued
    ROOT/records/running/NAME.thrown-away-1  a running match that nobody wanted to go on with, as it was
    ROOT/records/NAME.thrown-away-1      a finished match that does not count, as it was

When a call returns, its result is on the SD card: file and directory are synced.
"""

# A failed write or sync is never retried: Linux marks the lost pages clean, so that the next sync succeeds without
# them. The program shows "not saved", ends, and restarts from what is on the SD card.

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from companion.storage.checkpoint import Checkpoint, CheckpointFile
from companion.storage.deck_files import DeckFiles
from companion.storage.disk import DIRECTORY, DISK, CannotStartError, Disk, in_words, refuse_odd_name
from companion.storage.journal import BLOCK, Recovered, pad, unseal, unseal_running, whole_lines
from companion.storage.parked_titles import ParkedTitles
from companion.storage.record_file import BEGUN, RecordFile, refuse_damage
from companion.support.text import numbered_names
from companion.support.values import replace

RECORD = ".table"
THROWN_AWAY = "thrown-away"

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
_AFRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC
_AGAIN = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC

IN_USE = (
    "another companion is at work in {root}. Stop it first (the service: sudo systemctl stop companion), "
    "or name another place with --data DIR."
)


class Store:
    """One data directory on this `disk`. Creates its directories when needed.

    A copy of the folder has everything but the settings.
    """

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self.root = root
        self.finished_in = root / "records"
        self.running_in = root / "records" / "running"
        self.disk = disk
        self._locked: int | None = None

    @cached_property
    def decks(self) -> DeckFiles:
        """The decks of tags."""
        return DeckFiles(self.root, self.disk)

    @cached_property
    def parked_titles(self) -> ParkedTitles:
        """The titles of the parked games."""
        return ParkedTitles(self.running_in / "parked", self.disk)

    @cached_property
    def checkpoint(self) -> CheckpointFile:
        """The checkpoint of the match that was played last."""
        return CheckpointFile(self.running_in / "checkpoint", self.disk)

    @property
    def free_bytes(self) -> int:
        """The room that is left for records. Raises OSError."""
        return self.disk.free_bytes(self.root)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the data directory for this program. Raises CannotStartError if another one has it.

        Locks the directory itself: this writes nothing, and the system releases the lock when the program ends.
        """
        self.disk.make(self.root, self.root)
        with in_words("cannot lock the data directory", self.root):
            descriptor = self.disk.open(self.root, DIRECTORY)
        try:
            self._lock(descriptor)
            self._locked = descriptor
            yield
        finally:
            self._locked = None
            self.disk.close(descriptor)

    @property
    def is_there(self) -> bool:
        """Whether the locked data directory is still at its path."""
        return self._locked is None or self.disk.is_at(self._locked, self.root)

    def begin(self, name: str, header: int = 0) -> RecordFile:
        """Create a running record, for example `2026-11-20-201503-GAME`. Adds a number if the name is taken.

        It is called NAME.begun until so many lines of its `header` are saved. Raises StorageError.
        """
        with in_words("cannot begin the record", self.running_in / f"{name}{RECORD}"):
            self.disk.make(self.running_in, self.root)
            path = self.running_in / f"{self._free(name)}{RECORD}"
            begun, flags = (path.with_suffix(BEGUN), _AFRESH) if header else (path, _NEW)
            descriptor = self.disk.open(begun, flags)
            with self.disk.closed_on_error(descriptor):
                self.disk.fsync(descriptor)
                self.disk.sync_directory(self.running_in)
        self.disk.make_newest(begun)
        return RecordFile(path, descriptor, 0, self.disk, unnamed=header)

    def read(self, path: Path) -> Recovered:
        """Read a running or finished record without changing it. Raises StorageError."""
        return (unseal_running if path.parent == self.running_in else unseal)(self.content(path))

    def content(self, path: Path) -> bytes:
        """The bytes of a record. Raises StorageError."""
        refuse_odd_name(path)
        with in_words("cannot read the record", path):
            return self.disk.read(path)

    def glimpse(self, path: Path, known: Checkpoint | None = None) -> tuple[str, ...] | None:
        """The lines of a running record after `known`, synced. None if it is not whole, or does not go on from there.

        Raises StorageError.
        """
        refuse_odd_name(path)
        size, n, crc = (known.size, known.n, known.crc) if known else (0, 1, 0)
        with in_words("cannot read the record", path):
            self.disk.sync_content(path)
            return whole_lines(self.disk.read(path)[size:], n, crc)

    def kept_as(self, path: Path) -> Path:
        """The unused path for a record that cannot be continued."""
        return self.disk.free_beside(path.with_suffix(""), "damaged")

    def set_aside(self, path: Path) -> None:
        """Move a record that cannot be continued to `kept_as`, unchanged. Raises StorageError."""
        with in_words("cannot put the record aside", path):
            self.disk.move(path, self.kept_as(path))

    def cut_damage(self, path: Path) -> None:
        """Copy a damaged record to `kept_as`, and keep only its valid lines to continue from.

        Raises StorageError.
        """
        with in_words("cannot put the damaged lines aside", path):
            content = self.disk.read(path)
            self.disk.replace_whole(self.kept_as(path), content)
            self.disk.replace_whole(path, pad(unseal_running(content).lines))

    def throw_away(self, path: Path) -> None:
        """Rename a record that nobody has open, so that only `put_back` finds it again. Raises StorageError."""
        with in_words("cannot throw the record away", path):
            self.disk.move(path, self.disk.free_beside(path.with_suffix(""), THROWN_AWAY))

    def put_back(self, thrown_away: Path) -> None:
        """Undo `throw_away`. Raises StorageError, also if there is another record of its name."""
        path = thrown_away.with_suffix(RECORD)
        with in_words("cannot put the record back", path):
            if self._is_taken(path.stem, RECORD):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
            self.disk.move(thrown_away, path)

    def resume(self, path: Path) -> tuple[RecordFile, Recovered]:
        """Continue a running record. Moves a torn end to NAME.torn-N.

        Syncs the record first: after a kill the last lines may have been in memory only. Raises StorageError for a
        damaged record and leaves it unchanged.
        """
        disk, recovered = self.disk, self.read(path)
        refuse_damage(recovered, path)
        with in_words("cannot continue the record", path):
            if recovered.torn:
                disk.replace_whole(disk.free_beside(path.with_suffix(""), "torn"), recovered.torn)
            if recovered.end % BLOCK:  # cut off while it was being finished: a new line would share a block
                content = pad(recovered.lines)
                disk.replace_whole(path, content)
                recovered = replace(recovered, end=len(content))
            descriptor = disk.open(path, _AGAIN)
            with disk.closed_on_error(descriptor):
                if recovered.torn:
                    disk.ftruncate(descriptor, recovered.end)
                disk.fsync(descriptor)
                disk.sync_directory(path.parent)
        disk.make_newest(path)
        return RecordFile(path, descriptor, recovered.end, disk), recovered

    def finish(self, record: RecordFile) -> Path:
        """Move a record to the finished ones. Raises StorageError."""
        path = record.finish(self.finished_in)
        self.disk.make_newest(path)
        return path

    def running(self) -> Path | None:
        """The running record that was written last. None if there is none. Raises StorageError."""
        return next(iter(self.all_running()), None)

    def all_running(self) -> list[Path]:
        """The running and parked matches, the last written first."""
        return self.disk.newest_first(self.running_in, f"*{RECORD}")

    def all_finished(self) -> list[Path]:
        """The finished records, the newest first."""
        return self.disk.newest_first(self.finished_in, f"*{RECORD}")

    def thrown_away(self) -> list[Path]:
        """The records that `put_back` can restore: running ones, then finished ones, the last written first of each."""
        directories = (self.running_in, self.finished_in)
        return [path for at in directories for path in self.disk.newest_first(at, f"*.{THROWN_AWAY}-*")]

    def _lock(self, descriptor: int) -> None:
        with in_words("cannot lock the data directory", self.root):
            try:
                self.disk.lock(descriptor)
            except BlockingIOError as fault:
                raise CannotStartError(IN_USE.format(root=self.root)) from fault

    def _free(self, name: str) -> str:
        return next(free for free in numbered_names(name) if not self._is_taken(free, RECORD, f".{THROWN_AWAY}-1"))

    def _is_taken(self, name: str, *suffixes: str) -> bool:
        places = (place / f"{name}{suffix}" for place in (self.running_in, self.finished_in) for suffix in suffixes)
        return any(map(self.disk.exists, places))
