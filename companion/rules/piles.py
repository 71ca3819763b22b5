"""Where the cards of a deal lie; a card that was not seen may turn out to be another."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from companion.cards.card import Card
    from companion.cards.seats import Seat

Pile: TypeAlias = "str | Seat"
"""A hand by its seat, or any other pile by its name."""

STACK, OPEN, NEST, GONE = "stack", "open", "nest", "gone"


def heads(seat: Seat) -> str:
    """The pile of what lies open before a seat."""
    return f"heads {seat}"


def bones(seat: Seat) -> str:
    """The pile of what lies face down before a seat."""
    return f"bones {seat}"


@dataclass(slots=True)
class Piles:
    """The shuffled cards and who has which of them, as numbers of cards in the shuffle.

    A card that is seen to come from elsewhere than it lies changes its number with one that nobody has seen: the
    shuffle was that other one then. So the hands explain whatever is played.
    """

    cards: list[Card]
    lying: dict[Pile, list[int]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)
    """Of the seen ones those that were called by the number of their copy, and cannot have been another since."""

    def at(self, pile: Pile) -> list[int]:
        """The numbers of the cards there, the top of a stack first."""
        return self.lying.setdefault(pile, [])

    def faces(self, numbers: Iterable[int]) -> list[Card]:
        """The cards of these numbers, as far as is known now."""
        return [self.cards[number] for number in numbers]

    def draw(self, source: Pile, target: Pile, cards: int) -> list[int]:
        """Move this number of cards from the top of one pile to another, unseen; all of a pile that has fewer."""
        drawn = self.at(source)[:cards]
        del self.at(source)[:cards]
        self.at(target).extend(drawn)
        return drawn

    def show(self, cards: Sequence[Card], source: Pile, target: Pile) -> list[int]:
        """These cards are seen on their way from one pile to another, or in their place."""
        shown: dict[int, int] = {}
        for place, card in sorted(enumerate(cards), key=lambda one: not one[1].copy):  # named copies have no choice
            shown[place] = number = self._found(card, source, shown.values())
            self.seen.add(number)
            alike = {one for one in (*self.at(source), number) if self.cards[one].face == card.face}
            self.named = self.named | {number} if card.copy else self.named - alike
        numbers = [shown[place] for place in range(len(cards))]
        self.move(numbers, target)
        return numbers

    def move(self, numbers: Sequence[int], target: Pile) -> None:
        """These cards go to another pile, wherever they lie."""
        for pile in self.lying.values():
            pile[:] = [number for number in pile if number not in numbers]
        self.at(target).extend(numbers)

    def _found(self, card: Card, pile: Pile, taken: Collection[int]) -> int:
        """The number of a card, which is one of this pile if that can be."""
        here = self._called(card, [number for number in sorted(self.at(pile)) if number not in taken])
        if here is not None:
            return here
        elsewhere = [number for number in range(len(self.cards)) if number not in taken]
        unseen = self._called(card, [number for number in elsewhere if number not in self.seen])
        free = next((number for number in self.at(pile) if number not in self.seen), None)
        if unseen is None or free is None:
            lies = self._called(card, elsewhere) if unseen is None else unseen
            assert lies is not None, f"{card} is not among the cards of this deal"
            return lies
        self._exchange(unseen, free)
        return free

    def _called(self, card: Card, numbers: Sequence[int]) -> int | None:
        """Which of these cards it can be: of alike ones that were not told apart any may be the copy now named."""
        alike = [number for number in numbers if self.cards[number].face == card.face]
        if not card.copy or not alike:
            return min(alike, key=self.seen.__contains__, default=None)
        very = next((number for number, one in enumerate(self.cards) if one == card), None)
        loose = [number for number in alike if number not in self.named]
        if very in alike or very is None or very in self.named or not loose:
            return very if very in alike else None
        self._exchange(very, loose[0])
        return loose[0]

    def _exchange(self, one: int, other: int) -> None:
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]
