"""What a novice says and plays, who knows the rulebook and no more: what a simulated table proposes.

The common novice takes the first answer and the first card. A game where that is foolish brings its own
(`GameEntry.novice`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards.card import Card
    from companion.rules.game import Expectation, Game
    from companion.rules.statements import Statement


class Novice:
    """`instead_of_hints` is what people are told where a hint would show what is hidden from them; empty: hints."""

    instead_of_hints: str = ""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """These cards, those that a novice would rather tap for this word first."""
        del word
        return cards

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """What is said next by words alone; () where a card should be tapped instead."""
        del state, hand
        return self.last_resort(expected)

    def last_resort(self, expected: Expectation) -> tuple[Statement, ...]:
        """What is left to say where no card can be played: take the pile, move the drinks; () for nothing."""
        return next((choice.says for choice in expected.answers()), ())

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of a hand that are laid aside in secret; () in most games."""
        del hand
        return ()


def novice_of(game: Game) -> Novice:
    """The game's own novice, or the common one."""
    return cast("type[Novice]", game.entry.novice() or Novice)()
