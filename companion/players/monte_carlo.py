"""The strong level of every game: each move is tried in imagined deals that are played to their end."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards.seats import Seat
    from companion.players.strategy import After, Strategy
    from companion.players.view import View
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, and what it was worth in all the `trials` together."""

    move: Statement
    total: float = 0.0
    trials: int = 0

    @property
    def worth(self) -> float:
        """What it is worth on average; more is better."""
        return self.total / self.trials


@dataclass(frozen=True, slots=True)
class Strong:
    """The best on average of so many `playouts` a choice."""

    strategy: Strategy
    playouts: int

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """The move that was worth most; None where there is nothing to say."""
        tried = self.tried(view, luck) if self.strategy.moves(view) else []
        return tried[0].move if tried else None

    def tried(self, view: View, luck: Luck) -> list[Tried]:
        """The moves that were tried, the best first; one alone is not tried.

        All are tried in the same deals, so that luck favours none. It is a race: after each lap the worse half is out,
        and the laps have as many playouts, so that what is close is looked at longest.
        """
        running = [Tried(move) for move in self.strategy.candidates(view, luck)]
        out: list[Tried] = []
        deals = self.strategy.imagined(view, luck)
        laps = (len(running) - 1).bit_length()
        trials = self.playouts // self.strategy.effort(view)
        while len(running) > 1:
            lap = islice(deals, max(1, trials // laps // len(running)))
            order = self._lap(running, list(lap), view.seat, luck)
            half = (len(order) + 1) // 2
            running, out = order[:half], order[half:] + out
        return running + out

    def _lap(self, running: Sequence[Tried], deals: Sequence[After], seat: Seat, luck: Luck) -> list[Tried]:
        """Each move tried in these deals, too: the best first, of equals the one that was named first."""
        driven = []
        for one in running:
            total = one.total
            for deal in deals:
                ended = deal(one.move)
                ended.playout(luck)
                total += self.strategy.worth(ended.scores(), seat)
            driven.append(Tried(one.move, total, one.trials + len(deals)))
        return sorted(driven, key=lambda one: -one.worth)
