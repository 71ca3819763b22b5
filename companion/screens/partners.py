"""Parts for the screens of games with partners: both sides, named by their players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.screens.glyphs import SMALL
from companion.screens.name_fitting import LEAST_LETTERS, distinct_names
from companion.screens.parts import brief_names, deal_again, game_over
from companion.screens.picture import line_width
from companion.screens.screen import COLUMN_GAP, MARK_WIDTH, Column, Heading, Row, Rows, Screen
from companion.support.messages import tr
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.match.match import Match


def teams(match: Match, width: int, least: int = 1) -> tuple[str, str]:
    """Both sides as "Ann+Cid", the names cut alike to at most `width` pixels; empty: to fewer than `least` letters."""
    names = match.header.names
    for letters in range(max(map(len, names)), least - 1, -1):
        cut = distinct_names(names, letters)
        both = f"{cut[0]}+{cut[2]}", f"{cut[1]}+{cut[3]}"
        if all(SMALL.width(team) <= width for team in both):
            return both
    return ("", "") if least > 1 else both


def side_lines(match: Match, *facts: Sequence[str], width: int = 0) -> tuple[str, str]:
    """A line for each side: its players, its score, and a fact about it ("Ann+Cid 127: took 1 of 6").

    Of several versions of the facts the first that leaves room for the names.
    """
    for version in facts:
        after = [f" {score}: {fact}" for score, fact in zip(match.scores[:2], version, strict=True)]
        room = (width or line_width() - MARK_WIDTH) - max(map(SMALL.width, after))
        one, other = teams(match, room, 1 if version is facts[-1] else LEAST_LETTERS)
        if one:
            break
    return f"{one}{after[0]}", f"{other}{after[1]}"


def of_teams(match: Match, numbers: Sequence[object], form: str = "{sides}") -> str:
    """A small line: both sides, each with its number, as many letters of the names as fit into the form."""
    first, second = map(str, numbers)
    one, other = teams(match, (line_width() - SMALL.width(form.format(sides=f" {first}  {second} "))) // 2)
    return form.format(sides=f"{one} {first}  {other} {second}")


def place_and_scores(match: Match, where: str) -> str:
    """The scores of both sides, after the position if that leaves room for their names."""
    scores = [f" {score}" for score in match.scores[:2]]
    gaps = 4 * (SMALL.width("00") - 2 * SMALL.width("0"))  # around both sides, as between letters
    for before, least in ((f"{where}  ", LEAST_LETTERS), ("", LEAST_LETTERS), ("", 1)):
        room = line_width() - MARK_WIDTH - SMALL.width(f"{before}{scores[0]}  {scores[1]}") - gaps
        one, other = teams(match, room // 2, least)
        if one:
            return f"{before}{one}{scores[0]}  {other}{scores[1]}"
    return "  ".join(scores)


def sides(match: Match, points: tuple[int, ...]) -> tuple[Column, ...]:
    """Both sides above the total, and the points of this deal after it."""
    both = enumerate(teams(match, line_width() // 2 - COLUMN_GAP))
    return tuple(
        Column(team, f"({points[seat]:+d})" if points[seat] else "", str(match.scores[seat])) for seat, team in both
    )


def side_wins(table: Table, points: tuple[int, ...]) -> Screen:
    """The winners, and the points of the last deal."""
    return game_over(table, sides(table.playing, points))


def no_points(match: Match, title: str) -> Screen:
    """A deal that does not count and is dealt again."""
    return deal_again(title, sides(match, (0, 0)))


def scores_of_sides(match: Match) -> Screen:
    """The totals of both sides."""
    names = brief_names(match)
    rows = tuple(Row("", str(match.scores[seat]), names[seat], f"+ {names[seat + 2]}") for seat in (0, 1))
    return Screen(
        "scores",
        Heading(tr("Scores")),
        Rows(rows),
    )
