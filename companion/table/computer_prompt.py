"""Cards tapped during the computer prompt, and cards of a rack. The display names no hidden card by its face."""

from __future__ import annotations

from companion.cards import Card, Seat, signs
from companion.rules.statements import Statement
from companion.support.messages import join
from companion.table import words
from companion.table.apply_statements import add_part, refuse, say
from companion.table.computer_rack import rack, slot_of
from companion.table.computer_seats import may_ask, needs_card, table_statements
from companion.table.reply import Reply
from companion.table.state import Table


def taken_from_rack(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """The reply to cards at a table with computers while theirs are expected; None for a person's, and for a bone."""
    if table.owed is not None:
        return refuse(table, "", words.DRAW_FIRST, table.owed.seat)
    seat = table.computer
    if seat is None:
        return _out_of_place(table, cards)
    if may_ask(table):
        return refuse(table, "", words.COMPUTER_THINKS, seat)
    said = table.called
    if said is None or not needs_card(table.playing, said):
        return refuse(table, "", words.COMPUTER_SPEAKS, seat)
    return _take_prompted(table, said, cards) if said.cards else _out_of_place(table, cards)


def cards_called(table: Table, said: Statement) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """The cards of a statement that were not tapped yet: the slots of the hidden ones in order, and the open ones."""
    slots = rack(table.playing, said.by)
    left = [card for card in said.cards if card not in table.begun.gathered]
    numbers = sorted(slot_of(slots, card) for card in left if card in slots)
    return tuple(numbers), tuple(card for card in left if card not in slots)


def taker_of(table: Table, said: Statement) -> Seat | None:
    """The seat that gets the next card of this statement from a computer. None: the computer gives no card."""
    gifts = (draw.seat for draw in table.playing.expects.draws if draw.says == said.with_cards())
    return next((seat for seat in gifts if seat != said.seat), None)


def in_words(numbers: tuple[int, ...], open_cards: tuple[Card, ...]) -> str:
    """Cards as text: `slot 3`, `slots 3 5`, `7♠`, `slot 3, 7♠`."""
    parts = [part for part in (words.slots(numbers), signs(open_cards)) if part]
    return parts[0] if len(parts) == 1 else join(parts, ", ")


def _take_prompted(table: Table, said: Statement, cards: tuple[Card, ...]) -> Reply:
    """Accept cards of the prompted play and refuse any other; the cards tapped before stay."""
    cards = tuple(_as_called(table, said, card) for card in cards)
    if set(cards) & set(table.begun.gathered):
        return refuse(table, "", words.CALLED_TWICE, said.seat)
    if not set(cards) <= set(said.cards):
        return _not_these(table, said, cards)
    every = (*table.begun.gathered, *cards)
    if len(every) == len(said.cards):
        return say(table, (*table_statements(table.playing), said.with_cards(*every)))
    return add_part(table, cards)


def _as_called(table: Table, said: Statement, card: Card) -> Card:
    """The card as the statement names it: by its face alone if no rack is known to hold this copy."""
    if card in said.cards or card.face not in said.cards:
        return card
    racks = (rack(table.playing, seat) for seat in table.playing.header.computers)
    return card if any(card in slots for slots in racks) else card.face


def _not_these(table: Table, said: Statement, cards: tuple[Card, ...]) -> Reply:
    """A refusal that names the slot of a card of this rack, and nothing for any other card."""
    wanted = in_words(*cards_called(table, said))
    own = [number for card in cards if (number := slot_of(rack(table.playing, said.by), card))]
    return refuse(table, "", words.not_called(said.by, wanted, next(iter(own), 0)), said.seat)


def _out_of_place(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """The refusal of a card that stands in a rack; it does not name the card. None: no card stands in a rack."""
    match = table.playing
    for seat in match.header.computers:
        slots = rack(match, seat)
        for card in cards:
            if card in slots:
                turn = next(iter(match.expects.seats), None)
                return refuse(table, "", words.in_rack(seat, slot_of(slots, card)), turn)
    return None
