"""What the table has seen, and what follows from it for a hidden hand (rules.md 0.1).

Facts only: promises are no facts and never enter here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Where the cards of one deal are, as far as they were seen.

    `deck` is every card of the deal; `out` those that lie open or lay open (played, turned up, laid);
    `known` by seat the cards seen into that hand; `held` by seat how many cards the hand holds. `kept` are cards that
    lie with `keeper` or in a hidden pile that only this seat could fill (None: in the pile), and in no other hand.

    Of alike cards any copy may stand for one that was not named. `named` by seat are the copies that were named of a
    hand, whether or not they are still in it; `for_good` those that lie where they were named: played, or out of the
    deck. `went` by seat are the cards that left the hand. Where no two cards are alike both tuples are empty.
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
        """Nothing seen yet; `hands` by seat are the numbers of cards dealt."""
        return cls(deck, 0, (0,) * len(hands), hands)

    def with_copies(self, for_good: CardSet = 0) -> Knowledge:
        """The same where cards are alike and may be named; these copies are out of the deck by name."""
        nothing = (0,) * len(self.held)
        return replace(self, named=nothing, went=nothing, for_good=for_good)

    @property
    def unseen(self) -> CardSet:
        """The cards that no fact places anywhere."""
        seen = self.out | self.kept
        for hand in self.known:
            seen |= hand
        return self.deck & ~seen

    def hidden(self, seat: Seat) -> int:
        """How many cards of this hand are not known."""
        return self.held[seat] - self.known[seat].bit_count()

    def seen_whole(self, seat: Seat) -> bool:
        """Whether every card of this hand is known."""
        return not self.hidden(seat)

    def pool(self, seat: Seat) -> CardSet:
        """The cards that this hand may hold."""
        return self.known[seat] if self.seen_whole(seat) else self.known[seat] | self.may_hide(seat)

    def may_hide(self, seat: Seat) -> CardSet:
        """The cards that this hand may hold beside those known in it."""
        return self.unseen | self.kept if seat == self.keeper else self.unseen

    def seen_into(self, seat: Seat, cards: CardSet) -> Knowledge:
        """These cards were seen into a hand."""
        return replace(self, known=_changed(self.known, seat, self.known[seat] | cards))

    def drew(self, seat: Seat, cards: int) -> Knowledge:
        """So many cards were drawn into a hand unseen."""
        return replace(self, held=_changed(self.held, seat, self.held[seat] + cards))

    def unknown(self, seat: Seat) -> Knowledge:
        """As if nothing of this hand had been seen."""
        named = _changed(self.named, seat, 0) if self.named else ()
        return replace(self, known=_changed(self.known, seat, 0), named=named)

    def turned_up(self, cards: CardSet) -> Knowledge:
        """These cards came from no hand and lie open."""
        return replace(self, out=self.out | cards)

    def played(self, seat: Seat, cards: CardSet) -> Knowledge:
        """These cards left a hand and lie open."""
        return replace(
            self,
            out=self.out | cards,
            known=_changed(self.known, seat, self.known[seat] & ~cards),
            held=_changed(self.held, seat, self.held[seat] - cards.bit_count()),
            kept=self.kept & ~cards,
            went=_changed(self.went, seat, self.went[seat] | cards) if self.went else (),
        )

    def withdrawn(self, seat: Seat, cards: CardSet) -> Knowledge:
        """These cards were taken back into the hand that played them: everybody has seen them."""
        return replace(
            self,
            out=self.out & ~cards,
            known=_changed(self.known, seat, self.known[seat] | cards),
            held=_changed(self.held, seat, self.held[seat] + cards.bit_count()),
        )

    def laid_aside(self, cards: CardSet) -> Knowledge:
        """These cards lie in a pile, in no hand."""
        return replace(self, kept=self.kept | cards)

    def takes_pile(self, seat: Seat, pile: int) -> Knowledge:
        """A seat takes a pile of so many cards into its hand, where those are known now that were seen."""
        held = _changed(self.held, seat, self.held[seat] + pile)
        return replace(self, held=held, known=_changed(self.known, seat, self.known[seat] | self.kept), kept=0)

    def lays(self, seat: Seat, cards: CardSet, pile: int) -> Knowledge:
        """A seat lays so many cards on a pile, seen (`cards`) or unseen (0): then its hand counts as unseen."""
        if cards:
            return self.played(seat, cards)
        held = _changed(self.held, seat, self.held[seat] - pile)
        return replace(self, held=held, known=_changed(self.known, seat, 0), kept=self.known[seat], keeper=seat)

    @property
    def named_anywhere(self) -> CardSet:
        """Every copy that was named in this deal or as a marker."""
        named = self.for_good
        for hand in self.named:
            named |= hand
        return named

    def naming(self, seat: Seat, copies: CardSet) -> Knowledge:
        """These copies were named of a hand."""
        if not copies:
            return self
        return replace(self, named=_changed(self.named, seat, self.named[seat] | copies))

    def plays_by_name(self, seat: Seat, copies: CardSet) -> Knowledge:
        """These copies were named of a hand, and leave it."""
        return replace(self.naming(seat, copies), for_good=self.for_good | copies)

    def exchanged(self, one: CardSet, other: CardSet) -> Knowledge:
        """Two alike copies change places: one that stood for an unnamed card turned out to be another."""
        if one == other:
            return self

        def swapped(cards: CardSet) -> CardSet:
            both = one | other
            return cards ^ both if (cards & both).bit_count() == 1 else cards

        return replace(
            self,
            deck=swapped(self.deck),
            out=swapped(self.out),
            known=tuple(map(swapped, self.known)),
            went=tuple(map(swapped, self.went)),
        )


def _changed(by_seat: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
