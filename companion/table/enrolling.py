"""The decks at the table: what a tap or a press means while decks are seen to. Every tap is saved at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.enrolment.deck_kinds import kind_of, kinds
from companion.enrolment.enrolment import Elsewhere, Enrolment, Verification
from companion.enrolment.lists import Choosing, Kept, NoDeck, all_decks, new_deck
from companion.enrolment.name_entry import Naming
from companion.inputs.inputs import Button, Cue, Stranger
from companion.support.values import replace
from companion.table.apply import NO_CARD_NOW, refused
from companion.table.state import ClearReader, Damaged, Reply, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.enrolment.deck_kinds import DeckKind
    from companion.enrolment.dialogue import Dialogue
    from companion.inputs.inputs import Lifted, Tapped
    from companion.tags.decks import Shelf


def opened(table: Table) -> Reply:
    """The list of all decks."""
    return Reply(replace(table, decks=all_decks(table.shelf, _kinds(table)), overlay=None), cue=Cue.PART)


def at_power_on(table: Table, shelf: Shelf) -> Table:
    """The table with these decks: with the run that was going on, or the offer to begin one where there is none.

    Those that cannot be used are told first.
    """
    unusable = (Damaged("", why, name) for name, why in shelf.unusable.items())
    table = replace(table, shelf=shelf, damaged=(*table.damaged, *unusable))
    if table.in_play or table.decks is not None:
        return table
    if shelf.unfinished:
        deck = shelf.unfinished[0]
        return replace(table, decks=Enrolment.resumed(kind_of(deck, _kinds(table)), deck))
    return table if _any_tag(shelf) else replace(table, decks=NoDeck())


def tapped(table: Table, tap: Tapped) -> Reply:
    """A tap enrols, or is named; where a list is open, cards do not count."""
    uids = frozenset(piece.uid for piece in tap.pieces if isinstance(piece, Stranger) and piece.uid)
    fresh = replace(table, overlay=None)
    match table.decks:
        case Enrolment() as run if uids and run.next is not None:
            chip_card = any(isinstance(piece, Stranger) and piece.chip_card for piece in tap.pieces)
            return _after_tap(fresh, run, run.tapped(uids, table.shelf, chip_card=chip_card))
        case Verification() as check if uids:
            after = check.tapped(uids, table.shelf)
            return Reply(replace(fresh, decks=after), cue=_cue_of_check(check, after))
        case _:
            return refused(table, "", replace(NO_CARD_NOW, remedy=f"Now: {_asked_now(table.decks)}"))


def _asked_now(decks: Dialogue | None) -> str:
    """What the buttons are to answer."""
    match decks:
        case NoDeck():
            return "OK = enrol"
        case Choosing(question=question):
            return question.title
        case _:
            return "OK or BACK"


def lifted(table: Table, gone: Lifted) -> Reply:
    """How well a tag was read shows when it is taken up; what was said of the reader is done."""
    after = table.decks
    if isinstance(after, Enrolment | Verification) and isinstance(gone.piece, Stranger):
        after = after.lifted(gone.piece.uid, gone.unread)
    overlay = None if isinstance(table.overlay, ClearReader) else table.overlay
    return Reply(
        replace(table, decks=after, overlay=overlay) if (after, overlay) != (table.decks, table.overlay) else table
    )


def pressed(table: Table, button: Button) -> Reply:
    """A press; the same table where it means nothing."""
    match table.decks:
        case NoDeck():
            return _offered(table, button)
        case Choosing() as choosing:
            return _choosing(table, choosing, button)
        case Naming() as naming:
            return _naming(table, naming, button)
        case Enrolment() as run:
            return _running(table, run, button)
        case Verification():
            return _left(table) if button is Button.BACK else Reply(table)
        case None:
            raise AssertionError("no deck is seen to")
    assert_never(table.decks)


def _offered(table: Table, button: Button) -> Reply:
    if button is not Button.OK:
        return Reply(table)
    return Reply(replace(table, decks=new_deck(table.shelf, _kinds(table))), cue=Cue.PART)


def _choosing(table: Table, choosing: Choosing, button: Button) -> Reply:
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, decks=replace(choosing, question=choosing.question.moved(button))))
        case Button.BACK if choosing.before is not None:
            return Reply(replace(table, decks=choosing.before))
        case Button.BACK:
            return _left(table)
        case Button.OK:
            return _chosen(table, choosing)


def _chosen(table: Table, choosing: Choosing) -> Reply:
    match choosing.answer:
        case Choosing() as further:
            return Reply(replace(table, decks=further.over(choosing)), cue=Cue.PART)
        case Kept(deck=deck):
            kept = replace(table, shelf=table.shelf.with_deck(deck, finished=True))
            return replace(opened(kept), deck=deck)
        case Enrolment() | Verification() | Naming() as begun:
            return Reply(replace(table, decks=begun), cue=Cue.PART)


def _naming(table: Table, naming: Naming, button: Button) -> Reply:
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, decks=naming.moved(button)))
        case Button.BACK if naming.text:
            return Reply(replace(table, decks=naming.taken_back()), cue=Cue.PART)
        case Button.BACK:
            return _left(table)
        case Button.OK:
            after = naming.taken()
            refused_now = isinstance(after, Naming) and bool(after.notice)
            return Reply(replace(table, decks=after), cue=Cue.REFUSED if refused_now else Cue.PART)


def _running(table: Table, run: Enrolment, button: Button) -> Reply:
    asked = isinstance(run.notice, Elsewhere) and run.next is not None
    match button:
        case Button.OK if asked:
            return _after_tap(table, run, run.agreed())
        case Button.BACK if asked:
            return Reply(replace(table, decks=replace(run, notice=None)))
        case Button.UP if run.taken_back() != run:
            return _kept(table, run.taken_back(), Cue.PART)
        case Button.DOWN if run.next is not None and run.replacing is None:
            return Reply(replace(table, decks=run.skipped()), cue=Cue.PART)
        case Button.OK if run.next is None and run.missing and run.replacing is None:
            return Reply(replace(table, decks=run.again()), cue=Cue.PART)
        case Button.OK if run.next is None and run.replacing is None:
            return Reply(replace(table, decks=Verification(run.kind, run.deck)), cue=Cue.PART)
        case Button.BACK if run.next is None and run.missing and run.deck.pieces:
            return replace(_left(_shelved(table, run, finished=True)), deck=run.deck)
        case Button.BACK:
            return _left(table)
        case _:
            return Reply(table)


def _after_tap(table: Table, before: Enrolment, after: Enrolment) -> Reply:
    if after.deck == before.deck:
        return Reply(replace(table, decks=after), cue=Cue.REFUSED)
    return _kept(table, after, Cue.SCORE if after.next is None else Cue.ACCEPTED)


def _kept(table: Table, run: Enrolment, cue: Cue) -> Reply:
    """The deck is saved as it now is; it is finished when nothing is missing, or a tag was replaced."""
    finished = run.next is None and (not run.missing or run.replacing is not None)
    shelved = replace(_shelved(table, run, finished=finished), decks=run)
    return Reply(shelved, cue=cue, deck=run.deck, unfinished=not finished)


def _shelved(table: Table, run: Enrolment, *, finished: bool) -> Table:
    return replace(table, shelf=table.shelf.with_deck(run.deck, finished=finished))


def _left(table: Table) -> Reply:
    """Back to what was asked before; without any deck there is nothing else to do than to enrol one."""
    shelf = table.shelf
    return Reply(replace(table, decks=None if shelf.unfinished or _any_tag(shelf) else NoDeck()))


def _any_tag(shelf: Shelf) -> bool:
    return any(deck.pieces for deck in shelf.decks)


def _cue_of_check(before: Verification, after: Verification) -> Cue:
    if after.notice is not None:
        return Cue.REFUSED
    if len(after.seen) == len(before.seen):
        return Cue.PART
    return Cue.ACCEPTED if after.missing else Cue.SCORE


def _kinds(table: Table) -> Mapping[str, DeckKind]:
    return kinds(table.games, table.regulars)
