"""The events of Bird Dog, and their texts."""

from __future__ import annotations

from companion.cards import SUIT_NAMES, SUITS_FIRST, Card, Seat
from companion.rules.events import Event
from companion.support.messages import msg
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player made trump at the turned-up card."""

    kind = "declared"
    player: Seat
    trump: str
    birddog: Card

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who declared which trump, and the Bird Dog."""
        return msg(
            "{who} makes {suit} trump; the Bird Dog is {card}",
            who=names[self.player],
            suit=SUIT_NAMES[self.trump],
            card=self.birddog.sign,
        )


@dataclass(frozen=True, slots=True)
class Forced(Event):
    """The third up-card made trump."""

    kind = "forced"
    trump: str
    birddog: Card

    def sentence(self, names: tuple[str, ...]) -> str:
        """The trump and the Bird Dog."""
        return msg(
            "{suit} are trump by force; the Bird Dog is {card}", suit=SUITS_FIRST[self.trump], card=self.birddog.sign
        )
