"""What the menu keeps: matches put aside and brought back, and backups to a USB stick. Loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from companion.inputs.inputs import BackedUp, StickFault
from companion.rules.game import Game
from companion.rules.statements import UnreadableError, split_words
from companion.runtime.side_process import SideProcess
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.table.choices import ListedMatch
from companion.table.reply import BringBack, PutAside

MODULE = (sys.executable, "-m", "companion.runtime.stick_process")

MOST_LISTED = 12
"""Finished matches that are listed, the latest; the command line has all of them."""


class StickBackup:
    """Backups to a USB stick, one at a time, in a process of its own (`stick_process`)."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._process = SideProcess()
        self._failed = False

    def begin(self) -> None:
        """Begin a backup, unless one goes on."""
        if not self._process.runs:
            self._failed = not self._process.start([*MODULE, str(self._root)])

    @property
    def runs(self) -> bool:
        """Whether it is at work."""
        return self._process.runs

    def news(self) -> BackedUp | None:
        """How the backup has ended, told once. None: it goes on, or none was begun."""
        told = [] if self._failed else self._process.answer()
        self._failed = False
        return None if told is None else _news(told)


def _news(told: list[bytes]) -> BackedUp:
    """What the process has written: "saved NAME", or why nothing was saved."""
    match told:
        case [b"saved", name]:
            return BackedUp(name.decode())
        case _:
            fault = StickFault.FAILED
            with suppress(ValueError):
                fault = StickFault(b" ".join(told).decode())
            return BackedUp(fault=fault)


def past_matches(store: Store, games: Mapping[str, Game], in_play: Path | None) -> Iterator[ListedMatch]:
    """Matches that were left or are over, the latest first, and then those that were put aside.

    Raises StorageError.
    """
    count = [*store.all_running(), *store.all_finished()]
    aside = sorted([*store.thrown_away(), *store.put_aside()], key=lambda path: path.stem, reverse=True)
    for path in sorted(count, key=lambda path: path.stem, reverse=True)[:MOST_LISTED]:
        if path != in_play:
            yield ListedMatch(path.stem, *_about(store, path, games))
    for path in aside[:MOST_LISTED]:
        yield ListedMatch(path.stem, *_about(store, path, games), aside=True)


def put_aside_or_back(effect: PutAside | BringBack, store: Store, in_play: Path | None) -> None:
    """Let a match count no more, or again. One that is no longer there stays as it is. Raises StorageError."""
    aside = [*store.put_aside(), *store.thrown_away()]
    there = aside if isinstance(effect, BringBack) else [*store.all_finished(), *store.all_running()]
    path = next((path for path in there if path.stem == effect.record and path != in_play), None)
    if path is None:
        return
    if isinstance(effect, PutAside):
        store.throw_away(path)
        store.checkpoint.forget(effect.record)
        return
    try:
        store.put_back(path)
    except StorageError as fault:
        if not isinstance(fault.__cause__, FileExistsError):  # another match has its name now: it stays aside
            raise


def _about(store: Store, path: Path, games: Mapping[str, Game]) -> tuple[str, tuple[str, ...]]:
    """The game and the people, by the first lines of the record; its name if they cannot be read."""
    with suppress(StorageError, UnreadableError):
        heading = store.content(path)[:4096].decode(errors="replace").split("\n")[:2]
        match [split_words(line) for line in heading]:
            case [["game", name], ["players", *people]]:
                return games[name].title if name in games else name, tuple(people)
    return path.stem, ()
