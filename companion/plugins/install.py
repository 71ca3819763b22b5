"""Install plug-in games, remove them, and look for them anew.

A wheel is unpacked into a directory that nothing names yet, tried there, and counts from the moment that the index
names it: after a power cut the old version is there or the new one. What an interrupted installation left is deleted by
the next. Every change is made under the lock of the place.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import Distribution, distributions
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.games.plugins import GROUP, INDEX, PlugIn, SpoiltIndexError, load_index, save_index, top_module
from companion.games.registry import NAMES
from companion.plugins.wheel import UnfitWheelError, Wheel, normalize
from companion.storage.disk import EVERYBODYS, Disk, in_words
from companion.support.values import replace

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
LOCK = ".lock"
"""Root's own file in the place, which everybody may read."""
UNPACKED = re.compile(r"[A-Za-z0-9_.]+-[A-Za-z0-9_.!+]+-[0-9]+", re.ASCII)
"""The directories of unpacked wheels; nothing else is deleted."""

NAME_TAKEN = (
    "a game called “{name}” is installed already, from {source}: remove that first, or ask the author for another name"
)
MODULE_TAKEN = "its package “{module}” has the name of another one here: ask the author for another name"
AT_WORK = "another companion games is running in {place}: wait until it ends"


class BusyError(Exception):
    """Another process changes the games of this place."""


class Candidate(NamedTuple):
    """A game that is to be judged: what is known of it before anything is imported.

    `path` is the directory from which `entry` is imported.
    """

    package: str
    version: str
    name: str
    entry: str
    path: str

    @property
    def module(self) -> str:
        """The top module of its package."""
        return top_module(self.entry)


Trial: TypeAlias = "Callable[[Candidate], PlugIn]"
"""Imports a game where it can do no harm and says what it is. Raises UnfitWheelError with what is wrong with it."""


class PlugInGames:
    """The plug-in games in one directory. `lock` locks it; the other methods change it."""

    def __init__(self, place: Path, disk: Disk = EVERYBODYS) -> None:
        self.place = place
        self._disk = disk

    @contextmanager
    def lock(self) -> Iterator[PlugInGames]:
        """Lock the place, and make it if need be. Raises BusyError, StorageError."""
        with in_words("cannot change the games of other packages", self.place):
            self._disk.make(self.place, self.place)
            with self._disk.closing(self._disk.open_lock(self.place / LOCK)) as descriptor:
                try:
                    self._disk.lock(descriptor)
                except BlockingIOError as fault:
                    raise BusyError(AT_WORK.format(place=self.place)) from fault
                yield self

    def install(self, wheel: Wheel, trial: Trial) -> PlugIn:
        """Install or update a game. Raises UnfitWheelError, SpoiltIndexError, OSError."""
        known = load_index(self.place, self._disk)
        self._tidy(known)
        others = [plug_in for plug_in in known if normalize(plug_in.package) != normalize(wheel.package)]
        directory = self._free(wheel)
        candidate = Candidate(wheel.package, wheel.version, wheel.name, wheel.entry, str(directory))
        _refuse_taken(candidate, others, there=find_spec(candidate.module) is not None)
        try:
            self._unpack(wheel, directory)
            found = trial(candidate)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise
        installed = replace(found, path=directory.name)
        save_index(self.place, (*others, installed), self._disk)
        self._tidy((*others, installed))
        return installed

    def remove(self, name: str) -> PlugIn:
        """Remove a game that was installed here. Raises KeyError if there is none, SpoiltIndexError, OSError."""
        known = load_index(self.place, self._disk)
        gone = next((plug_in for plug_in in known if plug_in.name == name and plug_in.installed_here), None)
        if gone is None:
            raise KeyError(name)
        left = [plug_in for plug_in in known if plug_in is not gone]
        save_index(self.place, left, self._disk)
        self._tidy(left)
        return gone

    def refresh(self, candidates: Iterable[Candidate], trial: Trial) -> tuple[PlugIn, ...]:
        """Write the index anew from these candidates. A game that cannot be played is in it with the reason."""
        found: list[PlugIn] = []
        for candidate in candidates:
            try:
                _refuse_taken(candidate, found)
                game = trial(candidate)
            except UnfitWheelError as refusal:
                package, version, name, entry, _ = candidate
                game = replace(PlugIn(name, name, package, version, 0, entry, ""), aside="; ".join(refusal.reasons))
            found.append(replace(game, path=self._relative(candidate.path)))
        save_index(self.place, found, self._disk)
        self._tidy(found)
        return tuple(found)

    def wheel_places(self) -> list[Path]:
        """The directories of wheels: those of the index, or all, the newest first, if it is spoilt."""
        try:
            named = {plug_in.path for plug_in in load_index(self.place, self._disk)}
        except SpoiltIndexError:
            return sorted(self._directories(), key=lambda path: -path.stat().st_mtime_ns)
        return [path for path in self._directories() if path.name in named]

    def _relative(self, path: str) -> str:
        own = {str(directory): directory.name for directory in self._directories()}
        return own.get(path, path)

    def _directories(self) -> list[Path]:
        if not self.place.is_dir():
            return []
        return sorted(path for path in self.place.iterdir() if path.is_dir() and UNPACKED.fullmatch(path.name))

    def _free(self, wheel: Wheel) -> Path:
        """The path of a directory for this wheel that is not there."""
        package, number = normalize(wheel.package).replace("-", "_"), 1
        while self._disk.exists(directory := self.place / f"{package}-{wheel.version}-{number}"):
            number += 1
        return directory

    def _unpack(self, wheel: Wheel, directory: Path) -> None:
        """Write all files of the wheel; they are on the SD card when this returns."""
        self._disk.mkdir(directory)
        for name, content in wheel.files.items():
            path = directory / name
            self._disk.make(path.parent, directory)
            with self._disk.closing(self._disk.open(path, _NEW)) as descriptor:
                self._disk.write_whole(descriptor, content)
                self._disk.fsync(descriptor)
            self._disk.sync_directory(path.parent)
        self._disk.sync_directory(self.place)

    def _tidy(self, known: Iterable[PlugIn]) -> None:
        """Delete the directories that nothing names."""
        if not self._disk.exists(self.place / INDEX):
            return
        named = {plug_in.path for plug_in in known}
        for path in self._directories():
            if path.name not in named:
                shutil.rmtree(path, ignore_errors=True)


def _refuse_taken(candidate: Candidate, others: Sequence[PlugIn], *, there: bool = False) -> None:
    """Refuse a game whose name or package is another one's. `there`: a module of this name can be imported already."""
    sources = {**{other.name: other.source for other in others}, **dict.fromkeys(NAMES, "the companion")}
    name = candidate.name
    reasons = [NAME_TAKEN.format(name=name, source=sources[name])] if name in sources else []
    foreign = {other.module for other in others if normalize(other.package) != normalize(candidate.package)}
    if there or candidate.module in foreign or candidate.module in sys.stdlib_module_names:
        reasons.append(MODULE_TAKEN.format(module=candidate.module))
    if reasons:
        raise UnfitWheelError(*reasons)


def candidates_of(directories: Iterable[Path]) -> Iterator[Candidate]:
    """The games by the metadata of packages: those of unpacked wheels, and those that pip installed."""
    for directory in directories:
        yield from _candidates(distributions(path=[str(directory)]))
    yield from _candidates(distributions())


def _candidates(packages: Iterable[Distribution]) -> Iterator[Candidate]:
    for package in packages:
        for point in package.entry_points.select(group=GROUP):
            where = str(package.locate_file(""))
            yield Candidate(package.metadata["Name"], package.version, point.name, point.value, where)
