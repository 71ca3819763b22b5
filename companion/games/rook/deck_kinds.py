"""Decks of tags for Rook: the cards used in the game, or a whole deck."""

from __future__ import annotations

from companion.cards import Deck
from companion.enrolment.deck_kinds import DeckKind
from companion.games.rook.point_cards import COLOURS, WHOLE, pack_of
from companion.rules.game import Game
from companion.support.messages import N_

LOW = Deck.of("1 2 3 4", " ".join(COLOURS.values()))
"""The additional cards of a whole deck."""


def deck_kinds(_: Game) -> tuple[DeckKind, ...]:
    """The kinds with 41 cards, and with all 57."""
    book = pack_of({}).deck
    whole = Deck((*book.cards_in_order, *LOW.cards_in_order))
    return DeckKind.of_cards("rook", N_("Rook"), book), DeckKind.of_cards(WHOLE, N_("Rook"), whole)
