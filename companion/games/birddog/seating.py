"""Who sits where in Bird Dog: who was tied before an extra deal is tied in any seat."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.rules.seating import Seating


class BirdDogSeating(Seating):
    """Three players, with rivals in an extra deal."""

    def carry(self, carried: frozenset[Seat], seats: Sequence[Seat | None]) -> frozenset[Seat]:
        """The rivals by their new seats."""
        return frozenset(place for place, seat in enumerate(seats) if seat in carried)
