"""Tables of history, and the score chart of a match as text. Pure; prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from companion.history.exports import NumberedMatch
from companion.history.finished_match import FinishedMatch
from companion.history.statistics import GameRecord, PartnersRecord, PlayerRecord
from companion.match.score_chart import ScoreChart
from companion.rules.game import Game
from companion.screens.name_fitting import distinct_names
from companion.support.messages import msg, tr
from companion.support.text import listing, visible
from companion.support.text_tables import NOTHING, TextTable

CHART_ROWS, MOST_COLUMNS, MOST_WIDE = 12, 60, 4
"""Rows of a chart, its maximum number of columns, and the maximum width of a column in characters."""

SEVERAL = "*"
"""The sign where lines of several players meet."""


def games_table(records: Sequence[GameRecord], games: Mapping[str, Game]) -> TextTable:
    """One row for each game: matches completed and ended early, length, points."""
    heads = ("game", "matches", "early", "average", "longest", "points", "last")
    counts = attrgetter("matches", "ended_early", "steps", "longest", "points", "last")
    rows = (_cells(games[record.game].title, *counts(record)) for record in records)
    return TextTable("Games", heads, tuple(rows))


def players_tables(records: Sequence[PlayerRecord], games: Mapping[str, Game]) -> Iterator[TextTable]:
    """One table for each game, with a row for each player."""
    for name in dict.fromkeys(record.game for record in records):
        game = games[name]
        per_deal = (msg("per deal"),) if game.keeps_score else ()
        heads = (*PLAYERS, *per_deal, msg("series"), msg("revokes"))
        rows = (_player_row(record, with_deals=game.keeps_score) for record in records if record.game == name)
        yield TextTable(_count(game), heads, tuple(rows))


def partners_table(records: Sequence[PartnersRecord], games: Mapping[str, Game]) -> TextTable:
    """One row for each two partners: how often they played together, and won."""
    rows = (
        _cells(visible(listing(record.partners)), games[record.game].title, record.matches, record.wins, share)
        for record in records
        for share in (_percent(record.wins / record.matches),)
    )
    return TextTable("Partners", ("partners", "game", "matches", "wins", "won"), tuple(rows), words=2)


PLAYERS = (msg("player"), msg("matches"), msg("wins"), msg("won"), msg("place"), msg("per match"))
"""The columns of all games; a page says them in its language."""


def _count(game: Game) -> str:
    title, counted = msg(game.title), msg(game.counted)
    low = msg("{game}: {counted}, low wins", game=title, counted=counted)
    return low if game.low_wins else msg("{game}: {counted}", game=title, counted=counted)


def matches_table(matches: Sequence[NumberedMatch], games: Mapping[str, Game]) -> TextTable:
    """One row for each of these numbered matches."""
    rows = tuple(
        (str(numbered.number), match.day, games[match.game].title, result(match), match.curve.length)
        for numbered in matches
        for match in (numbered.match,)
    )
    return TextTable("Evenings", ("no", "date", "game", "result", "length"), rows, words=4)


def result(evening: FinishedMatch) -> str:
    """The last standings of all players. Marks winners, and matches that ended early."""
    marks = ("*" if seat in evening.winners else "" for seat in range(len(evening.names)))
    parts = zip(evening.names, evening.curve.last, marks, strict=True)
    standings = ", ".join(visible(f"{name}{mark} {total}") for name, total, mark in parts)
    return standings if evening.winners else f"{standings} (ended early)"


def story(name: str, evening: FinishedMatch, games: Mapping[str, Game]) -> Iterator[str]:
    """One match: its name and date, its result, its chart."""
    game = games[evening.game]
    yield visible(f"{name}: {game.title}, {evening.day}, {evening.curve.length}")
    yield result(evening)
    revokes = ", ".join(
        f"{visible(player)} {count}" for player, count in zip(evening.names, evening.revokes, strict=True) if count
    )
    yield f"Revokes: {revokes or 'none'}"
    yield ""
    yield f"{evening.curve.counted.capitalize()} by {evening.curve.step}"
    yield from chart(evening.curve, evening.names)


def chart(curve: ScoreChart, names: tuple[str, ...]) -> Iterator[str]:
    """The standings over the deals or turns. Each player is shown by the first letter of the name; a legend follows."""
    letters = distinct_names(names, 1)
    courses = {"".join(letters[seat] for seat in side): side[0] for side in curve.sides()}
    shown = _sample(curve.points)
    wide = 3 if max(map(len, courses)) < 3 else MOST_WIDE
    wide = wide if len(shown) * wide <= MOST_COLUMNS + wide else 1
    cells: dict[tuple[int, int], str] = {}
    for sign, seat in courses.items():
        for column, standing in enumerate(shown):
            place = (_row(curve, standing[seat]), column)
            cells[place] = SEVERAL if place in cells else (sign if len(sign) < wide else sign[0])
    yield from _rows(curve, cells, len(shown), wide)
    parts = [
        visible(f"{sign} = {' and '.join(names[player] for player in side)}")
        for sign, side in zip(courses, curve.sides(), strict=True)
    ]
    yield "   ".join([*parts, *([f"{SEVERAL} = several"] if SEVERAL in cells.values() else [])])
    if curve.corrected:
        yield curve.corrections


def _rows(curve: ScoreChart, cells: Mapping[tuple[int, int], str], columns: int, wide: int) -> Iterator[str]:
    """The rows from the highest to the lowest, with the standing as label."""
    rows = CHART_ROWS if curve.highest > curve.lowest else 1
    labels = [str(_standing(curve, row)) for row in range(rows)]
    margin = max(map(len, labels))
    for row in range(rows):
        label = labels[row] if row == 0 or labels[row] != labels[row - 1] else ""
        line = "".join(cells.get((row, column), "").rjust(wide) for column in range(columns))
        yield f"{label:>{margin}} |{line}".rstrip()
    yield " " * margin + " +" + "-" * (wide * columns)


def _sample(points: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """At most MOST_COLUMNS of the points, evenly spaced, with the first and the last."""
    last = len(points) - 1
    if last < MOST_COLUMNS:
        return points
    return tuple(points[place * last // (MOST_COLUMNS - 1)] for place in range(MOST_COLUMNS))


def _row(curve: ScoreChart, standing: int) -> int:
    """The row of this standing, 0 at the top."""
    span = max(1, curve.highest - curve.lowest)
    return (curve.highest - standing) * (CHART_ROWS - 1) * 2 // span + 1 >> 1


def _standing(curve: ScoreChart, row: int) -> int:
    span = max(1, curve.highest - curve.lowest)
    return round(curve.highest - row * span / (CHART_ROWS - 1))


def _player_row(record: PlayerRecord, *, with_deals: bool) -> tuple[str, ...]:
    share = None if record.share is None else _percent(record.share)
    average = (record.place, record.per_match, *((record.per_step,) if with_deals else ()))
    counts = (record.matches, record.wins, share, *average, record.series, record.revokes)
    return _cells(visible(record.player), *counts)


def _cells(*values: str | float | None) -> tuple[str, ...]:
    """Values as texts: averages with one digit, a dash for None."""
    texts = (_tenths(value) if isinstance(value, float) else str(value) for value in values)
    return tuple(NOTHING if value is None else text for value, text in zip(values, texts, strict=True))


def _percent(share: float) -> str:
    return tr("{n}%", n=round(100 * share))


def _tenths(value: float) -> str:
    whole, tenth = f"{value:.1f}".split(".")
    return tr("{whole}.{tenth}", whole=whole, tenth=tenth)
