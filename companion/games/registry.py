"""Which games there are. A new game is a folder here, its name in the list below, and records with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.storage.disk import DISK

if TYPE_CHECKING:
    from pathlib import Path

    from companion.rules.entry import GameEntry
    from companion.rules.game import Game
    from companion.storage.disk import Disk

NAMES = ("birdhead", "birddog", "rook", "toriatama", "bonehead")
"""The folders beside this file, in the order in which games are offered."""

EXAMPLE = "birddog"
"""The game of the examples in help texts, and of demonstrations."""

DECK_KINDS = ("french", "birdhead", "rook", "rook-57", "drinks", "persons", "commands")
"""What tags can be enrolled for: the kinds that games bring, and those that every house has."""


def entry_of(name: str) -> GameEntry:
    """What a game brings. Raises KeyError for one that is not here."""
    if name not in NAMES:
        raise KeyError(name)
    return cast("GameEntry", import_module(f"companion.games.{name}.entry").ENTRY)


class Library(Mapping[str, "Game"]):
    """The games by name; the rules are opened when a game is asked for, since a table plays one of them."""

    def __getitem__(self, name: str) -> Game:
        return cast("Game", entry_of(name).rules())

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, Game] = Library()


def games_at_home(root: Path, disk: Disk = DISK) -> Mapping[str, Game]:
    """All games as the house plays them whose data directory this is. Raises CannotStartError."""
    own = {name: at_home(root, disk) for name in NAMES if (at_home := entry_of(name).at_home())}
    return {**GAMES, **{name: game for name, game in own.items() if game}} if any(own.values()) else GAMES
