"""What a computer seat wants, in whole sentences: the cards to tap by their slots, where a card goes, what it says.

The panel has its own words (`computer_seats.py`): a line of it read aloud is no sentence.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.cards import Card, Seat
from companion.cards.spoken import cards_in_words
from companion.match.match import Match
from companion.rules.game import Draw
from companion.rules.statements import Statement
from companion.screens.telling import question
from companion.support.messages import N_, msg_n, tr
from companion.support.text import listing
from companion.table.asked import gift_asked, only_person
from companion.table.computer_prompt import cards_called, taker_of
from companion.table.computer_rack import slot_to_fill
from companion.table.computer_seats import needs_card
from companion.table.state import Table


def does_unasked(table: Table) -> str:
    """What a computer's seat does now, where hands tap its cards unasked. Empty: people tap them, or it needs none."""
    said, owed = table.called, table.owed
    if not table.house.tended:
        return ""
    if owed is not None:
        return tr(_takes_up(owed))
    return table.playing.header.language.does(said) if said is not None and needs_card(table.playing, said) else ""


def _takes_up(owed: Draw) -> str:
    if owed.says.seat is None:
        return N_("takes the nest")
    if owed.says.seat == owed.seat:
        return msg_n("draws a card", "draws {n} cards", owed.cards)
    return msg_n("gets a card", "gets {n} cards", owed.cards)


def wishes(table: Table, seat: Seat, shown: str) -> tuple[str, ...]:
    """What this seat wants now; of a word or an act without cards, the text that is `shown`."""
    said, who = table.called, table.playing.header.names[seat]
    gift = gift_asked(table)
    if gift is not None and table.house.tended and (asked := question(table)):
        return (asked,)
    if does := does_unasked(table):
        return (tr("{who} {what}", who=who, what=does),)
    if (taken := gift or table.owed) is not None:
        return (_draw(table, taken),)
    if said is None:
        return (tr("{who} {what}", who=who, what=shown),)
    if not needs_card(table.playing, said):
        return (_word(table.playing, said, who, shown),)
    taker = taker_of(table, said)
    return _cards_to_tap(table, said), "" if taker is None else _goes_to(table, taker)


def _cards_to_tap(table: Table, said: Statement) -> str:
    """Asks for the cards of a statement that are not tapped yet; one that names none takes any card."""
    numbers, faces = cards_called(table, said)
    cards = _cards(numbers, faces) if said.cards else ""
    return table.playing.header.language.call(said, cards, len(numbers) + len(faces))


def _cards(numbers: tuple[int, ...], faces: tuple[Card, ...]) -> str:
    """Hidden cards by the slots they stand in, and open ones."""
    standing = msg_n("the card in slot {slots}", "the cards in slots {slots}", len(numbers))
    hidden = tr(standing, slots=_list(map(str, numbers))) if numbers else ""
    return _list(filter(None, (hidden, cards_in_words(faces))))


def _list(words: Iterable[str]) -> str:
    return tr(listing(words))


def _goes_to(table: Table, taker: Seat) -> str:
    """Who gets the next card that a computer gives away, and in which slot it goes."""
    who, slot = table.playing.header.names[taker], slot_to_fill(table.playing, taker, table.begun.gathered)
    if slot:
        return tr("The next one is for {who}, into slot {n}.", who=who, n=slot)
    return tr("The next one is for {who}.", who=who)


def put(table: Table, seat: Seat) -> str:
    """Where the next card of a hand goes; empty for a person."""
    slot = 0 if table.house.tended else slot_to_fill(table.playing, seat)
    return tr("Put the next one into slot {n}.", n=slot) if slot else ""


def _draw(table: Table, owed: Draw) -> str:
    """The hidden cards that a computer still takes, and where the next one goes."""
    assert owed.seat is not None, "a computer has it"
    who = table.playing.header.names[owed.seat]
    left, slot = owed.cards - len(table.begun.drawn), slot_to_fill(table.playing, owed.seat, table.begun.drawn)
    if owed.says.seat is None:
        told = msg_n(
            "{who} takes the last card of the nest: tap it face down, and put it into slot {slot}.",
            "{who} takes {n} cards of the nest: tap one face down, and put it into slot {slot}.",
            left,
        )
    elif owed.says.seat == owed.seat:
        told = msg_n(
            "{who} draws a card: tap it face down, and put it into slot {slot}.",
            "{who} draws {n} cards: tap one face down, and put it into slot {slot}.",
            left,
        )
    elif owed.says.seat == only_person(table.playing):
        told = msg_n(
            "Pass a card to {who}: tap it face down, and put it into slot {slot}.",
            "Pass {n} cards to {who}: tap one face down, and put it into slot {slot}.",
            left,
        )
    else:
        told = msg_n(
            "{who} gets a card: tap it face down, and put it into slot {slot}.",
            "{who} gets {n} cards: tap one face down, and put it into slot {slot}.",
            left,
        )
    return tr(told, who=who, slot=slot)


def _word(match: Match, said: Statement, who: str, shown: str) -> str:
    """What it says without cards, in the game's words; as `shown` where the game has no sentence for it."""
    language = match.header.language
    if language.words[said.word].cards or said.value == "0":
        return tr("{who} {what}", who=who, what=shown)
    return language.in_words(said)
