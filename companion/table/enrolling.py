"""Enrolment at the table: what a tap or a press means in a dialogue about decks. Every tap is saved at once."""

from __future__ import annotations

from collections.abc import Mapping

from companion.enrolment import deck_menu
from companion.enrolment.deck_kinds import DeckKind, kind_of, kinds
from companion.enrolment.deck_menu import Choosing, Dialogue, FirstTag, Kept, Naming, NoDeck
from companion.enrolment.enrolment import Enrolment, Verification
from companion.inputs.inputs import Button, Lifted, Stranger, Tapped
from companion.rules.game import Game, pieces_of
from companion.rules.referee.verdicts import Rule
from companion.support.messages import msg
from companion.support.values import replace
from companion.table import apply_statements, words
from companion.table.effects import SaveDeck
from companion.table.modes import Enrolling, under
from companion.table.reply import Outcome, Reply
from companion.table.state import ClearReader, Table, with_shelf
from companion.tags.tag_decks import Shelf, TagDeck


def open_decks(table: Table) -> Reply:
    """Open the list of all decks."""
    mode = Enrolling(deck_menu.all_decks(table.house.shelf, _kinds(table)), under(table.mode))
    return Reply(replace(table, mode=mode, overlay=None), Outcome.PART)


def dialogue_before_play(table: Table, shelf: Shelf) -> Dialogue | None:
    """The dialogue that comes before play: an unfinished run, or the offer to enrol a first deck. None: play."""
    if shelf.unfinished:
        deck = shelf.unfinished[0]
        return Enrolment.resume(kind_of(deck, _kinds(table)), deck)
    return None if _any_tag(shelf) else NoDeck()


def lacking(table: Table, game: Game, rules: Mapping[str, str]) -> Rule | None:
    """Why no deck serves the game under these house rules. None if one does, or there is no deck of any kind."""
    shelf, kind = table.house.shelf, pieces_of(game).under(rules).deck_kind
    if shelf.in_play(kind) is not None or not (shelf.decks or shelf.unfinished):
        return None
    if any(deck.serves(kind) for deck in shelf.unfinished):
        return words.DECK_NOT_FINISHED
    known = _kinds(table)
    return words.no_deck(known[kind].title if kind in known else kind)


def take_tap(table: Table, mode: Enrolling, tap: Tapped) -> Reply:
    """A tap enrols or checks a tag; it is refused while a list is open."""
    strangers = [piece for piece in tap.pieces if isinstance(piece, Stranger)]
    uids = frozenset(stranger.uid for stranger in strangers if stranger.uid)
    kind, fresh = next((stranger.kind for stranger in strangers), None), replace(table, overlay=None)
    match mode.dialogue:
        case Enrolment() as run if (uids or kind) and run.next is not None:
            further = run.tap(uids, table.house.shelf, kind)
            if further.notice is None and run.reverses is None and tap.reader in table.house.undecided_readers:
                (uid,) = uids
                return _then(fresh, deck_menu.which_number(run, uid, table.house.shelf))
            return _after_tap(fresh, further)
        case Verification() as check if uids or kind:
            after = check.tap(uids, table.house.shelf, kind)
            return Reply(_about(fresh, after), _outcome_of_check(check, after))
        case _:
            asked = msg(words.NOW, asked=msg(_asked_now(mode.dialogue)))
            return apply_statements.refuse(table, "", replace(words.NO_CARD_NOW, remedy=asked))


def _asked_now(decks: Dialogue) -> str:
    """What to do instead of a tap."""
    match decks:
        case NoDeck():
            return words.OK_ENROLS
        case Choosing(question=question):
            return question.title
        case _:
            return words.OK_OR_BACK


def _about(table: Table, dialogue: Dialogue) -> Table:
    """The table at this dialogue."""
    return replace(table, mode=Enrolling(dialogue, under(table.mode)))


def lift(table: Table, mode: Enrolling, gone: Lifted) -> Reply:
    """A lifted tag: counts its failed reads, and puts away "clear the reader"."""
    after = mode.dialogue
    if isinstance(after, Enrolment | Verification) and isinstance(gone.piece, Stranger):
        after = after.lift(gone.piece.uid, gone.unread)
    overlay = None if isinstance(table.overlay, ClearReader) else table.overlay
    changed = (after, overlay) != (mode.dialogue, table.overlay)
    return Reply(replace(_about(table, after), overlay=overlay) if changed else table)


def answer_press(table: Table, mode: Enrolling, button: Button) -> Reply:
    """The reply to a press; the same table if it means nothing."""
    match mode.dialogue, button:
        case NoDeck(), Button.OK:
            return _then(table, deck_menu.new_deck(table.house.shelf, _kinds(table)))
        case Choosing() | Naming() as entry, Button.UP | Button.DOWN:
            return Reply(_about(table, entry.move(button)))
        case Choosing(before=Choosing() as before), Button.BACK:
            return Reply(_about(table, before))
        case Choosing() as choosing, Button.OK:
            return _choose(table, choosing)
        case Naming(text=text) as naming, Button.BACK if text:
            return _then(table, naming.shorten())
        case Naming() as naming, Button.OK:
            after = naming.confirm()
            notice = after.notice if isinstance(after, Naming) else ""
            return Reply(_about(table, after), Outcome.REJECTED if notice else Outcome.PART)
        case Enrolment() as run, _:
            return _running(table, run, button)
        case ((Choosing() | Naming() | Verification()), Button.BACK):
            return leave(table)
        case _:
            return Reply(table)


def _then(table: Table, dialogue: Dialogue) -> Reply:
    """The next dialogue, with a short sound."""
    return Reply(_about(table, dialogue), Outcome.PART)


def _choose(table: Table, choosing: Choosing) -> Reply:
    match choosing.answer:
        case Choosing() as further:
            return _then(table, replace(further, before=choosing))
        case Kept(deck=deck):
            return replace(open_decks(_shelve(table, deck, finished=True)), effects=(SaveDeck(deck),))
        case FirstTag(run=run):
            return _after_tap(table, run)
        case begun:
            return _then(table, begun)


def _running(table: Table, run: Enrolment, button: Button) -> Reply:
    asks, over = run.asks, run.next is None and run.replacing is None
    match button:
        case Button.OK if asks:
            return _after_tap(table, run.agree())
        case Button.BACK if asks:
            return Reply(_about(table, replace(run, notice=None)))
        case Button.UP if run.undo() != run:
            return _keep(table, run.undo(), Outcome.PART)
        case Button.DOWN if run.next is not None and run.replacing is None:
            return _then(table, run.skip())
        case Button.OK if over and run.missing:
            return _then(table, run.again())
        case Button.OK if over:
            return _then(table, Verification(run.kind, run.deck))
        case Button.BACK if run.next is None and run.missing and run.deck.pieces:
            return replace(leave(_shelve(table, run.deck, finished=True)), effects=(SaveDeck(run.deck),))
        case Button.BACK:
            return leave(table)
        case _:
            return Reply(table)


def _after_tap(table: Table, run: Enrolment) -> Reply:
    if run.notice is not None:
        return Reply(_about(table, run), Outcome.REJECTED)
    return _keep(table, run, Outcome.DONE if run.next is None else Outcome.ACCEPTED)


def _keep(table: Table, run: Enrolment, outcome: Outcome) -> Reply:
    """Save the deck; it is finished if nothing is missing, or a tag was replaced."""
    finished = run.next is None and (not run.missing or run.replacing is not None)
    shelved = _about(_shelve(table, run.deck, finished=finished), run)
    return Reply(shelved, outcome, (SaveDeck(run.deck, finished),))


def _shelve(table: Table, deck: TagDeck, *, finished: bool) -> Table:
    return with_shelf(table, table.house.shelf.with_deck(deck, finished=finished))


def leave(table: Table) -> Reply:
    """Back to the mode below a dialogue; without any deck, back to the offer to enrol one."""
    shelf = table.house.shelf
    if shelf.unfinished or _any_tag(shelf):
        return Reply(replace(table, mode=under(table.mode)))
    return Reply(_about(table, NoDeck()))


def _any_tag(shelf: Shelf) -> bool:
    return any(deck.pieces for deck in shelf.decks)


def _outcome_of_check(before: Verification, after: Verification) -> Outcome:
    if after.notice is not None:
        return Outcome.REJECTED
    if len(after.seen) == len(before.seen):
        return Outcome.PART
    return Outcome.ACCEPTED if after.missing else Outcome.DONE


def _kinds(table: Table) -> Mapping[str, DeckKind]:
    return kinds(table.house.games, table.house.regulars)
