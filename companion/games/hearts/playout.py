"""The position of Hearts for playouts: the first trick, hearts that are not broken, and its score (RULES.md here)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

from companion.games.hearts.passing import Passing
from companion.games.hearts.rules import (
    DECK,
    HEARTS,
    HEARTS_SUIT,
    JACK,
    POINT_CARDS,
    QUEEN,
    QUEEN_POINTS,
    lowest_club,
    scored,
)
from companion.players.playouts.position import OVER, rolls
from companion.players.playouts.tricks import ANY_CARD, Order, TrickPosition
from companion.rules.deal import Condition, Trick, TrickState
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card, CardSet
    from companion.rules.statements import Statement

THE_QUEEN, THE_JACK = DECK.set((QUEEN,)), DECK.set((JACK,))
BREAKING = {"no": HEARTS_SUIT, "yes": POINT_CARDS}
"""The cards that break hearts, by the house rule."""


class _LaterTricks:
    """The rules of every trick but the first."""

    deck = DECK

    def condition(self, state: TrickState[Any], statement: Statement) -> Condition:
        later = replace(state, deal=replace(state.now, tricks=(Trick(), *state.now.tricks)))
        found = HEARTS.condition(later, statement)
        assert isinstance(found, Condition)
        return found

    def strength(self, state: Any, trick: Trick, card: Card) -> tuple[bool, int]:
        return HEARTS.strength(state, trick, card)


@cache
def order() -> Order:
    """The order of cards: there is no trump."""
    return Order.of(_LaterTricks(), Passing())


@dataclass(slots=True)
class HeartsPosition(TrickPosition):
    """A deal of Hearts. Its terms are the cards that break hearts, those of the deal, the first card, the options."""

    DECK: ClassVar = DECK

    @classmethod
    def of(cls, state: TrickState[Passing], hands: Sequence[CardSet]) -> Self:
        """The position of this state with these hands. All must have passed."""
        options, first = state.setup.options, DECK.set((lowest_club(state.setup),))
        terms = BREAKING[options["queen-breaks"]], state.now.knowledge.deck, first, options
        position = cls.laid_out(HEARTS, state, order(), hands, terms)
        return position if state.now.tricks[0].plays else position.with_hands(hands)

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """The same moment with these hands of the same sizes. Before the first lead it is another's turn."""
        other = TrickPosition.with_hands(self, hands)  # the class was made anew for its slots: no super()
        if not self.lying and not any(self.won):
            other.taker = next(seat for seat, cards in enumerate(hands) if cards & self.terms[2])
            other._begin_trick()  # noqa: SLF001 - our own
        return other

    def _begin_trick(self) -> None:
        """Start a trick: the taker leads if there are cards."""
        taker, seats = self.taker, len(self.hands)
        self.turn, self.last = taker if self.hands[taker] else OVER, (taker - 1) % seats
        self.takes, self.lying, self.follows, self.asked = ANY_CARD, 0, 0, 0

    def plays(self) -> list[CardSet]:
        """Every right card as its own set, in the order of the deck."""
        return _each(self._right())

    def _right(self) -> CardSet:
        hand: CardSet = self.hands[self.turn]
        breaking: CardSet
        deck: CardSet
        first: CardSet
        breaking, deck, first, _ = self.terms
        if hand & self.asked:
            return hand & self.follows
        if self.lying:
            return hand if any(self.won) else hand & ~POINT_CARDS or hand
        if hand & first and not any(self.won):
            return hand & first
        return hand if self._broken(breaking & deck) else hand & ~HEARTS_SUIT or hand

    def _broken(self, breaking: CardSet) -> bool:
        held = self.lying
        for hand in self.hands:
            held |= hand
        return bool(breaking & ~held)

    def playout(self, luck: Any) -> None:
        """Lead the lowest card of any suit. Stay below the trick; throw the queen, then high cards, hearts first."""
        chance = rolls(luck, len(self.DECK))
        while self.turn != OVER:
            cards = self._right()
            if self.lying:
                self.play(_follow(cards, self.takes, self.follows, last=self.turn == self.last))
            else:
                self.play(_lead(cards, next(chance)))

    def scores(self) -> list[int]:
        """Hearts, the queen, the moon, and by house rule the jack."""
        taken = tuple((cards & HEARTS_SUIT).bit_count() + QUEEN_POINTS * bool(cards & THE_QUEEN) for cards in self.won)
        jack = next((seat for seat, cards in enumerate(self.won) if cards & THE_JACK), None)
        options: Mapping[str, str] = self.terms[3]
        return list(scored(taken, jack, options))


def _each(cards: CardSet) -> list[CardSet]:
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


def _highest(cards: CardSet) -> CardSet:
    """The last card of the deck's order: of one suit the highest."""
    return 1 << (cards.bit_length() - 1)


def _lead(cards: CardSet, roll: int) -> CardSet:
    """The lowest card of the suit of any card."""
    number = roll * cards.bit_count() >> 8
    chosen = cards
    while number:
        chosen &= chosen - 1
        number -= 1
    card = chosen & -chosen
    suit = next(suit for suit in SUITS if suit & card)
    return (cards & suit) & -(cards & suit)


SUITS = tuple(DECK.suit(suit) for suit in "SHDC")


def _follow(cards: CardSet, takes: CardSet, follows: CardSet, *, last: bool) -> CardSet:
    """Below the trick the highest card, the queen first; above it the lowest, or the highest of who plays last."""
    if not cards & follows:
        return cards & THE_QUEEN or (_highest(cards & HEARTS_SUIT) if cards & HEARTS_SUIT else _highest(cards))
    below = cards & ~takes
    if below:
        return below & THE_QUEEN or _highest(below)
    others = cards & ~THE_QUEEN or cards
    return _highest(others) if last else others & -others
