"""What is told when a match is over: winners, best trick, biggest turn, revokes found, the series so far.

Pure; panel, page and phones tell the same. Everything follows from the match itself but the series, for which the
matches before it are counted elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.cards import Card, Seat
from companion.match.checker import standing_revokes
from companion.match.match import Match
from companion.match.score_chart import ScoreChart, score_chart_of
from companion.rules.events import TrickTaken
from companion.rules.partners import sides_of
from companion.support.remembering import remembered
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class BestTrick:
    """The trick whose cards counted most (`worth`; 0: all count alike), else the one taken by the strongest cards.

    `deal` counts from 1. `cards` are in the order of play; the `taker` took it with those that are `played`.
    """

    taker: Seat
    played: tuple[Card, ...]
    cards: tuple[Card, ...]
    deal: int
    worth: int


@dataclass(frozen=True, slots=True)
class BiggestTurn:
    """The best change of a standing in one `step`, "deal" or "turn", whose `number` counts from 1.

    `seats` share that standing, as partners do; `change` is in the unit `counted` of the score chart.
    """

    seats: tuple[Seat, ...]
    change: int
    step: str
    number: int
    counted: str


@dataclass(frozen=True, slots=True)
class Series:
    """How many `matches` of one game the same people have played, in any seats, and how many each seat has `won`."""

    matches: int
    won: tuple[int, ...]

    def after(self, winners: tuple[Seat, ...]) -> Series:
        """With one more match, that these have won."""
        return Series(self.matches + 1, tuple(won + (seat in winners) for seat, won in enumerate(self.won)))


@dataclass(frozen=True, slots=True)
class Ending:
    """A match that was won. `best` or `turn` is None where there is nothing to compare.

    `sides` are the seats that win together, partners or each alone. `remark` is the game's on the end, in few words and
    in a sentence; empty: it is plain. `revokes` are those found, by seat. `series` counts
    this match, too, and is told from the second match on; None: it is not known.
    """

    winners: tuple[Seat, ...]
    sides: tuple[tuple[Seat, ...], ...]
    remark: tuple[str, str]
    best: BestTrick | None
    turn: BiggestTurn | None
    revokes: tuple[int, ...]
    series: Series | None

    @property
    def told(self) -> tuple[str, ...]:
        """The fields that are told after the winners, in this order."""
        found = self.best is not None or any(self.revokes)  # a game without tricks has no promises to break
        again = self.series is not None and self.series.matches > 1
        known = {"remark": self.remark[1], "best": self.best, "turn": self.turn, "revokes": found, "series": again}
        return tuple(field for field, value in known.items() if value)


@remembered
def ending_of(match: Match, before: Series | None) -> Ending | None:
    """The ending of this match after those `before` it. None: it is not won."""
    if not match.winners:
        return None
    found = Counter(revoke.player for revoke in standing_revokes(match))
    revokes = tuple(found[seat] for seat in range(len(match.header.names)))
    sides, turns = sides_of(match.header.game, len(revokes)), score_chart_of(match)
    series = before and before.after(match.winners)
    turn = _biggest_turn(turns, sides, low_wins=match.header.game.low_wins)
    return Ending(match.winners, sides, match.remark, _best_trick(match), turn, revokes, series)


def _best_trick(match: Match) -> BestTrick | None:
    """The first of the best; those of deals that the match no longer stores are left out."""
    tricks = tuple(_tricks(match))
    if not tricks or not any(merit for merit, _ in tricks):
        return None
    return max(reversed(tricks), key=lambda trick: trick[0])[1]


def _tricks(match: Match) -> Iterator[tuple[tuple[int, ...], BestTrick]]:
    """Each trick after its merit, the latest first."""
    game, deals = match.header.game, sum(1 for _ in match.deals()) - 1
    for moment in match.story():
        for event in moment.events:
            if isinstance(event, TrickTaken):
                played = dict(game.shown.middle(moment.state, taken=True)).get(event.winner, ())
                merit = game.shown.merit_of_last(moment.state)
                yield merit, BestTrick(event.winner, played, event.cards, deals, next(iter(merit), 0))
        deals -= moment.said is not None and moment.said.word == "deal"


def _biggest_turn(chart: ScoreChart, sides: tuple[tuple[Seat, ...], ...], *, low_wins: bool) -> BiggestTurn | None:
    """The first of the best for who made it; None: there was only one step, or nobody's was good."""
    turns = tuple(
        BiggestTurn(side, after[side[0]] - before[side[0]], chart.step, number, chart.counted)
        for number, (before, after) in enumerate(pairwise(chart.points), start=1)
        for side in sides
    )
    good = -1 if low_wins else 1
    biggest = max(turns, key=lambda turn: good * turn.change, default=None)
    return biggest if biggest and good * biggest.change > 0 and chart.steps > 1 else None
