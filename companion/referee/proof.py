"""When a promise is broken, and when promises together cannot all hold (rules.md 0.1).

A promise is broken by a card of its own player; or by counting: the unseen cards must fill every hidden hand to
its size, and when no way of doing so keeps all promises, somebody broke one. Hall's condition decides it: for
every group of seats the unseen cards that someone of the group may hold must be as many as the group still has
to hold. The undealt cards never bind: what the hands do not take lies there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import CardSet
    from companion.referee.knowledge import Knowledge
    from companion.referee.verdicts import Promise
    from companion.seats import Seat


def broken_by_card(
    promises: Sequence[Promise], knowledge: Knowledge, seat: Seat, played: CardSet
) -> tuple[Promise, ...]:
    """The open promises of a seat that this play of its own, or a card known to lie in its hand, disproves."""
    held = played | knowledge.known[seat]
    return tuple(promise for promise in promises if promise.seat == seat and promise.holds_none_of & held)


def can_all_hold(promises: Sequence[Promise], knowledge: Knowledge) -> bool:
    """Whether some way of filling the hidden hands keeps every one of these promises."""
    unseen = knowledge.unseen
    may_hold = [unseen] * len(knowledge.held)
    if knowledge.keeper is not None:
        may_hold[knowledge.keeper] |= knowledge.kept
    for promise in promises:
        if knowledge.known[promise.seat] & promise.holds_none_of:
            return False
        may_hold[promise.seat] &= ~promise.holds_none_of
    groups = [(0, 0)]
    for cards, held, known in zip(may_hold, knowledge.held, knowledge.known, strict=True):
        wanted = held - known.bit_count()
        groups += [(union | cards, size + wanted) for union, size in groups]
    for union, size in groups:  # noqa: SIM110 - every play pays for this test, and a plain loop costs half of all()
        if union.bit_count() < size:
            return False
    return True


def suspects(promises: Sequence[Promise], knowledge: Knowledge) -> tuple[Promise, ...]:
    """A smallest set of open promises, oldest first, of which one at least is broken; empty if all can hold.

    Also empty when the facts contradict each other without any promise: then nobody is accused.
    """
    if can_all_hold(promises, knowledge):
        return ()
    left = list(promises)
    for promise in promises:
        without = [other for other in left if other is not promise]
        if not can_all_hold(without, knowledge):
            left = without
    return tuple(left)
