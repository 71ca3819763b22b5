"""What trick games of single cards share when every card is open: following suit, taking tricks, playing to the end.

Which card takes the trick from which, and which must be followed, is asked of the game's own rules, once a trump.

| integer | what it means |
|---|---|
| card | its bit in the game's deck: a `CardSet` of one |
| seat | clockwise from 0; `OVER` for nobody, when the deal is over |
| roll | 0 to 255 by chance; of n cards the one number `roll * n >> 8` is played |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from companion.players.playouts.position import OVER, rolls
from companion.rules.deal import Condition, Play, Trick
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards.card import Card
    from companion.cards.deck import CardSet, Deck
    from companion.cards.seats import Seat
    from companion.rules.deal import TrickState
    from companion.rules.referee.deals import Luck
    from companion.rules.tricks import TrickGame

ANY_CARD: CardSet = ~0


class Rules(Protocol):
    """A game whose tricks are taken by the strongest card."""

    @property
    def deck(self) -> Deck:
        """The bits of the cards."""

    def condition(self, state: Any, statement: Statement) -> Condition:
        """Under which condition a play is right."""

    def strength(self, state: Any, trick: Trick, card: Card) -> Any:
        """How strong a card is in a trick."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """What the rules say with one trump, by the bit of a card.

    When it is led, cards of `follows` are right in any case, all others while the hand holds none that is `asked`.
    When it has the trick, `beaten_by` are the cards that take it.
    """

    follows: dict[CardSet, CardSet]
    asked: dict[CardSet, CardSet]
    beaten_by: dict[CardSet, CardSet]

    @classmethod
    def of(cls, game: Rules, state: TrickState[Any]) -> Self:
        """With the trump of this state. What is asked for depends on the suit led, not on the card."""
        cards = [(card, game.deck.set((card,))) for card in game.deck.cards_in_order]
        suits = dict.fromkeys(card.suit for card, _ in cards)
        rows = [row for suit in suits for row in _asked_of(game, state, suit, cards)]
        bits, *answers = zip(*rows, strict=True)
        return cls(*(dict(zip(bits, column, strict=True)) for column in answers))


def _asked_of(
    game: Rules, state: TrickState[Any], suit: str, cards: Sequence[tuple[Card, CardSet]]
) -> Iterator[tuple[CardSet, ...]]:
    """Each lead of this suit: its bit, what follows it, what it asks for, what beats it. `cards` are all, with bits."""
    first = next(card for card, _ in cards if card.suit == suit)
    trick = Trick((Play(0, (first,)),))
    led = replace(state, deal=replace(state.now, tricks=(trick,)))
    none_of = [game.condition(led, Statement(PLAY, 1, (card,))).none_of for card, _ in cards]
    follows, asked = sum(bit for (_, bit), barred in zip(cards, none_of, strict=True) if not barred), max(none_of)
    assert {*none_of} == {0, asked}, "a play depends on more than the lead"
    strength = [(bit, card.suit, game.strength(state, trick, card)) for card, bit in cards]
    for bit, its_suit, own in strength:
        if its_suit == suit:
            yield bit, follows, asked, sum(other for other, _, force in strength if force > own)


@dataclass(slots=True)
class TrickPosition:
    """A deal after so many plays.

    `won` are the cards taken, by seat. Of the open trick `lying` are the cards and `last` is the seat that closes it;
    `follows` and `asked` are those of its lead (0: none yet), `takes` are the cards that take it from the `taker` (all
    before the lead). Before a lead the `taker` is who leads; when all is over, who took the last trick.
    """

    DECK: ClassVar[Deck]
    ROUNDS: ClassVar[tuple[tuple[Seat, ...], ...]]  # by leader: all seats in their order
    PARTNER: ClassVar[tuple[Seat, ...]]  # by seat; `OVER`: none

    order: Order
    hands: list[CardSet]
    won: list[CardSet]
    turn: Seat
    taker: Seat
    last: Seat
    takes: CardSet
    lying: CardSet = 0
    follows: CardSet = 0
    asked: CardSet = 0

    @classmethod
    def laid_out(cls, game: TrickGame[Any], state: TrickState[Any], order: Order, hands: Sequence[CardSet]) -> Self:
        """The tricks as they lie in this state; the open one is taken back and played again."""
        *taken, lying = state.now.tricks
        leader, full, won = game.leader(state), list(hands), [0] * len(hands)
        for trick in taken:
            won[game.winner(state, trick)] |= cls.DECK.set(trick.cards)
        for play in lying.plays:
            full[play.seat] |= cls.DECK.set(play.cards)
        position = cls(order, full, won, leader, leader, OVER, 0)
        position._begins_trick()
        for play in lying.plays:
            position.play(cls.DECK.set(play.cards))
        return position

    def legal(self) -> CardSet:
        """What follows, while the hand holds what is asked for; else any card."""
        hand = self.hands[self.turn]
        return hand & self.follows if hand & self.asked else hand

    def plays(self) -> list[CardSet]:
        """Every legal card for itself, in the order of the deck."""
        hand = self.hands[self.turn]
        cards = hand & self.follows if hand & self.asked else hand
        plays = []
        while cards:
            others = cards & (cards - 1)
            plays.append(cards ^ others)
            cards = others
        return plays

    def named(self, cards: Sequence[Card]) -> CardSet:
        """The bits of the deck."""
        return self.DECK.set(cards)

    def play(self, cards: CardSet) -> None:
        """Lead or follow; what is strongest when the last has played takes the trick."""
        turn, hands = self.turn, self.hands
        hands[turn] ^= cards
        if cards & self.takes:
            order = self.order
            self.taker, self.takes = turn, order.beaten_by[cards]
            if not self.lying:
                self.follows, self.asked = order.follows[cards], order.asked[cards]
        self.lying |= cards
        if turn != self.last:
            self.turn = (turn + 1) % len(hands)
        else:
            self.won[self.taker] |= self.lying
            self._begins_trick()

    def _begins_trick(self) -> None:
        """The taker leads, if there are cards."""
        taker = self.taker
        self.turn, self.last = taker if self.hands[taker] else OVER, self.ROUNDS[taker][-1]
        self.takes, self.lying, self.follows, self.asked = ANY_CARD, 0, 0, 0

    def playout(self, luck: Luck) -> None:
        """Any card to lead; who can take the trick takes it, but not from a partner; else any card that is right."""
        hands, won, order, partner = self.hands, self.won, self.order, self.PARTNER
        takes, lying, follows, asked, taker = self.takes, self.lying, self.follows, self.asked, self.taker
        chance, waiting = rolls(luck, len(self.DECK)), self._waiting()
        while waiting:
            for seat, roll in zip(waiting, chance):  # noqa: B905 - there is a roll for each card of the deck
                hand = hands[seat]
                cards = hand & follows if hand & asked else hand
                if taker != partner[seat]:
                    cards = cards & takes or cards
                lower = roll * cards.bit_count() >> 8
                while lower:
                    cards &= cards - 1
                    lower -= 1
                card = cards & -cards
                hands[seat] = hand ^ card
                if card & takes:
                    taker, takes = seat, order.beaten_by[card]
                    if not lying:
                        follows, asked = order.follows[card], order.asked[card]
                lying |= card
            won[taker] |= lying
            takes, lying, follows, asked = ANY_CARD, 0, 0, 0
            waiting = self.ROUNDS[taker] if hands[taker] else ()
        self.taker = taker
        self._begins_trick()

    def _waiting(self) -> tuple[Seat, ...]:
        """Who still plays in the open trick, in order."""
        if self.turn == OVER:
            return ()
        seats = self.ROUNDS[self.turn]
        return seats[: seats.index(self.last) + 1]
