"""Euchre: what an experienced player discards, leads and plays. Knows sets of cards only, so playouts ask it, too."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import SAME_COLOUR, each
from companion.games.euchre.bidding import SUITS, Bidding
from companion.games.euchre.rules import DECK, EUCHRE, left_bower
from companion.players.playouts.tricks import Order

if TYPE_CHECKING:
    from companion.cards import CardSet

TRUMPS = {suit: DECK.suit(suit) | DECK.bit(left_bower(suit)) for suit in SAME_COLOUR}
"""By suit: all cards that are trumps with it."""
ACES = DECK.set(card for card in DECK.cards_in_order if card.rank == "A")

ENOUGH = 3
"""So many trumps are enough for a maker to lead them, and for a beginner to make trump."""


class Turn(NamedTuple):
    """What a player knows who plays a card.

    `right` are the own right cards, `winning` those that take the trick so far, `others` the cards that others may
    hold. `ours`: the partner has the trick.
    """

    trump: str
    right: CardSet
    winning: CardSet
    others: CardSet
    leads: bool
    ours: bool
    made_trump: bool


@cache
def order_of(trump: str) -> Order:
    """The order of cards with this trump."""
    return Order.of(EUCHRE, Bidding(trump=trump))


def card_of(turn: Turn) -> CardSet:
    """The weakest card that takes a trick of the others; else what is missed least."""
    if turn.leads:
        return _led(turn)
    if turn.winning and not turn.ours:
        return weakest(turn.winning, turn.trump)
    return discarded(turn.right, turn.trump)


def _led(turn: Turn) -> CardSet:
    """A maker draws trumps with three or with the highest. Else the highest card left of a suit, or the weakest."""
    trumps, beaten_by = TRUMPS[turn.trump], order_of(turn.trump).beaten_by
    own, plain = turn.right & trumps, turn.right & ~trumps
    best = strongest(own, turn.trump)
    draws = turn.made_trump and turn.others & trumps
    if not plain or (draws and own and (own.bit_count() >= ENOUGH or not turn.others & beaten_by[best])):
        return best
    stay = (card for card in each(plain) if not beaten_by[card] & turn.others & ~trumps)
    return next(stay, 0) or weakest(plain, turn.trump)


def discarded(cards: CardSet, trump: str) -> CardSet:
    """The card that is missed least: no trump, the only one of its suit but no ace, the weakest."""
    plain = cards & ~TRUMPS[trump]
    suits = (plain & DECK.suit(suit) for suit in SUITS.values())
    alone = sum(held for held in suits if not held & (held - 1))
    return weakest(alone & ~ACES or plain or cards, trump)


def weakest(cards: CardSet, trump: str) -> CardSet:
    """The card of these that most cards beat."""
    beaten_by = order_of(trump).beaten_by
    return max(each(cards), key=lambda card: beaten_by[card].bit_count())


def strongest(cards: CardSet, trump: str) -> CardSet:
    """The card of these that fewest cards beat. Empty if there is none."""
    beaten_by = order_of(trump).beaten_by
    return min(each(cards), key=lambda card: beaten_by[card].bit_count(), default=0)
