"""One running record, open for appending."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from companion.storage.disk import DISK, Disk, GoneError, StorageError, in_words
from companion.storage.journal import BLOCK, Recovered, compact, unseal

BEGUN = ".begun"
"""The ending of a record whose header is not saved yet: a power cut there leaves no match."""

_KEEP = "It stays as it is: `companion check` shows the place; begin a new game."


class RecordFile:
    """One running record, open for appending. `Store.begin` or `Store.resume` makes it; `finish` or `close` ends it.

    It gets its name after the `unnamed` next lines.
    """

    def __init__(self, path: Path, descriptor: int, size: int, disk: Disk, *, unnamed: int = 0) -> None:
        self.path = path
        self.size = size
        self._unnamed = unnamed
        self._descriptor: int | None = descriptor
        self._disk = disk
        self._failed = False

    def append(self, sealed: bytes) -> None:
        """Add one sealed line; on return it is on the SD card. Writes and syncs block by block: one for most lines.

        Raises StorageError, or GoneError if the file was moved. After an error it tries to cut off the partial line,
        and every further call raises; the next start reads what is on the SD card.
        """
        descriptor, size = self._usable(), len(sealed)
        try:
            for block in range(0, size, BLOCK):
                self._disk.write_whole(descriptor, sealed[block : block + BLOCK])
                self._disk.fdatasync(descriptor)
            if not self.is_there:
                raise GoneError(self.path)
            self.size += size
            if self._unnamed == 1:
                self._disk.move(self.path.with_suffix(BEGUN), self.path)
            self._unnamed = max(0, self._unnamed - 1)
        except OSError as fault:
            self._failed = True
            with suppress(OSError):
                self._disk.ftruncate(descriptor, self.size)
            if isinstance(fault, GoneError):
                raise
            raise StorageError.caused_by(fault, "not saved", self.path) from fault

    @property
    def is_there(self) -> bool:
        """Whether the open record is still at its path."""
        place = self.path.with_suffix(BEGUN) if self._unnamed else self.path
        return self._descriptor is not None and self._disk.is_at(self._descriptor, place)

    def finish(self, directory: Path) -> Path:
        """Remove padding, move the record to the directory of finished ones, and close it. Returns the new path.

        After a crash in between the record is still complete and running. Raises StorageError.
        """
        self._usable()
        if not self.is_there:
            raise GoneError(self.path)
        finished = directory / self.path.name
        with in_words("cannot finish the record", self.path):
            self.close()
            recovered = read_record(self.path, self._disk)
            refuse_damage(recovered, self.path)
            if recovered.end != self.size:
                raise StorageError("the record is not what was written", self.path, _KEEP)
            self._disk.refuse_taken(finished)
            self._disk.replace_whole(self.path, compact(recovered.lines))
            self._disk.move(self.path, finished)
        return finished

    def close(self) -> None:
        """Close the file. Appended lines are already on the SD card."""
        if self._descriptor is not None:
            self._disk.close(self._descriptor)
            self._descriptor = None

    def _usable(self) -> int:
        if self._failed or self._descriptor is None:
            why = "an earlier write failed" if self._failed else "the record is closed"
            raise StorageError(f"not saved ({why})", self.path, "Start the companion again.")
        return self._descriptor


def read_record(path: Path, disk: Disk = DISK) -> Recovered:
    """Read a finished record. Raises StorageError."""
    with in_words("cannot read the record", path):
        return unseal(disk.read(path))


def refuse_damage(recovered: Recovered, path: Path) -> None:
    """Raise StorageError for a damaged record."""
    if recovered.damage:
        raise StorageError(f"the record is damaged ({recovered.damage})", path, _KEEP)
