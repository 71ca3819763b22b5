"""The dealer of Euchre: the card turned up, and what is discarded for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card, Seat
from companion.games.euchre.bidding import DISCARDS, ORDERS, PASS
from companion.games.euchre.suggestions import EuchreSuggestions
from companion.rules import dealer
from companion.rules.events import Event
from companion.rules.game import Expectation
from companion.rules.piles import GONE, OPEN, STACK, Piles
from companion.rules.statements import PLAY, Statement


class EuchreDealer(dealer.Dealer):
    """Five cards each. The dealer may take up the card turned up, and discards one."""

    def __init__(self, piles: Piles, sizes: Sequence[tuple[Seat, int]], laid: dealer.Laid | None = None) -> None:
        super().__init__(piles, sizes, laid)
        self.discarded: list[int] = []

    def givers(self, expected: Expectation) -> tuple[Seat, ...]:
        """The dealer, until a card is discarded."""
        return expected.seats[:1] if DISCARDS in expected.words and not self.discarded else ()

    def follow(self, said: Statement, state: Any, events: Sequence[Event]) -> None:
        """Follow the card taken up or turned down, the discard, and plays of a card that was not discarded."""
        if said.word == DISCARDS:
            self.lay(said, state)
            return
        if said.word == PLAY and said.seat == state.now.dealer:
            self._put_right(said.cards[0], said.by)
        super().follow(said, state, events)
        if said.word == ORDERS:
            self.piles.move(self.piles.at(OPEN)[-1:], state.now.dealer)
        if said.word == PASS and state.deal and state.deal.opening.second_round:
            self.piles.move(self.piles.at(OPEN)[:], STACK)

    def lay(self, said: Statement, state: Any) -> None:
        """Discard the card that was named or chosen, or what somebody with the rulebook would discard."""
        self.discarded = self.piles.give(said, self.laid, EuchreSuggestions().lays_aside, GONE)
        self.tell(said, self.discarded)

    def _put_right(self, card: Card, player: Seat) -> None:
        """Discard another card of the hand, if this one was thought to be the discard, or all others were seen."""
        hand, gone, played = self.piles.at(player), self.piles.at(GONE), self.piles.cards.index(card)
        for number in self.discarded:
            if number == played or (played not in hand and self.piles.seen.issuperset(hand)):
                hand.append(number)
                kept = hand.pop(0)
                gone[gone.index(number)] = self.discarded[self.discarded.index(number)] = kept
