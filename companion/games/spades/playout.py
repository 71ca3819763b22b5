"""The position of Spades for playouts: spades as trump that must be broken, and the score of both sides (RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Self

from companion.cards import CardSet
from companion.games.spades.rules import DECK, SPADES, TRUMP, SpadesBidding, SpadesState, contracts
from companion.players.playouts.tricks import ANY_CARD, TrickPosition, TrumpOrder
from companion.rules.partners import SEATS, partner
from companion.support.values import dataclass


@cache
def order() -> TrumpOrder:
    """The order of cards. It is always the same."""
    return TrumpOrder.of(SPADES, SpadesBidding())


@dataclass(slots=True)
class SpadesPosition(TrickPosition):
    """A deal of Spades. Its terms are the bids, the house rules, and the totals before. Who keeps nil ducks."""

    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))
    LEADS: ClassVar = DECK.all & ~DECK.suit(TRUMP)
    BREAKS: ClassVar = DECK.suit(TRUMP)

    @classmethod
    def of(cls, state: SpadesState, hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. All must have bid."""
        bids = SPADES.bids(state)
        terms = bids, tuple(state.setup.options.items()), state.totals
        position = cls.laid_out(SPADES, state, order(), hands, terms=terms)
        won = zip(bids, position.won, strict=True)
        position.ducks = tuple(0 if bid.tricks or cards else ANY_CARD for bid, cards in won)
        return position

    def scores(self) -> list[int]:
        """What both sides score with their bids, nils and bags."""
        first, second = _points(self.terms, tuple(won.bit_count() // SEATS for won in self.won))
        return [first, second, first, second]


@lru_cache(maxsize=1024)
def _points(terms: tuple[Any, ...], won: tuple[int, ...]) -> tuple[int, int]:
    """The points of both sides by the tricks of each seat."""
    bids, options, totals = terms
    first, second = contracts(bids, won, dict(options), totals)
    return first.points, second.points
