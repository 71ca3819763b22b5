"""Suggestions for Bonehead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.bonehead.rules import HEADS_LAID, ORDER
from companion.rules import suggestions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card
    from companion.rules.game import Expectation
    from companion.rules.statements import Statement


class Suggestions(suggestions.Suggestions):
    """Keeps high cards for the end. Takes the pile only if no card can be played."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards from low to high; heads from high to low."""
        return sorted(cards, key=lambda card: ORDER.index(card.rank), reverse=word == HEADS_LAID.name)

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """Says nothing without cards."""
        return ()
