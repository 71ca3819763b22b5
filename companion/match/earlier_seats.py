"""Who of the present players sat where at an earlier moment of a match."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.match.match import Match
from companion.match.seating import step
from companion.rules.events import Revoked
from companion.rules.statements import SEATING_WORDS
from companion.support.values import replace


def seats_since(match: Match, earlier: Match) -> tuple[Seat | None, ...]:
    """For each seat of this moment its player's seat at an earlier moment. None: the player came later."""
    order: tuple[Seat | None, ...] = tuple(range(len(match.header.names)))
    moment: Match | None = match
    while moment is not None and moment.header is not earlier.header:
        if moment.said is not None and moment.said.word in SEATING_WORDS and moment.before is not None:
            before = step(moment.before.header, moment.said)
            order = tuple(None if seat is None else before[seat] for seat in order)
        moment = moment.before
    return order


def standings_here(match: Match, moments: Sequence[Match], earlier: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The earlier standings of the present players. A late guest has the starting points."""
    rows: list[tuple[int, ...]] = []
    for moment, standing in zip(reversed(moments), reversed(earlier), strict=True):
        seats = seats_since(match, moment)
        rows.append(tuple(rows[-1][place] if seat is None else standing[seat] for place, seat in enumerate(seats)))
    return rows[::-1]


def revokes_here(match: Match, moment: Match, revokes: Sequence[Revoked]) -> tuple[Revoked, ...]:
    """These revokes of an earlier moment by the seats of this one, without those of players who left."""
    seats = seats_since(match, moment)
    return tuple(replace(revoke, player=seats.index(revoke.player)) for revoke in revokes if revoke.player in seats)


def seat_here(match: Match, moment: Match, seat: Seat) -> Seat | None:
    """Where the player of a seat of an earlier moment sits now. None: that player has left."""
    seats = seats_since(match, moment)
    return seats.index(seat) if seat in seats else None
