"""Decks of tags for Toriatama: a tag for each drink."""

from __future__ import annotations

from companion.enrolment.deck_kinds import DeckKind
from companion.rules.game import Game
from companion.support.messages import N_


def deck_kinds(game: Game) -> tuple[DeckKind, ...]:
    """The deck kind with the drinks of the rulebook or of the house."""
    return (DeckKind.of_cards("drinks", N_("Drinks"), game.deck),)
