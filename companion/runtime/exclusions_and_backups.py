"""Excludes matches, brings them back, and works at a USB stick, as the menu asks. Loaded when it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from operator import attrgetter
from pathlib import Path

from companion.inputs.inputs import StickNews
from companion.inputs.stick_news import BackedUp, BackupRead, NotRestored, Restored, StickFault, StickSeen
from companion.rules.game import Game
from companion.rules.statements import UnreadableError, split_words
from companion.runtime.side_process import SideProcess
from companion.runtime.sticks import BACKUP, sticks_now
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.support.values import replace
from companion.table.choices import ListedMatch
from companion.table.effects import BringBack, ExcludeMatch, StickTask
from companion.table.state import Table, with_shelf
from companion.tags.tag_decks import Shelf

MODULE = (sys.executable, "-m", "companion.runtime.stick_process")

MOST_LISTED = 12
"""Matches that are listed, the latest, and as many that were put aside; the command line has all of them."""


class StickWork:
    """Work at a USB stick, one thing at a time, in a process of its own (`stick_process`)."""

    def __init__(self, root: Path, config: str | None = None) -> None:
        """`config` is the settings file that the table was given by name; None: it was given none."""
        self._root = root
        self._environ = os.environ | ({"COMPANION_CONFIG": config} if config else {})
        self._process = SideProcess()
        self._doing: StickTask | None = None  # its end was not told yet
        self._seen = StickSeen(has_backup=False)

    def begin(self, task: StickTask, file: str = "") -> None:
        """Start a task unless one runs. It cancels a look; all but a look cancel the reading of a backup, too.

        Without a stick there is no look.
        """
        if self.runs and (self._doing != "read" or task == "look"):
            return
        self._doing = task
        if self._doing != "look" or sticks_now():
            self._process.start([*MODULE, str(self._root), task, *filter(None, (file,))], self._environ)

    @property
    def runs(self) -> bool:
        """Whether it is at work, and must not be cut."""
        return self._process.runs and self._doing != "look"

    def news(self) -> StickNews | None:
        """How it has ended, told once. None: it goes on, or nothing was begun, or a look has found nothing new."""
        if self._doing is None:
            return None
        told = self._process.answer() if self._process.runs else []
        if told is None:
            return None
        doing, self._doing = self._doing, None
        news = _news(doing, [word.decode(errors="replace") for word in told])
        if isinstance(news, StickSeen):
            before, self._seen = self._seen, news
            return None if news == before else news
        return news


def _news(doing: StickTask, told: list[str]) -> StickNews:
    """What the process has written: what came of it, or why nothing did."""
    match doing, told:
        case "look", _:
            return StickSeen(has_backup=told[:1] == ["seen"] and told != ["seen", "0"])
        case "back-up", ["saved", name]:
            return BackedUp(name)
        case "read", ["read", name, decks, matches] if (named := BACKUP.fullmatch(name)) is not None:
            return BackupRead(name, named[1], int(decks), int(matches))
        case "restore", ["restored", decks, matches, lacks]:
            return Restored(int(decks), int(matches), int(lacks))
    fault = StickFault.FAILED
    with suppress(ValueError):
        fault = StickFault(" ".join(told))
    return BackedUp(fault=fault) if doing == "back-up" else NotRestored(fault)


def with_decks(table: Table, kept: Shelf) -> Table:
    """The table with the decks that have come to the card; those that it has stay in play."""
    here = table.house.shelf.decks
    names = {deck.name for deck in here}
    return with_shelf(table, replace(kept, decks=(*here, *(deck for deck in kept.decks if deck.name not in names))))


def past_matches(store: Store, games: Mapping[str, Game], in_play: Path | None) -> Iterator[ListedMatch]:
    """Matches that were left or are over, the latest first; those that were put aside keep their place among them.

    Raises StorageError.
    """
    counting = [path for path in _latest([*store.all_running(), *store.all_finished()]) if path != in_play]
    aside = _latest(store.thrown_away())
    for path in _latest([*counting, *aside], 2 * MOST_LISTED):
        yield ListedMatch(path.stem, *_about(store, path, games), aside=path in aside)


def _latest(paths: list[Path], most: int = MOST_LISTED) -> list[Path]:
    """The latest of these records, the last one first."""
    return sorted(paths, key=attrgetter("stem"), reverse=True)[:most]


def exclude_or_bring_back(effect: ExcludeMatch | BringBack, store: Store, in_play: Path | None) -> None:
    """Let a match count no more, or again. One that is no longer there stays as it is. Raises StorageError."""
    aside = store.thrown_away()
    there = aside if isinstance(effect, BringBack) else [*store.all_finished(), *store.all_running()]
    path = next((path for path in there if path.stem == effect.record and path != in_play), None)
    if path is None:
        return
    if isinstance(effect, ExcludeMatch):
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
