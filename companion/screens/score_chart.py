"""The score chart of a match on the panel: the totals after every deal, or turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.score_chart import score_chart_of
from companion.screens.name_fitting import distinct_names
from companion.screens.parts import game_title
from companion.screens.plot import Line
from companion.screens.screen import Screen

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.match.score_chart import ScoreChart


def match_chart(match: Match) -> Screen:
    """The score chart of this match so far."""
    chart = score_chart_of(match)
    if not chart.steps:
        return Screen("course", title=game_title(match), lines=("", "No deal was scored yet."))
    return chart_screen(chart, match.header.names)


def chart_screen(chart: ScoreChart, names: tuple[str, ...]) -> Screen:
    """A line for each player, or for partners together, labelled with initials and total."""
    letters = distinct_names(names, 1)
    lines = tuple(
        Line(
            f"{''.join(letters[seat] for seat in side)} {chart.last[side[0]]}",
            tuple(standing[side[0]] for standing in chart.points),
        )
        for side in chart.sides()
    )
    return Screen("course", title=chart.counted.capitalize(), note=chart.length, curve=lines)
