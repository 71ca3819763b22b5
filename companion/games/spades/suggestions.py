"""Suggestions for Spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import FRENCH_RANKS, Card
from companion.rules import suggestions
from companion.rules.game import Expectation
from companion.rules.statements import Statement

RANKS = tuple(FRENCH_RANKS.split())


def certain_tricks(cards: Sequence[Card]) -> int:
    """What anybody would count on: aces, kings, and spades from the fourth on."""
    spades = sum(card.suit == "S" for card in cards)
    return sum(card.rank in {"A", "K"} for card in cards) + max(0, spades - 3)


def highest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What a blind nil passes: spades from the highest on, and then other high cards."""
    return tuple(sorted(cards, key=lambda card: (card.suit == "S", RANKS.index(card.rank)))[-2:])


def lowest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What its partner passes back: low cards that are no spades."""
    return tuple(sorted(cards, key=lambda card: (card.suit == "S", RANKS.index(card.rank)))[:2])


class SpadesSuggestions(suggestions.Suggestions):
    """Bids cautiously what anybody would count on."""

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """A bid of the aces, the kings, and the spades from the fourth on; one at least and five at most."""
        if expected.tap is not None:
            return ()
        bid = min(max(1, certain_tricks(hand)), 5)
        return next((choice.says for choice in expected.answers() if choice.says[-1].value == str(bid)), ())
