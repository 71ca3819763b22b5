"""The places of a deal's cards during a simulated deal. Unseen cards may still be exchanged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from companion.cards import Card, Seat
from companion.rules.statements import Statement
from companion.support.values import dataclass, field

Pile: TypeAlias = "str | Seat"
"""A hand by its seat, or another pile by its name."""

STACK, OPEN, NEST, GONE = "stack", "open", "nest", "gone"


def heads(seat: Seat) -> str:
    """The name of the pile that lies open before a seat."""
    return f"heads {seat}"


def bones(seat: Seat) -> str:
    """The name of the pile that lies face down before a seat."""
    return f"bones {seat}"


@dataclass(slots=True)
class Piles:
    """The shuffled cards and where each lies. Cards are numbered by their position in the shuffle.

    If a card is seen to come from another pile than the one it lies in, it changes places with an unseen card, as if
    the shuffle had been different. So the hands are consistent with every play.
    """

    cards: list[Card]
    lying: dict[Pile, list[int]] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)
    """Numbers of seen cards whose copy was named. They can no longer change places."""

    def at(self, pile: Pile) -> list[int]:
        """The numbers of the cards in a pile, the top of a stack first."""
        return self.lying.setdefault(pile, [])

    def faces(self, numbers: Iterable[int]) -> list[Card]:
        """The cards with these numbers."""
        return [self.cards[number] for number in numbers]

    def draw(self, source: Pile, target: Pile, cards: int) -> list[int]:
        """Move up to this many cards from the top of one pile to another, unseen. Returns their numbers."""
        drawn = self.at(source)[:cards]
        del self.at(source)[:cards]
        self.at(target).extend(drawn)
        return drawn

    def give(
        self,
        said: Statement,
        chosen: Mapping[Seat, tuple[Card, ...]],
        suggest: Callable[[Sequence[Card]], Sequence[Card]],
        target: Pile,
    ) -> list[int]:
        """Move cards that a seat gives away in secret: those named, else `chosen`, else what `suggest` says."""
        if said.cards:
            return self.show(said.cards, said.by, target)
        hand = self.at(said.by)
        held = self.faces(hand)
        wanted = chosen.get(said.by, ())
        given = wanted if wanted and set(wanted) <= set(held) else suggest(held)
        numbers = [number for number in hand if self.cards[number] in given]
        self.move(numbers, target)
        return numbers

    def show(self, cards: Sequence[Card], source: Pile, target: Pile) -> list[int]:
        """Show these cards while they move from one pile to another, or stay. Returns their numbers."""
        shown: dict[int, int] = {}
        for place, card in sorted(enumerate(cards), key=lambda card: not card[1].copy):  # named copies first
            shown[place] = number = self._locate(card, source, shown.values())
            self.seen.add(number)
            alike = {other for other in (*self.at(source), number) if self.cards[other].face == card.face}
            self.named = self.named | {number} if card.copy else self.named - alike
        numbers = [shown[place] for place in range(len(cards))]
        self.move(numbers, target)
        return numbers

    def move(self, numbers: Sequence[int], target: Pile) -> None:
        """Move cards to a pile, from any pile."""
        for pile in self.lying.values():
            pile[:] = [number for number in pile if number not in numbers]
        self.at(target).extend(numbers)

    def _locate(self, card: Card, pile: Pile, taken: Collection[int]) -> int:
        """The number of this card, in this pile if possible."""
        here = self._match(card, [number for number in sorted(self.at(pile)) if number not in taken])
        if here is not None:
            return here
        elsewhere = [number for number in range(len(self.cards)) if number not in taken]
        unseen = self._match(card, [number for number in elsewhere if number not in self.seen])
        free = next((number for number in self.at(pile) if number not in self.seen), None)
        if unseen is None or free is None:
            lies = self._match(card, elsewhere) if unseen is None else unseen
            assert lies is not None, f"{card} is not among the cards of this deal"
            return lies
        self._exchange(unseen, free)
        return free

    def _match(self, card: Card, numbers: Sequence[int]) -> int | None:
        """The number of this card among `numbers`. A named copy may take the place of an alike card without a name."""
        alike = [number for number in numbers if self.cards[number].face == card.face]
        if not card.copy or not alike:
            return min(alike, key=self.seen.__contains__, default=None)
        very = next((number for number, other in enumerate(self.cards) if other == card), None)
        loose = [number for number in alike if number not in self.named]
        if very in alike or very is None or very in self.named or not loose:
            return very if very in alike else None
        self._exchange(very, loose[0])
        return loose[0]

    def _exchange(self, one: int, other: int) -> None:
        self.cards[one], self.cards[other] = self.cards[other], self.cards[one]
