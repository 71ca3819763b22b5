"""How hidden cards may fill hands and piles, where some of them are with one of a few holders (rules/RULES.md 1).

The test is Hall's condition: some places together never need more cards than there are for them. Of cards that lie with
a few holders each holder may have so many at most: such a place wants the cards themselves, or as many fewer others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from companion.cards import CardSet, Seat
from companion.support.values import dataclass

Holder: TypeAlias = "Seat | None"
"""A hand by its seat. None: a hidden pile."""


@dataclass(frozen=True, slots=True)
class Between:
    """Cards that these holders have, nobody knows who has which. `most` is how many each holder may have."""

    cards: CardSet
    holders: tuple[Holder, ...]
    most: tuple[int, ...]

    @classmethod
    def of(cls, cards: CardSet, most: Mapping[Holder, int]) -> Between:
        """Cards with these holders: all that may have any. Nobody can have more cards than there are."""
        number = cards.bit_count()
        kept = {holder: min(share, number) for holder, share in most.items() if share > 0}
        return cls(cards, tuple(kept), tuple(kept.values()))

    @property
    def shares(self) -> dict[Holder, int]:
        """How many of the cards each holder may have."""
        return dict(zip(self.holders, self.most, strict=True))

    def without(self, holder: Holder, seen: CardSet) -> Between:
        """The group after some of its cards were seen with a holder, who may have that many fewer of the rest."""
        seen &= self.cards
        share = self.shares.get(holder, 0) - seen.bit_count()
        return Between.of(self.cards & ~seen, {**self.shares, holder: share}) if seen else self

    def after_moves(self, ways: Mapping[Holder, Mapping[Holder, int]]) -> Between:
        """After unseen moves: `ways[holder][to]` cards went from holder to `to`; at its own name, how many it kept."""
        most: dict[Holder, int] = {}
        for holder, share in self.shares.items():
            for to, number in ways.get(holder, {holder: share}).items():
                most[to] = most.get(to, 0) + min(share, number)
        return Between.of(self.cards, most)


def wants(
    places: Mapping[Holder, int],
    unseen: CardSet,
    between: Iterable[Between],
    denied: Mapping[Holder, CardSet] | None = None,
) -> list[tuple[CardSet, int]]:
    """Pairs of cards and a number: some of the places together need at least so many of these cards.

    `places` are hidden hands and piles with their sizes. Any of them may have the `unseen` cards, a hand none of those
    `denied` to it. There is a pair for each set of places, and for each choice of groups `between` them: either a place
    may fill itself from a group, or it has its full share of the group already, and needs so many fewer other cards.
    All places can be filled exactly if no pair needs more cards than it has.
    """
    together = [(0, 0)]
    for holder, size in places.items():
        if not size:
            continue
        may = ~denied.get(holder, 0) if denied else ~0
        ways = [(unseen & may, size)]
        for group in between:
            if holder in group.holders:
                cards, most = group.cards & may, group.most[group.holders.index(holder)]
                fewer = [(union, left - most) for union, left in ways] if most < cards.bit_count() else []
                ways = [(union | cards, left) for union, left in ways] + fewer
        together += [(union | cards, more + number) for union, more in together for cards, number in ways]
    return together
