"""The position of Bird Dog for playouts: its trumps, and its score (RULES.md 3, 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Self

from companion.cards import Card, CardSet
from companion.games.birddog.rules import BIRD_DOG, DECK, FACES, NIL_POINTS, BirdDogBidding, BirdDogState, nil_players
from companion.players.playouts.tricks import ANY_CARD, TrickPosition, TrumpOrder
from companion.support.values import dataclass

SEATS = 3
PAIRED = tuple(DECK.set(card for card in DECK.cards_in_order if card.rank == face) for face in FACES)
"""The cards of each rank whose pairs score."""


@cache
def order_of(up: Card) -> TrumpOrder:
    """The order of cards when this card was turned up last."""
    return TrumpOrder.of(BIRD_DOG, BirdDogBidding((up,)))


@dataclass(slots=True)
class BirdDogPosition(TrickPosition):
    """A deal of Bird Dog. Its terms are the seats that said nil, and those that may get the bonus for most pairs."""

    @classmethod
    def of(cls, state: BirdDogState, hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be made."""
        bidding, forced_bonus = state.now.opening, state.setup.options["forced-bonus"] == "yes"
        bonus = bidding.declarer is not None or forced_bonus
        rewarded = tuple(seat for seat in range(SEATS) if bonus and seat != bidding.declarer)
        nils = nil_players(state)
        position = cls.laid_out(BIRD_DOG, state, order_of(bidding.ups[-1]), hands, terms=(nils, rewarded))
        position.ducks = tuple(ANY_CARD if seat in nils else 0 for seat in range(SEATS))
        return position

    def scores(self) -> list[int]:
        """Pairs, the bonus for most pairs, and nil."""
        nils, rewarded = self.terms
        jacks, queens, kings = PAIRED
        points = [
            ((won & jacks).bit_count() >> 1) + ((won & queens).bit_count() >> 1) + ((won & kings).bit_count() >> 1)
            for won in self.won
        ]
        most = max(points)
        if points.count(most) == 1 and points.index(most) in rewarded:
            points[points.index(most)] += 1
        for seat in nils:
            points[seat] += -NIL_POINTS if self.won[seat] else NIL_POINTS
        return points
