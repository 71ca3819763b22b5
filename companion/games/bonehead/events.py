"""The events of Bonehead, and their texts."""

from __future__ import annotations

from companion.rules.events import Event
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Cleared(Event):
    """A 10 has taken the pile out of the game."""

    kind = "cleared"


def sentence(event: Event, names: tuple[str, ...]) -> str | None:
    """The event as text. None if it is not of this game."""
    del names
    return "The pile is cleared" if isinstance(event, Cleared) else None
