"""The protocol of positions: one deal with every card open, changed in place by playouts.

The rules are the referee's: a property test compares every position with it, play by play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self

from companion.cards import Card, CardSet, Luck, Seat

OVER: Seat = -1
"""The value of `turn` when the deal is over."""


def rolls(luck: Luck, number: int) -> Iterator[int]:
    """Random numbers from 0 to 255 for a playout. Asks luck once, since one call takes longer than a play."""
    return iter(luck(1 << 8 * number).to_bytes(number, "big"))


class Position(Protocol):
    """A deal after the bidding. Sets of cards are bits over the game's deck; seats are numbers from 0."""

    turn: Seat
    """The next seat to play. `OVER` when the deal is over."""

    def plays(self) -> list[CardSet]:
        """Every right play as a set of cards. 0 stands for an action without a card of the hand."""

    def set_of(self, cards: tuple[Card, ...]) -> CardSet:
        """The set that `play` takes for these cards of the seat whose turn it is."""

    def play(self, cards: CardSet) -> None:
        """Play these cards for the seat whose turn it is. They must be one of `plays`."""

    def playout(self, luck: Luck) -> None:
        """Play to the end by chance and heuristics, without calling `plays`."""

    def scores(self) -> list[int]:
        """The points of the deal by seat. Valid only when it is over."""

    def copy(self) -> Self:
        """An independent copy of the position."""

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """A copy of the position with other hidden cards: hands of equal sizes. Tricks are not played again."""
