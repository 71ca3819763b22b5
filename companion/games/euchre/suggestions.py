"""Suggestions for Euchre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.euchre import bidding
from companion.games.euchre.bidding import ORDERS, SUITS, TRUMP
from companion.games.euchre.rules import RANKS, left_bower
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.statements import Statement
from companion.support.messages import join, msg

ENOUGH = 3
"""So many trumps are worth ordering."""


class EuchreSuggestions(suggestions.Suggestions):
    """Orders with three trumps, and names the suit of most in the second round. Never plays alone."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """High cards first."""
        return sorted(cards, key=lambda card: -RANKS.index(card.rank))

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """The first player asked makes trump, or nobody does. () if a card is expected: it implies those words."""
        if expected.tap is not None or not expected.choices:
            return ()
        said, answers = state.now.opening, [choice.says for choice in expected.answers()]
        makes = [says for says in answers if len(says) == 1 and says[0].word in {ORDERS, TRUMP}]
        best = max(makes, key=lambda says: trumps(hand, SUITS.get(says[0].value, said.up.suit)), default=answers[0])
        return best if said.second_round or trumps(hand, said.up.suit) >= ENOUGH else answers[0]

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """One card to discard: the lowest of the shortest suit, never a jack if there is another."""
        lengths = Counter(card.suit for card in hand)
        return tuple(sorted(hand, key=lambda card: (card.rank == "J", lengths[card.suit], RANKS.index(card.rank)))[:1])

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also what makes trump or passes, what is laid away, and whether to play alone."""
        opening = state.now.opening
        match said.word:
            case bidding.ORDERS | bidding.TRUMP:
                return _counting(state, said, own)
            case bidding.PASS if opening.maker is None:
                return msg("{why}: too little to make trump", why=_counting(state, said, own))
            case bidding.PASS:
                return msg("with your partner it is safer")
            case bidding.ALONE:
                return msg("so strong that you may take all five")
            case bidding.DISCARDS:
                return msg("you miss it least beside your trumps")
        return super().reason(game, state, said, own)


def _counting(state: Any, said: Statement, own: Sequence[Card]) -> str:
    """The cards that count for trump, or were too few: aces and trumps, for the dealer also the turned-up card.

    Once that is turned down, they are those of the suit of most.
    """
    up, down = state.now.opening.up, state.now.opening.second_round
    suits = [suit for suit in SUITS.values() if (suit != up.suit) is down]
    suit = SUITS.get(said.value) or max(suits, key=lambda suit: trumps(own, suit))
    held = (*own, up) if not down and said.seat == state.now.dealer else own
    high = [card for card in held if card.rank == "A" or trumps((card,), suit)]
    return msg("counting {cards}", cards=join([card.sign for card in high], ", ")) if high else msg("counting nothing")


def trumps(cards: Sequence[Card], suit: str) -> int:
    """How many of these cards would be trumps, the left bower among them."""
    return sum(card.suit == suit or card == left_bower(suit) for card in cards)
