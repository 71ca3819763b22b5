"""The dealer of Spades: two cards that partners exchange behind a blind nil, seen or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.spades.exchange import PASSES
from companion.games.spades.suggestions import highest_two, lowest_two
from companion.rules import dealer
from companion.rules.partners import partner
from companion.rules.statements import PLAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card, Seat
    from companion.rules.dealer import Laid
    from companion.rules.events import Event
    from companion.rules.game import Expectation
    from companion.rules.piles import Piles
    from companion.rules.statements import Statement


class Dealer(dealer.Dealer):
    """Thirteen cards each. Passed cards go to the partner at once."""

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: Laid | None = None) -> None:
        super().__init__(piles, sizes, laid)
        self.passed: dict[Seat, list[int]] = {}
        """The cards that each seat has passed."""

    def givers(self, expected: Expectation) -> tuple[Seat, ...]:
        """Whose turn it is to pass."""
        return tuple(seat for seat in expected.seats if PASSES in expected.words and seat not in self.passed)

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Follow passed cards, and plays that show who has passed what."""
        if said.word == PASSES:
            self.lay(said, state)
            return
        if said.word == PLAY:
            for card in said.cards:
                self._put_right(card, said.by)
        super().follow(said, state, events)

    def lay(self, said: Statement, state: Any) -> None:
        """Pass the cards that were named or chosen, or those that somebody with the rulebook would pass."""
        blind = state.now.bidding.by_seat(state.now.dealer)[said.by].blind
        numbers = self.piles.give(said, self.laid, highest_two if blind else lowest_two, partner(said.by))
        self.passed[said.by] = numbers
        self.tell(said, numbers)

    def _put_right(self, card: Card, player: Seat) -> None:
        """Exchange two cards of partners if this one is played by who was thought not to have it."""
        number, mate = self.piles.cards.index(card), partner(player)
        if player not in self.passed and mate not in self.passed:
            return
        hand, other = self.piles.at(player), self.piles.at(mate)
        if number in other:
            came = self.passed.get(mate, [])
            back = next((one for one in hand if one in came), hand[0])
            hand[hand.index(back)], other[other.index(number)] = number, back
