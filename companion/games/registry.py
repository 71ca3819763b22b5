"""Which games there are. A new game is a folder here, one line in the list below, and its records under tests/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from companion.rules.game import Game


class Library(Mapping[str, "Game"]):
    """The games by name; a rulebook is opened when its game is asked for, since a table plays one of them."""

    def __init__(self, **rulebooks: str) -> None:
        """Each by the name of its file, and what it is called there."""
        self._rulebooks = rulebooks

    def __getitem__(self, name: str) -> Game:
        return cast("Game", getattr(import_module(f"companion.games.{name}.rules"), self._rulebooks[name]))

    def __contains__(self, name: object) -> bool:
        return name in self._rulebooks

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulebooks)

    def __len__(self) -> int:
        return len(self._rulebooks)


GAMES: Mapping[str, Game] = Library(
    birdhead="BIRD_HEAD", birddog="BIRD_DOG", rook="ROOK", toriatama="TORIATAMA", bonehead="BONEHEAD"
)
