"""The position of Euchre for playouts: the bowers, a seat that sits out, and the score of both sides (RULES.md)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Self

from companion.games.euchre.bidding import Bidding
from companion.games.euchre.rules import EUCHRE, scored
from companion.players.playouts.tricks import Order, TrickPosition
from companion.rules.partners import SEATS, partner
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import CardSet
    from companion.rules.deal import TrickState


@cache
def order_of(trump: str) -> Order:
    """The order of cards with this trump."""
    return Order.of(EUCHRE, Bidding(trump=trump))


@dataclass(slots=True)
class EuchrePosition(TrickPosition):
    """A deal of Euchre. Its terms are the maker, and the seats that sit out."""

    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))

    @classmethod
    def of(cls, state: TrickState[Bidding], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be made."""
        said, out = state.now.bidding, state.now.sits_out
        return cls.laid_out(EUCHRE, state, order_of(said.trump), hands, (said.maker, out))

    def scores(self) -> list[int]:
        """What the makers score with three tricks or more, else the others."""
        maker, out = self.terms
        taken = (self.won[maker] | self.won[partner(maker)]).bit_count()
        return list(scored(maker, taken // (SEATS - len(out)), out))
