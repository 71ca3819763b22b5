"""The score chart of a match: the standings at the start and after every deal or turn.

Pure; the panel and the terminal draw the same one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.rules.events import DealScored, ScoreWithdrawn
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cards import Seat
    from companion.match.match import Match

BY_DEAL, BY_TURN = "deal", "turn"

NO_TURN = frozenset({"deal", "hand", "dealt", "heads", "draws", "returns", "end"})
"""Words between the turns of a game that is a single deal."""


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """`points` are the standings by seat: the starting ones, then one entry for every `step`, a deal or a turn.

    `counted` is their unit: "points" or "cards left".
    """

    step: str
    counted: str
    points: tuple[tuple[int, ...], ...]

    @property
    def steps(self) -> int:
        """The number of deals or turns."""
        return len(self.points) - 1

    @property
    def length(self) -> str:
        """The number of deals or turns, as text."""
        return f"{self.steps} {self.step}{'s' * (self.steps != 1)}"

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
    """The score chart of a match so far. Leaves out an unfinished deal without a score.

    Raises UnreadableError if the header is incomplete.
    """
    game = match.header.game
    moments = tuple(reversed(tuple(match.story())))
    steps = _after_deals(moments) if game.keeps_score else _after_turns(moments)
    standings = (game.standing(moment.state) for moment in steps)
    return ScoreChart(
        BY_DEAL if game.keeps_score else BY_TURN,
        game.counted,
        (game.standing(moments[0].moment), *standings),
    )


def _after_deals(moments: tuple[Match, ...]) -> Iterator[Match]:
    """The last moment of every deal, including later changes of its score such as a remedy."""
    scored = False
    for moment, after in pairwise(moments):
        scored = _is_scored(moment, scored)
        if _begins_deal(after):
            if moment.before is not None:
                yield moment
            scored = False
    if _is_scored(moments[-1], scored):
        yield moments[-1]


def _after_turns(moments: tuple[Match, ...]) -> Iterator[Match]:
    return (moment for moment in moments if moment.said is not None and moment.said.word not in NO_TURN)


def _begins_deal(moment: Match) -> bool:
    return moment.said is not None and moment.said.word == "deal"


def _is_scored(moment: Match, before: bool) -> bool:  # noqa: FBT001 - the state so far
    """Whether a score of the deal stands at this moment."""
    if any(isinstance(event, ScoreWithdrawn) for event in moment.events):
        return False
    return before or any(isinstance(event, DealScored) for event in moment.events)
