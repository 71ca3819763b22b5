"""One deal with every card open, changed in place: what thousands of playouts are run on.

The rules are the referee's: a property test holds every position against it, play by play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from companion.cards import CardSet
    from companion.seats import Seat


class Position(Protocol):
    """A deal after the talk. Sets of cards are bits over the game's deck; seats are numbers from 0."""

    turn: Seat
    """Who plays next; -1 when the deal is over."""

    def legal(self) -> CardSet:
        """The cards that may be laid now; where several make a play, those that may be part of one."""

    def plays(self) -> list[CardSet]:
        """Every right play, each as the set of its cards; 0 stands for what is done without a card of the hand."""

    def play(self, cards: CardSet) -> None:
        """Lay these cards for whose turn it is; they must be one of `plays`."""

    def scores(self) -> list[int]:
        """The points of the deal by seat, as the game counts them; only when it is over."""

    def copy(self) -> Self:
        """The same position, to be played on alone."""
