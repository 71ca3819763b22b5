"""Suggestions for Hearts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.hearts.passing import NUMBER
from companion.games.hearts.rules import QUEEN, height, points_of
from companion.rules import suggestions
from companion.rules.game import Expectation
from companion.rules.statements import Statement


class HeartsSuggestions(suggestions.Suggestions):
    """Avoids points."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """Low cards first, and points before others of the same rank."""
        return sorted(cards, key=lambda card: (height(card), -points_of(card)))

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """Nothing where a card is known: the first lead says that all have passed. The first answer of the moon."""
        return () if expected.tap is not None else next((answer.says for answer in expected.answers()), ())

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Three cards to pass: the queen of spades, then the highest."""
        return tuple(sorted(hand, key=lambda card: (card == QUEEN, height(card), points_of(card)))[-NUMBER:])
