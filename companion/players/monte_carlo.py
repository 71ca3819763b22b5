"""The strong level of every game: tries each move in imagined deals that are played to their end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import sqrt

from companion.cards import Luck, Seat
from companion.players.player import ComputerPlayer, HurriedError, Thinking, finish
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Strategy
from companion.rules.statements import Statement
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, the sum of its results, and each of them by deal."""

    move: Statement
    total: float = 0.0
    results: tuple[float, ...] = ()

    @property
    def trials(self) -> int:
        """The number of deals in which it was tried."""
        return len(self.results)

    @property
    def worth(self) -> float:
        """The average result. More is better."""
        return self.total / self.trials

    def surely_beats(self, other: Tried, errors: float) -> bool:
        """Whether it is better than the other, on the same deals, by more than this number of standard errors."""
        gains = [mine - its for mine, its in zip(self.results, other.results, strict=False)]
        total = sum(gains)
        spread = sum(gain * gain for gain in gains) - total * total / len(gains)
        return total > errors * sqrt(max(0.0, spread))  # rounding may put it below 0 where all gains are equal


@dataclass(frozen=True, slots=True)
class Strong(ComputerPlayer):
    """Chooses the move with the best average of this many `playouts` per choice."""

    strategy: Strategy
    playouts: int

    def choose(self, view: SeatView, luck: Luck) -> Statement | None:
        """The best move. None if there is nothing to say."""
        return finish(self.thinking(view, luck))

    def thinking(self, view: SeatView, luck: Luck) -> Thinking[Statement | None]:
        """The best move, found in steps: a step is one playout, or one deal that is drawn."""
        tried = (yield from self.trying(view, luck)) if self.strategy.moves(view) else []
        untried = len(tried) > 1 and not tried[0].trials
        return self.strategy.normal(view, luck) if untried else tried[0].move if tried else None

    def trying(self, view: SeatView, luck: Luck) -> Thinking[list[Tried]]:
        """The moves with their results, the best first. A single move is not tried.

        All moves are tried in the same deals, so that luck favours none. Sequential halving: each lap drops the worse
        half and has the same number of playouts, so that close moves get the most. A thrown HurriedError ends it
        with the results of the complete laps; without a complete lap the moves have no results.

        If the strategy has doubts, its first move runs to the last lap and stays the best until one surely beats it.
        """
        running = [Tried(move) for move in self.strategy.candidates(view, luck)]
        usual, doubt = running[0].move if running else None, self.strategy.DOUBT
        out: list[Tried] = []
        deals = self.strategy.imagine(view, luck)
        laps, effort = (len(running) - 1).bit_length(), self.strategy.effort(view)
        trials = self.playouts // effort
        while len(running) > 1:
            lap: list[After] = []
            try:
                for deal in islice(deals, max(1, trials // laps // len(running))):
                    lap.append(deal)
                    yield 1
                order = yield from self._lap(running, lap, view.seat, luck, effort=effort)
            except HurriedError:
                break
            half = (len(order) + 1) // 2
            if doubt:  # the usual move stays until the last lap
                at = _place(usual, order)
                order.insert(min(at, max(1, half - 1)), order.pop(at))
            running, out = order[:half], order[half:] + out
        tried = running + out
        at = _place(usual, tried) if doubt else 0
        if at and not tried[0].surely_beats(tried[at], doubt):
            tried.insert(0, tried.pop(at))
        return tried

    def _lap(
        self, running: Sequence[Tried], deals: Sequence[After], seat: Seat, luck: Luck, *, effort: int
    ) -> Thinking[list[Tried]]:
        """Try each move in these deals. The best is first; equal ones keep their order."""
        after_lap = []
        for tried in running:
            total, results = tried.total, [*tried.results]
            for deal in deals:
                ended = deal(tried.move)
                ended.playout(luck)
                results.append(self.strategy.worth(ended.scores(), seat))
                total += results[-1]
                yield effort
            after_lap.append(Tried(tried.move, total, tuple(results)))
        return sorted(after_lap, key=lambda tried: -tried.worth)


def _place(move: Statement | None, tried: Sequence[Tried]) -> int:
    return next(at for at, candidate in enumerate(tried) if candidate.move is move)
