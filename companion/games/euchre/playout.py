"""The position of Euchre for playouts: the bowers, a seat that sits out, and the score of both sides (RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from companion.cards import CardSet
from companion.games.euchre.bidding import EuchreBidding
from companion.games.euchre.card_play import EuchreTurn, card_of, order_of
from companion.games.euchre.rules import DECK, EUCHRE, any_lone, score
from companion.players.playouts.position import OVER
from companion.players.playouts.tricks import TrickPosition
from companion.rules.deal import TrickState
from companion.rules.partners import SEATS, partner
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.rules.referee.deals import Luck


@dataclass(slots=True)
class EuchrePosition(TrickPosition):
    """A deal of Euchre. Its terms are the maker, the seats that sit out, and what a euchre of a lone hand scores."""

    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))

    @classmethod
    def of(cls, state: TrickState[EuchreBidding], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be made."""
        said, out = state.now.opening, state.now.sits_out
        return cls.laid_out(EUCHRE, state, order_of(said.trump), hands, (said.maker, out, any_lone(state.setup)))

    def scores(self) -> list[int]:
        """What the makers score with three tricks or more, else the others."""
        maker, out, any_lone = self.terms
        taken = (self.won[maker] | self.won[partner(maker)]).bit_count()
        return list(score(maker, taken // (SEATS - len(out)), out, any_lone=any_lone))


@dataclass(slots=True)
class Careful:
    """A deal that experienced players play to its end. It takes longer, but tells more of what a word leads to.

    They know that the cards `out` are in no hand.
    """

    position: EuchrePosition
    trump: str
    out: CardSet

    def playout(self, luck: Luck) -> None:
        """Nothing is left to chance."""
        position = self.position
        while position.turn != OVER:
            position.play(card_of(self._turn()))

    def _turn(self) -> EuchreTurn:
        position, seat = self.position, self.position.turn
        hand, (maker, sit_out, _), mate = position.hands[seat], position.terms, partner(seat)
        right = hand & position.follows if hand & position.asked else hand
        gone = self.out | hand | position.lying | sum(position.won)
        lost = position.won[seat - 1] | position.won[seat - 3]
        after = position.waiting()[1:]
        return EuchreTurn(
            self.trump,
            hand,
            right,
            right & position.takes,
            DECK.all & ~gone,
            leads=not position.lying,
            ours=position.taker == mate,
            made_trump=seat == maker,
            partner_made=mate == maker,
            partner_follows=mate in after,
            last=not after,
            lost=lost.bit_count() // (SEATS - len(sit_out)),
        )

    def scores(self) -> list[int]:
        """Those of the position."""
        return self.position.scores()
