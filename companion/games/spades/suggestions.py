"""Suggestions for Spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.cards import FRENCH_RANKS, Card
from companion.games.spades.rules import SPADES, TRUMP
from companion.rules import suggestions
from companion.rules.game import Expectation, Game
from companion.rules.partners import SEATS
from companion.rules.statements import PASSES, Statement
from companion.rules.suggestions import is_above, unseen
from companion.rules.tricks import TrickGame
from companion.support.messages import msg

RANKS = tuple(FRENCH_RANKS.split())


def certain_tricks(cards: Sequence[Card]) -> int:
    """What anybody would count on: aces, kings, and spades from the fourth on."""
    spades = sum(card.suit == "S" for card in cards)
    return sum(card.rank in {"A", "K"} for card in cards) + max(0, spades - 3)


def highest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What a blind nil passes: spades from the highest on, and then other high cards."""
    return tuple(sorted(cards, key=lambda card: (card.suit == "S", RANKS.index(card.rank)))[-2:])


def lowest_two(cards: Sequence[Card]) -> tuple[Card, ...]:
    """What its partner passes back: low cards that are no spades."""
    return tuple(sorted(cards, key=lambda card: (card.suit == "S", RANKS.index(card.rank)))[:2])


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
            return msg("low cards and few spades take no trick")
        return msg("by your high cards, long spades and short suits")

    def reason_of_lead(self, game: TrickGame[Any], state: Any, said: Statement, own: Sequence[Card]) -> str:
        """What the lead does for the bids."""
        card, won, bids = said.cards[0], game.tricks_won(state), [bid.tricks for bid in SPADES.bids(state)]
        own_side = said.by % 2
        if not bids[said.by] and not won[said.by]:
            return msg("low, to keep your nil")
        if any(not bids[seat] and not won[seat] for seat in range(SEATS) if seat % 2 != own_side):
            return msg("low: it may break a nil of the others")
        if not any(is_above(game, state, other, card) for other in unseen(game, state, own)):
            return msg("nothing higher in {suit} is left", suit=game.shown.suit_name(card.suit))
        contracts = SPADES.contracts(state)
        if contracts[own_side].made:
            return msg("low: your bid is made")
        return msg("it draws trumps") if card.suit == TRUMP else msg("from a short suit, which you may trump later")
