"""All deals that agree with what is known and promised: how many there are, and one of them by chance.

Every unseen card lies in a hidden hand or in a pile that nobody saw. Cards that may lie in the same places are one
class, and of a class only numbers matter. So the places are filled one after the other with numbers of each class,
the ways of choosing the cards are counted along, and a deal is drawn by going the same way: each choice is weighed by
the deals that follow from it. Nothing is drawn and thrown away; every deal is equally likely, exactly.

A deal is one of physical cards: two sevens that look alike are two cards, as when they were shuffled. Where a card was
seen without the number of its copy, the copy that stands for it counts as the one that was seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards.deck import CardSet
    from companion.rules.referee.knowledge import Knowledge
    from companion.rules.referee.verdicts import Promise

Luck: TypeAlias = Callable[[int], int]
"""Chance as an argument: for n a whole number from 0 to n - 1, all equally likely, like `Random().randrange`."""

Holders: TypeAlias = int
"""Where the cards of a class may lie: a bit for each place in the order of filling."""

Classes: TypeAlias = tuple[tuple[Holders, int], ...]
"""How many cards of each class are still to be placed; classes without cards are left out."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Where all cards lie that are not out: `hands` by seat, the `piles` that were asked for, and the `rest`."""

    hands: tuple[CardSet, ...]
    piles: tuple[CardSet, ...]
    rest: CardSet


@dataclass(frozen=True, slots=True)
class Place:
    """A hand or pile with `size` hidden cards, all of them from those that `may` lie there."""

    size: int
    may: CardSet


@dataclass(frozen=True, slots=True)
class Step:
    """The next place to fill. In `ways` ways all places from here on can be filled; 0: in none.

    Each of the `choices` is how many cards of each class this place takes, and the step after it; `upto` are the ways
    of a choice and of all before it.
    """

    ways: int
    choices: tuple[tuple[Classes, Step], ...] = ()
    upto: tuple[int, ...] = ()

    def chosen(self, luck: Luck) -> tuple[Classes, Step]:
        """One of the choices by chance, each weighed by its ways."""
        return self.choices[bisect_right(self.upto, luck(self.ways)) if len(self.choices) > 1 else 0]


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of one position. Prepared once with `of`, drawn from as often as wanted.

    `known` are the cards seen into each hand; there are so many `places`: hands, piles, and the rest. `order` are the
    numbers of those with hidden cards as they are filled, the one with the fewest possible cards first; `classes` are
    the hidden cards by where they may lie, `first` is what may be done with the first place.
    """

    known: tuple[CardSet, ...]
    places: int
    order: tuple[int, ...]
    classes: tuple[tuple[Holders, tuple[CardSet, ...]], ...]
    first: Step = field(repr=False)

    @classmethod
    def of(cls, knowledge: Knowledge, promises: Sequence[Promise] = (), piles: Sequence[int] = ()) -> Deals:
        """The deals that agree with these facts and keep these promises.

        `piles` are the sizes of hidden piles of unseen cards, such as bones. What hands and piles leave over is the
        rest: a stack, the nest, the cards that were not dealt, or nothing.
        """
        places = _places(knowledge, promises, piles)
        order = sorted((at for at, place in enumerate(places) if place.size), key=lambda at: places[at].may.bit_count())
        classes: dict[Holders, tuple[CardSet, ...]] = {}
        for card in _each(knowledge.unseen | knowledge.kept):
            holders = sum(1 << level for level, at in enumerate(order) if places[at].may & card)
            classes[holders] = (*classes.get(holders, ()), card)
        numbers = tuple(sorted((holders, len(cards)) for holders, cards in classes.items()))
        possible = all(not knowledge.known[promise.seat] & promise.holds_none_of for promise in promises)
        first = _fill(tuple(places[at].size for at in order), 0, numbers, {}) if possible else Step(0)
        return cls(knowledge.known, len(places), tuple(order), tuple(classes.items()), first)

    @property
    def count(self) -> int:
        """How many deals there are; 0 where facts and promises contradict each other."""
        return self.first.ways

    def draw(self, luck: Luck) -> Dealt:
        """One of the deals, each equally likely; there must be one."""
        assert self.count, "no deal agrees with these facts and promises"
        left = {holders: list(cards) for holders, cards in self.classes}
        lying = [*self.known, *[0] * (self.places - len(self.known))]
        step = self.first
        for level, at in enumerate(self.order):
            numbers, step = step.chosen(luck)
            for holders, number in numbers:
                lying[at] |= _taken(left[holders], number, luck)
            left = _merged(left, 1 << level)
        seats = len(self.known)
        return Dealt(tuple(lying[:seats]), tuple(lying[seats:-1]), lying[-1])


def _places(knowledge: Knowledge, promises: Sequence[Promise], piles: Sequence[int]) -> list[Place]:
    """The hidden part of every hand, the piles, and the rest."""
    unseen = knowledge.unseen
    may = [knowledge.may_hide(seat) for seat in range(len(knowledge.held))]
    for promise in promises:
        may[promise.seat] &= ~promise.holds_none_of
    hidden = [held - known.bit_count() for held, known in zip(knowledge.held, knowledge.known, strict=True)]
    places = [Place(size, cards) for size, cards in zip(hidden, may, strict=True)]
    places += [Place(size, unseen) for size in piles]
    rest = unseen | knowledge.kept
    return [*places, Place(rest.bit_count() - sum(place.size for place in places), rest)]


def _fill(sizes: tuple[int, ...], level: int, left: Classes, done: dict[tuple[int, Classes], Step]) -> Step:
    """How the places from this one on can be filled with the cards that are left; remembers what was `done`."""
    if level == len(sizes):
        return Step(0 if left else 1)
    found = done.get((level, left))
    if found is None:
        choices, ways = [], []
        for taken in _numbers(left, 1 << level, sizes[level]):
            after = _fill(sizes, level + 1, _without(left, taken, 1 << level), done)
            if after.ways:
                choices.append((taken, after))
                chosen = dict(taken)
                ways.append(after.ways * prod(comb(number, chosen.get(holders, 0)) for holders, number in left))
        found = done[level, left] = Step(sum(ways), tuple(choices), tuple(accumulate(ways)))
    return found


def _numbers(left: Classes, place: Holders, size: int) -> Iterator[Classes]:
    """Every way of taking so many cards for a place from the classes that may lie there, as numbers of each."""
    if not left:
        if size == 0:
            yield ()
        return
    (holders, number), others = left[0], left[1:]
    most = min(number, size) if holders & place else 0
    least = number if holders == place else 0  # these may lie nowhere later
    for taken in range(least, most + 1):
        for rest in _numbers(others, place, size - taken):
            yield ((holders, taken), *rest) if taken else rest


def _without(left: Classes, taken: Classes, place: Holders) -> Classes:
    """The classes after a place is filled; those that differed only in it are one class from now on."""
    gone, after = dict(taken), dict[Holders, int]()
    for holders, number in left:
        rest = number - gone.get(holders, 0)
        if rest:
            after[holders & ~place] = after.get(holders & ~place, 0) + rest
    return tuple(sorted(after.items()))


def _merged(left: dict[Holders, list[CardSet]], place: Holders) -> dict[Holders, list[CardSet]]:
    """The same for the cards themselves."""
    after: dict[Holders, list[CardSet]] = {}
    for holders, cards in left.items():
        if cards:
            after[holders & ~place] = after.get(holders & ~place, []) + cards
    return after


def _taken(cards: list[CardSet], number: int, luck: Luck) -> CardSet:
    """So many of these cards by chance; they leave the list."""
    if number == len(cards):
        chosen = sum(cards)
        cards.clear()
        return chosen
    chosen = 0
    for _ in range(number):
        at = luck(len(cards))
        cards[at], cards[-1] = cards[-1], cards[at]
        chosen |= cards.pop()
    return chosen


def _each(cards: CardSet) -> Iterator[CardSet]:
    """Every card of a set as a set of its own."""
    while cards:
        yield cards & -cards
        cards &= cards - 1
