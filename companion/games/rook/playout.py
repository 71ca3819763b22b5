"""The position of Rook for playouts: its trumps, and its score (rules.md 3.3, 3.4)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Self

from companion.cards import CardSet, clockwise
from companion.games.rook.auction import SEATS, Auction
from companion.games.rook.point_cards import ALL_COUNTERS, COUNTERS, DECK, side
from companion.games.rook.rules import ROOK
from companion.players.playouts.tricks import Order, TrickPosition
from companion.rules.deal import Deal, TrickState
from companion.rules.game import Setup
from companion.rules.referee.knowledge import Knowledge
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


COUNTING = tuple(
    (worth, DECK.set(card for card in DECK.cards_in_order if COUNTERS.get(card.rank) == worth))
    for worth in sorted(set(COUNTERS.values()))
)
"""The points of counters, and the cards with these points."""


@cache
def order_of(trump: str, rook_rank: str) -> Order:
    """The order of cards with this trump and this house rule."""
    setup = Setup(SEATS, 0, (0,) * SEATS, {"rook-rank": rook_rank})
    deal = Deal(1, 0, Knowledge.of_new_deal(DECK.all, (0,) * SEATS), Auction(trump=trump))
    return Order.of(ROOK, TrickState(setup, setup.scores, None, deal))


def count(cards: CardSet) -> int:
    """The points of these cards."""
    return sum(worth * (cards & those).bit_count() for worth, those in COUNTING)


@dataclass(slots=True)
class RookPosition(TrickPosition):
    """A deal of Rook. The side `bidders` (0 or 1) has to capture at least `bid` points."""

    DECK: ClassVar = DECK
    ROUNDS: ClassVar = tuple(clockwise(leader, SEATS) for leader in range(SEATS))
    PARTNER: ClassVar = clockwise(2, SEATS)

    bid: int = 0
    bidders: int = 0

    @classmethod
    def of(cls, state: TrickState[Auction], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be named."""
        auction = state.now.bidding
        assert auction.bidder is not None, "nobody has bid"
        order = order_of(auction.trump, state.setup.options["rook-rank"])
        position = cls.laid_out(ROOK, state, order, hands)
        position.bid, position.bidders = auction.bid, side(auction.bidder)
        return position

    def scores(self) -> list[int]:
        """The points that each side captured, the nest with the last trick. A missed bid is subtracted."""
        captured = [count(self.won[0] | self.won[2]), count(self.won[1] | self.won[3])]
        captured[side(self.taker)] += ALL_COUNTERS - sum(captured)
        if captured[self.bidders] < self.bid:
            captured[self.bidders] = -self.bid
        return captured * 2

    def copy(self) -> Self:
        """An independent copy of the position."""
        return type(self)(
            self.order,
            self.hands[:],
            self.won[:],
            self.turn,
            self.taker,
            self.last,
            self.takes,
            self.lying,
            self.follows,
            self.asked,
            self.bid,
            self.bidders,
        )
