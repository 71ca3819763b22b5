"""What the menu offers for a tag that does not read: by face for people, by slot for a card that the computer calls.

Whoever deals a dead tag into a rack must look at the card to name it; afterwards its slot is enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.game import Choice
from companion.rules.statements import Statement
from companion.table import words
from companion.table.computer_rack import rack, slot_of
from companion.table.computer_seats import needs_card
from companion.table.unread_tags import UNREAD, dead_tag, named_by_face

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.table.state import Table


def dead_tag_now(table: Table) -> Choice | None:
    """The cards that may be named now; None where no card is asked for, or people's hands are scanned."""
    seat = rack_to_fill(table)
    if seat is not None:
        whose = words.card_of(table.playing.header.names[seat])
        return named_by_face(table.playing, Statement("dealt", seat), whose)
    if table.scanning():
        return None
    return _of_slots(table) or dead_tag(table.playing)


def rack_to_fill(table: Table) -> Seat | None:
    """The seat of the computer that gets a hidden card now; None: none does."""
    scanning = table.scanning()
    if scanning is not None:
        seat, _ = scanning
        return seat if any(one.seat == seat for one in table.playing.header.computers) else None
    return table.owed.seat if table.owed is not None else None


def _of_slots(table: Table) -> Choice | None:
    """The cards that the computer calls and that were not tapped yet, each by its slot; an open one by its face."""
    match, said = table.playing, table.called
    if said is None or said.seat is None or not said.cards or not needs_card(match, said):
        return None
    slots = rack(match, said.seat)
    leaves = []
    for card in said.cards:
        number = slot_of(slots, card)
        if card not in table.begun.gathered:
            label = words.slots((number,)) if number else card.sign
            leaves.append(Choice(label, (said.with_cards(card),), note=f"{UNREAD}{card}"))
    return Choice(words.NO_READ, then=tuple(leaves), asks=words.WHICH_ONE)
