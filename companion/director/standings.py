"""The standings of an event: points, or in duplicate play the percent of the match points. Pure.

Match points are those of bridge clubs (World Bridge Federation, Laws of Duplicate Bridge 2017, Law 78A): each board is
compared with all others that had the same cards on the same side: 2 for each that did worse, 1 for each that did as
well. The percent of an entrant is the average of its boards, so sitting out does not change it. By points, an entrant
who sits out gets its own average for each deal of the round, once the round is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias, assert_never

from companion.director.event import ClubEvent, Counts, DealPlace, Movement, SeatPoints, SidePercents
from companion.director.movements.sittings import places
from companion.director.results import DealResult
from companion.support.values import dataclass, replace

Sides: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The seats of each side."""

NORTH_SOUTH, EAST_WEST = "N-S", "E-W"
WHOLE = 10_000


@dataclass(frozen=True, slots=True)
class Matchpoints:
    """What one side had on a board. `percent` is in hundredths; if it was given by the director, `most` is 0.

    Otherwise `points` are the match points, of at most `most`.
    """

    percent: int
    points: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place. `group` is the direction if directions have standings of their own.

    `tenths` are points and what sitting out is worth, in tenths; `percent` is in hundredths, None: no board counts yet.
    """

    place: int
    entrant: int
    names: tuple[str, ...]
    group: str
    deals: int
    tenths: int
    percent: int | None
    out: int


def matchpoints(
    results: Iterable[DealResult], sides: Sides, *, low_wins: bool
) -> dict[DealPlace, tuple[Matchpoints | None, ...]]:
    """The match points of each deal by side. None: nobody else had the same cards yet."""
    boards: dict[int, list[DealResult]] = {}
    for deal_result in results:
        if deal_result.board:
            boards.setdefault(deal_result.board, []).append(deal_result)
    return {
        result.place: _compare_result(result, board, sides, low_wins=low_wins)
        for board in boards.values()
        for result in board
    }


def _compare_result(
    result: DealResult, board: Iterable[DealResult], sides: Sides, *, low_wins: bool
) -> tuple[Matchpoints | None, ...]:
    """The match points by side of a result, compared with the others of its board, or as the director gave them."""
    match result.counts:
        case SidePercents(percents=given):
            return tuple(Matchpoints(100 * given[min(place, len(given) - 1)]) for place in range(len(sides)))
        case SeatPoints(points=own):
            counted = [other.counts for other in board if other is not result]
            others = [counts.points for counts in counted if isinstance(counts, SeatPoints)]
            return tuple(_compare(own, others, side[0], low_wins=low_wins) for side in sides)
        case never:
            assert_never(never)


def _compare(own: Sequence[int], others: Sequence[Sequence[int]], seat: int, *, low_wins: bool) -> Matchpoints | None:
    """The match points for a score, compared with the scores of others in the same seat."""
    if not others:
        return None
    sign = -1 if low_wins else 1
    points = sum(2 if sign * own[seat] > sign * other[seat] else own[seat] == other[seat] for other in others)
    return Matchpoints(_round_half_up(Fraction(points * WHOLE, 2 * len(others))), points, 2 * len(others))


def standings(
    event: ClubEvent, results: Sequence[DealResult], sides: Sides, *, low_wins: bool = False
) -> tuple[Standing, ...]:
    """The standings, the best first, one group after the other."""
    compared = matchpoints(results, sides, low_wins=low_wins) if event.duplicate else {}
    played: list[list[_Played]] = [[] for _ in event.entrants]
    for result in results:
        for side, seats in enumerate(sides):
            numbers = {event.entrant_of(result.names[seat]) for seat in seats if seat < len(result.names)}
            mine = compared.get(result.place, (None,) * len(sides))[side]
            for number in numbers:
                if number is not None:
                    played[number].append((result.counts, seats[0], mine))
    ranked = (_rank(event, number, deals, low_wins=low_wins) for number, deals in enumerate(played))
    return _share_places([row for row in ranked if row])


_Played: TypeAlias = "tuple[Counts, int, Matchpoints | None]"
"""A deal of an entrant: what it counts, the entrant's seat, and their match points."""
Ranked: TypeAlias = "tuple[str, Fraction, Standing]"
"""Group, what decides (more is better), and the standing without its place."""


def _share_places(ranked: list[Ranked]) -> tuple[Standing, ...]:
    """Those of one group with equal keys share a place."""
    done: list[Standing] = []
    for _, group in groupby(sorted(ranked, key=lambda row: (row[0], -row[1], row[2].entrant)), key=lambda row: row[0]):
        members = list(group)
        for _, key, standing in members:
            better = sum(other > key for _, other, _ in members)
            done.append(replace(standing, place=better + 1))
    return tuple(done)


def _rank(event: ClubEvent, number: int, deals: list[_Played], *, low_wins: bool) -> Ranked | None:
    """Where an entrant stands after these deals. None: they have not played."""
    out = [seated.number for seated in event.seated if number in map(event.entrant_of, seated.out)]
    if event.seated and not deals and not out and not _has_sat(event, number):
        return None
    scored = [counts.points[seat] for counts, seat, _ in deals if isinstance(counts, SeatPoints)]
    average = Fraction(sum(scored), max(1, len(scored)))
    points = sum(scored) + average * sum(map(event.is_played, out)) * event.deals
    percents = [_exact_percent(mine) for _, _, mine in deals if mine is not None]
    percent = sum(percents, Fraction(0)) / len(percents) if percents else None
    shown = None if percent is None else _round_half_up(percent)
    names, group = event.entrants[number].names, _group(event, number)
    standing = Standing(0, number, names, group, len(deals), _round_half_up(points * 10), shown, len(out))
    if event.duplicate:
        return group, Fraction(-1) if percent is None else percent, standing
    return group, -points if low_wins else points, standing


def _exact_percent(mine: Matchpoints) -> Fraction:
    return Fraction(WHOLE * mine.points, mine.most) if mine.most else Fraction(mine.percent)


def _has_sat(event: ClubEvent, entrant: int) -> bool:
    return any(entrant in map(event.entrant_of, sitting.names) for _, sitting in event.sittings())


def _group(event: ClubEvent, number: int) -> str:
    """The direction of a pair in a Mitchell; otherwise all are one field."""
    there = places(event.planned_for)
    if event.movement != Movement.MITCHELL or len(event.entrants) > there:
        return ""
    return NORTH_SOUTH if number < there // 2 else EAST_WEST


def ranking(found: Sequence[Standing], entrants: int) -> tuple[int, ...]:
    """The numbers of all entrants, the best first; those without a standing come last, in their order."""
    placed = sorted(found, key=lambda standing: standing.place)
    known = [standing.entrant for standing in placed]
    return (*known, *(number for number in range(entrants) if number not in known))


def _round_half_up(exact: Fraction) -> int:
    """The nearest whole number, half up."""
    return int((exact + Fraction(1, 2)).__floor__())
