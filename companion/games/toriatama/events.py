"""The events of Toriatama, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.events import Event
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards import Seat


@dataclass(frozen=True, slots=True)
class ClaimMade(Event):
    """A hand was opened for a claim. A wrong claim breaks no rule."""

    kind = "claim"
    player: Seat
    correct: bool


def sentence(event: Event, names: tuple[str, ...]) -> str | None:
    """The event as text. None if it is not of this game."""
    match event:
        case ClaimMade():
            return f"{names[event.player]}'s claim is {'right' if event.correct else 'wrong'}"
    return None
