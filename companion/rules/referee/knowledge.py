"""What the table has seen, and what follows from it for hidden hands (rules/RULES.md 1).

Contains facts only: promises are not facts.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import CardSet, Seat, with_seat
from companion.rules.referee.filling import Between, Holder, wants
from companion.support.caching import memoize
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards that go in secret from a hand to another hand or a hidden pile. `cards` is 0 if they were not seen."""

    giver: Seat
    taker: Holder
    number: int
    cards: CardSet = 0


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
        """This knowledge for a deck with alike cards. The copies `for_good` are named and out of the deck."""
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

    def hidden_count(self, seat: Seat) -> int:
        """The number of unknown cards in this hand."""
        return self.held[seat] - self.known[seat].bit_count()

    @property
    def hidden_places(self) -> dict[Holder, int]:
        """The number of unknown cards in every hand, and in no hand."""
        places: dict[Holder, int] = {}
        rest = self.hidden_cards.bit_count()
        for seat, (held, known) in enumerate(zip(self.held, self.known, strict=True)):
            places[seat] = hidden = held - known.bit_count()
            rest -= hidden
        return {**places, None: rest}

    def seen_whole(self, seat: Seat) -> bool:
        """Whether every card of this hand is known."""
        return not self.hidden_count(seat)

    def pool(self, seat: Seat) -> CardSet:
        """The cards that this hand may hold."""
        return self.known[seat] if self.seen_whole(seat) else self.known[seat] | self.may_lie(seat)

    def sure_cards(self, seat: Seat) -> CardSet:
        """The cards that this hand must hold: the known ones, or its pool where it has no more cards than the hand."""
        pool = self.pool(seat)
        return pool if pool.bit_count() == self.held[seat] else self.known[seat]

    def may_lie(self, holder: Holder) -> CardSet:
        """The cards that may lie with this holder besides the known ones."""
        if not self.between:
            return self.hidden_cards
        return self.may_reach(holder) & ~_needed_elsewhere(self, holder)

    def may_reach(self, holder: Holder) -> CardSet:
        """The cards that may lie with this holder, without counting what the other hands and piles need."""
        may = self.unseen
        for group in self.between:
            if holder in group.holders:
                may |= group.cards
        return may

    def seen_into(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were seen in a hand."""
        after = replace(self, known=with_seat(self.known, seat, self.known[seat] | cards))
        return _seen_with(after, seat, cards) if self.between else after

    def drew(self, seat: Seat, cards: int) -> Knowledge:
        """After cards were drawn unseen into a hand."""
        return replace(self, held=with_seat(self.held, seat, self.held[seat] + cards))

    def unknown(self, seat: Seat) -> Knowledge:
        """A copy that knows nothing of this hand."""
        named = with_seat(self.named, seat, 0) if self.named else ()
        return replace(self, known=with_seat(self.known, seat, 0), named=named)

    def turned_up(self, cards: CardSet) -> Knowledge:
        """After these cards were turned up, from no hand."""
        after = replace(self, out=self.out | cards)
        return _seen_with(after, None, cards) if self.between else after

    def plays(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were played from a hand."""
        after = replace(
            self,
            out=self.out | cards,
            known=with_seat(self.known, seat, self.known[seat] & ~cards),
            held=with_seat(self.held, seat, self.held[seat] - cards.bit_count()),
            went=with_seat(self.went, seat, self.went[seat] | cards) if self.went else (),
        )
        return _seen_with(after, seat, cards) if self.between else after

    def takes_back(self, seat: Seat, cards: CardSet) -> Knowledge:
        """After these cards were taken back into the hand that played them. All have seen them."""
        return replace(
            self,
            out=self.out & ~cards,
            known=with_seat(self.known, seat, self.known[seat] | cards),
            held=with_seat(self.held, seat, self.held[seat] + cards.bit_count()),
        )

    def laid_aside(self, cards: CardSet) -> Knowledge:
        """After these cards were laid on a pile, in no hand."""
        return replace(self, between=(*self.between, Between.of(cards, {None: cards.bit_count()})))

    def takes_pile(self, seat: Seat, pile: int) -> Knowledge:
        """After a seat took the whole pile of this size into its hand. Cards known there are known in the hand."""
        after = replace(self, held=with_seat(self.held, seat, self.held[seat] + pile))
        return _with_between(after, [group.after_moves({None: {seat: pile}}) for group in self.between])

    def gives(self, *gifts: Gift) -> Knowledge:
        """After all these gifts at once: nobody can give what came in another of them.

        Seen cards are known with their taker. Of the cards that were known in a hand and given unseen it is only known
        that each is with the giver or a taker, and how many each of them may have. What is seen on a pile is out.
        """
        seen, out, held = sum(gift.cards for gift in gifts), self.out, list(self.held)
        for gift in gifts:
            held[gift.giver] -= gift.number
        ways: dict[Holder, dict[Holder, int]] = {gift.giver: {gift.giver: held[gift.giver]} for gift in gifts}
        groups = list(self.between)
        for gift in gifts:
            groups = [group.without(gift.giver, gift.cards) for group in groups]
            if not gift.cards:
                way = ways[gift.giver]
                way[gift.taker] = way.get(gift.taker, 0) + gift.number
        known = [hand & ~seen for hand in self.known]
        groups = [group.after_moves(ways) for group in groups]
        for giver in {gift.giver for gift in gifts if not gift.cards}:
            groups.append(Between.of(known[giver], ways[giver]))
            known[giver] = 0
        for gift in gifts:
            if gift.taker is None:
                out |= gift.cards
            else:
                known[gift.taker] |= gift.cards
                held[gift.taker] += gift.number
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
        return replace(self, named=with_seat(self.named, seat, self.named[seat] | copies)) if copies else self

    def plays_by_name(self, seat: Seat, copies: CardSet) -> Knowledge:
        """After these copies were named of a hand and leave it."""
        named = with_seat(self.named, seat, self.named[seat] | copies)
        return replace(self, named=named, for_good=self.for_good | copies)

    def swap_copies(self, card_set: CardSet, other: CardSet) -> Knowledge:
        """After two alike copies change places, because one of them stands for an unnamed card."""
        if card_set == other:
            return self

        both = card_set | other

        def swap(cards: CardSet) -> CardSet:
            return cards if cards & both in {0, both} else cards ^ both

        return replace(
            self,
            deck=swap(self.deck),
            out=swap(self.out),
            known=tuple(map(swap, self.known)),
            went=tuple(map(swap, self.went)),
        )


@memoize
def _needed_elsewhere(knowledge: Knowledge, holder: Holder) -> CardSet:
    """The hidden cards that cannot lie with this holder, since other holders need all of them."""
    others = {place: size for place, size in knowledge.hidden_places.items() if place != holder}
    needed = 0
    for cards, number in wants(others, knowledge.unseen, knowledge.between):
        if cards.bit_count() == number:
            needed |= cards
    return needed


def _seen_with(knowledge: Knowledge, holder: Holder, cards: CardSet) -> Knowledge:
    """A copy in which these cards were seen with this holder, and are in no group of `between` any more."""
    return _with_between(knowledge, [group.without(holder, cards) for group in knowledge.between])


def _with_between(knowledge: Knowledge, groups: Iterable[Between]) -> Knowledge:
    """The knowledge with these groups as `between`, without empty ones. Cards with one possible hand are known."""
    known, between = list(knowledge.known), []
    for group in groups:
        if len(group.holders) == 1 and group.holders[0] is not None:
            known[group.holders[0]] |= group.cards
        elif group.cards:
            between.append(group)
    return replace(knowledge, known=tuple(known), between=tuple(between))
