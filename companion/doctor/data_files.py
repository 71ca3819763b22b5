"""Whether every file of the data directory can be read and belongs to its owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.doctor.findings import Finding, failure, ok, some, warning
from companion.storage.deck_files import DECK, UNFINISHED
from companion.storage.disk import Disk, StorageError, in_words
from companion.storage.records import RECORD

DIRECTORIES = ("", "decks", "records", "records/running")
FILES = frozenset({"drinks.txt", "splash", "outdated", "starting", "parked", "checkpoint", "evenings"})
"""These, and what has one of the endings, are files: a directory of such a name is a fault."""


def look(root: Path, disk: Disk) -> Finding:
    """Read every file, and name those that cannot be read, or whose owner is another one than the directory's."""
    faults: list[StorageError] = []
    strangers: list[Path] = []
    read = 0
    for place in _places(root, disk, faults):
        try:
            with in_words("cannot be read", place):
                disk.read(place)
                read += 1
                if place.lstat().st_uid != root.stat().st_uid:
                    strangers.append(place)
        except StorageError as fault:
            faults.append(fault)
    faults += _events(root, disk)
    if faults:
        return failure(some([f"{fault.path.relative_to(root)}: {fault.shortly}" for fault in faults]), faults[0].remedy)
    if strangers:
        named = some([str(stranger.relative_to(root)) for stranger in strangers])
        return warning(f"of another user: {named}", f"sudo chown -R --reference={root} {root}")
    return ok(f"{read} read")


def _events(root: Path, disk: Disk) -> tuple[StorageError, ...]:
    """What is wrong with the events of a director."""
    director = root / "director"
    if not disk.exists(director):
        return ()
    from companion.director.event_record import read_events  # noqa: PLC0415 - hardly ever wanted

    try:
        return read_events(director, disk).faults
    except StorageError as fault:
        return (fault,)


def _places(root: Path, disk: Disk, faults: list[StorageError]) -> Iterator[Path]:
    """The files of the companion; directories that cannot be looked through are added to `faults`."""
    own = {root / name for name in DIRECTORIES}
    for directory in sorted(own):
        try:
            with in_words("cannot be looked through", directory):
                there = disk.files(directory)
        except StorageError as fault:
            faults.append(fault)
            continue
        yield from (entry for entry in there if entry not in own and (_is_named(entry) or not entry.is_dir()))


def _is_named(place: Path) -> bool:
    return place.name in FILES or place.suffix in {RECORD, DECK, UNFINISHED}
