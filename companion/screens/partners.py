"""Parts for the screens of games with partners: both sides, named by the first letters of their players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.name_fitting import distinct_names
from companion.screens.parts import brief_names, first_fitting, game_over, game_title
from companion.screens.screen import Column, Row, Screen

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.table.state import Table


def teams(match: Match) -> tuple[str, str]:
    """Both sides as the first letters of their players."""
    letters = distinct_names(match.header.names, 1)
    return letters[0] + letters[2], letters[1] + letters[3]


def place_and_scores(match: Match, where: str) -> str:
    """The game and the position as far as they fit, and the scores of both sides."""
    first, second = (f"{team} {match.scores[seat]}" for seat, team in enumerate(teams(match)))
    scores = f"{first}  {second}"
    return first_fitting(f"{game_title(match)} {where}  {scores}", f"{where}  {scores}", scores, f"{first} {second}")


def sides(match: Match, points: tuple[int, ...]) -> tuple[Column, ...]:
    """Both sides with their points of this deal above the totals."""
    return tuple(
        Column(f"{team}  {points[seat]:+d}" if points[seat] else team, number=str(match.scores[seat]))
        for seat, team in enumerate(teams(match))
    )


def side_wins(table: Table, points: tuple[int, ...]) -> Screen:
    """The winners, and the points of the last deal."""
    return game_over(table, sides(table.playing, points))


def scores_of_sides(match: Match) -> Screen:
    """The totals of both sides."""
    names = brief_names(match)
    rows = tuple(
        Row(team, str(match.scores[seat]), names[seat], names[seat + 2]) for seat, team in enumerate(teams(match))
    )
    return Screen("scores", title="Scores", rows=rows)
