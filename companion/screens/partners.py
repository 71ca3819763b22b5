"""Parts for the screens of games with partners: both sides, named by their players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.forms import first_fitting
from companion.screens.glyphs import SMALL
from companion.screens.name_fitting import distinct_names
from companion.screens.parts import brief_names, game_over
from companion.screens.picture import WIDTH
from companion.screens.screen import COLUMN_GAP, MARK_WIDTH, Column, Fact, Glance, Heading, Row, Rows, Screen
from companion.support.messages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.match.match import Match
    from companion.table.state import Table


def teams(match: Match, width: int = 0) -> tuple[str, str]:
    """Both sides as "Ann+Cid", the names cut alike to at most `width` pixels, at least to their first letters."""
    names = match.header.names
    for letters in range(max(map(len, names)) if width else 1, 0, -1):
        cut = distinct_names(names, letters)
        both = f"{cut[0]}+{cut[2]}", f"{cut[1]}+{cut[3]}"
        if all(SMALL.width(team) <= width for team in both):
            break
    return both


def of_teams(match: Match, numbers: Sequence[object], width: int = WIDTH - MARK_WIDTH, before: str = "") -> str:
    """A small line: both sides, each with its number or words, as many letters of the names as fit behind `before`."""
    first, second = map(str, numbers)
    room = (width - SMALL.width(f"{before} {first}  {second}")) // 2 - SMALL.width(" ")
    one, other = teams(match, max(room, 1))
    return f"{before}{one} {first}  {other} {second}"


def place_and_scores(match: Match, where: str) -> str:
    """The scores of both sides, behind the position if their letters are left some room."""
    scores = match.scores[0], match.scores[1]
    return first_fitting(
        of_teams(match, scores, before=f"{where}  "), of_teams(match, scores), "  ".join(map(str, scores))
    )


def sides(match: Match, points: tuple[int, ...]) -> tuple[Column, ...]:
    """Both sides with their points of this deal above the totals."""
    room = WIDTH // 2 - COLUMN_GAP - max(SMALL.width(f" {points[seat]:+d}") for seat in range(2))
    return tuple(
        Column(f"{team} {points[seat]:+d}" if points[seat] else team, number=str(match.scores[seat]))
        for seat, team in enumerate(teams(match, room))
    )


def side_wins(table: Table, points: tuple[int, ...]) -> Screen:
    """The winners, and the points of the last deal."""
    return game_over(table, sides(table.playing, points))


def no_points(match: Match, title: str) -> Screen:
    """A deal that does not count and is dealt again."""
    note, fact = tr("OK = deal again"), tr("NO POINTS")
    return Screen(
        "deal score",
        Heading(title, note),
        Glance(Fact(fact), columns=sides(match, (0, 0))),
    )


def scores_of_sides(match: Match) -> Screen:
    """The totals of both sides."""
    names = brief_names(match)
    rows = tuple(
        Row(team, str(match.scores[seat]), names[seat], names[seat + 2]) for seat, team in enumerate(teams(match))
    )
    return Screen(
        "scores",
        Heading(tr("Scores")),
        Rows(rows),
    )
