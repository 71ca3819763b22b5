"""Bidding of Spades: everybody says once how many tricks they will take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import clockwise, left_of
from companion.rules.game import Choice, Expectation
from companion.rules.partners import SEATS
from companion.rules.statements import Statement, Word
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards import Card, Seat

TRICKS = 13
USUAL_BID = 3
"""The first bid offered in a list: the average of four players who share thirteen tricks."""

BIDDING_WORDS = (Word("bid", number=True), Word("blind"))


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of so many tricks. 0 is nil; `blind`: it was said before the hand was looked at."""

    tricks: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids so far, left of the dealer first."""

    bids: tuple[Bid, ...] = ()

    def heard(self, statement: Statement) -> Bidding:
        """The bidding after one more right bid."""
        blind = statement.word == "blind"
        return Bidding((*self.bids, Bid(0 if blind else int(statement.value), blind=blind)))

    @property
    def over(self) -> bool:
        """Whether everybody has bid."""
        return len(self.bids) == SEATS

    def by_seat(self, dealer: Seat) -> tuple[Bid | None, ...]:
        """The bids by seat; None: not yet said."""
        order = clockwise(left_of(dealer, SEATS), SEATS)
        said = dict(zip(order, self.bids, strict=False))
        return tuple(map(said.get, range(SEATS)))


def certain_tricks(cards: Sequence[Card]) -> int:
    """What anybody would count on: aces, kings, and spades from the fourth on."""
    spades = sum(card.suit == "S" for card in cards)
    return sum(card.rank in {"A", "K"} for card in cards) + max(0, spades - 3)


def bidding_expects(bidding: Bidding, dealer: Seat, *, blind: bool) -> Expectation | None:
    """The next bid. None when all have bid. `blind`: this player may say blind nil.

    The list begins with the usual bid and goes down to nil; from its other end it goes up.
    """
    if bidding.over:
        return None
    seat = clockwise(left_of(dealer, SEATS), SEATS)[len(bidding.bids)]
    words = frozenset(word.name for word in BIDDING_WORDS)
    return Expectation("Bid?", words, (seat,), choices=tuple(_answers(seat, blind=blind)))


def _answers(seat: Seat, *, blind: bool) -> Iterator[Choice]:
    for tricks in (*range(USUAL_BID, -1, -1), *range(TRICKS, USUAL_BID, -1)):
        label = f"bid {tricks}" if tricks else "nil"
        yield Choice(label, (Statement("bid", seat, value=str(tricks)),))
        if not tricks and blind:
            yield Choice("blind nil", (Statement("blind", seat),))
