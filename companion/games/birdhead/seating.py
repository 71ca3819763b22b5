"""Who sits where in BirdHead: markers go with their players."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.games.birdhead.rules import Markers
from companion.rules.seating import Seating


class BirdHeadSeating(Seating):
    """Four players, with a marker for each losing card."""

    def carry(self, carried: Markers, seats: Sequence[Seat | None]) -> Markers:
        """The markers by their new seats."""
        return tuple(() if seat is None else carried[seat] for seat in seats)
