"""What a tap means: a card of a hand, of a draw or of a play, a command card, a name tag, or an unknown tag.

A piece in a closed fist is ignored completely.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.cards import Card, CardSet, Luck
from companion.enrolment.deck_kinds import DeckKind
from companion.enrolment.words import NO_CARD
from companion.inputs.inputs import Button, Input, Lifted, Resting, Stranger, Tapped
from companion.match.match import Match
from companion.rules.game import Choice, Game
from companion.rules.places import in_fists
from companion.rules.referee.verdicts import NOT_IN_DECK, NOTHING_TO_UNDO, Rule
from companion.support.caching import memoize
from companion.support.lazy_import import lazy_call
from companion.support.messages import join
from companion.support.values import replace
from companion.table import buttons, club, enrolling, modes, repair_menu, repairs, setup_dialogue, several_cards, words
from companion.table.apply_statements import may_be_given, not_now, refuse, say
from companion.table.card_naming import card_of, read_now, with_read
from companion.table.drawn_cards import draw, scanned_cards
from companion.table.menu import TAKE_CARD, open_menu
from companion.table.player_tags import is_due, laid_at_reader, laid_by_name, name_seat, out_of_turn_tapped
from companion.table.reply import Reply
from companion.table.state import Table, put_away
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece

GUEST_TAPPED: Callable[..., Reply | None] = lazy_call("companion.table.seats:guest_tapped")
WHICH_CARD: Callable[..., Reply | None] = lazy_call("companion.table.second_numbers:which_card")


def without_fists(table: Table, given: Input) -> Input | None:
    """An input without the pieces in closed fists; None if nothing is left of it."""
    match = table.match
    if match is None or not match.header.game.crate:  # only what goes into a crate is held in fists
        return given
    match given:
        case Tapped(pieces=pieces):
            open_ones = tuple([piece for piece in pieces if not _in_fist(match, piece)])
            if len(open_ones) == len(pieces):
                return given
            return replace(given, pieces=open_ones) if open_ones else None
        case Resting(piece=piece) | Lifted(piece=piece):
            return None if _in_fist(match, piece) else given
        case _:
            return given


def _in_fist(match: Match, piece: Piece | Stranger | None) -> bool:
    card = card_of(match, piece) if isinstance(piece, CardCopy) else None
    game = match.header.game
    return card is not None and bool(_all_in_fists(match.moment, game) & game.deck.bit(card))


@memoize
def _all_in_fists(moment: Any, game: Game) -> CardSet:
    """The pieces in closed fists. Asked twice of a moment: the card before is lifted when the next one is tapped."""
    return in_fists(game.places(moment))


def answer_tap(table: Table, tap: Tapped, luck: Luck) -> Reply:
    """The reply to a tap, of one piece or several at once; it puts away the page that is read."""
    fresh = put_away(table)
    match table.mode, _meaning(fresh, tap):
        case modes.Enrolling() as mode, _:
            return enrolling.take_tap(table, mode, tap)
        case _, Reply() as refusal:
            return refusal
        case _, CommandCard.OK:
            return buttons.press(table, Button.OK, luck)
        case _, CommandCard() as command:
            return _command(fresh, command)
        case _, Person(name=name):
            return _name_tag(fresh, name, luck)
        case modes.Menu(answer=Choice(wants_card=True) as choice, uid=b""), tuple() as cards:
            reply = repair_menu.repair(fresh, repairs.with_card(fresh.playing, choice, cards))
        case modes.OutOfTurn() as asked, tuple() as cards:
            reply = out_of_turn_tapped(fresh, asked, cards)
        case _, cards:
            reply = _lay(fresh, cards, tap)
    return with_read(reply, cards)


def _name_tag(table: Table, name: str, luck: Luck) -> Reply:
    """The reply to a name tag: for the club, for the set-up, for a seat, or for the owner of the next card."""
    if table.house.club is not None and _sits_nowhere(table):
        return club.tag_tapped(table, name, luck)
    if not table.in_play:
        return setup_dialogue.seat_taken(table, name, luck)
    guest = GUEST_TAPPED(table, table.mode, name) if isinstance(table.mode, modes.Menu) else None
    return guest or name_seat(table, name)


def _sits_nowhere(table: Table) -> bool:
    """Whether a name tag is for the club: no match is in play, and no set-up asks for a name."""
    setup = table.setting_up
    return isinstance(table.mode, modes.AtClub) or not (table.in_play or (setup and setup.asks_name))


def _meaning(table: Table, tap: Tapped) -> CommandCard | Person | tuple[Card, ...] | Reply:
    """The meaning of the pieces of a tap, or the reply if it is settled already."""
    for piece in tap.pieces:
        if isinstance(piece, Stranger):
            fits = len(tap.pieces) == 1 and is_due(table, tap.whose)
            asked = WHICH_CARD(table, piece, tap.reader) if fits else None
            return asked or refuse(table, "", _why_strange(table, piece), deck=piece.deck)
    match tap.pieces:
        case (CommandCard() | Person() as piece,):
            return piece
        case (CardCopy() as copy,):
            return _cards_meant(table, (copy,))
    copies = tuple([piece for piece in tap.pieces if isinstance(piece, CardCopy)])
    if len(copies) < len(tap.pieces) or not _several_fit(table):
        return refuse(table, "", words.ONE_AT_A_TIME)
    return _cards_meant(table, copies)


def _why_strange(table: Table, piece: Stranger) -> Rule:
    """Why this tag is not a piece of the deck in play."""
    if piece.kind is not None:
        return NO_CARD[piece.kind]
    if not piece.deck and table.house.shelf.has(piece.uid):
        return words.HALF_TAGGED
    return NOT_IN_DECK if piece.deck else words.UNKNOWN_TAG


def _several_fit(table: Table) -> bool:
    """Whether several cards may be laid at once: a play of several, or several that are drawn or given."""
    if table.match is None:
        return False
    expected = table.match.expects
    return expected.most_cards > 1 or any(draw.cards > 1 for draw in expected.draws)


def _cards_meant(table: Table, copies: tuple[CardCopy, ...]) -> tuple[Card, ...] | Reply:
    """These cards of the deck in play, where they may count."""
    match = table.match
    if match is None:
        return not_now(table, _cards_named(table, copies), words.NO_CARD_NOW)
    found = tuple([card for copy in copies if (card := card_of(match, copy)) is not None])
    if table.unread and found and (read := read_now(table, found)):
        return read
    if modes.answer_first(table.mode):
        return not_now(table, _cards_named(table, copies), words.NO_CARD_NOW)
    return found if len(found) == len(copies) else refuse(table, _cards_named(table, copies), words.NOT_IN_GAME)


def _cards_named(table: Table, copies: tuple[CardCopy, ...]) -> str:
    """The signs of these cards for a refusal. Empty where nobody may see them: in a scanned hand, or given away."""
    if table.match is not None and (table.scanning() or may_be_given(table)):
        return ""
    kind = DeckKind("", "", (), table.match.header.game.deck if table.match else None)
    return join([kind.sign(copy) for copy in copies])


def _lay(table: Table, cards: tuple[Card, ...], tap: Tapped) -> Reply:
    """Cards of a hand that is scanned, of a draw, or of a play."""
    mode = table.mode
    if isinstance(mode, modes.Menu) and mode.uid and mode.reader != tap.reader and len(cards) == 1:
        return TAKE_CARD(table, cards[0], mode.uid)
    if scanned := scanned_cards(table, cards):
        return say(table, scanned)
    if table.begun.named is not None and not tap.whose:
        return laid_by_name(table, table.begun.named, cards)
    reply = draw(table, cards) or laid_at_reader(table, tap.whose, cards)
    return reply or several_cards.lay(table, cards, same_hand=tap.same_hand)


def _command(table: Table, command: CommandCard) -> Reply:
    """A command card: says its word if that is offered; UNDO opens the menu."""
    if command is CommandCard.UNDO:
        return open_menu(table) if table.in_play else not_now(table, "", NOTHING_TO_UNDO)
    means = {command.value.lower(), "deal"}
    open_now = [choice.says for choice in table.offered if choice.says and isinstance(table.mode, modes.Playing)]
    said = next((says for says in open_now if {statement.word for statement in says} <= means), None)
    return say(table, said) if said else not_now(table, command.value, words.NO_WORD_NOW)
