"""Suggestions for BirdHead."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.games.birdhead.rules import rank
from companion.rules import suggestions


class BirdHeadSuggestions(suggestions.Suggestions):
    """Throws high cards first."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards from high to low."""
        return sorted(cards, key=rank, reverse=True)
