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
    forbidden = [0] * len(knowledge.held)
    for promise in promises:
        forbidden[promise.seat] |= promise.holds_none_of
    if any(known & none for known, none in zip(knowledge.known, forbidden, strict=True)):
        return False
    groups = [(0, 0)]
    for seat, held in enumerate(knowledge.held):
        may_hold = knowledge.may_hide(seat) & ~forbidden[seat]
        wanted = held - knowledge.known[seat].bit_count()
        groups += [(cards | may_hold, size + wanted) for cards, size in groups]
    return all(cards.bit_count() >= size for cards, size in groups)


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
