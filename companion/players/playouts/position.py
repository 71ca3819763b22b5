"""One deal with every card open, changed in place: what thousands of playouts are run on.

The rules are the referee's: a property test holds every position against it, play by play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cards.card import Card
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat
    from companion.rules.referee.deals import Luck

OVER: Seat = -1
"""Whose turn it is when the deal is over."""


def rolls(luck: Luck, number: int) -> Iterator[int]:
    """So many numbers from 0 to 255 by chance, for a playout: luck is asked once, which costs more than a play."""
    return iter(luck(1 << 8 * number).to_bytes(number, "big"))


class Position(Protocol):
    """A deal after the bidding. Sets of cards are bits over the game's deck; seats are numbers from 0."""

    turn: Seat
    """Who plays next; `OVER` when the deal is over."""

    def legal(self) -> CardSet:
        """The cards that may be laid now; where several make a play, those that may be part of one."""

    def plays(self) -> list[CardSet]:
        """Every right play, each as the set of its cards; 0 stands for what is done without a card of the hand."""

    def named(self, cards: tuple[Card, ...]) -> CardSet:
        """The set by which `play` knows these cards of whose turn it is."""

    def play(self, cards: CardSet) -> None:
        """Lay these cards for whose turn it is; they must be one of `plays`."""

    def playout(self, luck: Luck) -> None:
        """Play to the end by chance and the game's rules of thumb, without asking for plays one by one."""

    def scores(self) -> list[int]:
        """The points of the deal by seat, as the game counts them; only when it is over."""

    def copy(self) -> Self:
        """The same position, to be played on alone."""
