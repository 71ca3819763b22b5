"""Partners: four seats, two sides. Those opposite each other share one score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.statements import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Seat

SEATS = 4


def side(seat: Seat) -> int:
    """The side of a seat: 0 for the first and third, 1 for the second and fourth."""
    return seat % 2


def partner(seat: Seat) -> Seat:
    """The seat opposite."""
    return (seat + 2) % SEATS


def by_seat(sides: Sequence[int]) -> tuple[int, ...]:
    """What each side has, for each of its seats."""
    first, second = sides
    return first, second, first, second


def one_score(said: Mapping[Seat, int]) -> tuple[int, ...]:
    """The scores by seat if that of one partner applies to both, 0 if none is stated. Raises UnreadableError."""
    sides: list[set[int]] = [set(), set()]
    for seat, points in said.items():
        sides[side(seat)].add(points)
    if max(map(len, sides)) > 1:
        raise UnreadableError("partners have one score; two different ones were given")
    return by_seat([sum(points) for points in sides])
