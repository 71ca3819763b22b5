"""Suggestions for Rook."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.games.rook.bidding import LOWEST_BID
from companion.games.rook.point_cards import COLOURS, COUNTERS, NEST, RANKS
from companion.rules import suggestions
from companion.rules.statements import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card
    from companion.rules.game import Expectation


class Suggestions(suggestions.Suggestions):
    """Bids only the lowest bid."""

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """The lowest bid if nobody has bid, else a pass. Trump is the longest colour."""
        longest = max(COLOURS, key=lambda colour: sum(card.suit == COLOURS[colour] for card in hand))
        for choice in expected.answers():
            said = choice.says[-1]
            if said.word == "pass" or said in {
                Statement("bid", said.seat, value=str(LOWEST_BID)),
                Statement("trump", said.seat, value=longest),
            }:
                return choice.says
        return ()

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Five cards for the nest: counters last, from the shortest colours, low ones first."""
        lengths = Counter(card.suit for card in hand)
        return tuple(sorted(hand, key=lambda card: (card.rank in COUNTERS, lengths[card.suit], _height(card)))[:NEST])


def _height(card: Card) -> int:
    return RANKS.index(card.rank) if card.rank in RANKS else len(RANKS)
