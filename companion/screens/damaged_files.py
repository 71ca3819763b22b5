"""Screens of files that cannot be used, or not be read: which one, why, and what OK does."""

from __future__ import annotations

from companion.screens.glyphs import SMALL
from companion.screens.layouts import Screen
from companion.screens.notices import AT_THE_GAME, REASON_LINES, name_lines, notice
from companion.screens.picture import fill_lines, line_width, shorten, wrap
from companion.screens.spoken_sentences import as_sentence
from companion.support.messages import N_, Message, tr, tr_n
from companion.support.unreadable import UnreadableFile
from companion.table.modes import Damaged

ABSENT_GAME = N_("Its match is kept, and\noffered when it is back.\n\nOK = without it")
FAILED_GAME = N_("It is offered again\nwhen the box restarts.\nOK = other games")
UNUSABLE_DECK = N_("cannot be used. Other\ndecks work. Enrol this\none again.\nOK = play on")
DOCTOR_KNOWS = N_("Owner, in a terminal:\nsudo companion doctor\nOK = play on")

UNHEARD_LINES = 4


def report(file: Damaged | UnreadableFile, *, in_play: bool) -> Screen:
    """The screen for a file that cannot be read, or not be used: why, what is lost, what OK does, the name of the copy.

    `in_play`: another game is on.
    """
    if isinstance(file, UnreadableFile):
        named, reason = name_lines(file.place.removeprefix("records/running/")), wrap(as_sentence(tr(file.why)))
        return notice("unreadable", tr("Cannot read"), (*named, *fill_lines(reason, 1), *tr(DOCTOR_KNOWS).split("\n")))
    if not (file.record or file.kept_as):
        failed = fill_lines(wrap(_reason(file.why)), REASON_LINES)
        return notice("damaged", tr("Damaged"), (*failed, *tr(FAILED_GAME).split("\n")), tr("game"))
    if not file.record and file.absent:
        unheard = fill_lines(wrap(f"{file.kept_as}: {tr(file.why)}"), UNHEARD_LINES)
        return notice("damaged", tr("No tag fits"), (*unheard, tr("OK = without it")), tr("deck"))
    if not file.record:
        deck = shorten(file.kept_as, SMALL, line_width())
        lines = (tr("The file of the deck"), deck, *tr(UNUSABLE_DECK).split("\n"))
        return notice("damaged", tr("Damaged"), lines, tr("deck"))
    kept = file.kept_as[:AT_THE_GAME], file.kept_as[AT_THE_GAME:]
    why = wrap(as_sentence(tr(file.why).partition(": ")[2]))[:2]
    if file.absent:
        return notice("damaged", tr("Not installed"), (*fill_lines(why, 2), *tr(ABSENT_GAME).split("\n")))
    go_on = tr("OK = play them again") if file.goes_on else tr("OK = new game")
    told, ok = fill_lines(_damage(file), 2), tr("OK = back to your game") if in_play else go_on
    which = tr("old game") if in_play else tr("game")
    lines = (*told, tr("File for the owner:"), *kept, ok)
    return notice("damaged", tr("Damaged"), lines, which, file=file.record[AT_THE_GAME:])


def _damage(record: Damaged) -> list[str]:
    """What is lost of a damaged record; why one that is whole cannot be used, with the bad line if it has room."""
    if not record.lost:
        whole = wrap(_reason(record.why))
        return whole if len(whole) < REASON_LINES else wrap(_reason(record.why).partition(": ")[2])[:2]
    if not record.goes_on:
        return wrap(tr("The game cannot be read."))
    return wrap(tr_n("Its last card or answer is lost.", "Its last {n} cards and answers are lost.", record.lost))


def _reason(why: str) -> str:
    """The reason as a sentence; which error a game of another package raised stands in the log."""
    cause = why.values.get("why", why) if isinstance(why, Message) else why
    if isinstance(cause, Message) and "fault" in cause.values:
        return tr("Game {package} stopped by an error.", package=cause.values["package"])
    return as_sentence(tr(why))
