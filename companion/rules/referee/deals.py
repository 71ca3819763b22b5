"""All deals that agree with what is known and promised: counts them, and draws one at random.

Every unseen card is in a hidden hand or in the rest. Places that may hold the same cards form a group, cards that
may be in the same groups a class; only the numbers per class matter. Cards `Between` a few holders are classes of
their own, and a holder who may have only some of them is a group of its own. Groups are filled one after the other
with numbers of each class, counting the ways to choose the cards. A draw follows the same path and weighs each choice
by the number of deals that follow. The cards of a group are dealt to its places by one shuffle, as all cards are
without promises. Nothing is rejected; every deal is exactly equally likely.

A deal is one of physical cards: two sevens that look alike are two cards. If a card was seen without its copy number,
the copy that stands for it counts as seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb, factorial, perm, prod
from typing import TypeAlias, TypeVar

from companion.cards import CardSet, Luck, each
from companion.rules.referee.filling import Between, Holder
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import Promise
from companion.support.values import dataclass, field

Item = TypeVar("Item")

Holders: TypeAlias = int
"""The groups in which the cards of a class may be: one bit for each group, in the order of filling.

The bits from `LEVELS` on are the number of the `Between` that has the cards, from 1; 0: none has them.
"""

Limits: TypeAlias = "Mapping[int, int]"
"""By the number of a `Between`: how many of its cards one group may have at most."""

LEVELS = 16
"""How many bits the groups have: more than there are places."""

Group: TypeAlias = tuple[tuple[int, int], ...]
"""Places that may hold the same hidden cards: the index and size of each, the largest last."""

Classes: TypeAlias = tuple[tuple[Holders, int], ...]
"""The number of cards of each class that are not placed yet. Empty classes are left out."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The place of all cards that are not out: `hands` by seat, and the `rest`: a stack, the nest, undealt cards."""

    hands: tuple[CardSet, ...]
    rest: CardSet


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """A hand or the rest with `size` hidden cards, which are some of `may`; `most` are its limits."""

    size: int
    may: CardSet
    most: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FillingStep:
    """The next group to fill. `ways` is the number of ways to fill this and all later groups.

    Each of the `choices` is the number of cards of each class for this group, and the next step. `upto` are the
    cumulative ways of the choices.
    """

    ways: int
    choices: tuple[tuple[Classes, FillingStep], ...] = ()
    upto: tuple[int, ...] = ()

    def choose(self, luck: Luck) -> tuple[Classes, FillingStep]:
        """One of the choices at random, weighed by its ways."""
        return self.choices[bisect_right(self.upto, luck(self.ways)) if len(self.choices) > 1 else 0]


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of one position. Prepared once by `of`; any number can be drawn.

    `count` is their number: 0 if facts and promises contradict each other. `known` are the cards seen in each hand.
    `groups` are the hands and the rest (the last place) in order of filling, those with the fewest possible cards
    first. `classes` are the hidden cards by holders, `first` is the first step.
    """

    count: int
    known: tuple[CardSet, ...]
    groups: tuple[Group, ...]
    classes: tuple[tuple[Holders, tuple[CardSet, ...]], ...]
    first: FillingStep = field(repr=False)

    @classmethod
    def of(cls, knowledge: Knowledge, promises: Sequence[Promise] = (), not_in_rest: CardSet = 0) -> Deals:
        """The deals that agree with these facts and promises, and have none of `not_in_rest` there."""
        places = _places(knowledge, promises, not_in_rest)
        groups, may, limits = _in_order(places)
        classes = _classes(knowledge, may, limits)
        numbers = tuple(sorted((holders, len(cards)) for holders, cards in classes.items()))
        first = _fill(tuple(sum(size for _, size in group) for group in groups), 0, numbers, limits, done={})
        possible = min(place.size for place in places) >= 0
        possible &= all(not knowledge.known[promise.seat] & promise.holds_none_of for promise in promises)
        count = first.ways * prod(map(_ways_to_share, groups)) if possible else 0
        return cls(count, knowledge.known, groups, tuple((key, tuple(cards)) for key, cards in classes.items()), first)

    def draw(self, luck: Luck) -> Dealt:
        """One of the deals at random, all equally likely. There must be one."""
        assert self.count, "no deal agrees with these facts and promises"
        left = {holders: list(cards) for holders, cards in self.classes}
        lying = [*self.known, 0]
        step = self.first
        for level, group in enumerate(self.groups):
            numbers, step = step.choose(luck)
            cards: list[CardSet] = []
            for holders, number in numbers:
                cards += _take(left[holders], number, luck)
            left = _merge(left, 1 << level)
            for at, size in group:
                lying[at] |= sum(_take(cards, size, luck))
        return Dealt(tuple(lying[:-1]), lying[-1])


def shuffle(items: Iterable[Item], luck: Luck) -> list[Item]:
    """These in random order."""
    order = list(items)
    return _take(order, len(order) - (len(order) > 1), luck) + order


def _places(knowledge: Knowledge, promises: Sequence[Promise], not_in_rest: CardSet) -> list[HiddenPlace]:
    """The hidden part of every hand, and the rest."""
    sizes = knowledge.hidden_places
    may = {holder: knowledge.may_reach(holder) for holder in sizes}
    may[None] &= ~not_in_rest
    for promise in promises:
        may[promise.seat] &= ~promise.holds_none_of
    return [HiddenPlace(size, may[holder], _limits(knowledge, holder)) for holder, size in sizes.items()]


def _classes(knowledge: Knowledge, may: Sequence[CardSet], limits: Sequence[Limits]) -> dict[Holders, list[CardSet]]:
    """The hidden cards by holders; `may` are the cards that each group may hold."""
    classes: dict[Holders, list[CardSet]] = {}
    for card in each(knowledge.hidden_cards):
        holders = sum(1 << level for level, cards in enumerate(may) if cards & card)
        if any(limits):
            holders += _number_between(knowledge.between, card) << LEVELS
        classes.setdefault(holders, []).append(card)
    return classes


def _limits(knowledge: Knowledge, holder: Holder) -> tuple[tuple[int, int], ...]:
    """The limits of this holder. None for a `Between` of which it may have all cards."""
    return tuple(
        (number, between.shares[holder])
        for number, between in enumerate(knowledge.between, 1)
        if holder in between.shares and between.shares[holder] < between.cards.bit_count()
    )


def _number_between(between: Iterable[Between], card: CardSet) -> int:
    """The number of the `Between` that has this card, from 1; 0: none has it."""
    return next((number for number, shared in enumerate(between, 1) if shared.cards & card), 0)


def _in_order(places: Sequence[HiddenPlace]) -> tuple[tuple[Group, ...], list[CardSet], tuple[Limits, ...]]:
    """The groups in order of filling, the cards that each may hold, and its limits. A place with limits is alone."""
    sharing: dict[tuple[CardSet, int | None], list[int]] = {}
    for at, place in enumerate(places):
        if place.size:
            sharing.setdefault((place.may, at if place.most else None), []).append(at)
    order = sorted(sharing, key=lambda kind: kind[0].bit_count())
    sized = ([(at, places[at].size) for at in sharing[kind]] for kind in order)
    groups = tuple(tuple(sorted(group, key=lambda place: place[1])) for group in sized)
    limits = tuple(dict(places[sharing[kind][0]].most) for kind in order)
    return groups, [may for may, _ in order], limits


def _ways_to_share(group: Group) -> int:
    """The number of ways to deal the cards of a group to its places."""
    return factorial(sum(size for _, size in group)) // prod(factorial(size) for _, size in group)


def _fill(
    sizes: tuple[int, ...],
    level: int,
    left: Classes,
    limits: Sequence[Limits],
    *,
    done: dict[tuple[int, Classes], FillingStep],
) -> FillingStep:
    """The ways to fill the places from this one on with the cards that are left. Memoized in `done`."""
    if level == len(sizes):
        return FillingStep(0 if left else 1)
    found = done.get((level, left))
    if found is None:
        choices, ways = [], []
        for taken in _ways_to_take(left, 1 << level, sizes[level], limits[level]):
            after = _fill(sizes, level + 1, _without(left, taken, 1 << level), limits, done=done)
            if after.ways:
                choices.append((taken, after))
                chosen = dict(taken)
                ways.append(after.ways * prod(comb(number, chosen.get(holders, 0)) for holders, number in left))
        found = done[level, left] = FillingStep(sum(ways), tuple(choices), tuple(accumulate(ways)))
    return found


def _ways_to_take(left: Classes, group: Holders, size: int, limits: Limits) -> Iterator[Classes]:
    """All ways to take `size` cards for a group from the classes that may be there, as numbers of each class."""
    if not left:
        if size == 0:
            yield ()
        return
    (holders, number), others = left[0], left[1:]
    most = min(number, size) if holders & group else 0
    between = holders >> LEVELS
    if between in limits:
        most = min(most, limits[between])
    least = number if holders == group | between << LEVELS else 0  # these cards fit nowhere later
    for taken in range(least, most + 1):
        after = {**limits, between: limits[between] - taken} if between in limits else limits
        for rest in _ways_to_take(others, group, size - taken, after):
            yield ((holders, taken), *rest) if taken else rest


def _without(left: Classes, taken: Classes, group: Holders) -> Classes:
    """The classes after a group is filled. Merges those that differed in this group only."""
    gone, after = dict(taken), dict[Holders, int]()
    for holders, number in left:
        if rest := number - gone.get(holders, 0):
            after[holders & ~group] = after.get(holders & ~group, 0) + rest
    return tuple(sorted(after.items()))


def _merge(left: dict[Holders, list[CardSet]], group: Holders) -> dict[Holders, list[CardSet]]:
    """Join a group of holders, with the cards themselves."""
    after: dict[Holders, list[CardSet]] = {}
    for holders, cards in left.items():
        if cards:
            after.setdefault(holders & ~group, []).extend(cards)
    return after


def _take(cards: list[Item], number: int, luck: Luck) -> list[Item]:
    """Remove this many at random, in random order; all of them as they are.

    Asks luck once, since one call takes longer than a division.
    """
    taken, size = [], len(cards)
    if number == size:
        taken += cards
        cards.clear()
        return taken
    turn = luck(perm(size, number))
    for left in range(size, size - number, -1):
        taken.append(cards.pop(turn % left))
        turn //= left
    return taken
