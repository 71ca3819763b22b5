"""Name a card whose tag does not read: what the menu offers, and what a later tap of it means."""

from __future__ import annotations

from companion.cards import Card, Seat, signs
from companion.match.match import Match
from companion.rules.game import Choice
from companion.rules.statements import Statement
from companion.support.values import replace
from companion.table import computer_seats, drawn_cards, several_cards, unread_tags, words
from companion.table.apply_statements import beneath, not_now, refuse, say
from companion.table.computer_rack import rack, slot_of
from companion.table.effects import AddLine
from companion.table.modes import NeverRead, answer_first
from companion.table.notes import CardNote, CardNoteKind
from companion.table.reply import Outcome, Reply, add_lines
from companion.table.state import NowRead, Refused, Table
from companion.tags.tag_decks import CardCopy


def card_of(match: Match, copy: CardCopy) -> Card | None:
    """The card of this game's deck, with its copy if the deck has several; None: the deck has no such card."""
    deck = match.header.game.deck
    return deck.card(str(copy)) or deck.card(copy.card)


def dead_tag_now(table: Table) -> Choice | None:
    """The cards that may be named now. None: no card is expected, or the hands of people are scanned."""
    seat = rack_to_fill(table)
    if seat is not None:
        whose = words.card_of(table.playing.header.names[seat])
        return unread_tags.named_by_face(table.playing, Statement("dealt", seat), whose)
    if table.scanning():
        return None
    return _of_slots(table) or unread_tags.dead_tag(table.playing)


def rack_to_fill(table: Table) -> Seat | None:
    """The computer's seat that gets a hidden card now. None: no computer does."""
    scanning = table.scanning()
    if scanning is not None:
        seat, _ = scanning
        return seat if seat in table.playing.header.computers else None
    return table.owed.seat if table.owed is not None else None


def _of_slots(table: Table) -> Choice | None:
    """The cards that the computer plays and that were not tapped yet: hidden ones by slot, open ones by face."""
    match, said = table.playing, table.called
    if said is None or said.seat is None or not said.cards or not computer_seats.needs_card(match, said):
        return None
    slots = rack(match, said.seat)
    leaves = []
    for card in said.cards:
        number = slot_of(slots, card)
        if card not in table.begun.gathered:
            label = words.slots((number,)) if number else card.sign
            leaves.append(Choice(label, (said.with_cards(card),), unread=True))
    asks = words.from_slot(match.header.names[said.seat]) if set(slots) & set(said.cards) else words.WHICH_CARD
    return Choice(words.NO_READ, then=tuple(leaves), asks=asks)


def name_card(table: Table, choice: Choice) -> Reply:
    """Count this card as if it had been tapped; a note before its line says that it was not read."""
    (card,) = choice.says[-1].cards
    note = CardNote(CardNoteKind.UNREAD, card)
    unread = unread_tags.after_notes(table.unread, (note,), table.playing.header.game.deck)
    reply = count_card(replace(table, unread=unread), card)
    if not reply.lines:
        return replace(reply, table=replace(reply.table, unread=table.unread))
    return replace(reply, effects=(AddLine(note.line), *reply.effects))


def count_card(table: Table, card: Card) -> Reply:
    """Count this card of a list as if it had been tapped."""
    below = beneath(table)
    to_rack = rack_to_fill(below) is not None
    if (below.scanning() and not to_rack) or answer_first(below.mode):
        return not_now(below, card.sign, words.NO_CARD_NOW)
    reply = _dealt_or_drawn(below, card) if to_rack else several_cards.lay(below, (card,))
    if reply.is_rejected and _tells_of_a_rack(reply.table):
        return refuse(below, card.sign, words.NOT_NOW_PLAYED)
    return reply


def _dealt_or_drawn(table: Table, card: Card) -> Reply:
    """Put the card into the rack that is being filled."""
    if scanned := drawn_cards.scanned_cards(table, (card,)):
        return say(table, scanned)
    return drawn_cards.draw(table, (card,)) or refuse(table, "", words.DRAWN_NO_MORE)


def _tells_of_a_rack(table: Table) -> bool:
    """Whether a refusal names the slot of a card. Somebody who only names a card must not learn that."""
    return isinstance(table.overlay, Refused) and table.overlay.rule.name in {words.IN_RACK, words.NOT_CALLED}


def read_now(table: Table, cards: tuple[Card, ...]) -> Reply | None:
    """Note cards that were named before and are read after all; nothing is played. None: others were tapped."""
    match, over = table.playing, isinstance(table.mode, NeverRead)
    never = unread_tags.never_read(match, table.unread)
    found = [unread_tags.read_by(match, card, never, over=over) for card in cards]
    if not never or None in found:
        return None
    reply = _note(table, CardNoteKind.READ, cards)
    return replace(reply, table=replace(reply.table, overlay=NowRead(signs(cards))))


def with_read(reply: Reply, cards: tuple[Card, ...]) -> Reply:
    """The reply to a tap, with notes for cards that had been named with the buttons and read again."""
    if not reply.effects or not reply.table.unread:
        return reply
    deck, unread = reply.table.playing.header.game.deck, reply.table.unread
    read = tuple(card for card in cards if card in unread and unread_tags.is_one(deck, card))
    if not read:
        return reply
    noted = _note(reply.table, CardNoteKind.READ, read)
    return replace(reply, table=noted.table, effects=(*noted.effects, *reply.effects))


def never_read_pressed(table: Table, asked: NeverRead) -> Reply:
    """OK while cards of a scored deal were never read: they are accepted as they were named."""
    return _note(table, CardNoteKind.ACCEPTED, asked.cards)


def _note(table: Table, kind: CardNoteKind, cards: tuple[Card, ...]) -> Reply:
    notes = [CardNote(kind, card) for card in cards]
    unread = unread_tags.after_notes(table.unread, notes, table.playing.header.game.deck)
    noted = beneath(replace(table, unread=unread, overlay=None))
    return Reply(noted, Outcome.ACCEPTED, add_lines(*(note.line for note in notes)))
