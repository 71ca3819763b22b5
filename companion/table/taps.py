"""What a tap means: a card of a hand being dealt, of a play, a command, a person, or nothing of ours.

A piece in a closed fist that passes the reader means nothing at all, not even that it passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button, Lifted, Resting, Stranger, Tapped
from companion.match.header import name_problem
from companion.rules.referee.verdicts import NOTHING_TO_UNDO
from companion.support.values import replace
from companion.table import enrolling as enrol
from companion.table import words
from companion.table.apply_statements import not_now, refused, say
from companion.table.buttons import pressed
from companion.table.card_naming import read_now, with_read
from companion.table.drawn_cards import dealt, drawn
from companion.table.menu import card_wanted, menu_opened
from companion.table.modes import Enrolling, Menu, OutOfTurn, Playing, SettingUp, answer_first, under
from companion.table.new_game import set_up_answered
from companion.table.player_tags import laid_at_reader, laid_by_name, out_of_turn_tapped, seat_named
from companion.table.repair_menu import mended
from companion.table.repairs import with_card
from companion.table.several_cards import laid
from companion.table.state import put_away
from companion.tags.tag_decks import CardCopy, Command, Person

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.inputs.inputs import Input
    from companion.match.match import Match
    from companion.table.setup import Luck
    from companion.table.state import Reply, Table
    from companion.tags.tag_decks import Piece


def heard(table: Table, given: Input) -> Input | None:
    """An input without the pieces that closed fists hold; None: nothing is left of it."""
    match given:
        case Tapped(pieces=pieces):
            open_ones = tuple(piece for piece in pieces if not _in_fist(table, piece))
            return replace(given, pieces=open_ones) if open_ones else None
        case Resting(piece=piece) | Lifted(piece=piece):
            return None if _in_fist(table, piece) else given
        case _:
            return given


def _in_fist(table: Table, piece: Piece | Stranger | None) -> bool:
    if table.match is None or not isinstance(piece, CardCopy):
        return False
    return card_of(table.match, piece) in table.match.header.game.in_fists(table.match.moment)


def tapped(table: Table, tap: Tapped, luck: Luck) -> Reply:
    """One tap, of one piece or several at once, after which no page is read any more."""
    if isinstance(table.mode, Enrolling):
        return enrol.tapped(table, table.mode, tap)
    if tap.pieces == (Command.OK,):
        return pressed(table, Button.OK, luck)
    return _tapped(put_away(table), tap, luck)


def _tapped(table: Table, tap: Tapped, luck: Luck) -> Reply:
    stranger = next((piece for piece in tap.pieces if isinstance(piece, Stranger)), None)
    if stranger is not None:
        return refused(table, "", words.NOT_OURS if stranger.deck else words.UNKNOWN_TAG, deck=stranger.deck)
    match tap.pieces:
        case (Command() as command,):
            return _commanded(table, command)
        case (Person(name=name),):
            return _person(table, name, luck)
        case (CardCopy() as copy,):
            return _cards(table, (copy,), tap)
    copies = tuple(piece for piece in tap.pieces if isinstance(piece, CardCopy))
    several = table.match is not None and table.match.expects.pieces[1] > 1
    if several and len(copies) == len(tap.pieces):
        return _cards(table, copies, tap)
    return refused(table, "", words.ONE_AT_A_TIME)


def _cards(table: Table, copies: tuple[CardCopy, ...], tap: Tapped) -> Reply:
    named = "" if table.scanning() else " ".join(copy.card for copy in copies)
    cards = (card_of(table.match, copy) for copy in copies) if table.match is not None else ()
    found = tuple(card for card in cards if card is not None)
    if table.match is not None and found and (read := read_now(table, found)):
        return read
    if table.match is None or answer_first(table.mode):
        return not_now(table, named, words.NO_CARD_NOW)
    if len(found) < len(copies):
        return refused(table, named, words.NOT_IN_GAME)
    return with_read(_counted(table, found, tap), found)


def _counted(table: Table, cards: tuple[Card, ...], tap: Tapped) -> Reply:
    """Cards of this deck where cards count: of a repair, of a hand, of a draw, or of a play."""
    match table.mode:
        case Menu() as menu if (choice := card_wanted(menu)) is not None:
            return mended(table, with_card(table.playing, choice, cards))
        case OutOfTurn() as asked:
            return out_of_turn_tapped(table, asked, cards)
    if scanned := dealt(table, cards):
        return say(table, scanned)
    if table.begun.named is not None and not tap.whose:
        return laid_by_name(table, table.begun.named, cards)
    return drawn(table, cards) or laid_at_reader(table, tap.whose, cards) or laid(table, cards, beside=tap.beside)


def card_of(match: Match, copy: CardCopy) -> Card | None:
    """The very card of this game's deck, where it tells its copies apart; None: the deck has no such card."""
    deck = match.header.game.deck
    return deck.card(str(copy)) or deck.card(copy.card)


def _commanded(table: Table, command: Command) -> Reply:
    """A command card says what a word does; UNDO asks for OK."""
    if command is Command.UNDO:
        return menu_opened(table) if table.in_play else not_now(table, "", NOTHING_TO_UNDO)
    means = {command.value.lower(), "deal"}
    open_now = [choice.says for choice in table.offered if choice.says and isinstance(table.mode, Playing)]
    said = next((says for says in open_now if {one.word for one in says} <= means), None)
    return say(table, said) if said else not_now(table, command.value, words.NO_WORD_NOW)


def _person(table: Table, name: str, luck: Luck) -> Reply:
    """A person's tag takes the next seat at set-up; in play it says whose card comes next."""
    if table.in_play:
        return seat_named(table, name)
    mode = under(table.mode)
    if not isinstance(mode, SettingUp) or not mode.setup.asks_name:
        return not_now(table, name, words.NO_PERSON_NOW)
    named = mode.setup.with_name(name)
    if named is mode.setup:
        return not_now(table, name, words.UNFIT_NAME if name_problem(name) else words.SEATED)
    return set_up_answered(table, mode, named.begun(luck))
