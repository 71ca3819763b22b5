"""What the table has seen, and what follows from it for hidden hands (rules.md 0.1).

Contains facts only: promises are not facts.
"""

from __future__ import annotations

from companion.cards import CardSet, Seat, with_seat
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The places of the cards of one deal, as far as they were seen.

    `deck` is every card of the deal. `out` are the cards that are or were open (played, turned up, laid). `known` are
    the cards seen in each hand by seat; `held` are the sizes of the hands by seat. `kept` are cards with `keeper`, or
    in a hidden pile that only this seat could fill (None: in the pile), and in no other hand.

    Of alike cards any copy may stand for an unnamed one. `named` by seat are the copies named of a hand, including
    those that left it. `for_good` are copies whose place is final: played, or out of the deck. `went` by seat are the
    cards that left the hand. `named` and `went` are empty if no two cards are alike.
    """

    deck: CardSet
    out: CardSet
    known: tuple[CardSet, ...]
    held: tuple[int, ...]
    kept: CardSet = 0
    keeper: Seat | None = None
    named: tuple[CardSet, ...] = ()
    for_good: CardSet = 0
    went: tuple[CardSet, ...] = ()

    @classmethod
    def of_new_deal(cls, deck: CardSet, hands: tuple[int, ...]) -> Knowledge:
        """Knowledge of a new deal without any seen card. `hands` are the numbers of cards dealt, by seat."""
        return cls(deck, 0, (0,) * len(hands), hands)

    def with_copies(self, for_good: CardSet = 0) -> Knowledge:
        """The same for a deck with alike cards. The copies `for_good` are named and out of the deck."""
        nothing = (0,) * len(self.held)
        return replace(self, named=nothing, went=nothing, for_good=for_good)

    @property
    def unseen(self) -> CardSet:
        """The cards whose place is unknown."""
        seen = self.out | self.kept
        for hand in self.known:
            seen |= hand
        return self.deck & ~seen

    def hidden(self, seat: Seat) -> int:
        """The number of unknown cards in this hand."""
        return self.held[seat] - self.known[seat].bit_count()

    def seen_whole(self, seat: Seat) -> bool:
        """Whether every card of this hand is known."""
        return not self.hidden(seat)

    def pool(self, seat: Seat) -> CardSet:
        """The cards that this hand may hold."""
        return self.known[seat] if self.seen_whole(seat) else self.known[seat] | self.may_hide(seat)

    def may_hide(self, seat: Seat) -> CardSet:
        """The cards that this hand may hold besides the known ones."""
        return self.unseen | self.kept if seat == self.keeper else self.unseen

    def seen_into(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were seen in a hand."""
        return replace(self, known=with_seat(self.known, seat, self.known[seat] | cards))

    def drew(self, seat: Seat, cards: int) -> Knowledge:
        """After cards were drawn unseen into a hand."""
        return replace(self, held=with_seat(self.held, seat, self.held[seat] + cards))

    def unknown(self, seat: Seat) -> Knowledge:
        """The same without any knowledge of this hand."""
        named = with_seat(self.named, seat, 0) if self.named else ()
        return replace(self, known=with_seat(self.known, seat, 0), named=named)

    def turned_up(self, cards: CardSet) -> Knowledge:
        """After these cards were turned up, from no hand."""
        return replace(self, out=self.out | cards)

    def played(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were played from a hand."""
        return replace(
            self,
            out=self.out | cards,
            known=with_seat(self.known, seat, self.known[seat] & ~cards),
            held=with_seat(self.held, seat, self.held[seat] - cards.bit_count()),
            kept=self.kept & ~cards,
            went=with_seat(self.went, seat, self.went[seat] | cards) if self.went else (),
        )

    def withdrawn(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were taken back into the hand that played them. All have seen them."""
        return replace(
            self,
            out=self.out & ~cards,
            known=with_seat(self.known, seat, self.known[seat] | cards),
            held=with_seat(self.held, seat, self.held[seat] + cards.bit_count()),
        )

    def laid_aside(self, cards: CardSet) -> Knowledge:
        """After these cards were laid on a pile, in no hand."""
        return replace(self, kept=self.kept | cards)

    def takes_pile(self, seat: Seat, pile: int) -> Knowledge:
        """After a seat took a pile of this size into its hand. The kept cards are known there."""
        held = with_seat(self.held, seat, self.held[seat] + pile)
        return replace(self, held=held, known=with_seat(self.known, seat, self.known[seat] | self.kept), kept=0)

    def lays(self, seat: Seat, cards: CardSet, pile: int) -> Knowledge:
        """After a seat laid cards on a pile: `cards` if seen; 0 if unseen, then its hand counts as unseen."""
        if cards:
            return self.played(seat, cards)
        held = with_seat(self.held, seat, self.held[seat] - pile)
        return replace(self, held=held, known=with_seat(self.known, seat, 0), kept=self.known[seat], keeper=seat)

    @property
    def named_anywhere(self) -> CardSet:
        """Every copy that was named in this deal, or as a marker."""
        named = self.for_good
        for hand in self.named:
            named |= hand
        return named

    def naming(self, seat: Seat, copies: CardSet) -> Knowledge:
        """After these copies were named of a hand."""
        if not copies:
            return self
        return replace(self, named=with_seat(self.named, seat, self.named[seat] | copies))

    def plays_by_name(self, seat: Seat, copies: CardSet) -> Knowledge:
        """After these copies were named of a hand and leave it."""
        return replace(self.naming(seat, copies), for_good=self.for_good | copies)

    def exchanged(self, one: CardSet, other: CardSet) -> Knowledge:
        """After two alike copies change places, because the one stands for an unnamed card."""
        if one == other:
            return self

        def swap(cards: CardSet) -> CardSet:
            both = one | other
            return cards ^ both if (cards & both).bit_count() == 1 else cards

        return replace(
            self,
            deck=swap(self.deck),
            out=swap(self.out),
            known=tuple(map(swap, self.known)),
            went=tuple(map(swap, self.went)),
        )
