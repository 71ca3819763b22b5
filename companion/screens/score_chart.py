"""The course of a match on the panel: who stood where after every deal, or turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.score_chart import score_chart_of
from companion.screens.names import unlike
from companion.screens.parts import called
from companion.screens.plot import Line
from companion.screens.screen import Screen

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.match.score_chart import ScoreChart


def course(match: Match) -> Screen:
    """How this match went so far."""
    curve = score_chart_of(match)
    if not curve.steps:
        return Screen("course", title=called(match), lines=("", "No deal was scored yet."))
    return drawn(curve, match.header.names)


def drawn(curve: ScoreChart, names: tuple[str, ...]) -> Screen:
    """A line for each player, or for partners together, with initials and the last standing at its end."""
    letters = unlike(names, 1)
    lines = tuple(
        Line(
            f"{''.join(letters[seat] for seat in side)} {curve.last[side[0]]}",
            tuple(standing[side[0]] for standing in curve.points),
        )
        for side in curve.sides()
    )
    return Screen("course", title=curve.counted.capitalize(), note=curve.length, curve=lines)
