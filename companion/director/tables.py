"""An event as tables of plain values: what the database holds, and what exports are made of. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias, assert_never

from companion.director.event import ClubEvent, Correction, Counts, DealPlace, SeatPoints, SidePercents
from companion.director.planning import Shape
from companion.director.results import DealResult, PlayedMatch, by_place, deal_results
from companion.director.standings import Matchpoints, Sides, Standing, matchpoints, standings
from companion.rules.game import Game
from companion.rules.partners import sides_of
from companion.support.values import dataclass

Row: TypeAlias = "dict[str, Any]"
Tables: TypeAlias = "dict[str, list[Row]]"

COLUMNS: dict[str, str] = {
    "events": "name title game movement rounds minutes deals duplicate over",
    "entrants": "event entrant name since",
    "seats": "event round table_number box seat name entrant",
    "scores": "event round table_number deal board seat name points percent match_points match_points_most corrected "
    "box match",
    "corrections": "event statement round table_number deal counts reason",
    "standings": "event position place entrant names direction deals tenths percent out",
    "records": "event file lines check_sum",
}
"""The columns of each table. Partners have a row each. A percent is in hundredths, `counts` is what a correction gives;
in it and in `names` of standings " / " joins what people read. `records` are what all this was made from; a score names
the box and the match of its record."""


class Source(NamedTuple):
    """A record that an event was made from: its file, how many of its lines count, and the check sum of the last."""

    file: str
    lines: int
    check_sum: int


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Results and standings of an event. Without a known game both are empty.

    `over` are round and table of each match that is over: none of its deals is still to come.
    """

    event: ClubEvent
    results: tuple[DealResult, ...]
    compared: Mapping[DealPlace, tuple[Matchpoints | None, ...]]
    standings: tuple[Standing, ...]
    sides: Sides
    over: frozenset[tuple[int, int]] = frozenset()


def reckon(event: ClubEvent, game: Game | None, matches: Iterable[PlayedMatch]) -> Reckoned:
    """Results and standings by these records."""
    if game is None:
        return Reckoned(event, (), {}, (), ())
    matches = tuple(matches)
    results, low = deal_results(event, matches), game.low_wins
    sides = sides_of(game, Shape.of(game, event.movement).seats)
    compared = matchpoints(results, sides, low_wins=low) if event.duplicate else {}
    over = frozenset(place for place, played_match in by_place(event, matches).items() if played_match.over)
    return Reckoned(event, results, compared, standings(event, results, sides, low_wins=low), sides, over)


def tables_of(found: Reckoned, sources: Iterable[Source] = ()) -> Tables:
    """The rows of an event that was made from these records."""
    event = found.event
    return {
        "events": [_event(event)],
        "entrants": list(_entrants(event)),
        "seats": list(_seats(event)),
        "scores": [row for result in found.results for row in _scores(found, result)],
        "corrections": [_correction(event, correction) for correction in event.corrections],
        "standings": [_standing(event, position, standing) for position, standing in enumerate(found.standings, 1)],
        "records": [_row("records", event, file, lines, f"{check_sum:08x}") for file, lines, check_sum in sources],
    }


def _row(table: str, event: ClubEvent, *values: object) -> Row:
    """A row of this table: the name of the event, and these values in the order of the further columns."""
    return dict(zip(COLUMNS[table].split(), (event.name, *values), strict=True))


def _event(event: ClubEvent) -> Row:
    columns = {name: getattr(event, name) for name in COLUMNS["events"].split()}
    return columns | {"duplicate": int(event.duplicate), "over": int(event.over)}


def _entrants(event: ClubEvent) -> Iterator[Row]:
    for number, entrant in enumerate(event.entrants, 1):
        for name in entrant.names:
            yield _row("entrants", event, number, name, entrant.since)


def _seats(event: ClubEvent) -> Iterator[Row]:
    for seated, sitting in event.sittings():
        for seat, name in enumerate(sitting.names):
            number = event.entrant_of(name)
            entrant = 0 if number is None else number + 1
            yield _row("seats", event, seated.number, sitting.table, sitting.box, seat, name, entrant)


def _scores(found: Reckoned, result: DealResult) -> Iterator[Row]:
    compared = found.compared.get(result.place, (None,) * len(found.sides))
    corrected = result.corrections[-1] if result.corrections else None
    for seat, name in enumerate(result.names):
        side = next((number for number, seats in enumerate(found.sides) if seat in seats), 0)
        mine = compared[side] if side < len(compared) else None
        points = result.counts.points[seat] if isinstance(result.counts, SeatPoints) else None
        matched = (mine.points, mine.most) if mine and mine.most else (None, None)
        scored = points, mine.percent if mine else None, *matched, corrected
        yield _row("scores", found.event, *result.place, result.board, seat, name, *scored, result.box, result.match)


def _correction(event: ClubEvent, correction: Correction) -> Row:
    return _row("corrections", event, correction.n, *correction.place, _counts(correction.counts), correction.reason)


def _counts(counts: Counts) -> str:
    match counts:
        case SeatPoints(points=points):
            return f"points {join_names(map(str, points))}"
        case SidePercents(percents=percents):
            return f"percent {join_names(map(str, percents))}"
    assert_never(counts)


def _standing(event: ClubEvent, position: int, standing: Standing) -> Row:
    who = standing.entrant + 1, join_names(standing.names), standing.group
    worth = standing.deals, standing.tenths, standing.percent, standing.out
    return _row("standings", event, position, standing.place, *who, *worth)


def join_names(names: Iterable[str]) -> str:
    """Names, or numbers, in one column."""
    return " / ".join(names)
