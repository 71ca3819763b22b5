"""The index of plug-ins: the games that other packages bring, and where.

    PLACE/index           a line of JSON and its check sum; written when a game is installed, removed or looked for anew
    PLACE/NAME-VERSION-1/ an unpacked wheel, with no other package beside it

The index is what counts: a directory that it does not name is the rest of an interrupted installation. A start reads
this small file and no metadata of packages.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.rules.entry import API
from companion.storage.disk import DISK, CannotStartError, Disk, text_of, user_data, with_sum
from companion.support.values import dataclass

GROUP = "companion.games"
"""The group of entry points that give a GameEntry."""

OF_BOX = Path("/var/lib/companion-games")
"""The games of the service: root's, which the service may only read."""

INDEX = "index"
FORMAT = 1

GONE = "its package is not installed here any more; companion games refresh forgets it"


class SpoiltIndexError(ValueError):
    """The index cannot be believed. The message says why."""


@dataclass(frozen=True, slots=True)
class PlugIn:
    """A game of another package, as the index has it.

    `entry` is its GameEntry as "module:name", `api` the version that it was written for. `path` is the directory of its
    package: below the place of the index for a wheel that was installed there, absolute for one that pip installed.
    `deck_kinds` are those that it brings. `at_home`: it reads a house's own pieces. `aside` says why it cannot be
    played (empty: it can).
    """

    name: str
    title: str
    package: str
    version: str
    api: int
    entry: str
    path: str
    players: tuple[int, ...] = ()
    deck_kinds: tuple[str, ...] = ()
    at_home: bool = False
    aside: str = ""

    @property
    def source(self) -> str:
        """Package and version, for people."""
        return f"{self.package} {self.version}"

    @property
    def module(self) -> str:
        """The top module of its package."""
        return top_module(self.entry)

    @property
    def installed_here(self) -> bool:
        """Whether its wheel lies in the place of the index, and not with pip's packages."""
        return not self.path.startswith("/")

    def why_aside(self, place: Path) -> str:
        """Why it cannot be played; empty: nothing is known against it before it is opened."""
        if self.aside or self.api != API:
            return self.aside or other_api(self.api)
        there = (place / self.path).is_dir() if self.installed_here else self.path in sys.path
        return "" if there else GONE


def top_module(entry: str) -> str:
    """The module of a package that contains the GameEntry at "module:name"."""
    return entry.partition(":")[0].partition(".")[0]


def place_of_games(environ: Mapping[str, str] = os.environ) -> Path:
    """Where games of other packages lie: $COMPANION_GAMES, that of the box, or that of this user."""
    named = Path(environ.get("COMPANION_GAMES", ""))
    if named.is_absolute():
        return named
    with suppress(CannotStartError):  # who has no home has no games of others there
        return OF_BOX if OF_BOX.is_dir() else user_data(environ) / "companion-games"
    return OF_BOX


def load_index(place: Path, disk: Disk = DISK) -> tuple[PlugIn, ...]:
    """The games in the index; () if there is none. Raises SpoiltIndexError."""
    try:
        return _decode(json.loads(text_of(disk.read(place / INDEX))))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise SpoiltIndexError(getattr(fault, "strerror", "") or str(fault)) from fault


def save_index(place: Path, games: Iterable[PlugIn], disk: Disk = DISK) -> None:
    """Replace the index: what it names counts from here on. Raises OSError."""
    rows = [{name: getattr(game, name) for name in PlugIn.__match_args__} for game in games]
    text = json.dumps({"format": FORMAT, "games": rows}, ensure_ascii=False)
    disk.replace_whole(place / INDEX, with_sum(text.encode()), "")


def _decode(stored: Any) -> tuple[PlugIn, ...]:
    if stored["format"] != FORMAT:
        raise ValueError(f"its format is {stored['format']}, and this version reads {FORMAT}")
    lists = "players", "deck_kinds"
    return tuple(PlugIn(**{**row, **{name: tuple(row[name]) for name in lists}}) for row in stored["games"])


def other_api(theirs: int) -> str:
    """Why a game for this version of the interface cannot be played, and what to do."""
    remedy = "update the companion"
    if theirs < API:
        remedy = f"install its release for version {API}; docs/adding-a-game.md says what its author changes"
    return f"it is written for version {theirs} of the companion's games, and this is version {API}: {remedy}"
