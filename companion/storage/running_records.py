"""The running and parked records at a start: those that can be read, and what is wrong with the others.

Files beside a record know how many of its lines were saved, and a record gets its name only when its header is saved.
So a record that was emptied or cut counts as damaged, not as unfinished.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from companion.storage.disk import StorageError
from companion.storage.journal import Recovered
from companion.storage.parked_titles import ParkedTitle
from companion.storage.records import Store
from companion.support.messages import msg
from companion.support.text import at_line
from companion.support.unreadable import UnreadableFile
from companion.support.values import replace

CUT_OFF = msg("the rest is missing")


class RunningRecords(NamedTuple):
    """The `records`, the last written first, and what is `unreadable`, which may be their directory."""

    records: tuple[tuple[Path, Recovered], ...]
    unreadable: tuple[UnreadableFile, ...] = ()

    @property
    def broken(self) -> frozenset[str]:
        """The names of those that are damaged or cannot be read."""
        damaged = (path.stem for path, record in self.records if record.damage)
        return frozenset((*damaged, *(Path(file.place).stem for file in self.unreadable)))


def read_running(store: Store, titles: Mapping[str, ParkedTitle], in_play: Path | None = None) -> RunningRecords:
    """Read all running and parked records but the one in play. `titles` are those that are kept beside them."""
    try:
        paths = [path for path in store.all_running() if path != in_play]
    except StorageError as fault:
        return RunningRecords((), (fault.as_value(store.root),))
    saved = {name: title.next_n - 1 for name, title in titles.items()}
    if checkpoint := store.checkpoint.line():
        saved[checkpoint.record] = max(checkpoint.n, saved.get(checkpoint.record, 0))
    records, unreadable = [], []
    for path in paths:
        try:
            records.append((path, _with_lines(store.read(path), saved.get(path.stem, 1))))
        except StorageError as fault:
            unreadable.append(fault.as_value(store.root))
    return RunningRecords(tuple(records), tuple(unreadable))


def _with_lines(found: Recovered, saved: int) -> Recovered:
    """A record of which at least `saved` lines were saved: it is damaged if some of them are missing."""
    missing = saved - len(found.lines)
    if found.damage or missing <= 0:
        return found
    return replace(found, torn=b"", damage=at_line(found.next_n, CUT_OFF), lost=missing)
