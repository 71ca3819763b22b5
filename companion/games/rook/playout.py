"""The position of Rook for playouts: its trumps, and its score (RULES.md 3, 4, AT_HOME.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Self

from companion.cards import CardSet
from companion.games.rook.bidding import RookState, opening
from companion.games.rook.point_cards import Pack, pack_of
from companion.games.rook.rules import ROOK, Rook
from companion.players.playouts.tricks import TrickPosition, TrumpOrder
from companion.rules.partners import SEATS, partner, side
from companion.support.values import dataclass, replace


@cache
def rook_with(pack: Pack) -> Rook:
    """The game with these cards."""
    return replace(ROOK, deck=pack.deck, pack=pack)


@cache
def order_of(pack: Pack, trump: str, rook_rank: str, rook_play: str) -> TrumpOrder:
    """The order of cards with this trump and these house rules."""
    house = {"rook-rank": rook_rank, "rook-play": rook_play}
    return TrumpOrder.of(rook_with(pack), replace(opening(0, pack.total), trump=trump), house)


@cache
def counting(pack: Pack) -> tuple[tuple[int, CardSet], ...]:
    """The points of counters, and the cards with these points."""
    cards = [(pack.points([card]), pack.deck.bit(card)) for card in pack.deck.cards_in_order]
    return tuple((worth, sum(bit for own, bit in cards if own == worth)) for worth in sorted({*pack.counters.values()}))


@dataclass(slots=True)
class RookPosition(TrickPosition):
    """A deal of Rook. Its terms are the bid, the side (0 or 1) that has to capture it, the counters, all points."""

    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))

    @classmethod
    def of(cls, state: RookState, hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be named."""
        auction, house = state.now.opening, state.setup.options
        pack = pack_of(house)
        order = order_of(pack, auction.trump, house["rook-rank"], house["rook-play"])
        terms = auction.bid, side(auction.winner), counting(pack), pack.total
        return cls.laid_out(rook_with(pack), state, order, hands, terms=terms)

    def scores(self) -> list[int]:
        """The points that each side captured, the nest with the last trick. A missed bid is subtracted."""
        (bid, bidders, counters, total), last = self.terms, side(self.taker)
        won = self.won[1 - last] | self.won[3 - last]
        captured = [sum([worth * (won & those).bit_count() for worth, those in counters])] * 2
        captured[last] = total - captured[last]
        if captured[bidders] < bid:
            captured[bidders] = -bid
        return captured * 2
