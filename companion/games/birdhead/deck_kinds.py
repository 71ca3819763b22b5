"""Decks of tags for BirdHead: its own cards, or two French decks."""

from __future__ import annotations

from companion.enrolment.deck_kinds import DeckKind
from companion.rules.game import Game
from companion.support.messages import N_

JACK_WILL_DO = {"11": N_("(or a J)")}
"""Two French decks can be used: their jacks are the elevens."""


def deck_kinds(game: Game) -> tuple[DeckKind, ...]:
    """The deck kind of BirdHead."""
    return (DeckKind.of_cards("birdhead", N_("BirdHead"), game.deck, JACK_WILL_DO),)
