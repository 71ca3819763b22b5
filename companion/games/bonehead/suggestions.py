"""Suggestions for Bonehead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.bonehead.rules import HEADS_LAID, ON_ANYTHING, ORDER, TAKES, beats
from companion.games.bonehead.tableau import Layout
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.statements import PLAY, Statement
from companion.support.messages import msg


class BoneheadSuggestions(suggestions.Suggestions):
    """Keeps high cards for the end. Takes the pile only if no card can be played."""

    def in_order_of_use(self, word: str, cards: Sequence[Card]) -> Sequence[Card]:
        """The cards from low to high; heads from high to low."""
        return sorted(cards, key=_height, reverse=word == HEADS_LAID.name)

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """Says nothing without cards."""
        return ()

    def reason(self, game: Game, state: Layout, said: Statement, own: Sequence[Card]) -> str:
        """The card to beat, and what is kept for later."""
        if said.word == HEADS_LAID.name:
            return _reason_of_heads(said.cards, own)
        if said.word == TAKES.name:
            beaten = not any(beats(card, state.pile) for card in own)
            return msg("nothing that you may play beats {top}", top=state.pile[-1].sign) if beaten and own else ""
        return _reason_of_play(state, said, own) if said.word == PLAY and said.cards else ""


def _reason_of_play(state: Layout, said: Statement, own: Sequence[Card]) -> str:
    rank, right = said.cards[0].rank, [card for card in own if beats(card, state.pile)]
    if rank == "10":
        return msg("a 10 clears the pile, and you play again")
    if any(_height(card) < _height(said.cards[0]) for card in right):
        return msg("now and then another rank, or the game goes in circles")
    beaten = state.pile and state.pile[-1].rank != "2"  # anything goes on a 2
    lowest = msg("the lowest that beats {top}", top=state.pile[-1].sign) if beaten else msg("your lowest")
    kept = next((high for high in ON_ANYTHING if high != rank and high in {card.rank for card in own}), "")
    return msg("{lowest}; a {kept} goes on anything, keep it", lowest=lowest, kept=kept) if kept else lowest


def _reason_of_heads(heads: Sequence[Card], own: Sequence[Card]) -> str:
    ranks = [card.rank for card in heads]
    if len({*ranks}) < len(ranks):
        return msg("played after your hand: alike cards go out in one turn")
    if "10" in ranks:
        return msg("played after your hand: a 10 gives you another turn")
    highest = sorted(map(_height, own))[-len(heads) :]
    return msg("your highest, for the end") if sorted(map(_height, heads)) == highest else msg("played after your hand")


def _height(card: Card) -> int:
    return ORDER.index(card.rank)
