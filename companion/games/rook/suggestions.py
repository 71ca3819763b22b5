"""Suggestions for Rook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.rook.hopes import hopes_of
from companion.games.rook.point_cards import BIRD, COLOURS, COUNTERS, NEST, Pack, pack_of
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.partners import partner
from companion.rules.statements import DEAL, Statement
from companion.support.messages import N_, join, msg

LAID_LAST = {*COUNTERS, "1"}
"""Ranks that may count: nobody who knows no more lays them."""


REASONS = {
    "misdeal": msg("without counters a new deal is better"),
    "lays": msg("your trumps and best cards stay; points laid away go to the last trick"),
    "trump": msg("your best colour"),
}


class RookSuggestions(suggestions.Suggestions):
    """Bids only the lowest bid."""

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """The lowest bid if nobody has bid, else a pass. Trump is the longest colour."""
        longest = max(COLOURS, key=lambda colour: sum(card.suit == COLOURS[colour] for card in hand))
        for choice in expected.answers():
            first, said = choice.says[0], choice.says[-1]
            bids = said.word == "bid" and (first.word == DEAL.name or not state.now.opening.bid)
            if bids or said.word == "pass" or said == Statement("trump", said.seat, value=longest):
                return choice.says
        return ()

    def lays_aside(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Five cards for the nest: counters last, from the shortest colours, low ones first."""
        lengths = Counter(card.suit for card in hand)
        return tuple(sorted(hand, key=lambda card: (card.rank in LAID_LAST, lengths[card.suit], _height(card)))[:NEST])

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also the reasons for a bid, a pass, the cards laid and the trump."""
        if said.word == "pass" and state.now.opening.bid and said.by == partner(state.now.opening.bidder or 0):
            return msg("your partner has the bid")
        if said.word in {"bid", "pass"}:
            counts = _what_counts(game, pack_of(state.setup.options), own)
            hopes = N_("{why}, the nest and your partner"), N_("{why}: too little for the next bid")
            return msg(hopes[said.word == "pass"], why=counts)
        return REASONS.get(said.word) or super().reason(game, state, said, own)


def _what_counts(game: Game, pack: Pack, own: Sequence[Card]) -> str:
    """What a bid counts on: the colour that would be trump, and beside it the Rook and the highest of other colours."""
    hand, hopes = game.deck.set(own), hopes_of(pack)
    trump = hopes.best_trump(hand)
    beside = game.deck.cards(hand & (hopes.other_tops[trump] | pack.bird))
    number, suit = (hand & hopes.suits[trump]).bit_count(), game.shown.suit_name([*COLOURS.values()][trump])
    trumps = msg("{n} {suit} as trump", n=number, suit=suit)
    return msg("counting {cards}", cards=join((*(card.sign for card in beside), trumps), ", "))


def _height(card: Card) -> int:
    return 15 if card == BIRD else int(card.rank)
