"""What the table has seen, and what follows from it for hidden hands (rules.md 0.1).

Contains facts only: promises are not facts.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from companion.cards import CardSet, Seat, with_seat
from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Holder: TypeAlias = "Seat | None"
"""A hand by its seat. None: a hidden pile."""


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards that go in secret from a hand to another hand or a hidden pile. `cards` is 0 if they were not seen."""

    giver: Seat
    taker: Holder
    number: int
    cards: CardSet = 0


@dataclass(frozen=True, slots=True)
class Between:
    """Cards of which each is with one of these holders, nobody knows which."""

    cards: CardSet
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The places of the cards of one deal, as far as they were seen.

    `deck` is every card of the deal. `out` are the cards that are or were open (played, turned up, laid). `known` are
    the cards seen in each hand by seat; `held` are the sizes of the hands by seat. `between` are cards that lie with
    one of a few holders, because cards of their hand were given away unseen.

    Of alike cards any copy may stand for an unnamed one. `named` by seat are the copies named of a hand, including
    those that left it. `for_good` are copies whose place is final: played, or out of the deck. `went` by seat are the
    cards that left the hand. `named` and `went` are empty if no two cards are alike.
    """

    deck: CardSet
    out: CardSet
    known: tuple[CardSet, ...]
    held: tuple[int, ...]
    between: tuple[Between, ...] = ()
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
        hidden = self.hidden_cards
        for group in self.between:
            hidden &= ~group.cards
        return hidden

    @property
    def hidden_cards(self) -> CardSet:
        """The cards that are neither out nor known in a hand."""
        seen = self.out
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
        return self.may_lie(seat)

    @property
    def may_rest(self) -> CardSet:
        """The cards that may lie in no hand."""
        return self.may_lie(None)

    def may_lie(self, holder: Holder) -> CardSet:
        """The cards that may lie with this holder besides the known ones."""
        may = self.unseen
        for group in self.between:
            if holder in group.holders:
                may |= group.cards
        return may

    def seen_into(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were seen in a hand."""
        known = with_seat(self.known, seat, self.known[seat] | cards)
        return replace(self, known=known, between=self._without(cards))

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
            between=self._without(cards),
            went=with_seat(self.went, seat, self.went[seat] | cards) if self.went else (),
        )

    def _without(self, cards: CardSet) -> tuple[Between, ...]:
        """The groups without these cards, whose place is known now."""
        if not self.between:
            return ()
        left = (replace(group, cards=group.cards & ~cards) for group in self.between)
        return tuple(group for group in left if group.cards)

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
        return replace(self, between=(*self.between, Between(cards, (None,))))

    def takes_pile(self, seat: Seat, pile: int) -> Knowledge:
        """After a seat took the whole pile of this size into its hand. Cards known there are known in the hand."""
        moved = [replace(group, holders=_reach(group, {None: (seat,)})) for group in self.between]
        held = with_seat(self.held, seat, self.held[seat] + pile)
        return _with_between(replace(self, held=held), moved)

    def gives(self, *gifts: Gift) -> Knowledge:
        """After all these gifts at once: nobody can give what came in another of them.

        Seen cards are known with their taker. Of the cards that were known in a hand and given unseen it is only known
        that each is with the giver or the taker. What is seen on a pile is out.
        """
        seen, out = sum(gift.cards for gift in gifts), self.out
        known, held = [hand & ~seen for hand in self.known], list(self.held)
        moved: dict[Holder, tuple[Holder, ...]] = {}
        for gift in gifts:
            held[gift.giver] -= gift.number
            if not gift.cards:
                moved[gift.giver] = (*moved.get(gift.giver, (gift.giver,)), gift.taker)
            if gift.taker is None:
                out |= gift.cards
            else:
                held[gift.taker] += gift.number
        groups = [replace(group, cards=group.cards & ~seen, holders=_reach(group, moved)) for group in self.between]
        for giver in {gift.giver for gift in gifts if not gift.cards}:
            groups.append(Between(known[giver], moved[giver]))
            known[giver] = 0
        for gift in gifts:
            if gift.taker is not None:
                known[gift.taker] |= gift.cards
        return _with_between(replace(self, out=out, known=tuple(known), held=tuple(held)), groups)

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


def _reach(group: Between, moved: Mapping[Holder, tuple[Holder, ...]]) -> tuple[Holder, ...]:
    """The holders of a group after unseen moves; `moved` has all who may have the cards of a holder now."""
    return tuple(dict.fromkeys(chain.from_iterable(moved.get(holder, (holder,)) for holder in group.holders)))


def _with_between(knowledge: Knowledge, groups: Iterable[Between]) -> Knowledge:
    """With these groups instead. Cards with a single hand are known there; empty groups are left out."""
    known, between = list(knowledge.known), []
    for group in groups:
        if len(group.holders) == 1 and group.holders[0] is not None:
            known[group.holders[0]] |= group.cards
        elif group.cards:
            between.append(group)
    return replace(knowledge, known=tuple(known), between=tuple(between))
