"""Euchre: what an experienced player discards, leads and plays. Knows sets of cards only, so playouts ask it, too."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.cards import SAME_COLOUR, CardSet, each
from companion.games.euchre.bidding import SUITS, EuchreBidding
from companion.games.euchre.rules import DECK, EUCHRE, left_bower
from companion.players.playouts.tricks import TrumpOrder

TRUMPS = {suit: DECK.suit(suit) | DECK.bit(left_bower(suit)) for suit in SAME_COLOUR}
"""By suit: all cards that are trumps with it."""
LEFT_BOWERS = {suit: DECK.bit(left_bower(suit)) for suit in SAME_COLOUR}
ACES = DECK.set(card for card in DECK.cards_in_order if card.rank == "A")

ENOUGH = 3
"""So many trumps are enough for a maker to lead them, and for a beginner to make trump."""


SURE = 3
"""With so many sure tricks in hand a player spends one of them rather than a card that may be beaten."""
LAST_TWO = 2


class EuchreTurn(NamedTuple):
    """What a player knows who plays a card.

    `right` are the own right cards of `hand`, `winning` those that take the trick so far, `others` the cards that
    others may hold. `ours`: the partner has the trick. `partner_follows`: the partner plays after this seat, `last`:
    nobody does. `lost` are the tricks of the other side.
    """

    trump: str
    hand: CardSet
    right: CardSet
    winning: CardSet
    others: CardSet
    leads: bool
    ours: bool
    made_trump: bool
    partner_made: bool
    partner_follows: bool
    last: bool
    lost: int

    def sure(self, cards: CardSet) -> CardSet:
        """Those of the cards that none of others beats."""
        beaten_by = order_of(self.trump).beaten_by
        return sum(card for card in each(cards) if not beaten_by[card] & self.others)

    @property
    def needs_all(self) -> bool:
        """Whether the own side needs both of the last two tricks: three take the deal or euchre the makers."""
        return self.lost == LAST_TWO == self.hand.bit_count()


@cache
def order_of(trump: str) -> TrumpOrder:
    """The order of cards with this trump."""
    return TrumpOrder.of(EUCHRE, EuchreBidding(trump=trump))


def card_of(turn: EuchreTurn) -> CardSet:
    """The weakest card that takes a trick of the others; else what is missed least."""
    if turn.leads:
        return _lead(turn)
    if turn.winning and not turn.ours and not _left_to_partner(turn):
        return _taking(turn)
    return discarded(turn.right, turn.trump)


def _left_to_partner(turn: EuchreTurn) -> bool:
    """Whether the highest trump must be kept for the last trick, since the partner must take this one."""
    return (
        turn.needs_all
        and turn.partner_follows
        and turn.winning != turn.right
        and turn.winning == turn.sure(turn.winning) & TRUMPS[turn.trump]
    )


def _taking(turn: EuchreTurn) -> CardSet:
    """The weakest card that takes the trick, or nothing is risked if so many are sure."""
    sure = 0 if turn.last else turn.sure(turn.winning)
    return weakest(sure if sure.bit_count() >= SURE else turn.winning, turn.trump)


def _lead(turn: EuchreTurn) -> CardSet:
    """Trumps for a reason, else the highest card left of a suit, or the weakest."""
    trumps, beaten_by = TRUMPS[turn.trump], order_of(turn.trump).beaten_by
    own, plain = turn.right & trumps, turn.right & ~trumps
    if not plain or (own and _leads_trump(turn, own)):
        return strongest(own, turn.trump)
    stay = (card for card in each(plain) if not beaten_by[card] & turn.others & ~trumps)
    return next(stay, 0) or weakest(plain, turn.trump)


def _leads_trump(turn: EuchreTurn, own: CardSet) -> bool:
    """Whether these trumps are led: a maker draws with three or the highest, its partner with two or a bower.

    Everybody leads the highest trump with two cards left: the others must choose then what they keep.
    """
    best, many = strongest(own, turn.trump), own.bit_count()
    highest, out = bool(turn.sure(best)), turn.others & TRUMPS[turn.trump]
    if highest and turn.right.bit_count() == LAST_TWO:
        return True
    if turn.made_trump:
        return bool(out) and (highest or many >= ENOUGH)
    return turn.partner_made and bool(out) and (highest or many > 1 or best == LEFT_BOWERS[turn.trump])


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
