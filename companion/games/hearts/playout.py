"""The position of Hearts for playouts: the first trick, hearts that are not broken, and its score (RULES.md here)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self

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
    from companion.rules.referee.deals import Luck
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

    def suit(self, state: Any, card: Card) -> str:
        return HEARTS.suit(state, card)


@cache
def order() -> Order:
    """The order of cards: there is no trump."""
    return Order.of(_LaterTricks(), Passing())


@dataclass(slots=True)
class HeartsPosition(TrickPosition):
    """A deal of Hearts. Its terms are the cards that break hearts, those of the deal, the first card, the options."""

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

    def playout(self, luck: Luck) -> None:
        """Lead the lowest card of any suit. Stay below the trick; throw the queen, hearts, high cards."""
        hands, won, order, seats = self.hands, self.won, self.order, len(self.hands)
        takes, lying, follows, taker, turn, last = (
            self.takes,
            self.lying,
            self.follows,
            self.taker,
            self.turn,
            self.last,
        )
        breaking, deck, leader, _ = self.terms
        first, broken, chance = not any(won), self._broken(breaking & deck), rolls(luck, len(DECK))
        while turn != OVER:
            hand = hands[turn]
            if not lying:
                cards = (hand & leader if first else 0) or (hand if broken else hand & ~HEARTS_SUIT or hand)
                chosen, number = cards, next(chance) * cards.bit_count() >> 8
                while number:
                    chosen &= chosen - 1
                    number -= 1
                follows = order.follows[chosen & -chosen]
                card = cards & follows & -(cards & follows)
                taker, takes = turn, order.beaten_by[card]
            elif own := hand & follows:
                if below := own & ~takes:
                    card = below & THE_QUEEN or 1 << (below.bit_length() - 1)
                else:
                    others = own & ~THE_QUEEN or own
                    card = 1 << (others.bit_length() - 1) if turn == last else others & -others
                    taker, takes = turn, order.beaten_by[card]
            else:
                cards = hand & ~POINT_CARDS or hand if first else hand
                card = cards & THE_QUEEN or 1 << ((cards & HEARTS_SUIT or cards).bit_length() - 1)
            hands[turn] = hand ^ card
            lying |= card
            if turn != last:
                turn = turn + 1 if turn + 1 < seats else 0
                continue
            won[taker] |= lying
            broken, first, lying = broken or bool(lying & breaking), False, 0
            turn, last = taker if hands[taker] else OVER, (taker - 1) % seats
        self.taker = taker
        self._begin_trick()

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
