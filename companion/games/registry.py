"""The list of games. A new game needs a folder here, its name in the list, and records with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from companion.rules.game import Game, part_of
from companion.storage.disk import DISK, Disk

if TYPE_CHECKING:
    from pathlib import Path

NAMES = {
    "birdhead": "BIRD_HEAD",
    "birddog": "BIRD_DOG",
    "rook": "ROOK",
    "toriatama": "TORIATAMA",
    "bonehead": "BONEHEAD",
}
"""The folders of the games, in the order in which games are offered, each with the name of its game in `rules.py`."""

EXAMPLE = "birddog"
"""The game of examples in help texts and demonstrations."""

DECK_KINDS = ("french", "birdhead", "rook", "rook-57", "drinks", "persons", "commands")
"""All deck kinds that can be enrolled: those of the games, and those that every box has."""


def folder_of(name: str) -> str:
    """The package of this game."""
    return f"companion.games.{name}"


class Library(Mapping[str, "Game"]):
    """The games by name. Imports the rules of a game on access, since a table plays only one."""

    def __getitem__(self, name: str) -> Game:
        constant = NAMES[name]
        return cast("Game", getattr(part_of(folder_of(name), "rules"), constant))

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Mapping[str, Game] = Library()


def games_at_home(root: Path, disk: Disk = DISK) -> Mapping[str, Game]:
    """All games, with the house's own pieces from this data directory. Raises CannotStartError."""
    own = {name: part.at_home(root, disk) for name in NAMES if (part := part_of(folder_of(name), "at_home"))}
    return {**GAMES, **{name: game for name, game in own.items() if game}} if any(own.values()) else GAMES
