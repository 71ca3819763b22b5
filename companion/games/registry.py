"""The list of games. A new game needs a folder here, its name in the list, and records with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.storage.disk import DISK, Disk

if TYPE_CHECKING:
    from pathlib import Path

    from companion.rules.entry import GameEntry
    from companion.rules.game import Game

NAMES = ("birdhead", "birddog", "rook", "toriatama", "bonehead")
"""The folders of the games, in the order in which games are offered."""

EXAMPLE = "birddog"
"""The game of examples in help texts and demonstrations."""

DECK_KINDS = ("french", "birdhead", "rook", "rook-57", "drinks", "persons", "commands")
"""All deck kinds that can be enrolled: those of the games, and those that every box has."""


def entry_of(name: str) -> GameEntry:
    """The entry of this game, one of NAMES."""
    return cast("GameEntry", import_module(f"companion.games.{name}.entry").ENTRY)


class Library(Mapping[str, "Game"]):
    """The games by name. Imports the rules of a game on access, since a table plays only one."""

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        return cast("Game", entry_of(name).rules())

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, Game] = Library()


def games_at_home(root: Path, disk: Disk = DISK, names: Iterable[str] = NAMES) -> Mapping[str, Game]:
    """All games; these `names` with the house's own pieces from this data directory. Raises CannotStartError."""
    own = {name: at_home(root, disk) for name in names if (at_home := entry_of(name).at_home())}
    return {**GAMES, **{name: game for name, game in own.items() if game}} if any(own.values()) else GAMES
