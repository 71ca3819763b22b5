"""What a tap means: a card of a hand being dealt, of a play, a command, a person, or nothing of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.verdicts import NOT_IN_DECK
from companion.statements import Statement
from companion.table.beginning import set_up_answered
from companion.table.draws import drawn
from companion.table.inputs import Button, Stranger
from companion.table.menu import menu_opened, menu_tapped
from companion.table.presses import pressed
from companion.table.sets import laid
from companion.table.speaking import NO_CARD_NOW, NOT_A_PIECE, ONE_AT_A_TIME, refused, say
from companion.tags import CardCopy, Command, Person

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.match import Match
    from companion.table.inputs import Tapped
    from companion.table.setup import Luck
    from companion.table.table import Reply, Table


def tapped(table: Table, tap: Tapped, luck: Luck) -> Reply:
    """One tap, of one piece or several at once."""
    match tap.pieces:
        case (Stranger(deck=deck),):
            return refused(table, f"of {deck}" if deck else "", NOT_A_PIECE)
        case (Command() as command,):
            return _commanded(table, command, luck)
        case (Person(name=name),):
            return _person(table, name, luck)
        case (CardCopy() as copy,):
            return _cards(table, (copy,), beside=tap.beside)
    copies = tuple(piece for piece in tap.pieces if isinstance(piece, CardCopy))
    several = table.match is not None and table.match.expects.pieces[1] > 1
    if several and len(copies) == len(tap.pieces):
        return _cards(table, copies, beside=tap.beside)
    return refused(table, "", ONE_AT_A_TIME)


def _cards(table: Table, copies: tuple[CardCopy, ...], *, beside: bool) -> Reply:
    words = " ".join(copy.card for copy in copies)
    if table.match is None or (table.question is not None and table.question.before_cards):
        return refused(table, words, NO_CARD_NOW)
    cards = (card_of(table.match, copy) for copy in copies)
    found = tuple(card for card in cards if card is not None)
    if len(found) < len(copies):
        return refused(table, words, NOT_IN_DECK)
    scanned = _scanned(table, found)
    if scanned:
        return menu_tapped(table, found) or say(table, scanned)
    return menu_tapped(table, found) or drawn(table, found) or laid(table, found, beside=beside)


def card_of(match: Match, copy: CardCopy) -> Card | None:
    """The very card of this game's deck, where it tells its copies apart; None: the deck has no such card."""
    deck = match.header.game.deck
    return deck.card(str(copy)) or deck.card(copy.card)


def _scanned(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    """What cards say while a hand is being scanned; nothing when none is."""
    scanning = table.scanning()
    if scanning is None:
        return ()
    deal = tuple(said for said in table.playing.expects.implied if said.word == "deal")
    return (*deal, *(Statement("dealt", scanning[0], (card,)) for card in cards))


def _commanded(table: Table, command: Command, luck: Luck) -> Reply:
    """A command card does what a button does; UNDO asks for OK."""
    match command:
        case Command.OK:
            return pressed(table, Button.OK, luck)
        case Command.UNDO:
            return menu_opened(table) if table.in_play else refused(table, "", NO_CARD_NOW)
        case Command.PASS | Command.NIL:
            words = {command.value.lower(), "deal"}
            open_now = [choice.says for choice in table.offered if choice.says and table.question is None]
            said = next((says for says in open_now if {one.word for one in says} <= words), None)
            return say(table, said) if said else refused(table, command.value, NO_CARD_NOW)


def _person(table: Table, name: str, luck: Luck) -> Reply:
    """A person's tag takes the next seat at set-up; in play it says nothing yet."""
    setting_up = table.setting_up
    named = setting_up.with_name(name) if setting_up else None
    if named is None or named is setting_up:
        return refused(table, name, NO_CARD_NOW)
    return set_up_answered(table, named.begun(luck))
