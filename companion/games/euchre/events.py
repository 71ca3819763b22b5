"""The events of Euchre, and their texts."""

from __future__ import annotations

from companion.cards import SUIT_NAMES, Seat
from companion.rules.events import Event
from companion.support.messages import msg
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class TrumpMade(Event):
    """A player made trump: of the card turned up, or by naming a suit. `trump` is its letter."""

    kind = "trump"
    player: Seat
    trump: str

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who made which suit trump."""
        return msg("{who} makes {suit} trump", who=names[self.player], suit=SUIT_NAMES[self.trump])
