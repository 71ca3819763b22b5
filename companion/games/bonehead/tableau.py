"""The places of cards in Bonehead: hands, heads, bones, pile and stack, and how statements change them.

Knows no rules; `rules.py` judges statements.
"""

from __future__ import annotations

from enum import Enum

from companion.cards import Card, CardSet, Deck, Seat, clockwise, left_of, with_seat
from companion.rules.game import Asked, Setup
from companion.rules.places import UNSEEN, Place, What, fill
from companion.rules.referee.knowledge import Knowledge
from companion.support.values import dataclass, replace

DECK = Deck.of("3 4 5 6 7 8 9 J Q K A 2 10", "S H D C")
BONES, HEADS, DEALT_TO_HAND, KEPT_IN_HAND = 3, 3, 6, 3


class Phase(Enum):
    """The phases of a deal."""

    SHUFFLED = "nothing is dealt"
    DEALT = "hands may be scanned, no heads are laid"
    LAYING = "some have laid their heads"
    PLAYING = "all heads are laid"


@dataclass(frozen=True, slots=True)
class Layout(Asked):
    """The places of all cards.

    `knowledge` counts a hand and its open `heads` together. `bones` are numbers by seat. `pile` has its top last,
    `stack` is a number. `turn` is the seat to play. `drawn` is the seat that has just played, with the number of cards
    drawn from the stack; None after other statements. `out` are the seats without any cards, the first one first.
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
        """Three bones and six cards each. The rest is the stack."""
        knowledge = Knowledge.of_new_deal(DECK.all, (DEALT_TO_HAND,) * setup.seats)
        stack = len(DECK) - setup.seats * (BONES + DEALT_TO_HAND)
        return cls(setup, knowledge, (0,) * setup.seats, (BONES,) * setup.seats, stack, setup.opener)

    def in_hand(self, seat: Seat) -> int:
        """The number of cards in a hand. It is public."""
        return self.knowledge.held[seat] - self.heads[seat].bit_count()

    def has_cards(self, seat: Seat) -> bool:
        """Whether hand, heads or bones are left."""
        return self.knowledge.held[seat] + self.bones[seat] > 0

    @property
    def without_heads(self) -> tuple[Seat, ...]:
        """The seats that have not laid heads yet, the starter first."""
        order = clockwise(self.setup.opener, self.setup.seats)
        return tuple(seat for seat in order if not self.heads[seat])

    def places(self) -> dict[Place, CardSet]:
        """The place of every card. Bones, the stack and unseen draws share the unseen place."""
        pile, known = DECK.set(self.pile), zip(self.heads, self.knowledge.known, strict=True)
        places = {Place(What.PILE): pile, Place(What.CLEARED): self.knowledge.out & ~pile}
        for seat, (heads, hand) in enumerate(known):
            places |= {Place(What.HEADS, seat): heads, Place(What.HAND, seat, open=False): hand & ~heads}
        return fill(places | {UNSEEN: self.knowledge.unseen})

    def seen_into(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """After these cards of a hand were seen."""
        return replace(self, knowledge=self.knowledge.seen_into(seat, DECK.set(cards)), drawn=None)

    def lays_heads(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """After a seat laid three cards of its hand open. Play starts when all have done so."""
        laid = replace(self.seen_into(seat, cards), heads=with_seat(self.heads, seat, DECK.set(cards)))
        return replace(laid, phase=Phase.LAYING if laid.without_heads else Phase.PLAYING)

    def plays(self, seat: Seat, cards: tuple[Card, ...]) -> Layout:
        """After cards of the hand or the heads were played onto the pile."""
        played = DECK.set(cards)
        heads = with_seat(self.heads, seat, self.heads[seat] & ~played)
        return replace(self, knowledge=self.knowledge.plays(seat, played), heads=heads, pile=(*self.pile, *cards))

    def turns_bone(self, seat: Seat, bone: tuple[Card, ...]) -> Layout:
        """After a bone was played onto the pile."""
        knowledge = self.knowledge.turned_up(DECK.set(bone))
        return replace(self, knowledge=knowledge, bones=self._less_a_bone(seat), pile=(*self.pile, *bone))

    def takes_bone(self, seat: Seat, bone: tuple[Card, ...]) -> Layout:
        """After a bone went into the hand with the pile. `bone` is empty in the view of the other seats."""
        knowledge = self.knowledge.drew(seat, 1).seen_into(seat, DECK.set(bone))
        return replace(self, knowledge=knowledge, bones=self._less_a_bone(seat)).takes_pile(seat)

    def takes_pile(self, seat: Seat) -> Layout:
        """After the pile was taken into the hand. Nothing is drawn, and the turn ends."""
        knowledge = self.knowledge.takes_back(seat, DECK.set(self.pile))
        return replace(self, knowledge=knowledge, pile=(), drawn=None).passes_turn()

    def tops_up(self, seat: Seat) -> Layout:
        """After the hand was topped up to three cards from the stack."""
        drawn = min(self.stack, max(0, KEPT_IN_HAND - self.in_hand(seat)))
        knowledge = self.knowledge.drew(seat, drawn)
        return replace(self, knowledge=knowledge, stack=self.stack - drawn, drawn=(seat, drawn))

    def passes_turn(self) -> Layout:
        """After the turn passed clockwise to the next seat with cards."""
        order = clockwise(left_of(self.turn, self.setup.seats), self.setup.seats)
        return replace(self, turn=next(seat for seat in order if seat not in self.out))

    def _less_a_bone(self, seat: Seat) -> tuple[int, ...]:
        return with_seat(self.bones, seat, self.bones[seat] - 1)
