"""A game of Bonehead with every card open, changed in place; many games a second (rules.md 5).

Of cards alike in rank the first suits stand for all: suits do not matter. A bone is turned blind, so that the
position, in which the bones lie in a settled order, has one play for it: the next one, whether it is right or too low.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.bonehead.layout import DECK, KEPT_IN_HAND
from companion.games.bonehead.rules import BONEHEAD, ORDER
from companion.players.playouts.position import OVER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from companion.cards.card import Card
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat
    from companion.games.bonehead.layout import Layout
    from companion.rules.referee.deals import Luck

RANKS = len(ORDER)
QUEEN, TWO, TEN = map(ORDER.index, ("Q", "2", "10"))
ONE_SUIT = (1 << RANKS) - 1
ALIKE = tuple((DECK.all // ONE_SUIT) << rank for rank in range(RANKS))
"""By rank, as it lies in the order of the game: its four cards."""

ANYTHING = TWO
"""The top of an empty pile: like a 2 it takes any card."""

RIGHT_ON = tuple(DECK.all if top == TWO else sum(ALIKE[top:]) for top in range(RANKS))
"""By the rank on top: the cards that are high enough; 2 and 10 are the highest."""

PATIENCE = 300
"""A playout that takes more turns has no winner."""


class BoneheadPosition:
    """Hands, heads, bones and stack.

    `bones` of a seat and the `stack` are taken from their ends. `pile` is a set and `top` the rank that lies on it.
    `out` are those without cards, the first first; with `play_on` the others go on until one holds cards.
    """

    __slots__ = ("bones", "hands", "heads", "out", "pile", "play_on", "stack", "top", "turn")

    def __init__(  # noqa: PLR0913 - there are that many places for cards
        self,
        turn: Seat,
        hands: Sequence[CardSet],
        heads: Sequence[CardSet],
        bones: Sequence[tuple[CardSet, ...]],
        stack: Sequence[CardSet],
        *,
        pile: CardSet = 0,
        top: int = ANYTHING,
        out: tuple[Seat, ...] = (),
        play_on: bool = False,
    ) -> None:
        self.turn = turn
        self.hands = list(hands)
        self.heads = list(heads)
        self.bones = list(bones)
        self.stack = list(stack)
        self.pile, self.top, self.out, self.play_on = pile, top, out, play_on

    @classmethod
    def of(
        cls, layout: Layout, hands: Sequence[CardSet], bones: Sequence[tuple[CardSet, ...]], stack: Sequence[CardSet]
    ) -> Self:
        """A table after the heads were laid, where the hidden cards lie so; `hands` are those with the heads."""
        held = [hand & ~heads for hand, heads in zip(hands, layout.heads, strict=True)]
        turn = OVER if BONEHEAD.winners(layout) else layout.turn
        play_on = layout.setup.options["play-on"] == "yes"
        pile = DECK.set(layout.pile)
        return cls(
            turn, held, layout.heads, bones, stack, pile=pile, top=top_of(layout), out=layout.out, play_on=play_on
        )

    def copy(self) -> Self:
        """The same position, to be played on alone."""
        other = type(self).__new__(type(self))
        other.turn, other.pile, other.top, other.out = self.turn, self.pile, self.top, self.out
        other.hands, other.heads, other.bones = self.hands[:], self.heads[:], self.bones[:]
        other.stack, other.play_on = self.stack[:], self.play_on
        return other

    def legal(self) -> CardSet:
        """The cards of hand or heads that are high enough, or else the next bone."""
        seat = self.turn
        source = self.hands[seat] or self.heads[seat]
        return source & RIGHT_ON[self.top] if source else self.bones[seat][-1]

    def plays(self) -> list[CardSet]:
        """Cards of one rank, alike ones in each number once; 0 is to take the pile."""
        return [*sets_alike(self.legal()), *([0] if self.pile else [])]

    def named(self, cards: tuple[Card, ...]) -> CardSet:
        """The set of these cards."""
        return DECK.set(cards)

    def play(self, cards: CardSet) -> None:
        """Lay these cards, or take the pile; what follows follows."""
        seat = self.turn
        if not cards:
            self._takes(seat)
        elif self.hands[seat]:
            self.hands[seat] ^= cards
            self._laid(seat, cards)
        elif self.heads[seat]:
            self.heads[seat] ^= cards
            self._laid(seat, cards)
        else:
            self.bones[seat] = self.bones[seat][:-1]
            if cards & RIGHT_ON[self.top]:
                self._laid(seat, cards)
            else:
                self.pile |= cards
                self._takes(seat)

    def playout(self, luck: Luck) -> None:
        """Play until the first is out, each the lowest rank that is right; nobody has won after `PATIENCE` turns.

        All cards of the rank, but high ones apart as long as the hand is large. Luck is in the cards alone. This is
        `play` once more, without its calls.
        """
        del luck
        hands, heads, bones, stack = self.hands, self.heads, self.bones, self.stack
        turn, pile, top, seats = self.turn, self.pile, self.top, len(self.hands)
        for _ in range(0 if self.out else PATIENCE):
            hand = hands[turn]
            source = hand or heads[turn]
            if not source:
                *left, source = bones[turn]
                bones[turn] = tuple(left)
            cards = source & RIGHT_ON[top]
            if not cards:
                hands[turn] = hand | pile if hand or heads[turn] else source | pile
                pile, top, turn = 0, ANYTHING, (turn + 1) % seats
                continue
            rank = rank_of(cards)
            cards = thumb(cards, rank, apart=hand.bit_count() > KEPT_IN_HAND)
            if hand:
                hand ^= cards
                while stack and hand.bit_count() < KEPT_IN_HAND:
                    hand |= stack.pop()
                hands[turn] = hand
            elif heads[turn]:
                heads[turn] ^= cards
            if not (hand or heads[turn] or bones[turn]):
                self.out = (turn,)
                break
            if rank == TEN:
                pile, top = 0, ANYTHING
            else:
                pile, top, turn = pile | cards, rank, (turn + 1) % seats
        self.turn = OVER

    def scores(self) -> list[int]:
        """1 for the first who was out, 0 for the others."""
        return [int(self.out[:1] == (seat,)) for seat in range(len(self.hands))]

    def _takes(self, seat: Seat) -> None:
        """The pile goes into the hand."""
        self.hands[seat] |= self.pile
        self.pile, self.top = 0, ANYTHING
        self._passes()

    def _laid(self, seat: Seat, cards: CardSet) -> None:
        """Top up; a 10 clears the pile and gives another turn, unless its player is out with it."""
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
        """Clockwise to the next who holds cards."""
        seats = len(self.hands)
        if self.out and len(self.out) >= (seats - 1 if self.play_on else 1):
            self.turn = OVER
            return
        self.turn = (self.turn + 1) % seats
        while self.turn in self.out:
            self.turn = (self.turn + 1) % seats


def top_of(layout: Layout) -> int:
    """The rank on the pile, or that of an empty one."""
    return ORDER.index(layout.pile[-1].rank) if layout.pile else ANYTHING


def rank_of(cards: CardSet) -> int:
    """The lowest rank among these cards; there must be one."""
    ranks = (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & ONE_SUIT
    return (ranks & -ranks).bit_length() - 1


def thumb(right: CardSet, rank: int, *, apart: bool) -> CardSet:
    """All cards of a rank; but of high ones only the first where they are laid `apart`."""
    alike = right & ALIKE[rank]
    return alike & -alike if apart and rank >= QUEEN else alike


def sets_alike(cards: CardSet) -> list[CardSet]:
    """One, two, ... up to all of these cards of each rank, the lowest rank first; one set of each number."""
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
