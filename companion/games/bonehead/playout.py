"""The position of Bonehead for playouts, changed in place (RULES.md).

Suits do not matter: of alike ranks the first suits stand for all. Bones are turned blind. Their order is fixed in the
position, so that there is one play for them: the next bone, whether it is right or too low.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from companion.cards import Card, CardSet, Luck, Seat
from companion.games.bonehead.rules import BONEHEAD, ORDER
from companion.games.bonehead.tableau import DECK, KEPT_IN_HAND, Layout
from companion.players.strategy import OVER
from companion.support.values import dataclass

RANKS = len(ORDER)
QUEEN, TWO, TEN = map(ORDER.index, ("Q", "2", "10"))
ONE_SUIT = (1 << RANKS) - 1
SUITS = DECK.all // ONE_SUIT
"""The lowest rank in each suit. Times the bit of a rank in one suit: its four cards."""
ALIKE = tuple(SUITS << rank for rank in range(RANKS))
"""By rank, in the order of the game: its four cards."""

ANYTHING = TWO
"""The top of an empty pile. Like a 2 it takes any card."""

RIGHT_ON = tuple(DECK.all if top == TWO else sum(ALIKE[top:]) for top in range(RANKS))
"""By the rank on top: the cards that are high enough. 2 and 10 are the highest."""

RIGHT_AFTER = {1 << rank: right for rank, right in enumerate(RIGHT_ON)}
"""`RIGHT_ON` by the bit of the rank in one suit, for playouts."""
ALL, HIGH, CLEARING = DECK.all, 1 << QUEEN, 1 << TEN
"""For playouts: all cards, the bit of the lowest high rank, that of the 10."""

MAX_TURNS = 300
"""Maximum turns of a playout. A longer one has no winner."""


@dataclass(slots=True)
class BoneheadPosition:
    """Hands, heads, bones and stack.

    `bones` of a seat and the `stack` are taken from their ends. `pile` is a set and `top` its top rank. `out` are the
    seats without cards, the first one first; with `play_on` the others continue until only one holds cards.
    """

    turn: Seat
    hands: list[CardSet]
    heads: list[CardSet]
    bones: list[tuple[CardSet, ...]]
    stack: list[CardSet]
    pile: CardSet
    top: int
    out: tuple[Seat, ...]
    play_on: bool

    @classmethod
    def of(cls, layout: Layout) -> Self:
        """What is open after the heads were laid. `with_hidden` adds the other cards."""
        turn = OVER if BONEHEAD.winners(layout) else layout.turn
        play_on = layout.setup.options["play-on"] == "yes"
        return cls(turn, [], list(layout.heads), [], [], DECK.set(layout.pile), top_of(layout), layout.out, play_on)

    def copy(self) -> Self:
        """An independent copy of the position."""
        hands, heads, bones, stack = self.hands[:], self.heads[:], self.bones[:], self.stack[:]
        return type(self)(self.turn, hands, heads, bones, stack, self.pile, self.top, self.out, self.play_on)

    def with_hidden(
        self, hands: Sequence[CardSet], bones: Sequence[tuple[CardSet, ...]], stack: Sequence[CardSet]
    ) -> Self:
        """A copy of the position with these hidden cards. `hands` include the heads."""
        other = self.copy()
        other.hands = [hand & ~heads for hand, heads in zip(hands, self.heads, strict=True)]
        other.bones, other.stack = [*bones], [*stack]
        return other

    def legal(self) -> CardSet:
        """The cards of hand or heads that are high enough, or the next bone."""
        seat = self.turn
        source = self.hands[seat] or self.heads[seat]
        return source & RIGHT_ON[self.top] if source else self.bones[seat][-1]

    def plays(self) -> list[CardSet]:
        """Cards of one rank, each number of alike cards once. 0 is to take the pile."""
        return [*sets_alike(self.legal()), *([0] if self.pile else [])]

    def lay(self, seat: Seat, cards: CardSet) -> None:
        """Lay these cards of a hand as heads."""
        self.hands[seat] ^= cards
        self.heads[seat] = cards

    def set_of(self, cards: tuple[Card, ...]) -> CardSet:
        """The set of these cards."""
        return DECK.set(cards)

    def play(self, cards: CardSet) -> None:
        """Play these cards, or take the pile (0)."""
        seat = self.turn
        if self.hands[seat]:
            self.hands[seat] ^= cards
        elif self.heads[seat]:
            self.heads[seat] ^= cards
        elif cards:
            self.bones[seat] = self.bones[seat][:-1]
            if not cards & RIGHT_ON[self.top]:
                self.pile |= cards
                cards = 0
        if cards:
            self._after_play(seat, cards)
        else:
            self._takes(seat)

    def playout(self, luck: Luck) -> None:
        """Play until the first seat is out, always the lowest right rank. Nobody wins after `MAX_TURNS` turns.

        Plays all cards of the rank, or one high card, see `plays_apart`. The only chance is in the cards. Repeats
        the code of `play` to save its calls. Its ranks are bits in one suit.
        """
        hands, heads, bones, stack = self.hands, self.heads, self.bones, self.stack
        turn, pile, right, seats = self.turn, self.pile, RIGHT_ON[self.top], len(self.hands)
        for _ in range(0 if self.out else MAX_TURNS):
            hand = hands[turn]
            source = hand or heads[turn]
            if not source:
                *left, source = bones[turn]
                bones[turn] = tuple(left)
            cards = source & right
            if not cards:
                hands[turn] = hand | pile if hand or heads[turn] else source | pile
                pile, right, turn = 0, ALL, (turn + 1) % seats
                continue
            ranks = cards | cards >> 2 * RANKS
            ranks = (ranks | ranks >> RANKS) & ONE_SUIT
            rank = ranks & -ranks
            cards &= rank * SUITS
            if hand:
                if rank >= HIGH and (stack or (seats == 2 and hand.bit_count() > KEPT_IN_HAND)):
                    cards &= -cards
                hand ^= cards
                while stack and hand.bit_count() < KEPT_IN_HAND:
                    hand |= stack.pop()
                hands[turn] = hand
            elif heads[turn]:
                heads[turn] ^= cards
            if not (hand or heads[turn] or bones[turn]):
                self.out = (turn,)
                break
            if rank == CLEARING:
                pile, right = 0, ALL
            else:
                pile, right, turn = pile | cards, RIGHT_AFTER[rank], (turn + 1) % seats
        self.turn = OVER

    def scores(self) -> list[int]:
        """1 for the first seat that was out, 0 for the others."""
        return [int(self.out[:1] == (seat,)) for seat in range(len(self.hands))]

    def _takes(self, seat: Seat) -> None:
        """Take the pile into the hand."""
        self.hands[seat] |= self.pile
        self.pile, self.top = 0, ANYTHING
        self._passes()

    def _after_play(self, seat: Seat, cards: CardSet) -> None:
        """Top up. A 10 clears the pile and gives another turn, unless its player is out."""
        hand, stack = self.hands[seat], self.stack
        while stack and hand.bit_count() < KEPT_IN_HAND:
            hand |= stack.pop()
        self.hands[seat] = hand
        ten = cards & ALIKE[TEN]
        self.pile, self.top = (0, ANYTHING) if ten else (self.pile | cards, rank_of(cards))
        if not (hand or self.heads[seat] or self.bones[seat]):
            self.out = (*self.out, seat)
            self._passes()
        elif not ten:
            self._passes()

    def _passes(self) -> None:
        """Pass the turn clockwise to the next seat with cards."""
        seats = len(self.hands)
        if self.out and len(self.out) >= (seats - 1 if self.play_on else 1):
            self.turn = OVER
            return
        self.turn = (self.turn + 1) % seats
        while self.turn in self.out:
            self.turn = (self.turn + 1) % seats


def top_of(layout: Layout) -> int:
    """The rank on top of the pile, or that of an empty one."""
    return ORDER.index(layout.pile[-1].rank) if layout.pile else ANYTHING


def rank_of(cards: CardSet) -> int:
    """The lowest rank among these cards. There must be one."""
    ranks = (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & ONE_SUIT
    return (ranks & -ranks).bit_length() - 1


def plays_apart(stack: int, hand: int, seats: int) -> bool:
    """Whether high cards are played one by one: while there is a stack, or from a large hand against one player."""
    return stack > 0 or (seats == 2 and hand > KEPT_IN_HAND)


def cards_to_play(right: CardSet, rank: int, *, apart: bool) -> CardSet:
    """All cards of a rank, but only the first of a high rank if played `apart`."""
    alike = right & ALIKE[rank]
    return alike & -alike if apart and rank >= QUEEN else alike


def sets_alike(cards: CardSet) -> list[CardSet]:
    """One, two, ... up to all of these cards of each rank, the lowest rank first. One set for each number."""
    sets = []
    while cards:
        alike = cards & ALIKE[rank_of(cards)]
        cards ^= alike
        chosen = 0
        while alike:
            chosen |= alike & -alike
            alike &= alike - 1
            sets.append(chosen)
    return sets
