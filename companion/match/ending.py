"""The end of a match for people: winners, best trick, biggest turn, proven revokes, the series so far.

Pure; panel, page and phones show the same. Everything but the series follows from the match itself: the matches before
it are counted elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.cards import Card, Seat
from companion.match.checker import standing_revokes
from companion.match.match import Match
from companion.match.score_chart import ScoreChart, score_chart_of
from companion.rules.deal import Deal, TrickState
from companion.rules.events import TrickTaken
from companion.support.caching import memoize
from companion.support.lazy_import import lazy_call
from companion.support.messages import msg
from companion.support.values import dataclass

seat_here = lazy_call("companion.match.earlier_seats:seat_here")


@dataclass(frozen=True, slots=True)
class BestTrick:
    """The trick worth most. If all are worth the same (`worth` is 0): the trick taken by the strongest cards.

    `deal` counts from 1. `cards` are in the order of play; `played` are the taker's own.
    """

    taker: Seat
    played: tuple[Card, ...]
    cards: tuple[Card, ...]
    deal: int
    worth: int

    def title(self, *, low_wins: bool) -> str:
        """What it is called: why it stands here."""
        if not self.worth:
            return msg("Highest cards")
        return msg("Costliest trick") if low_wins else msg("Best trick")


@dataclass(frozen=True, slots=True)
class BiggestTurn:
    """The step in which a side's standing improved most. `step` is "deal" or "turn"; `number` counts these from 1.

    `seats` are the side: partners, or a player alone. `change` is in the unit `counted` of the score chart, and below
    0 where the lowest score wins.
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
        """The series with one more match, won by `winners`."""
        return Series(self.matches + 1, tuple(won + (seat in winners) for seat, won in enumerate(self.won)))


@dataclass(frozen=True, slots=True)
class Ending:
    """A match that was won. `best` or `turn` is None where there is nothing to compare.

    `places` are by seat, 1 for the winners. `sides` are the seats that win together, partners or each alone. `remark`
    is what the game says about the end: a few words, and a sentence. Empty: nothing needs saying. `revokes` counts
    those found, by seat; empty: none, and fewer than two people play. `series` includes this match, and is shown from
    the second match on. It is None if the earlier matches are not known.
    """

    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    sides: tuple[tuple[Seat, ...], ...]
    remark: tuple[str, str]
    best: BestTrick | None
    turn: BiggestTurn | None
    revokes: tuple[int, ...]
    series: Series | None

    @property
    def shown_fields(self) -> tuple[str, ...]:
        """The fields that are shown after the winners, in this order."""
        found = self.revokes and (self.best or any(self.revokes))  # a game without tricks has no promises to break
        again = self.series is not None and self.series.matches > 1
        known = {"remark": self.remark[1], "best": self.best, "turn": self.turn, "revokes": found, "series": again}
        return tuple(field for field, value in known.items() if value)


@memoize
def ending_of(match: Match, before: Series | None) -> Ending | None:
    """The ending of this match after those `before` it. None while nobody has won."""
    if not match.winners:
        return None
    found = Counter(revoke.player for revoke in standing_revokes(match))
    seats, computers = len(match.header.names), match.header.computers
    revokes = tuple(found[seat] for seat in range(seats)) if found or seats - len(computers) > 1 else ()
    series = before and before.after(match.winners)
    turn = _biggest_turn(score_chart_of(match), match.sides, low_wins=match.header.game.low_wins)
    said = match.winners, places_of(match), match.sides, match.remark
    return Ending(*said, _best_trick(match), turn, revokes, series)


def places_of(match: Match) -> tuple[int, ...]:
    """The places by seat, 1 for the winners. Empty while nobody has won."""
    if not match.winners:
        return ()
    game, good = match.header.game, -1 if match.header.game.low_wins else 1
    results = game.shown.results(match.state) or [(good * stands,) for stands in game.shown.standing(match.state)]
    return places_by([(seat in match.winners, *result) for seat, result in enumerate(results)], match.sides)


def places_by(results: Sequence[tuple[int, ...]], sides: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    """The place of each seat by its result, 1 for the greatest; partners have one, and equals share one.

    >>> places_by([(2,), (5,), (2,), (1,)], [(0,), (1,), (2,), (3,)])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(results[side[0]] > own for side in sides) for own in results)


def _best_trick(match: Match) -> BestTrick | None:
    """The first of the best tricks. Leaves out deals that the match no longer stores."""
    tricks = tuple(_tricks(match))
    if not any(merit for merit, _ in tricks):
        return None
    return max(reversed(tricks), key=lambda trick: trick[0])[1]


def _tricks(match: Match) -> Iterator[tuple[tuple[int, ...], BestTrick]]:
    """Each trick after its merit, the latest first; without those that were taken back in their deal."""
    game, deals, end = match.header.game, match.deals_begun, None
    for moment in match.story():
        state = moment.state
        if end is None and isinstance(state, TrickState):
            end = state.deal
        for event in moment.events:
            taker = event.winner if isinstance(event, TrickTaken) else None
            if taker is not None and moment.header is not match.header:
                taker = seat_here(match, moment, taker)
            if isinstance(event, TrickTaken) and taker is not None and _stands(state, end):
                played = dict(game.shown.middle(state, taken=True)).get(event.winner, ())
                merit = game.shown.merit_of_last(state)
                yield merit, BestTrick(taker, played, event.cards, deals, next(iter(merit), 0))
        if moment.said is not None and moment.said.word == "deal":
            deals, end = deals - 1, None


def _stands(state: Any, end: Deal[Any] | None) -> bool:
    """Whether the trick just taken in this state still lies at the `end` of its deal. None: no trick game."""
    if end is None:
        return True
    number = len(state.now.tricks) - 1
    return bool(state.now.tricks[:number] == end.tricks[:number])


def _biggest_turn(chart: ScoreChart, sides: tuple[tuple[Seat, ...], ...], *, low_wins: bool) -> BiggestTurn | None:
    """The largest gain without steps corrected by hand, the earliest of equal ones.

    None if there was only one step, or nobody gained.
    """
    turns = tuple(
        BiggestTurn(side, after[side[0]] - before[side[0]], chart.step, number, chart.counted)
        for number, (before, after) in enumerate(pairwise(chart.points), start=1)
        for side in sides
        if number not in chart.corrected
    )
    good = -1 if low_wins else 1
    biggest = max(turns, key=lambda turn: good * turn.change, default=None)
    return biggest if biggest and good * biggest.change > 0 and chart.steps > 1 else None
