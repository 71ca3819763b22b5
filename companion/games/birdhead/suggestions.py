"""Suggestions for BirdHead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.birdhead.rules import BirdHead, matches, rank, ranks
from companion.rules import suggestions
from companion.rules.game import Game
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.messages import msg


class BirdHeadSuggestions(suggestions.Suggestions):
    """Throws high cards first."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards from high to low."""
        return sorted(cards, key=rank, reverse=True)

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also why a match is good, and why the lowest cards are given up."""
        usual = super().reason(game, state, said, own)
        if said.word != PLAY or len(own) < 2 or not isinstance(game, BirdHead) or not state.now.tricks[-1].plays:
            return usual
        bar = game.bar(state, state.now.tricks[-1].plays)
        if matches(ranks(said.cards), bar):
            keeps = min(map(rank, own)) < min(map(rank, said.cards))
            return msg("it takes the trick so far, and lower cards stay for the last one") if keeps else usual
        could = matches(ranks(tuple(own))[-len(bar) :], bar)
        return msg("your high cards stay to win a trick") if could else msg("you cannot match, so your lowest must go")

    def reason_of_lead(self, game: TrickGame[Any], state: Any, said: Statement, own: Sequence[Card]) -> str:
        """What the others must match, and what is kept for the last trick."""
        if len(said.cards) > 1:
            return msg("several of one rank are hard to match")
        if rank(said.cards[0]) > min(map(rank, own)):
            return msg("your lowest card stays for the last trick")
        if rank(said.cards[0]) < max(map(rank, own)):
            return msg("your high cards stay to win a trick")
        return msg("your cards are all alike")
