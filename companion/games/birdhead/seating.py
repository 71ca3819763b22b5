"""Who sits where in BirdHead: markers go with their players."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card, Seat
from companion.rules.seating import Seating


class BirdHeadSeating(Seating):
    """Four players, with a marker for each losing card."""

    def carry(
        self, carried: tuple[tuple[Card, ...], ...], seats: Sequence[Seat | None]
    ) -> tuple[tuple[Card, ...], ...]:
        """The markers by their new seats."""
        return tuple(() if seat is None else carried[seat] for seat in seats)
