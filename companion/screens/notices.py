"""Screens of the box that need no table."""

from __future__ import annotations

from companion.screens.glyphs import SMALL
from companion.screens.picture import fill_lines, line_width, shorten, wrap
from companion.screens.screen import LISTED, Fact, Glance, Heading, Screen, TextPage
from companion.screens.sentences import Kind, as_sentence, sentences
from companion.screens.templates import as_spoken
from companion.screens.words import ABSENT_GAME, DOCTOR_KNOWS, FAILED_GAME, LOGS, UNUSABLE_DECK
from companion.support.messages import tr, tr_n
from companion.support.unreadable import UnreadableFile
from companion.table.modes import Damaged

AT_THE_GAME = len("2026-01-01-000000-")
"""Where the name of a record may be broken."""

REASON_LINES = 3
UNHEARD_LINES = 4


def last_words(reason: str, place: str) -> Screen:
    """The screen after a crash: the reason, and a line of the program or a file on the SD card."""
    lines = [*_name_lines(place), *wrap(reason, SMALL, line_width())[:REASON_LINES]]
    return _notice("last words", tr("Stopped"), (*fill_lines(lines, LISTED), LOGS), tr("restarting"))


def _name_lines(place: str) -> list[str]:
    """The name of a file, in two lines if it is the long one of a record."""
    where = [place] if SMALL.width(place) <= line_width() else [place[:AT_THE_GAME], place[AT_THE_GAME:]]
    return [shorten(part, SMALL, line_width()) for part in where]


def _notice(name: str, title: str, lines: tuple[str, ...], note: str = "", file: str = "") -> Screen:
    """A screen that says what stands on it; `file` is the one that the lines are about."""
    heading = ", ".join(filter(None, (title, file, note)))
    said = (heading, *as_spoken(filter(None, lines)))
    return Screen(
        name,
        Heading(title, note, file),
        TextPage(lines),
        says=lambda: sentences(*said, kind=Kind.MISTAKE),
    )


def wrong_settings(line: int, key: str, found: str, allowed: str) -> Screen:
    """The screen for a wrong setting: value and allowed values; `line` is 0 and `key` empty if unknown."""
    what = [shorten(text, SMALL, line_width()) for text in (key or tr("The file"), tr("found {value}", value=found))]
    lines = [*what, *wrap(tr("allowed: {values}", values=tr(allowed)), SMALL, line_width())[: LISTED - 1]]
    if len(lines) <= LISTED:
        lines = [*fill_lines(lines, LISTED), tr("Mend it, then restart")]
    where = tr("line {n}", n=line) if line else ""
    return _notice("wrong settings", tr("ERROR"), tuple(lines), where, tr("settings file"))


def box_notice(fact: str, text: str) -> Screen:
    """What came of a choice in the settings of the box."""
    said = tr(text)
    return Screen(
        "box notice",
        Heading(tr("Settings"), keys=tr("BACK")),
        Glance(Fact(tr(fact)), tuple(fill_lines(wrap(said, SMALL, line_width()), REASON_LINES))),
        says=lambda: sentences(said, kind=Kind.MISTAKE),
    )


def report(file: Damaged | UnreadableFile, in_play: bool) -> Screen:  # noqa: FBT001 - called by place
    """The screen for a file that cannot be used, or not be read. `in_play`: another game is on."""
    return damage_notice(file, in_play=in_play) if isinstance(file, Damaged) else unreadable(file)


def unreadable(file: UnreadableFile) -> Screen:
    """The screen for a file or directory that cannot be read: which one, why, and who knows more."""
    lines = _name_lines(file.place.removeprefix("records/running/"))
    why = fill_lines(wrap(as_sentence(tr(file.why)), SMALL, line_width()), 1)
    return _notice("unreadable", tr("Cannot read"), (*lines, *why, *tr(DOCTOR_KNOWS).split("\n")))


def damage_notice(record: Damaged, *, in_play: bool) -> Screen:
    """The screen for a damaged record: the bad line, the lines lost, the name of the copy.

    `in_play`: another game is on.
    """
    if not (record.record or record.kept_as):
        failed = fill_lines(wrap(as_sentence(tr(record.why)), SMALL, line_width()), REASON_LINES)
        return _notice("damaged", tr("Damaged"), (*failed, *tr(FAILED_GAME).split("\n")), tr("game"))
    if not record.record and record.absent:
        unheard = fill_lines(wrap(f"{record.kept_as}: {tr(record.why)}", SMALL, line_width()), UNHEARD_LINES)
        return _notice("damaged", tr("No tag fits"), (*unheard, tr("OK = without it")), tr("deck"))
    if not record.record:
        deck = shorten(record.kept_as, SMALL, line_width())
        lines = (tr("The file of the deck"), deck, *tr(UNUSABLE_DECK).split("\n"))
        return _notice("damaged", tr("Damaged"), lines, tr("deck"))
    line, _, why = tr(record.why).partition(": ")
    kept = record.kept_as[:AT_THE_GAME], record.kept_as[AT_THE_GAME:]
    fault = fill_lines(wrap(as_sentence(why), SMALL, line_width()), 2)
    if record.absent:
        return _notice("damaged", tr("Not installed"), (*fault, *tr(ABSENT_GAME).split("\n")))
    gone = tr_n("{n} entry lost. Kept as", "{n} entries lost. Kept as", record.lost)
    lost = gone if record.lost else tr("Kept, unchanged, as")
    go_on = tr("OK = go on before that") if record.goes_on else tr("OK = new game")
    return _notice("damaged", tr("Damaged"), (*fault, lost, *kept, tr("OK = play on") if in_play else go_on), line)
