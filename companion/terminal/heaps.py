"""Where the cards of a deal lie while its story is told; cards nobody has seen may still turn out to be others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.cards import Card
    from companion.seats import Seat

Place: TypeAlias = "str | Seat"
"""A hand by its seat, or any other heap by its name."""

STACK, OPEN, NEST, GONE = "stack", "open", "nest", "gone"


@dataclass(slots=True)
class Heaps:
    """The shuffled cards and who has which of them, as numbers of cards in the shuffle.

    A card that is seen to come from elsewhere than it lies changes its number with one that nobody has seen: the
    shuffle was that other one then. So the hands explain whatever is played.
    """

    cards: list[Card]
    lying: dict[Place, list[int]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)

    def at(self, place: Place) -> list[int]:
        """The numbers of the cards there, the top of a stack first."""
        return self.lying.setdefault(place, [])

    def faces(self, numbers: Iterable[int]) -> list[Card]:
        """The cards of these numbers, as far as is known now."""
        return [self.cards[number] for number in numbers]

    def draw(self, source: Place, target: Place, cards: int) -> list[int]:
        """So many cards from the top of one heap to another, unseen; fewer when it has no more."""
        drawn = self.at(source)[:cards]
        del self.at(source)[:cards]
        self.at(target).extend(drawn)
        return drawn

    def show(self, cards: Sequence[Card], source: Place, target: Place) -> list[int]:
        """These cards are seen on their way from one heap to another, or in their place."""
        shown: list[int] = []
        for card in cards:
            shown.append(self._found(card, source, shown))
            self.seen.add(shown[-1])
        for heap in self.lying.values():
            heap[:] = [number for number in heap if number not in shown]
        self.at(target).extend(shown)
        return shown

    def _found(self, card: Card, place: Place, taken: Sequence[int]) -> int:
        """The number of a card, which is one of this heap if that can be."""
        here = self._alike(card, sorted(self.at(place)), taken)
        alike = here or self._alike(card, range(len(self.cards)), taken)
        lies = min(alike, key=self.seen.__contains__)
        free = [number for number in self.at(place) if number not in self.seen]
        if lies in self.at(place) or lies in self.seen or not free:
            return lies
        self.cards[lies], self.cards[free[0]] = self.cards[free[0]], self.cards[lies]
        return free[0]

    def _alike(self, named: Card, numbers: Iterable[int], taken: Sequence[int]) -> list[int]:
        """Those of these numbers whose card it can be."""
        return [number for number in numbers if _alike(self.cards[number], named) and number not in taken]


def _alike(one: Card, named: Card) -> bool:
    return (one.rank, one.suit) == (named.rank, named.suit) and named.copy in {0, one.copy}
