"""Suggestions for Rook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.rook.point_cards import BIRD, COLOURS, COUNTERS, NEST
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.partners import partner
from companion.rules.statements import DEAL, Statement
from companion.support.messages import msg

LAID_LAST = {*COUNTERS, "1"}
"""Ranks that may count: nobody who knows no more lays them."""


REASONS = {
    "bid": msg("your hand may bring so many points"),
    "pass": msg("your hand brings fewer points than the next bid"),
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
        return REASONS.get(said.word) or super().reason(game, state, said, own)


def _height(card: Card) -> int:
    return 15 if card == BIRD else int(card.rank)
