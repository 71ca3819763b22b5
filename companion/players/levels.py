"""The levels of computer players, from random moves to playouts; the advice of the strong one on a scanned hand."""

from __future__ import annotations

from collections.abc import Callable

from companion.cards import Luck
from companion.players.monte_carlo import Strong
from companion.players.player import ComputerPlayer, Thinking
from companion.players.seat_view import SeatView
from companion.players.strategy import Strategy
from companion.rules.game import Game
from companion.rules.statements import Statement
from companion.support.messages import msg
from companion.support.values import dataclass

LEVELS = ("random", "gentle", "greedy", "easy", "normal", "strong")
"""All levels, from the weakest. `greedy` is a baseline for measurements."""


def strategy_of(game: Game) -> Strategy:
    """The strategy of this game. It must have one."""
    own: type[Strategy] | None = game.entry.strategy()
    assert own is not None, f"{game.name} has no strategy"
    return own()


@dataclass(frozen=True, slots=True)
class RandomMoves(ComputerPlayer):
    """Any right move, uniformly at random."""

    strategy: Strategy

    def choose(self, view: SeatView, luck: Luck) -> Statement | None:
        """A random move. None if there is nothing to say."""
        moves = self.strategy.moves(view)
        return moves[luck(len(moves))] if moves else None


CARELESS = 1
"""How many of four plays of the gentle level are careless."""


@dataclass(frozen=True, slots=True)
class Gentle(ComputerPlayer):
    """For somebody who learns the game: plays as `easy` does, and is careless now and then."""

    strategy: Strategy

    def choose(self, view: SeatView, luck: Luck) -> Statement | None:
        """The choice of the easy level, or now and then a slip in its place. None if there is nothing to say."""
        said = Heuristic(self.strategy, self.strategy.easy).choose(view, luck)
        if said is None or not said.cards or luck(4) >= CARELESS:
            return said
        slips = self.strategy.slips(view, said) or (said,)
        return slips[luck(len(slips))]


@dataclass(frozen=True, slots=True)
class Heuristic(ComputerPlayer):
    """A player that uses heuristics only."""

    strategy: Strategy
    rule: Callable[[SeatView, Luck], Statement | None]

    def choose(self, view: SeatView, luck: Luck) -> Statement | None:
        """The choice of the heuristic. None if there is nothing to say."""
        moves = self.strategy.moves(view)
        return self.rule(view, luck) if len(moves) > 1 else next(iter(moves), None)


def player(game: Game, level: str, playouts: int | None = None) -> ComputerPlayer:
    """A player of this level. `playouts` per choice for the strong level; None: the game's default."""
    assert level in LEVELS, f"no level: {level}"
    strategy = strategy_of(game)
    if level == "random":
        return RandomMoves(strategy)
    if level == "gentle":
        return Gentle(strategy)
    if level == "strong":
        return Strong(strategy, playouts or strategy.PLAYOUTS)
    return Heuristic(strategy, getattr(strategy, level))


def advice(
    view: SeatView, luck: Luck, playouts: int | None = None
) -> Thinking[tuple[Statement, tuple[str, ...]] | None]:
    """The choice of the strong level, in steps. None if this seat has nothing to say, or its hand was not scanned.

    Its reason has at most two short lines, of at most 21 characters, and names no card: others look on.
    """
    strategy = strategy_of(view.game)
    moves = strategy.moves(view)
    if not moves:
        return None
    if len(moves) == 1:
        return moves[0], (msg("There is no choice."),)
    best, *others = yield from Strong(strategy, playouts or strategy.PLAYOUTS).trying(view, luck)
    if others and not best.trials:
        return strategy.normal(view, luck) or best.move, (msg("By rule of thumb."),)
    if not others or best.worth < others[0].worth:
        return best.move, (msg("By rule of thumb."),)
    whole, tenth = f"{best.worth - others[0].worth:+.1f}".split(".")
    more = msg("{whole}.{tenth}", whole=whole, tenth=tenth)
    return best.move, (msg("about {more} points", more=more), msg("over the second best"))
