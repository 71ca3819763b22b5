"""The position of Hearts for playouts: the first trick, hearts that are not broken, and its score (RULES.md here)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from companion.cards import Card, CardSet, Luck
from companion.games.hearts import rules
from companion.games.hearts.passing import HeartsState, Passing
from companion.players.playouts.tricks import ANY_CARD, TrickPosition, TrumpOrder
from companion.players.strategy import rolls
from companion.rules.deal import Condition, Trick, TrickState
from companion.rules.statements import Statement
from companion.support.values import dataclass, replace

THE_QUEEN, THE_JACK = rules.DECK.set((rules.QUEEN,)), rules.DECK.set((rules.JACK,))


class _LaterTricks:
    """The rules of every trick but the first."""

    deck = rules.DECK

    def condition(self, state: TrickState[Any], statement: Statement) -> Condition:
        later = replace(state, deal=replace(state.now, tricks=(Trick(), *state.now.tricks)))
        found = rules.HEARTS.condition(later, statement)
        assert isinstance(found, Condition)
        return found

    def strength(self, state: Any, trick: Trick, card: Card) -> tuple[bool, int]:
        return rules.HEARTS.strength(state, trick, card)

    def suit(self, state: Any, card: Card) -> str:
        return rules.HEARTS.suit(state, card)


@cache
def order() -> TrumpOrder:
    """The order of cards: there is no trump."""
    return TrumpOrder.of(_LaterTricks(), Passing())


@dataclass(slots=True)
class HeartsPosition(TrickPosition):
    """A deal of Hearts. Its terms are the first card and the options."""

    LEADS: ClassVar = rules.DECK.all & ~rules.HEARTS_SUIT
    BREAKS: ClassVar = rules.HEARTS_SUIT
    FIRST_SPARES: ClassVar = rules.DECK.all & ~rules.POINT_CARDS

    @classmethod
    def of(cls, state: HeartsState, hands: Sequence[CardSet]) -> HeartsPosition:
        """The position of this state with these hands. All must have passed."""
        options, first = state.setup.options, rules.DECK.set((rules.lowest_club(state.setup),))
        kind = QueenBreaks if options["queen-breaks"] == "yes" else cls
        position = kind.laid_out(rules.HEARTS, state, order(), hands, terms=(first, options))
        return position if state.now.tricks[0].plays else position.with_hands(hands)

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """A copy of the position with other hands, of equal sizes. The holder of the first card has the first lead."""
        other = TrickPosition.with_hands(self, hands)  # the class was made anew for its slots: no super()
        if not self.lying and not any(self.won):
            first: CardSet = self.terms[0]
            other.taker = next(seat for seat, cards in enumerate(hands) if cards & first)
            other._begin_trick()  # noqa: SLF001 - our own
            other.follows = other.asked = first
        return other

    def playout(self, luck: Luck) -> None:
        """Lead the lowest card of any suit. Stay below the trick; throw the queen, hearts, high cards."""
        hands, won, order = self.hands, self.won, self.order
        leads, breaks, spares = self.leads, self.BREAKS, self.spares
        takes, lying, follows, asked, taker = self.takes, self.lying, self.follows, self.asked, self.taker
        chance, waiting = rolls(luck, len(rules.DECK)), self.waiting()
        while waiting:
            for seat in waiting:
                hand = hands[seat]
                if not lying:
                    cards = hand & asked or hand
                    chosen, number = cards, next(chance) * cards.bit_count() >> 8
                    while number:
                        chosen &= chosen - 1
                        number -= 1
                    follows = order.follows[chosen & -chosen]
                    card = cards & follows & -(cards & follows)
                    taker, takes = seat, order.beaten_by[card]
                elif own := hand & follows:
                    if below := own & ~takes:
                        card = below & THE_QUEEN or 1 << (below.bit_length() - 1)
                    else:
                        others = own & ~THE_QUEEN or own
                        card = 1 << (others.bit_length() - 1) if seat == waiting[-1] else others & -others
                        taker, takes = seat, order.beaten_by[card]
                else:
                    cards = hand & spares or hand
                    card = cards & THE_QUEEN or 1 << ((cards & rules.HEARTS_SUIT or cards).bit_length() - 1)
                hands[seat] = hand ^ card
                lying |= card
            won[taker] |= lying
            leads, spares = 0 if lying & breaks else leads, ANY_CARD
            lying, asked = 0, leads
            waiting = self.rounds[taker] if hands[taker] else ()
        self.taker = taker
        self._begin_trick()

    def scores(self) -> list[int]:
        """Hearts, the queen, the moon, and by house rule the jack."""
        hearts, queen = rules.HEARTS_SUIT, rules.QUEEN_POINTS
        taken = tuple((cards & hearts).bit_count() + queen * bool(cards & THE_QUEEN) for cards in self.won)
        jack = next((seat for seat, cards in enumerate(self.won) if cards & THE_JACK), None)
        options: Mapping[str, str] = self.terms[1]
        return list(rules.score(taken, jack, options))


class QueenBreaks(HeartsPosition):
    """The queen of spades breaks hearts, too."""

    __slots__ = ()
    BREAKS: ClassVar = rules.POINT_CARDS
