"""Suggestions for the simulated table's hints: what somebody would play who knows the rulebook and no strategy.

The common ones are the first answer and the first card. A game where that plays badly has its own
(`GameEntry.suggestions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card
    from companion.rules.game import Expectation, Game
    from companion.rules.statements import Statement


class Suggestions:
    """`instead_of_hints` is shown if a hint would reveal hidden cards. Empty: give hints."""

    instead_of_hints: str = ""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards sorted by preference for this word, best first."""
        return cards

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """The next statements without cards. () if a card should be tapped instead."""
        return self.last_resort(expected)

    def last_resort(self, expected: Expectation) -> tuple[Statement, ...]:
        """The statements if no card can be played, such as taking the pile. () for none."""
        return next((choice.says for choice in expected.answers()), ())

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a hand that are laid aside in secret. () in most games."""
        return ()


def suggestions_of(game: Game) -> Suggestions:
    """The game's own suggestions, or the common ones."""
    own: type[Suggestions] = game.entry.suggestions()
    return own()
