"""Decks of tags for Rook: the cards that are played with, or a whole deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards.deck import Deck
from companion.enrolment.deck_kinds import DeckKind
from companion.games.rook.counters import COLOURS

if TYPE_CHECKING:
    from companion.rules.game import Game


LOW = Deck.of("1 2 3 4", " ".join(COLOURS.values()))
"""What a whole deck has besides."""


def deck_kinds(game: Game) -> tuple[DeckKind, ...]:
    """The 41 cards, and all 57."""
    whole = Deck((*game.deck.cards_in_order, *LOW.cards_in_order))
    return DeckKind.of_cards("rook", "Rook", game.deck), DeckKind.of_cards("rook-57", "Rook", whole)
