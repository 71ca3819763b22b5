"""Restores a backup on a box: finds out what in it is new there, and writes that.

`plan_restore` reads and changes nothing. Each step is done as a whole or not at all, and none undoes another: after a
power cut a second restore does what is left. What the box has is never lost: a file that differs stays, and the other
one is kept beside it. Several backups in any order come to the same matches, each as far as it was ever played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import count, takewhile
from pathlib import Path, PurePath

from companion.storage import evenings
from companion.storage.backup import SETTINGS, Backup, BackupFault, RefusedBackupError
from companion.storage.disk import DISK, Disk, in_words
from companion.storage.journal import Line, unseal
from companion.storage.records import RECORD, THROWN_AWAY, Store
from companion.support.messages import msg
from companion.support.text import numbered_names
from companion.support.values import dataclass, replace
from companion.tags.tag_decks import DeckError, TagDeck, decode, encode_file, generation_of

_NUMBERED = re.compile(r"(.*)\.([a-z-]+)-\d+")
_ROOM_FOR_NUMBER = 36
"""Letters of a name before its number: a deck's has at most 40."""
_ROOM_LEFT = 4 << 20
"""Bytes that a card keeps free beside what is restored."""


@dataclass(frozen=True, slots=True)
class RestoreStep:
    """What is done for an entry of a backup.

    `content` is written to `at` (None: nothing is), and what lies at `at` gets the name `then` (None: it keeps its
    own). `remark` tells people what is not as they would expect; empty: nothing. `played` is when the last line of a
    record was written, as 2026-11-20T20:15:03; empty: not known, or no record.
    """

    entry: str
    at: Path
    content: bytes | None = None
    then: Path | None = None
    remark: str = ""
    played: str = ""

    @property
    def changes(self) -> bool:
        """Whether it does anything."""
        return self.content is not None or self.then is not None

    def carry_out(self, disk: Disk, root: Path) -> None:
        """Do it, so that it survives a power cut. Raises StorageError."""
        with in_words("not restored", self.at):
            if self.content is not None:
                disk.make(self.at.parent, root)
                disk.replace_whole(self.at, self.content)
                disk.date(self.at, self.played)
            if self.then is not None:
                disk.make(self.then.parent, root)
                disk.move(self.at, self.then)


@dataclass(frozen=True, slots=True)
class Restoration:
    """What a backup brings: a step for each entry, those of the settings apart, and remarks for people."""

    steps: tuple[RestoreStep, ...]
    settings: tuple[RestoreStep, ...] = ()

    @property
    def all_steps(self) -> tuple[RestoreStep, ...]:
        """Every step."""
        return (*self.steps, *self.settings)

    @property
    def coming(self) -> int:
        """The number of files that are new here, or longer than here."""
        return sum(step.changes for step in self.all_steps)

    def coming_to(self, place: str, suffix: str) -> int:
        """The number of files in this directory, with this suffix, that are new here, or longer than here."""
        own = (step.changes for step in self.steps if step.entry.startswith(place) and step.entry.endswith(suffix))
        return sum(own)

    @property
    def known(self) -> int:
        """The number of files that are here already, equal or longer."""
        return len(self.all_steps) - self.coming

    @property
    def remarks(self) -> tuple[str, ...]:
        """What people are told of single files."""
        return tuple(step.remark for step in self.all_steps if step.remark)

    def carry_out(self, store: Store) -> None:
        """Restore everything but the settings. The match that runs here stays the one that is resumed.

        Raises StorageError.
        """
        goes_on = store.running()
        for step in self.steps:
            if step.changes:
                step.carry_out(store.disk, store.root)
        if goes_on is not None:
            store.disk.make_newest(goes_on)

    def carry_out_settings(self, disk: Disk = DISK) -> None:
        """Restore the settings, which may belong to another user than the data. Raises StorageError."""
        for step in self.settings:
            if step.changes:
                step.carry_out(disk, step.at.parent)


def plan_restore(backup: Backup, store: Store, settings: Path | None) -> Restoration:
    """What restoring would do here. Raises StorageError, and RefusedBackupError if the card has no room for it."""
    with in_words("cannot look at the data directory", store.root):
        there = next(place for place in (store.root, *store.root.parents) if store.disk.exists(place))
        free = store.disk.free_bytes(there)
    if free < backup.size + _ROOM_LEFT:
        needs = msg("It needs {mb} MB, and the card has {free} MB left.", mb=(backup.size >> 20) + 1, free=free >> 20)
        raise RefusedBackupError(needs, BackupFault.NO_ROOM)
    here = _Here(store)
    steps = tuple(here.step_for(path, backup.content(path)) for path in backup.manifest.paths if path != SETTINGS)
    if settings is None or SETTINGS not in backup.manifest.paths:
        return Restoration(steps)
    return Restoration(steps, (here.beside(SETTINGS, settings, backup.content(SETTINGS)),))


@dataclass(frozen=True, slots=True)
class _KnownRecord:
    """A record here, or one that a step brings: where, and its lines. None: it is damaged."""

    path: Path
    lines: tuple[Line, ...] | None
    content: bytes

    @property
    def played(self) -> str:
        """When its last line was written; empty: it is not known."""
        return self.lines[-1].at if self.lines else ""


class _Here:
    """The files of a box, with those that the steps so far will write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._disk = store.disk
        self._written: dict[Path, bytes] = {}

    def step_for(self, entry: str, content: bytes) -> RestoreStep:
        """The step for an entry, after those before it."""
        path = self._store.root / entry
        if entry == f"records/{evenings.EVENINGS}":
            return self._numbers(entry, path, content)
        if path.is_relative_to(self._store.finished_in) and _is_record(path):
            return self._record(entry, path, content)
        if path.parent == self._store.decks.directory and not _NUMBERED.fullmatch(path.name):
            return self._deck(entry, path, content)
        return self.beside(entry, path, content)

    # ---------------------------------------------------------------- records

    def _record(self, entry: str, path: Path, content: bytes) -> RestoreStep:
        """A record, which may be here already: shorter, longer, finished, put aside, or as another match."""
        theirs = _identify(path, content)
        ours = next((ours for ours in self._alike(path.stem) if _is_same_match(ours, theirs)), None)
        if ours is None:
            return self._new_record(entry, theirs)
        longer = len(theirs.lines or ()) > len(ours.lines or ())
        there = self._place(ours, theirs)
        if there != ours.path and self._is_there(there):
            there = ours.path
        step = RestoreStep(
            entry,
            ours.path,
            content if longer else None,
            there if there != ours.path else None,
            remark=_remark(ours, theirs, there),
            played=theirs.played,
        )
        self._remember(step, content if longer else ours.content)
        return step

    def _new_record(self, entry: str, theirs: _KnownRecord) -> RestoreStep:
        name, free = theirs.path.stem, self._free(theirs.path)
        remark = msg("{name} is another match here: it is kept as {other}.", name=name, other=free.stem)
        step = RestoreStep(
            entry, free, theirs.content, remark=remark if free != theirs.path else "", played=theirs.played
        )
        self._remember(step, theirs.content)
        return step

    def _place(self, ours: _KnownRecord, theirs: _KnownRecord) -> Path:
        """Where a match belongs that both have: finished or put aside if either is."""
        finished = {ours.path.parent, theirs.path.parent} != {self._store.running_in}
        directory = self._store.finished_in if finished else self._store.running_in
        aside = next((path.suffix for path in (ours.path, theirs.path) if path.suffix != RECORD), RECORD)
        return directory / f"{ours.path.stem}{aside}"

    def _alike(self, stem: str) -> Iterator[_KnownRecord]:
        """The records that may be the match of this name."""
        for name, paths in self._records.items():
            if _base(name) == _base(stem):
                yield from (_identify(path, self._read(path)) for path in paths)

    def _free(self, path: Path) -> Path:
        return path.with_stem(next(name for name in numbered_names(path.stem) if name not in self._records))

    @cached_property
    def _records(self) -> dict[str, list[Path]]:
        """The records by their names, with those that were put aside."""
        by_name: dict[str, list[Path]] = {}
        for directory in (self._store.running_in, self._store.finished_in):
            with in_words("cannot look through the directory", directory):
                for path in filter(_is_record, self._disk.files(directory)):
                    by_name.setdefault(path.stem, []).append(path)
        return by_name

    def _remember(self, step: RestoreStep, content: bytes) -> None:
        place = step.then or step.at
        self._written[place] = content
        paths = self._records.setdefault(place.stem, [])
        paths[:] = [*(path for path in paths if path not in {step.at, place}), place]

    def _numbers(self, entry: str, path: Path, content: bytes) -> RestoreStep:
        """The numbers of evenings: those given here stay, and no number is given twice."""
        ours, theirs = _evenings(self._read(path) if self._is_there(path) else b""), _evenings(content)
        taken = set(ours.values())
        both = ours | {name: number for name, number in theirs.items() if name not in ours and number not in taken}
        return RestoreStep(entry, path, evenings.encode(both) if both != ours else None)

    # ---------------------------------------------------------------- decks and other files

    def _deck(self, entry: str, path: Path, content: bytes) -> RestoreStep:
        """A deck of tags; one of the same name with other tags gets another name. The one in play here stays so."""
        theirs = _deck(content)
        if theirs is None or theirs.name != path.stem:
            return self.beside(entry, path, content)
        for place in self._decks_alike(path):
            ours = _deck(self._read(place))
            if ours is not None and replace(ours, name=theirs.name) == theirs:
                return RestoreStep(entry, place)
        number, place = 2, path
        while self._is_there(place):
            name = f"{theirs.name[:_ROOM_FOR_NUMBER]}-{number}"
            place, number = path.with_name(f"{name}{path.suffix}"), number + 1
        first = not self._store.decks.names()
        generation = generation_of(content) if first else 0
        written = (
            content if place == path and first else encode_file(replace(theirs, name=place.stem), generation).encode()
        )
        remark = msg("The deck {name} has other tags here: it is kept as {other}.", name=path.stem, other=place.stem)
        self._written[place] = written
        return RestoreStep(entry, place, written, remark=remark if place != path else "")

    def _decks_alike(self, path: Path) -> Iterator[Path]:
        """The files that may be the deck of this file."""
        with in_words("cannot look through the directory", path.parent):
            there = [*self._disk.files(path.parent), *self._written]
        named = path.parent, _base(path.stem), path.suffix
        return (place for place in there if (place.parent, _base(place.stem), place.suffix) == named)

    def beside(self, entry: str, path: Path, content: bytes) -> RestoreStep:
        """A file of any kind: it stays as it is here, and one that differs is kept beside it."""
        found = _NUMBERED.fullmatch(path.name)
        base, why = (path.with_name(found[1]), found[2]) if found else (path, "restored")
        numbered = (base.with_name(f"{base.name}.{why}-{number}") for number in count(1))
        taken = [*takewhile(self._is_there, numbered)]
        there = [*filter(self._is_there, (path, base)), *taken]
        for place in there:
            if self._read(place) == content:
                return RestoreStep(entry, place)
        place = base.with_name(f"{base.name}.{why}-{len(taken) + 1}") if path in there else path
        remark = msg("{file} differs from the one here: it is kept as {other}.", file=path.name, other=place.name)
        self._written[place] = content
        return RestoreStep(entry, place, content, remark=remark if place != path and not found else "")

    def _is_there(self, path: Path) -> bool:
        return path in self._written or self._disk.exists(path)

    def _read(self, path: Path) -> bytes:
        if path in self._written:
            return self._written[path]
        with in_words("cannot read it", path):
            return self._disk.read(path)


def _base(stem: str) -> str:
    """The beginning that a name shares with those that got a number because it was taken."""
    return re.sub(r"(-\d*)+$", "", stem[:_ROOM_FOR_NUMBER])


def _is_record(path: PurePath) -> bool:
    return path.suffix == RECORD or path.suffix.startswith(f".{THROWN_AWAY}-")


def _identify(path: Path, content: bytes) -> _KnownRecord:
    found = unseal(content)
    return _KnownRecord(path, None if found.damage else found.lines, content)


def _is_same_match(ours: _KnownRecord, theirs: _KnownRecord) -> bool:
    """Whether both records are alike to the byte, or one continues the other."""
    if ours.content == theirs.content:
        return True
    if not ours.lines or not theirs.lines:
        return False
    shared = min(len(ours.lines), len(theirs.lines))
    return ours.lines[:shared] == theirs.lines[:shared]


def _remark(ours: _KnownRecord, theirs: _KnownRecord, there: Path) -> str:
    """What people are told of a match that is here, too."""
    name, more = ours.path.stem, len(theirs.lines or ()) - len(ours.lines or ())
    if ours.path.suffix == RECORD != there.suffix:
        return msg("{name} was put aside there, and is here from now on.", name=name)
    if theirs.path.suffix == RECORD != there.suffix:
        return msg("{name} stays put aside here.", name=name)
    if more > 0:
        return msg("{name} was played on there: {n} lines come to it.", name=name, n=more)
    if more < 0:
        return msg("{name} is longer here: it stays as it is.", name=name)
    return ""


def _evenings(content: bytes) -> dict[str, int]:
    """The numbers of evenings in such a file; none if it is spoilt."""
    with suppress(*evenings.SPOILT):
        return evenings.decode(content)
    return {}


def _deck(content: bytes) -> TagDeck | None:
    try:
        return decode(content.decode())
    except (DeckError, UnicodeDecodeError):
        return None
