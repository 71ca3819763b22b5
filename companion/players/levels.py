"""How well the computer plays: the levels of every game, from chance to playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.players.monte_carlo import Strong
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.players.player import Player
    from companion.players.strategy import Strategy
    from companion.players.view import View
    from companion.rules.game import Game
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement

LEVELS = ("random", "greedy", "easy", "normal", "strong")
"""From the weakest on; `greedy` is one to measure the others by."""


def strategy_of(game: Game) -> Strategy:
    """What the computer knows of this game; it must have a strategy (`GameEntry.strategy`)."""
    found = game.entry.strategy()
    assert found is not None, f"{game.name} has no strategy"
    return cast("Strategy", found)


@dataclass(frozen=True, slots=True)
class Chance:
    """Any right move, all equally likely."""

    strategy: Strategy

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """Any of them; None where there is nothing to say."""
        moves = self.strategy.moves(view)
        return moves[luck(len(moves))] if moves else None


@dataclass(frozen=True, slots=True)
class Heuristic:
    """Who plays by rules of thumb."""

    strategy: Strategy
    rule: Callable[[View, Luck], Statement | None]

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """What the rules of thumb say; None where there is nothing to say."""
        moves = self.strategy.moves(view)
        return self.rule(view, luck) if len(moves) > 1 else next(iter(moves), None)


def player(game: Game, level: str, playouts: int | None = None) -> Player:
    """Somebody who plays this game so well; `playouts` a choice for the strong level (None: as the game has it)."""
    assert level in LEVELS, f"no level: {level}"
    strategy = strategy_of(game)
    if level == "random":
        return Chance(strategy)
    if level == "strong":
        return Strong(strategy, playouts or strategy.PLAYOUTS)
    return Heuristic(strategy, getattr(strategy, level))
