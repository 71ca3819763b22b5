"""Which copy an alike card is stays open as long as the facts leave it open (rules.md 0.2).

Facts about alike cards are counts; a copy that somebody named is one more. A bit of a card set stands for a named copy
where it must lie, and for an unnamed card wherever it does: two bits change places when a name turns up elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat
    from companion.rules.referee.knowledge import Knowledge


def playable(
    copy: CardSet, alike: CardSet, seat: Seat | None, knowledge: Knowledge, taken: CardSet
) -> Knowledge | None:
    """The same facts, with this copy where a seat can play it; None where no choice of copies allows that.

    `alike` are all cards like it, without those that are `taken` for the same statement. `seat` None: the copy has
    been seen nowhere yet, as when it is dealt.
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
        knowledge = knowledge.exchanged(copy, copy & stand_in or _first(stand_in))
        hand, went, named, hidden = _of_seat(seat, alike, knowledge)
    if not copy & went:
        return knowledge
    other = hand or hidden  # what this hand played without a name was not this copy, but another
    return knowledge.exchanged(copy, _first(other)) if other else None


def still_in_play(copy: CardSet, alike: CardSet, knowledge: Knowledge, taken: CardSet) -> bool:
    """Whether this copy may lie in some hand, or where nobody has seen it."""
    seats = (None, *range(len(knowledge.held)))
    return any(playable(copy, alike, seat, knowledge, taken) for seat in seats)


def is_marker(copy: CardSet, alike: CardSet, knowledge: Knowledge) -> bool:
    """Whether a copy that is not in play is surely out of the deck, and was not played."""
    if copy & knowledge.named_anywhere or copy & knowledge.deck:
        return not copy & knowledge.deck
    return not alike & knowledge.out & ~knowledge.named_anywhere


def _of_seat(seat: Seat | None, alike: CardSet, knowledge: Knowledge) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Of these cards those known in a hand, those that left it, those named of both, and those it may hold unseen."""
    if seat is None:
        return 0, 0, 0, alike & knowledge.unseen
    hidden = 0 if knowledge.seen_whole(seat) else knowledge.may_hide(seat)
    return alike & knowledge.known[seat], alike & knowledge.went[seat], knowledge.named[seat], alike & hidden


def _first(cards: CardSet) -> CardSet:
    return cards & -cards
