"""Suggestions for Spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import Card
from companion.games.spades.rules import RANKS, SPADES, TRUMP
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.partners import SEATS
from companion.rules.statements import PASSES, Statement
from companion.rules.tricks import TrickGame
from companion.support.messages import join, msg, msg_n

SHORT = 2
"""So many cards of a suit, and it may soon be trumped."""


def certain_tricks(cards: Sequence[Card]) -> int:
    """What anybody would count on: aces, kings, and spades from the fourth on."""
    spades = sum(card.suit == TRUMP for card in cards)
    return sum(card.rank in {"A", "K"} for card in cards) + max(0, spades - 3)


def highest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What a blind nil passes: spades from the highest on, and then other high cards."""
    return tuple(sorted(cards, key=lambda card: (card.suit == TRUMP, RANKS.index(card.rank)))[-2:])


def lowest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What its partner passes back: low cards that are no spades."""
    return tuple(sorted(cards, key=lambda card: (card.suit == TRUMP, RANKS.index(card.rank)))[:2])


class SpadesSuggestions(suggestions.Suggestions):
    """Bids cautiously what anybody would count on."""

    def says(self, state: Any, expected: Expectation, hand: Sequence[Card]) -> tuple[Statement, ...]:
        """A bid of the aces, the kings, and the spades from the fourth on; one at least and five at most."""
        if expected.tap is not None:
            return ()
        bid = min(max(1, certain_tricks(hand)), 5)
        return next((choice.says for choice in expected.answers() if choice.says[-1].value == str(bid)), ())

    def reason(self, game: Game, state: Any, said: Statement, own: Sequence[Card]) -> str:
        """Also what a bid counts on, and which cards a nil needs."""
        if said.word == PASSES and said.cards:
            blind = state.now.opening.by_seat(state.now.dealer)[said.by].blind
            return msg("high cards would break your nil") if blind else msg("low cards help your partner's nil")
        if said.word != "bid":
            return super().reason(game, state, said, own)
        if said.value == "0":
            high = [card.sign for card in own if card.rank in {"A", "K"}]
            guarded = msg("with low cards beside {high} you may well stay under", high=join(high, ", "))
            return guarded if high else msg("your cards may well take no trick")
        return _what_counts(own)

    def reason_of_lead(self, game: TrickGame[Any], state: Any, said: Statement, own: Sequence[Card]) -> str:
        """What the lead does for the bids."""
        card, won, bids = said.cards[0], game.tricks_won(state), [bid.tricks for bid in SPADES.bids(state)]
        own_side, (above, out) = said.by % 2, suggestions.still_out(game, state, said, own)
        is_low = 2 * above > out
        if is_low and not bids[said.by] and not won[said.by]:
            return msg("low, to keep your nil")
        if is_low and any(not bids[seat] and not won[seat] for seat in range(SEATS) if seat % 2 != own_side):
            return msg("low: it may break a nil of the others")
        if is_low and SPADES.contracts(state)[own_side].made:
            return msg("low: your bid is made")
        suits = [held.suit for held in own]
        if above and card.suit != TRUMP and TRUMP in suits and suits.count(card.suit) <= SHORT:
            return msg("from a short suit, which you may trump later")
        return super().reason_of_lead(game, state, said, own)


def _what_counts(own: Sequence[Card]) -> str:
    """What a bid counts on: spades, and aces and kings beside them."""
    beside, spades = [card for card in own if card.suit != TRUMP], sum(card.suit == TRUMP for card in own)
    high = [card.sign for card in beside if card.rank in {"A", "K"}]
    if not (high or spades):
        return msg("you have neither high cards nor spades")
    number = (msg_n("{n} spade, which is trump", "{n} spades, which are trump", spades),) if spades else ()
    return msg("counting {cards}", cards=join((*high, *number), ", "))
