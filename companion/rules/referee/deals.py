"""All deals that agree with what is known and promised: counts them, and draws one at random.

Every unseen card is in a hidden hand or an unseen pile. Cards that may be in the same places form a class; only the
numbers per class matter. Places are filled one after the other with numbers of each class, counting the ways to choose
the cards. A draw follows the same path and weighs each choice by the number of deals that follow. Nothing is rejected;
every deal is exactly equally likely.

A deal is one of physical cards: two sevens that look alike are two cards. If a card was seen without its copy number,
the copy that stands for it counts as seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb, prod
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.support.values import dataclass, field

if TYPE_CHECKING:
    from companion.cards import CardSet
    from companion.rules.referee.knowledge import Knowledge
    from companion.rules.referee.verdicts import Promise

Item = TypeVar("Item")

Luck: TypeAlias = Callable[[int], int]
"""A source of chance: for n an integer from 0 to n - 1, uniformly, like `Random().randrange`."""

Holders: TypeAlias = int
"""The places where the cards of a class may be: one bit for each place, in the order of filling."""

Classes: TypeAlias = tuple[tuple[Holders, int], ...]
"""The number of cards of each class that are not placed yet. Empty classes are left out."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The place of all cards that are not out: `hands` by seat, the requested `piles`, and the `rest`."""

    hands: tuple[CardSet, ...]
    piles: tuple[CardSet, ...]
    rest: CardSet


@dataclass(frozen=True, slots=True)
class Place:
    """A hand or pile with `size` hidden cards, which are some of `may`."""

    size: int
    may: CardSet


@dataclass(frozen=True, slots=True)
class Step:
    """The next place to fill. `ways` is the number of ways to fill this and all later places.

    Each of the `choices` is the number of cards of each class for this place, and the next step. `upto` are the
    cumulative ways of the choices.
    """

    ways: int
    choices: tuple[tuple[Classes, Step], ...] = ()
    upto: tuple[int, ...] = ()

    def choose(self, luck: Luck) -> tuple[Classes, Step]:
        """One of the choices at random, weighed by its ways."""
        return self.choices[bisect_right(self.upto, luck(self.ways)) if len(self.choices) > 1 else 0]


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of one position. Prepared once by `of`; any number can be drawn.

    `known` are the cards seen in each hand. `places` is the number of hands, piles and the rest. `order` are the
    indexes of the places with hidden cards in order of filling, the one with the fewest possible cards first. `classes`
    are the hidden cards by holders, `first` is the first step.
    """

    known: tuple[CardSet, ...]
    places: int
    order: tuple[int, ...]
    classes: tuple[tuple[Holders, tuple[CardSet, ...]], ...]
    first: Step = field(repr=False)

    @classmethod
    def of(cls, knowledge: Knowledge, promises: Sequence[Promise] = (), piles: Sequence[int] = ()) -> Deals:
        """The deals that agree with these facts and promises.

        `piles` are the sizes of hidden piles of unseen cards, such as bones. Hands and piles leave the rest: a stack,
        the nest, undealt cards, or nothing.
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
        """The number of deals. 0 if facts and promises contradict each other."""
        return self.first.ways

    def draw(self, luck: Luck) -> Dealt:
        """One of the deals at random, all equally likely. There must be one."""
        assert self.count, "no deal agrees with these facts and promises"
        left = {holders: list(cards) for holders, cards in self.classes}
        lying = [*self.known, *[0] * (self.places - len(self.known))]
        step = self.first
        for level, at in enumerate(self.order):
            numbers, step = step.choose(luck)
            for holders, number in numbers:
                lying[at] |= _take(left[holders], number, luck)
            left = _merge(left, 1 << level)
        seats = len(self.known)
        return Dealt(tuple(lying[:seats]), tuple(lying[seats:-1]), lying[-1])


def shuffled(items: Iterable[Item], luck: Luck) -> list[Item]:
    """These in random order."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        at = luck(last + 1)
        order[at], order[last] = order[last], order[at]
    return order


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
    """The ways to fill the places from this one on with the cards that are left. Memoized in `done`."""
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
    """All ways to take `size` cards for a place from the classes that may be there, as numbers of each class."""
    if not left:
        if size == 0:
            yield ()
        return
    (holders, number), others = left[0], left[1:]
    most = min(number, size) if holders & place else 0
    least = number if holders == place else 0  # these cards fit nowhere later
    for taken in range(least, most + 1):
        for rest in _numbers(others, place, size - taken):
            yield ((holders, taken), *rest) if taken else rest


def _without(left: Classes, taken: Classes, place: Holders) -> Classes:
    """The classes after a place is filled. Merges those that differed in this place only."""
    gone, after = dict(taken), dict[Holders, int]()
    for holders, number in left:
        rest = number - gone.get(holders, 0)
        if rest:
            after[holders & ~place] = after.get(holders & ~place, 0) + rest
    return tuple(sorted(after.items()))


def _merge(left: dict[Holders, list[CardSet]], place: Holders) -> dict[Holders, list[CardSet]]:
    """The same for the cards themselves."""
    after: dict[Holders, list[CardSet]] = {}
    for holders, cards in left.items():
        if cards:
            after[holders & ~place] = after.get(holders & ~place, []) + cards
    return after


def _take(cards: list[CardSet], number: int, luck: Luck) -> CardSet:
    """Remove this many of the cards at random and return them as a set."""
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
    """Every card of a set as its own set."""
    while cards:
        yield cards & -cards
        cards &= cards - 1
