"""Partners: four seats, two sides. Those opposite each other share one score."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.rules.game import Game, Setup
from companion.support.messages import msg

SEATS = 4
SIDES = ((0, 2), (1, 3))


def side(seat: Seat) -> int:
    """The side of a seat: 0 for the first and third, 1 for the second and fourth."""
    return seat % 2


def partner(seat: Seat) -> Seat:
    """The seat opposite."""
    return (seat + 2) % SEATS


def by_seat(sides: Sequence[int]) -> tuple[int, ...]:
    """The value of each side, once for each of its seats."""
    first, second = sides
    return first, second, first, second


def sides_of(game: Game, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side, one player or partners: a score of one of them is a score of them all."""
    scores = (game.scores_brought({seat: 1}, ((),) * seats) for seat in range(seats))
    return tuple(dict.fromkeys(tuple(seat for seat in range(seats) if applies[seat]) for applies in scores))


def partner_of(game: Game, seats: int, seat: Seat) -> Seat | None:
    """The partner of a seat. None: it plays alone."""
    return next((other for side in sides_of(game, seats) if seat in side for other in side if other != seat), None)


def where_both_have_the_target(setup: Setup, totals: Sequence[int]) -> tuple[str, str]:
    """Why another deal is played, or which side wins: some words, and a sentence. Empty: a side has less."""
    points, least = setup.target, min(totals)
    if least < points:
        return "", ""
    if least < max(totals):
        return msg("More points win"), msg("Both sides have {n} or more: more points win", n=points)
    few = msg("A tie: one more deal")
    return few, msg("Both sides have {n}: equal at {target} or more, so another deal is played", n=least, target=points)
