"""The record of an event on the disk: sealed lines that are only ever added to, each synced before anything follows.

    ROOT/events/2026-11-25-club.event

Only its owner reads it: it has the secret of the boards. A torn last line is cut off before the next is added; anything
else that does not fit is damage, which is told and left as it is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from companion.club.mode_disk import OWNERS
from companion.director.event_lines import written
from companion.director.event_words import Story, said, told
from companion.rules.statements import UnreadableError
from companion.storage.disk import StorageError, in_words, make, newest_first, sync_directory, write_whole
from companion.storage.journal import seal, unseal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from companion.storage.disk import Disk

ENDING = ".event"
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
KEEP = "Copy the data directory, then give the file another ending."


class EventRecord:
    """An event that goes on. Raises StorageError, also for a damaged record."""

    def __init__(self, path: Path, disk: Disk = OWNERS) -> None:
        self._path, self._disk = path, disk
        self._story: Story | None = None
        self._n, self._crc, self._end = 0, 0, 0
        self.begun = ""
        """The time of the first line; empty: there is none yet."""
        if disk.exists(path):
            self._read()

    @property
    def story(self) -> Story:
        """The event as it stands."""
        assert self._story is not None, "a record has been begun"
        return self._story

    @property
    def lines(self) -> int:
        """How many lines there are, those taken back included."""
        return self._n

    def say(self, texts: Sequence[str], at: str) -> Story:
        """Add statements, all or none. Raises UnreadableError for a wrong one, StorageError."""
        story, lines, n, crc = self._story, b"", self._n, self._crc
        for text in texts:
            story, n = said(story, text, at), n + 1
            line, crc = seal(text, n, at, crc)
            lines += line
        assert story is not None
        self._append(lines)
        self._story, self._n, self._crc, self._end = story, n, crc, self._end + len(lines)
        self.begun = self.begun or at
        return story

    def _append(self, content: bytes) -> None:
        with in_words("cannot write the record of the event", self._path):
            is_new = not self._disk.exists(self._path)
            descriptor = self._disk.open(self._path, _APPEND)
            try:
                self._disk.ftruncate(descriptor, self._end)  # a torn line
                write_whole(self._disk, descriptor, content)
                self._disk.fsync(descriptor)
            except OSError:
                self._disk.ftruncate(descriptor, self._end)
                raise
            finally:
                self._disk.close(descriptor)
            if is_new:
                sync_directory(self._disk, self._path.parent)

    def _read(self) -> None:
        with in_words("cannot read the record of the event", self._path):
            found = unseal(self._disk.read(self._path))
        if found.damage or not found.sealed:
            raise StorageError(f"damaged: {found.damage or 'no check sums'}", self._path, KEEP)
        try:
            self._story = told((line.text, line.at) for line in found.lines) if found.lines else None
        except UnreadableError as problem:
            raise StorageError(f"not the record of an event ({problem})", self._path, KEEP) from problem
        self._n, self._crc, self._end = found.next_n - 1, found.last_crc, found.end
        self.begun = found.lines[0].at if found.lines else ""


def place(root: Path) -> Path:
    """The directory of the records of events."""
    return root / "events"


def begin(root: Path, name: str, title: str, at: str, disk: Disk = OWNERS) -> EventRecord:
    """The record of a new event. Raises StorageError, UnreadableError."""
    make(disk, place(root), root)
    path = place(root) / f"{name}{ENDING}"
    if disk.exists(path):
        raise UnreadableError(f"there is an event {name} already")
    record = EventRecord(path, disk)
    record.say([written("event", name, title)], at)
    return record


def records(root: Path, disk: Disk = OWNERS) -> list[EventRecord]:
    """All events, the oldest first. Raises StorageError."""
    paths = newest_first(disk, place(root), ENDING)
    found = [record for record in (EventRecord(path, disk) for path in paths) if record.lines]
    return sorted(found, key=lambda record: (record.begun, record.story.event.name))
