"""The strong level of every game: tries each move in imagined deals that are played to their end."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from companion.players.player import HurriedError, Player, Thinking, finished
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Seat
    from companion.players.seat_view import View
    from companion.players.strategy import After, Strategy
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, and the sum of its results over all `trials`."""

    move: Statement
    total: float = 0.0
    trials: int = 0

    @property
    def worth(self) -> float:
        """The average result. More is better."""
        return self.total / self.trials


@dataclass(frozen=True, slots=True)
class Strong(Player):
    """Chooses the move with the best average of this many `playouts` per choice."""

    strategy: Strategy
    playouts: int

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """The best move. None if there is nothing to say."""
        return finished(self.thinking(view, luck))

    def thinking(self, view: View, luck: Luck) -> Thinking[Statement | None]:
        """The same in steps of one playout, or of one deal that is drawn."""
        tried = (yield from self.trying(view, luck)) if self.strategy.moves(view) else []
        untried = len(tried) > 1 and not tried[0].trials
        return self.strategy.normal(view, luck) if untried else tried[0].move if tried else None

    def trying(self, view: View, luck: Luck) -> Thinking[list[Tried]]:
        """The moves with their results, the best first. A single move is not tried.

        All moves are tried in the same deals, so that luck favours none. Sequential halving: each lap drops the worse
        half and has the same number of playouts, so that close moves get the most. Whoever throws HurriedError into it
        gets the results of the whole laps; if there is none, the moves without results.
        """
        running = [Tried(move) for move in self.strategy.candidates(view, luck)]
        out: list[Tried] = []
        deals = self.strategy.imagined(view, luck)
        laps, effort = (len(running) - 1).bit_length(), self.strategy.effort(view)
        trials = self.playouts // effort
        while len(running) > 1:
            lap: list[After] = []
            try:
                for deal in islice(deals, max(1, trials // laps // len(running))):
                    lap.append(deal)
                    yield 1
                order = yield from self._lap(running, lap, view.seat, luck, effort)
            except HurriedError:
                break
            half = (len(order) + 1) // 2
            running, out = order[:half], order[half:] + out
        return running + out

    def _lap(
        self, running: Sequence[Tried], deals: Sequence[After], seat: Seat, luck: Luck, effort: int
    ) -> Thinking[list[Tried]]:
        """Try each move in these deals. The best is first; equal ones keep their order."""
        driven = []
        for one in running:
            total = one.total
            for deal in deals:
                ended = deal(one.move)
                ended.playout(luck)
                total += self.strategy.worth(ended.scores(), seat)
                yield effort
            driven.append(Tried(one.move, total, one.trials + len(deals)))
        return sorted(driven, key=lambda one: -one.worth)
