"""The score chart of a match: the standings at the start and after every deal or turn.

Pure; the panel and the terminal draw the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.events import DealScored, ScoreWithdrawn
from companion.support.lazy_import import lazy_call
from companion.support.messages import msg, msg_n
from companion.support.text import listing
from companion.support.values import dataclass

standings_here = lazy_call("companion.match.earlier_seats:standings_here")
BY_DEAL, BY_TURN = "deal", "turn"

NO_TURN = frozenset({"deal", "hand", "dealt", "heads", "draws", "returns", "end"})
"""Words between the turns of a game that is a single deal."""

OF_THE_TURN = frozenset({"claims"})
"""Words after a turn that still belong to it."""


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """`points` are the standings by seat: the starting ones, then one entry for every `step`, a deal or a turn.

    `counted` is their unit: "points" or "cards left". `corrected` are the steps, 0 for the start, whose standings were
    corrected by hand.
    """

    step: str
    counted: str
    points: tuple[tuple[int, ...], ...]
    corrected: tuple[int, ...] = ()

    @property
    def steps(self) -> int:
        """The number of deals or turns."""
        return len(self.points) - 1

    @property
    def length(self) -> str:
        """The number of deals or turns, as text."""
        if self.step == BY_DEAL:
            return msg_n("{n} deal", "{n} deals", self.steps)
        return msg_n("{n} turn", "{n} turns", self.steps)

    @property
    def corrections(self) -> str:
        """Where a score was corrected by hand, as text. Empty: nowhere."""
        deals = listing(str(max(step, 1)) for step in self.corrected) if self.corrected else ""
        return msg("Corrected by hand: deal {deals}", deals=deals) if deals else ""

    @property
    def last(self) -> tuple[int, ...]:
        """The last standings."""
        return self.points[-1]

    @property
    def lowest(self) -> int:
        """The lowest standing. With `highest` it gives the scale of a drawing."""
        return min(map(min, self.points))

    @property
    def highest(self) -> int:
        """The highest standing."""
        return max(map(max, self.points))

    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Groups of seats with equal standings throughout, such as partners. Each group is one line of the chart."""
        lines: dict[tuple[int, ...], list[Seat]] = {}
        for seat, line in enumerate(zip(*self.points, strict=True)):
            lines.setdefault(line, []).append(seat)
        return tuple(map(tuple, lines.values()))


def score_chart_of(match: Match) -> ScoreChart:
    """The score chart of a match so far. Leaves out an unfinished deal without a score, but for its corrections.

    Raises UnreadableError if the header is incomplete.
    """
    game = match.header.game
    steps = tuple(after_deals(match) if game.keeps_score else _after_turns(match))[::-1]
    if match.corrections > steps[-1].corrections:
        steps = (*steps[:-1], match)
    standings = [game.shown.standing(moment.moment) for moment in steps]
    if steps[0].header is not match.header:
        standings = standings_here(match, steps, standings)
    counts = [0, *[moment.corrections for moment in steps]]
    corrected = tuple([step for step, (before, after) in enumerate(pairwise(counts)) if after > before])
    return ScoreChart(BY_DEAL if game.keeps_score else BY_TURN, game.counted, tuple(standings), corrected)


def after_deals(match: Match) -> Iterator[Match]:
    """The last moment of each deal, after later changes of its score such as a remedy; then the one before all deals.

    The latest comes first. Does not walk through the statements of earlier deals, so a long match takes no longer.
    """
    unscored = match.earlier is not None and not _is_scored(match)
    return islice(match.deals(), int(unscored), None)


def _after_turns(match: Match) -> Iterator[Match]:
    """The moment after every turn and its claims, and that before them all, the latest first."""
    last: Match | None = None
    for moment in match.story():
        word = moment.said.word if moment.said is not None else ""
        if word in OF_THE_TURN:
            last = last or moment
        elif word not in NO_TURN:
            yield last or moment
            last = None


def _is_scored(match: Match) -> bool:
    """Whether a score of the deal in play stands."""
    events = (event for moment in match.this_deal() for event in reversed(moment.events))
    last = next((event for event in events if isinstance(event, DealScored | ScoreWithdrawn)), None)
    return isinstance(last, DealScored)
