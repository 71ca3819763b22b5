"""What the page in the room shows, as JSON. Pure.

It stands where all can see it: the panel's picture, what lies open, and what is asked.
"""

from __future__ import annotations

from base64 import b64encode
from zlib import crc32

from companion.enrolment.deck_kinds import FRENCH
from companion.enrolment.enrolment import Clash, Enrolment, Together, Unfit, UnknownTag
from companion.http.views.room import EnrollingTold, PieceDue, RoomView
from companion.inputs.inputs import UNHARMED
from companion.room.parts import PageShown
from companion.scoreboard.view import match_board
from companion.screens.asking import asked_sentence
from companion.screens.enrolling import piece_in_words, why_no_piece
from companion.screens.hearing import sentences_for
from companion.screens.refusals import refused_in_words
from companion.support.messages import N_, tr
from companion.support.values import replace
from companion.table.state import CannotRead, ClearReader, Refused, Table
from companion.tags.tag_decks import CardCopy, Piece

PLUG_IN = N_("{trouble}. Plug the reader in again: play goes on by itself. If not, companion doctor says why.")
ASK = N_("{trouble}: companion doctor says what to do.")


def room_view(table: Table | None, shown: PageShown, code: str | None = None, *, leaves: bool = False) -> RoomView:
    """The view of this moment; `table` None: it is not there yet. `code` of the phone that is the reader, if one is.

    `leaves`: there was a table on the screen before.
    """
    return {
        "number": shown.number,
        "phone": None if code is None else {"code": code and f"{crc32(code.encode()):08x}"},
        "glass": b64encode(shown.picture).decode(),
        "contrast": shown.brightness,
        "tune": {"number": shown.tune_number, "notes": [[note.hz, note.ms] for note in shown.tune]},
        "flash": {
            "number": shown.flash_number,
            "rgb": [round(255 * part) for part in shown.flash],
            "ms": shown.flash_ms,
        },
        "leaves": leaves and may_leave(table),
        "asked": _question(table) if table else "",
        "refused": _refusal(table) if table else "",
        "trouble": _trouble(table) if table else "",
        "enrolling": _enrolling(table) if table else None,
        "board": match_board(table) if table and table.in_play else None,
    }


def may_leave(table: Table | None) -> bool:
    """Whether nothing is being played with real cards: no match is there, or it is over."""
    return table is not None and not (table.in_play and table.playing.expects.words)


def _question(table: Table) -> str:
    """What is asked now; in a dialogue about decks what the panel says."""
    if table.decks is None:
        return asked_sentence(table)
    if isinstance(run := table.decks, Enrolment) and (due := run.next) is not None and not run.asks:
        return tr("Next: {card}. Tap its tag on the reader.", card=piece_in_words(run.kind, due))
    return " ".join(sentence.text for sentence in sentences_for(replace(table, overlay=None)))


def _refusal(table: Table) -> str:
    """Why the last tap or press was refused; empty: it was not."""
    match table.decks:
        case Enrolment(notice=Clash(piece=held)) as run:
            return tr("This tag is {card} already. One tag, one card.", card=piece_in_words(run.kind, held))
        case Enrolment(notice=Unfit() | Together() | UnknownTag() as notice):
            return " ".join(map(tr, why_no_piece(notice)[1:]))
        case None if isinstance(table.overlay, Refused):
            return " ".join(sentence.text for sentence in refused_in_words(table, table.overlay))
        case _ if isinstance(table.overlay, CannotRead | ClearReader):
            return " ".join(sentence.text for sentence in sentences_for(replace(table, health=UNHARMED)))
    return ""


def _trouble(table: Table) -> str:
    """What does not work, and what to do; empty: all works."""
    health = table.health
    return tr(PLUG_IN if health.of_reader else ASK, trouble=tr(health.trouble)) if health.trouble else ""


def _enrolling(table: Table) -> EnrollingTold | None:
    """The guided run over a deck: the piece whose tag comes next. None: there is no run."""
    run = table.decks
    if not isinstance(run, Enrolment):
        return None
    return {
        "due": _piece(run, run.next) if run.next is not None else None,
        "done": run.kind.tagged_in(run.deck),
        "of": len(run.kind.pieces),
        "undo": run.undo() != run,
    }


def _piece(run: Enrolment, piece: Piece) -> PieceDue:
    word = piece.card if isinstance(piece, CardCopy) else ""
    card = (run.kind.cards or FRENCH).card(word) if word else None
    return {
        "called": tr(run.kind.label(piece)),
        "remark": tr(run.kind.remark(piece)),
        "face": {"rank": card.rank, "suit": card.suit} if card and run.kind.cards is not None else None,
    }
