"""How well the computer plays: the levels of every game, from chance to playouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.players.monte_carlo import Strong
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.players.player import Player
    from companion.players.strategy import Craft
    from companion.players.view import View
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement

LEVELS = ("random", "greedy", "easy", "normal", "strong")
"""From the weakest on; `greedy` is one to measure the others by."""


class Crafts(Mapping[str, "Craft"]):
    """By the game's name; each is opened when it is asked for, since a table plays one game."""

    def __init__(self, games: str) -> None:
        """The games by name; each has a file of that name here."""
        self._games = games.split()

    def __getitem__(self, game: str) -> Craft:
        if game not in self._games:
            raise KeyError(game)
        return cast("Craft", import_module(f"companion.games.{game}.strategy"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


CRAFTS = Crafts("birdhead birddog rook toriatama bonehead")
"""What the computer knows of each game, by the game's name."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Any right move, all equally likely."""

    craft: Craft

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """Any of them; None where there is nothing to say."""
        moves = self.craft.moves(view)
        return moves[luck(len(moves))] if moves else None


@dataclass(frozen=True, slots=True)
class Thumb:
    """Who plays by rules of thumb."""

    craft: Craft
    rule: Callable[[View, Luck], Statement | None]

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """What the rules of thumb say; None where there is nothing to say."""
        moves = self.craft.moves(view)
        if len(moves) > 1:
            return self.rule(view, luck)
        return moves[0] if moves else None


def player(game: str, level: str, playouts: int | None = None) -> Player:
    """Somebody who plays this game so well; `playouts` a choice for the strong level (None: as the game has it)."""
    craft = CRAFTS[game]
    match level:
        case "random":
            return Chance(craft)
        case "greedy":
            return Thumb(craft, craft.greedy)
        case "easy":
            return Thumb(craft, craft.easy)
        case "normal":
            return Thumb(craft, craft.normal)
        case "strong":
            return Strong(craft, playouts or craft.PLAYOUTS)
    raise AssertionError(f"no level: {level}")
