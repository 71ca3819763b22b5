"""What a tap means: a card of a hand being dealt, of a play, a command, a person, or nothing of ours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee.verdicts import CARD_USED, NOT_IN_DECK
from companion.statements import Statement
from companion.table.beginning import set_up_answered
from companion.table.inputs import Button, Cue, Stranger
from companion.table.menu import menu_opened
from companion.table.presses import pressed
from companion.table.speaking import NO_CARD_NOW, NOT_A_PIECE, ONE_AT_A_TIME, refused, say
from companion.table.table import Reply, Table
from companion.tags import CardCopy, Command, Person, Piece

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.table.setup import Luck


def tapped(table: Table, pieces: tuple[Piece | Stranger, ...], luck: Luck) -> Reply:
    """One tap, of one piece or several at once."""
    match pieces:
        case (Stranger(deck=deck),):
            return refused(table, f"of {deck}" if deck else "", NOT_A_PIECE)
        case (Command() as command,):
            return _commanded(table, command, luck)
        case (Person(name=name),):
            return _person(table, name, luck)
        case (CardCopy(card=word),):
            return _card(table, (word,))
    words = tuple(piece.card for piece in pieces if isinstance(piece, CardCopy))
    several = table.match is not None and table.match.expects.pieces[1] > 1
    return _card(table, words) if several and len(words) == len(pieces) else refused(table, "", ONE_AT_A_TIME)


def _card(table: Table, words: tuple[str, ...]) -> Reply:
    if table.match is None or (table.question is not None and table.question.asks == "same table"):
        return refused(table, " ".join(words), NO_CARD_NOW)
    cards = tuple(table.match.header.game.deck.card(word) for word in words)
    found = tuple(card for card in cards if card is not None)
    if len(found) < len(words):
        return refused(table, " ".join(words), NOT_IN_DECK)
    scanned = _scanned(table, found)
    return say(table, scanned) if scanned else _gather(table, found)


def _scanned(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    """What cards say while a hand is being scanned; nothing when none is."""
    scanning = table.scanning()
    if scanning is None:
        return ()
    deal = tuple(said for said in table.playing.expects.implied if said.word == "deal")
    return (*deal, *(Statement("dealt", scanning[0], (card,)) for card in cards))


def _gather(table: Table, cards: tuple[Card, ...]) -> Reply:
    """A play is complete at its number of cards; until then its cards wait, noted in case of a power cut."""
    expected = table.playing.expects
    if expected.tap is None:
        return refused(table, " ".join(card.sign for card in cards), NO_CARD_NOW)
    together = (*table.gathered, *cards)
    if len(together) < expected.pieces[0]:
        if set(cards) & set(table.gathered):
            return refused(table, " ".join(card.sign for card in cards), CARD_USED)
        notes = tuple(f"; tapped {card}" for card in cards)
        return Reply(replace(table, gathered=together, overlay=None, question=None), notes, Cue.PART)
    return say(table, (*expected.implied, expected.tap.with_cards(*together)))


def _commanded(table: Table, command: Command, luck: Luck) -> Reply:
    """A command card does what a button does; UNDO asks for OK."""
    match command:
        case Command.OK:
            return pressed(table, Button.OK, luck)
        case Command.UNDO:
            return menu_opened(table) if table.match is not None else refused(table, "", NO_CARD_NOW)
        case Command.PASS | Command.NIL:
            open_now = table.match.expects.choices if table.match and table.question is None else ()
            said = next((choice.says for choice in open_now if choice.says[-1].word == command.value.lower()), None)
            return say(table, said) if said else refused(table, command.value, NO_CARD_NOW)


def _person(table: Table, name: str, luck: Luck) -> Reply:
    """A person's tag takes the next seat at set-up; in play it says nothing yet."""
    setting_up = table.setting_up
    named = setting_up.with_name(name) if setting_up else None
    if named is None or named is setting_up:
        return refused(table, name, NO_CARD_NOW)
    return set_up_answered(table, named.begun(luck))
