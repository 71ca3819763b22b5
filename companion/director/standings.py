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

from companion.director.event import MITCHELL, ClubEvent, SeatPoints, SidePercents
from companion.director.movements.sittings import places
from companion.director.results import DealResult
from companion.support.values import dataclass, replace

Place: TypeAlias = "tuple[int, int, int]"
"""Round, table and deal."""
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
) -> dict[Place, tuple[Matchpoints | None, ...]]:
    """The match points of each deal by side. None: nobody else had the same cards yet."""
    boards: dict[int, list[DealResult]] = {}
    for deal_result in results:
        if deal_result.board:
            boards.setdefault(deal_result.board, []).append(deal_result)
    found: dict[Place, tuple[Matchpoints | None, ...]] = {}
    for played in boards.values():
        scored = [(result, result.counts.points) for result in played if isinstance(result.counts, SeatPoints)]
        for result in played:
            match result.counts:
                case SidePercents(percents=given):
                    compared: tuple[Matchpoints | None, ...] = tuple(
                        Matchpoints(100 * given[min(place, len(given) - 1)]) for place in range(len(sides))
                    )
                case SeatPoints(points=own):
                    others = [points for other, points in scored if other is not result]
                    compared = tuple(_compare(own, others, side[0], low_wins=low_wins) for side in sides)
                case never:
                    assert_never(never)
            found[result.round, result.table, result.deal] = compared
    return found


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
    tallies = [_Tally(event, number) for number in range(len(event.entrants))]
    for result in results:
        for side, seats in enumerate(sides):
            entrants = {event.entrant_of(result.names[seat]) for seat in seats if seat < len(result.names)} - {None}
            mine = compared.get((result.round, result.table, result.deal), (None,) * len(sides))[side]
            for number in entrants:
                assert number is not None
                tallies[number].add(result, seats[0], mine)
    placed = [place for tally in tallies if (place := tally.key(low_wins=low_wins, duplicate=event.duplicate))]
    return _share_places(placed)


Ranked: TypeAlias = "tuple[str, Fraction, Standing]"


def _share_places(ranked: list[Ranked]) -> tuple[Standing, ...]:
    """Those of one group with equal keys share a place."""
    done: list[Standing] = []
    for _, group in groupby(sorted(ranked, key=lambda row: (row[0], -row[1], row[2].entrant)), key=lambda row: row[0]):
        members = list(group)
        for _, key, standing in members:
            better = sum(other > key for _, other, _ in members)
            done.append(replace(standing, place=better + 1))
    return tuple(done)


class _Tally:
    """What one entrant has collected."""

    def __init__(self, event: ClubEvent, number: int) -> None:
        self._event, self._number = event, number
        self._points: list[int] = []
        self._percent: list[Fraction] = []
        self._deals = 0

    def add(self, deal_result: DealResult, seat: int, compared: Matchpoints | None) -> None:
        """Add a deal, at this seat."""
        self._deals += 1
        if isinstance(deal_result.counts, SeatPoints):
            self._points.append(deal_result.counts.points[seat])
        if compared is not None:
            exact = Fraction(WHOLE * compared.points, compared.most) if compared.most else Fraction(compared.percent)
            self._percent.append(exact)

    def key(self, *, low_wins: bool, duplicate: bool) -> Ranked | None:
        """Group, what decides (more is better), and the standing without its place. None: they have not played."""
        entrant, event = self._event.entrants[self._number], self._event
        out = [seated.number for seated in event.seated if self._number in map(event.entrant_of, seated.out)]
        if event.seated and not self._deals and not out and not _has_sat(event, self._number):
            return None
        average = Fraction(sum(self._points), max(1, len(self._points)))
        points = sum(self._points) + average * sum(map(event.is_played, out)) * event.deals
        percent = sum(self._percent, Fraction(0)) / max(1, len(self._percent))
        told = _round_half_up(percent) if self._percent else None
        group, first = _group(event, self._number), percent if self._percent else Fraction(-1)
        standing = Standing(
            0, self._number, entrant.names, group, self._deals, _round_half_up(points * 10), told, len(out)
        )
        return group, first if duplicate else -points if low_wins else points, standing


def _has_sat(event: ClubEvent, entrant: int) -> bool:
    return any(entrant in map(event.entrant_of, sitting.names) for _, sitting in event.sittings())


def _group(event: ClubEvent, number: int) -> str:
    """The direction of a pair in a Mitchell; otherwise all are one field."""
    begun_with = event.begun_with or len(event.entrants)
    if event.movement != MITCHELL or len(event.entrants) > places(begun_with):
        return ""
    return NORTH_SOUTH if number < places(begun_with) // 2 else EAST_WEST


def ranking(found: Sequence[Standing], entrants: int) -> tuple[int, ...]:
    """The numbers of all entrants, the best first; those without a standing come last, in their order."""
    placed = sorted(found, key=lambda standing: standing.place)
    known = [standing.entrant for standing in placed]
    return (*known, *(number for number in range(entrants) if number not in known))


def _round_half_up(exact: Fraction) -> int:
    """The nearest whole number, half up."""
    return int((exact + Fraction(1, 2)).__floor__())
