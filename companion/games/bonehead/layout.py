"""What lies where in a game of Bonehead: hands, heads, bones, pile and stack, and how a statement changes it.

Knows no rule: whether a statement is right is for `bonehead` to say.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from companion.cards.deck import CardSet, Deck
from companion.cards.seats import Seat, clockwise, left_of
from companion.rules.places import UNSEEN, Place, What, filled
from companion.rules.referee.knowledge import Knowledge
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards.card import Card
    from companion.rules.game import Setup

DECK = Deck.of("3 4 5 6 7 8 9 J Q K A 2 10", "S H D C")
BONES, HEADS, DEALT_TO_HAND, KEPT_IN_HAND = 3, 3, 6, 3


class Phase(Enum):
    """How far the deal has come."""

    SHUFFLED = "nothing is dealt"
    DEALT = "hands may be scanned, no heads are laid"
    LAYING = "some have laid their heads"
    PLAYING = "all heads are laid"


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where.

    `knowledge` takes a hand and its open `heads` together; `bones` are numbers by seat. `pile` has its top last,
    `stack` is a number. `turn` is whose turn it is, `drawn` who has just played and how many cards came from the
    stack for it (None: something else was last). `out` are those who have got rid of everything, the first first.
    """

    setup: Setup
    knowledge: Knowledge
    heads: tuple[CardSet, ...]
    bones: tuple[int, ...]
    stack: int
    turn: Seat
    phase: Phase = Phase.SHUFFLED
    pile: tuple[Card, ...] = ()
    drawn: tuple[Seat, int] | None = None
    out: tuple[Seat, ...] = ()

    @classmethod
    def of_new_deal(cls, setup: Setup) -> Layout:
        """Three bones and six cards each; the rest is the stack."""
        knowledge = Knowledge.of_new_deal(DECK.all, (DEALT_TO_HAND,) * setup.seats)
        stack = len(DECK) - setup.seats * (BONES + DEALT_TO_HAND)
        return cls(setup, knowledge, (0,) * setup.seats, (BONES,) * setup.seats, stack, setup.opener)

    def in_hand(self, seat: Seat) -> int:
        """How many cards a seat holds in its hand; this is never hidden."""
        return self.knowledge.held[seat] - self.heads[seat].bit_count()

    def has_cards(self, seat: Seat) -> bool:
        """Whether anything is left of hand, heads and bones."""
        return self.knowledge.held[seat] + self.bones[seat] > 0

    @property
    def without_heads(self) -> tuple[Seat, ...]:
        """Before the first play: who has not laid heads yet, the starter first."""
        order = clockwise(self.setup.opener, self.setup.seats)
        return tuple(seat for seat in order if not self.heads[seat])

    def places(self) -> dict[Place, CardSet]:
        """Where every card lies; bones, the stack and what was drawn unseen are one unseen place."""
        pile, known = DECK.set(self.pile), zip(self.heads, self.knowledge.known, strict=True)
        places = {Place(What.PILE): pile, Place(What.CLEARED): self.knowledge.out & ~pile}
        for seat, (heads, hand) in enumerate(known):
            places |= {Place(What.HEADS, seat): heads, Place(What.HAND, seat, open=False): hand & ~heads}
        return filled(places | {UNSEEN: self.knowledge.unseen})

    def seen_into(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """These cards of a hand were seen."""
        return replace(self, knowledge=self.knowledge.seen_into(seat, DECK.set(cards)), drawn=None)

    def lays_heads(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """Three cards of the hand lie open; when all have done so play starts."""
        laid = replace(self.seen_into(seat, cards), heads=_changed(self.heads, seat, DECK.set(cards)))
        return replace(laid, phase=Phase.LAYING if laid.without_heads else Phase.PLAYING)

    def plays(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """Cards of the hand or the heads go onto the pile."""
        played = DECK.set(cards)
        heads = _changed(self.heads, seat, self.heads[seat] & ~played)
        return replace(self, knowledge=self.knowledge.played(seat, played), heads=heads, pile=(*self.pile, *cards))

    def turns_bone(self, seat: Seat, bone: tuple[Card, ...]) -> Layout:
        """A bone goes onto the pile."""
        knowledge = self.knowledge.turned_up(DECK.set(bone))
        return replace(self, knowledge=knowledge, bones=self._less_a_bone(seat), pile=(*self.pile, *bone))

    def takes_bone(self, seat: Seat, bone: tuple[Card, ...]) -> Layout:
        """A bone goes into the hand, and the pile with it; `bone` is empty for those who did not see which."""
        knowledge = self.knowledge.drew(seat, 1).seen_into(seat, DECK.set(bone))
        return replace(self, knowledge=knowledge, bones=self._less_a_bone(seat)).takes_pile(seat)

    def takes_pile(self, seat: Seat) -> Layout:
        """The pile goes into the hand; nothing is drawn, the turn ends."""
        knowledge = self.knowledge.withdrawn(seat, DECK.set(self.pile))
        return replace(self, knowledge=knowledge, pile=(), drawn=None).passes_turn()

    def tops_up(self, seat: Seat) -> Layout:
        """After a play: to three cards while the stack lasts."""
        drawn = min(self.stack, max(0, KEPT_IN_HAND - self.in_hand(seat)))
        knowledge = self.knowledge.drew(seat, drawn)
        return replace(self, knowledge=knowledge, stack=self.stack - drawn, drawn=(seat, drawn))

    def passes_turn(self) -> Layout:
        """Clockwise to the next who holds cards."""
        order = clockwise(left_of(self.turn, self.setup.seats), self.setup.seats)
        return replace(self, turn=next(seat for seat in order if seat not in self.out))

    def _less_a_bone(self, seat: Seat) -> tuple[int, ...]:
        return _changed(self.bones, seat, self.bones[seat] - 1)


def _changed(by_seat: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
