"""Suggestions for Bird Dog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.rules import suggestions
from companion.rules.game import Game
from companion.rules.statements import Statement
from companion.support.messages import msg


class BirdDogSuggestions(suggestions.Suggestions):
    """The common ones, with reasons for what is said."""

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also why to declare, to say nil, or to pass."""
        match said.word:
            case "declare":
                return msg("you are strong in {suit}", suit=game.shown.suit_name(state.now.opening.trump))
            case "nil":
                return msg("your cards may well take no trick")
            case "pass":
                made = state.now.opening.made
                return msg("you would hardly lose every trick") if made else msg("too weak to declare")
        return super().reason(game, state, said, own)
