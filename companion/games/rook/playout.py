"""The position of Rook for playouts: its trumps, and its score (rules.md 3.3, 3.4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Self

from companion.games.rook.bidding import OPENING, Bidding
from companion.games.rook.point_cards import ALL_COUNTERS, COUNTERS, DECK
from companion.games.rook.rules import ROOK
from companion.players.playouts.tricks import Order, TrickPosition
from companion.rules.partners import SEATS, partner, side
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import CardSet
    from companion.rules.deal import TrickState


COUNTING = tuple(
    (worth, DECK.set(card for card in DECK.cards_in_order if COUNTERS.get(card.rank) == worth))
    for worth in sorted(set(COUNTERS.values()))
)
"""The points of counters, and the cards with these points."""


@cache
def order_of(trump: str, rook_rank: str) -> Order:
    """The order of cards with this trump and this house rule."""
    return Order.of(ROOK, replace(OPENING, trump=trump), {"rook-rank": rook_rank})


def count(cards: CardSet) -> int:
    """The points of these cards."""
    return sum(worth * (cards & those).bit_count() for worth, those in COUNTING)


@dataclass(slots=True)
class RookPosition(TrickPosition):
    """A deal of Rook. Its terms are the bid, and the side (0 or 1) that has to capture so many points."""

    DECK: ClassVar = DECK
    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))

    @classmethod
    def of(cls, state: TrickState[Bidding], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be named."""
        auction = state.now.bidding
        order = order_of(auction.trump, state.setup.options["rook-rank"])
        return cls.laid_out(ROOK, state, order, hands, (auction.bid, side(auction.winner)))

    def scores(self) -> list[int]:
        """The points that each side captured, the nest with the last trick. A missed bid is subtracted."""
        (bid, bidders), last = self.terms, side(self.taker)
        captured = [count(self.won[1 - last] | self.won[3 - last])] * 2
        captured[last] = ALL_COUNTERS - captured[last]
        if captured[bidders] < bid:
            captured[bidders] = -bid
        return captured * 2
