"""The events of Hearts, and their texts."""

from __future__ import annotations

from companion.cards import Seat
from companion.rules.events import Event
from companion.support.messages import msg
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Moon(Event):
    """A player took all points of a deal."""

    kind = "moon"
    rank = 3  # after the trick that took the last point
    player: Seat

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who shot the moon."""
        return msg("{who} shoots the moon", who=names[self.player])
