"""The events of Bird Dog, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.events import Event
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player made trump at the turned-up card."""

    kind = "declared"
    player: Seat
    trump: str
    birddog: Card


@dataclass(frozen=True, slots=True)
class Forced(Event):
    """The third up-card made trump."""

    kind = "forced"
    trump: str
    birddog: Card


@dataclass(frozen=True, slots=True)
class NilBroken(Event):
    """A player who said nil won a first trick."""

    kind = "nil-broken"
    rank = 3  # after the trick that broke it
    player: Seat


def sentence(event: Event, names: tuple[str, ...]) -> str | None:
    """The event as text. None if it is not of this game."""
    match event:
        case Declared():
            return f"{names[event.player]} declares trump {event.trump}; the Bird Dog is {event.birddog}"
        case Forced():
            return f"Trump is {event.trump} by force; the Bird Dog is {event.birddog}"
        case NilBroken():
            return f"{names[event.player]}'s nil is broken"
    return None
