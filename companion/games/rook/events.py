"""The events of Rook, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.events import Event
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards import Seat


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """The auction is over."""

    kind = "auction"
    winner: Seat
    bid: int


def sentence(event: Event, names: tuple[str, ...]) -> str | None:
    """The event as text. None if it is not of this game."""
    match event:
        case AuctionWon():
            return f"{names[event.winner]} wins the auction with {event.bid}"
    return None
