"""The dealer of Spades: two cards that partners exchange after a blind nil, seen or not."""

from __future__ import annotations

from typing import Any

from companion.cards import Card, Seat
from companion.games.spades.suggestions import highest_two, lowest_two
from companion.rules.dealer import PassingDealer
from companion.rules.partners import partner
from companion.rules.statements import Statement


class SpadesDealer(PassingDealer):
    """Thirteen cards each. Passed cards go to the partner at once."""

    def lay(self, said: Statement, state: Any) -> None:
        """Pass the cards that were named or chosen, or those that somebody with the rulebook would pass."""
        blind = state.now.opening.by_seat(state.now.dealer)[said.by].blind
        numbers = self.piles.give(said, self.laid, highest_two if blind else lowest_two, partner(said.by))
        self.passed[said.by] = numbers
        self.tell(said, numbers)

    def put_right(self, card: Card, player: Seat) -> None:
        """Exchange two cards of partners if this one is played by who was thought not to have it."""
        number, mate = self.piles.cards.index(card), partner(player)
        if player not in self.passed and mate not in self.passed:
            return
        hand, other = self.piles.at(player), self.piles.at(mate)
        if number in other:
            came = self.passed.get(mate, [])
            back = next((held for held in hand if held in came), hand[0])
            hand[hand.index(back)], other[other.index(number)] = number, back
