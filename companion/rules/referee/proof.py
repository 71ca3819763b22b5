"""Decides when a promise is broken, and when several promises cannot all hold (rules/RULES.md 1).

A promise is broken by a card of its own player, or by counting: the unseen cards must fill every hidden hand to its
size. If no way to do so keeps all promises, somebody broke one. The test is Hall's condition: for every group of seats,
the unseen cards that the group may hold must be at least as many as it still has to hold. Undealt cards impose no
limit, since they take what the hands do not need, unless some cards are known to lie with a few holders only
(`filling`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.cards import CardSet, Seat, each
from companion.rules.referee.filling import Holder, wants
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import Promise


def broken_by_card(
    promises: Sequence[Promise], knowledge: Knowledge, seat: Seat | None, played: CardSet
) -> dict[Promise, CardSet]:
    """The open promises that a play or the known cards of a hand disprove, with the cards that disprove them."""
    found = {}
    for promise in promises:
        seen = knowledge.known[promise.seat] | (played if promise.seat == seat else 0)
        if promise.holds_none_of & seen:
            found[promise] = promise.holds_none_of & seen
    return found


def can_all_hold(promises: Sequence[Promise], knowledge: Knowledge) -> bool:
    """Whether some way to fill the hidden hands keeps all these promises."""
    if broken_by_card(promises, knowledge, None, 0):
        return False
    if knowledge.between:
        return _fills(promises, knowledge)
    unseen = knowledge.unseen
    may_hold = [unseen] * len(knowledge.held)
    wanted = [held - known.bit_count() for held, known in zip(knowledge.held, knowledge.known, strict=True)]
    for promise in promises:
        may_hold[promise.seat] &= ~promise.holds_none_of
    groups = [(0, 0)]
    for cards, number in zip(may_hold, wanted, strict=True):
        if cards != unseen:  # a group with a hand that may hold all of them asks no more than all hands together
            groups += [(union | cards, size + number) for union, size in groups]
    groups += ((unseen, sum(wanted)),)
    for union, size in groups:  # noqa: SIM110 - this runs at every play, and a plain loop takes half the time of all()
        if union.bit_count() < size:
            return False
    return True


def can_hold(seat: Seat, cards: CardSet, knowledge: Knowledge) -> bool:
    """Whether this hand may hold all these cards together."""
    for card in each(cards & ~knowledge.known[seat]):
        if not card & knowledge.pool(seat):
            return False
        knowledge = knowledge.seen_into(seat, card)
    return can_all_hold((), knowledge)


def _fills(promises: Sequence[Promise], knowledge: Knowledge) -> bool:
    """Whether all promises can hold, where some cards lie with one of a few holders."""
    denied: dict[Holder, CardSet] = defaultdict(int)
    for promise in promises:
        denied[promise.seat] |= promise.holds_none_of
    wanted = wants(knowledge.hidden_places, knowledge.unseen, knowledge.between, denied)
    return all(cards.bit_count() >= number for cards, number in wanted)


def contradictions(promises: Sequence[Promise], knowledge: Knowledge) -> tuple[tuple[Promise, ...], ...]:
    """Groups of open promises, oldest first in each. At least one promise of every group is broken.

    First come promises that cannot hold even alone, one per group; then groups that cannot hold together. Both are
    sorted by their oldest promises. Groups do not overlap. Empty if all promises can hold, or if the facts contradict
    each other without any promise.
    """
    if can_all_hold(promises, knowledge) or not can_all_hold((), knowledge):
        return ()
    alone = [(promise,) for promise in promises if not can_all_hold((promise,), knowledge)]
    groups: list[tuple[Promise, ...]] = []
    left = _without(promises, alone)
    while not can_all_hold(left, knowledge):
        groups.append(_together(left, knowledge))
        left = _without(left, groups)
    return (*alone, *sorted(groups, key=lambda group: promises.index(group[0])))


def not_contradicted(promises: Sequence[Promise], knowledge: Knowledge) -> tuple[Promise, ...]:
    """These promises without the groups that contradict themselves or the cards."""
    return _without(promises, contradictions(promises, knowledge))


def _together(promises: tuple[Promise, ...], knowledge: Knowledge) -> tuple[Promise, ...]:
    """A minimal group of these promises that cannot hold together, oldest first."""
    left = promises
    for promise in promises:
        without = _without(left, [(promise,)])
        if not can_all_hold(without, knowledge):
            left = without
    return left


def _without(promises: Sequence[Promise], groups: Sequence[tuple[Promise, ...]]) -> tuple[Promise, ...]:
    return tuple(promise for promise in promises if not any(promise in group for group in groups))
