"""The dealer of Hearts: the cards that everybody passes, seen or not."""

from __future__ import annotations

from typing import Any

from companion.cards import Card, Seat
from companion.games.hearts.passing import taker_of
from companion.games.hearts.rules import HEARTS
from companion.games.hearts.suggestions import HeartsSuggestions
from companion.rules.dealer import PassingDealer
from companion.rules.statements import Statement


class HeartsDealer(PassingDealer):
    """Hands of equal size. Passed cards lie before their takers until all have passed."""

    way = 0

    def lay(self, said: Statement, state: Any) -> None:
        """Pass the cards that were named or chosen, or those that somebody with the rulebook would pass."""
        numbers = self.piles.give(said, self.laid, HeartsSuggestions().lays_aside, f"passed by {said.seat}")
        self.way, self.passed[said.by] = HEARTS.way(state), numbers
        self.tell(said, numbers)
        if len(self.passed) == len(self.whole):
            for seat, cards in self.passed.items():
                self.piles.move(cards, taker_of(seat, self.way, len(self.whole)))

    def put_right(self, card: Card, player: Seat) -> None:
        """Correct the unseen cards that were passed, if this card is played by its giver or by another player."""
        hand = self.piles.at(player)
        number = self.piles.cards.index(card)
        giver = taker_of(player, -self.way, len(self.whole))
        if not self.way or number in hand or number not in self.piles.seen:
            return
        if number in self.passed[player]:
            kept = [kept_card for kept_card in hand if kept_card in self.whole[player]]
            self._exchange(player, kept[0], number)
        elif number in self.piles.at(giver) and number in self.whole[giver]:
            passed = [passed_card for passed_card in hand if passed_card in self.passed[giver]]
            self._exchange(giver, number, passed[0])

    def _exchange(self, giver: Seat, kept: int, passed: int) -> None:
        """Exchange the card that a player passed with one that it kept."""
        for place in (self.piles.at(taker_of(giver, self.way, len(self.whole))), self.passed[giver]):
            place[place.index(passed)] = kept
        hand = self.piles.at(giver)
        hand[hand.index(kept)] = passed
