"""The position of Euchre for playouts: the bowers, a seat that sits out, and the score of both sides (RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, NamedTuple, Self

from companion.cards import SAME_COLOUR, CardSet, Luck, each
from companion.games.euchre.bidding import SUITS, EuchreBidding, EuchreState
from companion.games.euchre.rules import DECK, EUCHRE, any_lone, left_bower, score
from companion.players.playouts.tricks import TrickPosition, TrumpOrder
from companion.players.strategy import OVER
from companion.rules.partners import SEATS, partner
from companion.support.values import dataclass

TRUMPS = {suit: DECK.suit(suit) | DECK.bit(left_bower(suit)) for suit in SAME_COLOUR}
"""By suit: all cards that are trumps with it."""
LEFT_BOWERS = {suit: DECK.bit(left_bower(suit)) for suit in SAME_COLOUR}
ACES = DECK.set(card for card in DECK.cards_in_order if card.rank == "A")

ENOUGH = 3
"""So many trumps are enough for a maker to lead them, and for a beginner to make trump."""


SURE_TRICKS = 3
"""With this number of sure tricks a player spends one of them rather than a card that may be beaten."""
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
    return discard(turn.right, turn.trump)


def _left_to_partner(turn: EuchreTurn) -> bool:
    """Whether the highest trump must be kept for the last trick, since the partner must take this one."""
    return (
        turn.needs_all
        and turn.partner_follows
        and turn.winning != turn.right
        and turn.winning == turn.sure(turn.winning) & TRUMPS[turn.trump]
    )


def _taking(turn: EuchreTurn) -> CardSet:
    """The weakest card that takes the trick; a sure one if there are SURE_TRICKS."""
    sure = 0 if turn.last else turn.sure(turn.winning)
    return weakest(sure if sure.bit_count() >= SURE_TRICKS else turn.winning, turn.trump)


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


def discard(cards: CardSet, trump: str) -> CardSet:
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


@dataclass(slots=True)
class EuchrePosition(TrickPosition):
    """A deal of Euchre. Its terms are the maker, the seats that sit out, and what a euchre of a lone hand scores."""

    PARTNER: ClassVar = tuple(map(partner, range(SEATS)))

    @classmethod
    def of(cls, state: EuchreState, hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. Trump must be made."""
        said, out = state.now.opening, state.now.sits_out
        return cls.laid_out(EUCHRE, state, order_of(said.trump), hands, terms=(said.maker, out, any_lone(state.setup)))

    def scores(self) -> list[int]:
        """What the makers score with three tricks or more, else the others."""
        maker, out, any_lone = self.terms
        taken = (self.won[maker] | self.won[partner(maker)]).bit_count()
        return list(score(maker, taken // (SEATS - len(out)), out, any_lone=any_lone))


@dataclass(slots=True)
class Careful:
    """A deal that experienced players play to its end. It takes longer, but tells more of what a word leads to.

    They know that the cards `out` are in no hand.
    """

    position: EuchrePosition
    trump: str
    out: CardSet

    def playout(self, luck: Luck) -> None:
        """Nothing is left to chance."""
        position = self.position
        while position.turn != OVER:
            position.play(card_of(self._turn()))

    def _turn(self) -> EuchreTurn:
        position, seat = self.position, self.position.turn
        hand, (maker, sit_out, _), mate = position.hands[seat], position.terms, partner(seat)
        right = hand & position.follows if hand & position.asked else hand
        gone = self.out | hand | position.lying | sum(position.won)
        lost = position.won[seat - 1] | position.won[seat - 3]
        after = position.waiting()[1:]
        return EuchreTurn(
            self.trump,
            hand,
            right,
            right & position.takes,
            DECK.all & ~gone,
            leads=not position.lying,
            ours=position.taker == mate,
            made_trump=seat == maker,
            partner_made=mate == maker,
            partner_follows=mate in after,
            last=not after,
            lost=lost.bit_count() // (SEATS - len(sit_out)),
        )

    def scores(self) -> list[int]:
        """Those of the position."""
        return self.position.scores()
