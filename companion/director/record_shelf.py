"""The records of the boxes on the director's disk, as far as they were received: files that are only added to.

    ROOT/boxes/BOX/MATCH.table         the lines of a match, as they lie on the SD card of the box, without padding
    ROOT/boxes/BOX/MATCH.damaged-1     a damaged record as it was

When `keep` returns, its lines are on the disk. What a power cut has torn is cut off, and asked for again. A record that
cannot be read or written, such as a directory of its name, is among the `faults`, and all others go on.
"""

from __future__ import annotations

import errno
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from companion.club.limits import NAME_OF_BOX, NAME_OF_MATCH
from companion.director.collection import Stored
from companion.storage.disk import DISK, Disk, StorageError, in_words
from companion.storage.journal import continuation
from companion.support.messages import msg

RECORD = ".table"
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC
_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EIO, errno.EDQUOT})
"""Faults in writing after which nobody knows what is on the disk."""


class RecordShelf:
    """The records below a directory. `troubles` are sentences for people."""

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self._root, self._disk = root, disk
        self.boxes = root / "boxes"
        self.sums: dict[tuple[str, str], array[int]] = {}
        """Of all lines, as they were read last."""
        self.troubles: list[str] = []
        self.faults: dict[tuple[str, str], StorageError] = {}
        """Why a record cannot be read or added to, by box and match: nothing of it is kept."""

    def read(self) -> dict[tuple[str, str], array[int]]:
        """The check sums of all lines, by box and match. Mends what a power cut or a bad disk has left."""
        self.sums, self.faults = {}, {}
        for box, match in records(self._root):
            self._take_up(box, match)
        return self.sums

    def try_again(self) -> frozenset[tuple[str, str]]:
        """Read records with a fault again; returns those without one now. A record that was deleted is empty."""
        before = tuple(self.faults)
        for box, match in before:
            if _is_usable(self.path(box, match)):
                self._take_up(box, match)
        return frozenset(before) - self.faults.keys()

    def _take_up(self, box: str, match: str) -> None:
        """Note the check sums of a record, or its fault."""
        path, key = self.path(box, match), (box, match)
        try:
            self.sums[key] = self._read(path, box) if os.path.lexists(path) else array("I")
            self.faults.pop(key, None)
        except StorageError as fault:
            self.faults[key] = fault

    def path(self, box: str, match: str) -> Path:
        """The file of a match."""
        return self.boxes / box / f"{match}{RECORD}"

    def keep(self, lines: Iterable[Stored]) -> None:
        """Add lines in this order; on return they are on the disk, except those of records with a fault.

        Raises StorageError if the disk fails: then `read` again.
        """
        for key, added in groupby(lines, key=lambda line: (line.box, line.match)):
            if key in self.faults:
                continue
            try:
                self._add(self.path(*key), b"".join(stored.line + b"\n" for stored in added))
            except StorageError as fault:
                if fault.errno in _OF_THE_DISK:
                    raise
                self.faults[key] = fault

    def _add(self, path: Path, content: bytes) -> None:
        with in_words("not saved", path):
            is_new = not self._disk.exists(path)
            if is_new:
                self._disk.make(path.parent, self._root)
            with self._disk.closing(self._disk.open(path, _APPEND)) as descriptor:
                self._disk.write_whole(descriptor, content)
                self._disk.fdatasync(descriptor)
            if is_new:
                self._disk.sync_directory(path.parent)

    def _read(self, path: Path, box: str) -> array[int]:
        """The check sums of the whole lines; everything after them is removed."""
        with in_words("cannot read the record", path):
            content = self._disk.read(path)
            sums, end = check_sums(content)
            if end < len(content):
                self._mend(path, box, content, sums, end=end)
        return sums

    def _mend(self, path: Path, box: str, content: bytes, sums: array[int], *, end: int) -> None:
        """Cut off what was torn; put aside what is damaged, and go on with what is whole."""
        if is_damaged(content, sums, end):
            aside = self._disk.free_beside(path.with_suffix(""), "damaged")
            self._disk.replace_whole(aside, content)
            self.troubles.append(
                msg(
                    "{box}: {file} was damaged on this computer, and is kept as {aside}; what is missing is asked for",
                    box=box,
                    file=path.name,
                    aside=aside.name,
                )
            )
        self._disk.replace_whole(path, content[:end])


def records(root: Path) -> Iterator[tuple[str, str]]:
    """Box and match of all records below a directory, in order. Ignores other names, such as those of copies.

    Raises StorageError if the directory of the boxes cannot be looked through: to `glob` it would be an empty one.
    """
    boxes = root / "boxes"
    DISK.newest_first(boxes, "*")
    for path in sorted(boxes.glob(f"*/*{RECORD}")):
        if NAME_OF_BOX.fullmatch(path.parent.name) and NAME_OF_MATCH.fullmatch(path.stem):
            yield path.parent.name, path.stem


def _is_usable(path: Path) -> bool:
    """Whether there is a record that may be written, or a place where it may be made."""
    there = next(place for place in (path, *path.parents) if os.path.lexists(place))
    return (there == path or there.is_dir()) and os.access(there, os.R_OK | os.W_OK)


def check_sums(content: bytes) -> tuple[array[int], int]:
    """The check sums of the lines from the beginning that follow one another, and the offset after them."""
    sums, crc, end = array("I"), 0, 0
    for n, line in enumerate(content.split(b"\n")[:-1], 1):
        found = continuation(line, n, crc)
        if found is None:
            break
        crc = found
        sums.append(crc)
        end += len(line) + 1
    return sums, end


def is_damaged(content: bytes, sums: Sequence[int], end: int) -> bool:
    """Whether the rest after the whole lines is more than the beginning of a line that a power cut has torn."""
    rest, last = content[end:], sums[-1] if sums else 0
    return b"\n" in rest or continuation(rest[:-1], len(sums) + 1, last) is not None
