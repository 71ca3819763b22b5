"""Decides which copy an alike card is only when the facts force it (rules/RULES.md 2).

Facts about alike cards are counts, and names of copies. A bit of a card set stands for a named copy where it must be,
and for an unnamed card anywhere. If a name turns up elsewhere, two bits change places.
"""

from __future__ import annotations

from companion.cards import CardSet, Seat, first_of
from companion.rules.referee.knowledge import Knowledge


def playable(
    copy: CardSet, alike: CardSet, seat: Seat | None, knowledge: Knowledge, taken: CardSet
) -> Knowledge | None:
    """The facts with this copy where the seat can play it. None if no assignment of copies allows that.

    `alike` are all cards like it; those `taken` for the same statement are excluded. `seat` None: nobody has seen the
    copy yet, as when it is dealt.
    """
    alike &= ~taken
    if copy & (knowledge.for_good | taken):
        return None
    hand, went, named, hidden = _of_seat(seat, alike, knowledge)
    if not copy & named:
        free = alike & ~knowledge.named_anywhere
        stand_in = (hand and (hand | went) & free) or hidden & free
        if copy & knowledge.named_anywhere or not stand_in:
            return None
        knowledge = knowledge.swap_copies(copy, copy & stand_in or first_of(stand_in))
        hand, went, named, hidden = _of_seat(seat, alike, knowledge)
    if not copy & went:
        return knowledge
    other = hand or hidden  # the cards that this hand played without a name were other copies
    return knowledge.swap_copies(copy, first_of(other)) if other else None


def still_in_play(copy: CardSet, alike: CardSet, knowledge: Knowledge, taken: CardSet) -> bool:
    """Whether this copy may be in some hand or unseen."""
    seats = (None, *range(len(knowledge.held)))
    return any(playable(copy, alike, seat, knowledge, taken) for seat in seats)


def is_marker(copy: CardSet, alike: CardSet, knowledge: Knowledge) -> bool:
    """Whether a copy that is not in play is certainly out of the deck, and was not played."""
    if copy & knowledge.named_anywhere or copy & knowledge.deck:
        return not copy & knowledge.deck
    return not alike & knowledge.out & ~knowledge.named_anywhere


def _of_seat(seat: Seat | None, alike: CardSet, knowledge: Knowledge) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """The cards of `alike` that are known in a hand, that left it, that were named of it, and that it may hold."""
    if seat is None:
        return 0, 0, 0, alike & knowledge.unseen
    hidden = 0 if knowledge.seen_whole(seat) else knowledge.may_lie(seat)
    return alike & knowledge.known[seat], alike & knowledge.went[seat], knowledge.named[seat], alike & hidden
