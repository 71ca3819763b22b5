"""Screens of the box that need no table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.glyphs import SMALL
from companion.screens.picture import WIDTH, fill_lines, shorten, wrap
from companion.screens.screen import LISTED, Screen
from companion.screens.words import ABSENT_GAME, FAILED_GAME, LOGS, UNUSABLE_DECK

if TYPE_CHECKING:
    from companion.table.modes import Damaged

AT_THE_GAME = len("2026-01-01-000000-")
"""Where the name of a record may be broken."""

REASON_LINES = 3


def last_words(reason: str, place: str) -> Screen:
    """The screen after a crash: the reason, and a line of the program or a file on the SD card."""
    where = [place] if SMALL.width(place) <= WIDTH else [place[:AT_THE_GAME], place[AT_THE_GAME:]]
    lines = [*(shorten(part, SMALL, WIDTH) for part in where), *wrap(reason, SMALL, WIDTH)[:REASON_LINES]]
    return Screen("last words", title="Stopped", note="restarting", lines=(*fill_lines(lines, LISTED), LOGS))


def wrong_settings(line: int, key: str, found: str, allowed: str) -> Screen:
    """The screen for a wrong setting: value and allowed values; `line` is 0 and `key` empty if unknown."""
    what = [shorten(text, SMALL, WIDTH) for text in (key or "The file", f"found {found}")]
    lines = (*what, *wrap(f"allowed: {allowed}", SMALL, WIDTH)[: LISTED - 1])
    return Screen("wrong settings", title="Settings", note=f"line {line}" if line else "", lines=lines)


def damaged(record: Damaged, *, in_play: bool) -> Screen:
    """The screen for a damaged record: the bad line, the lines lost, the name of the copy.

    `in_play`: another game is on.
    """
    if not (record.record or record.kept_as):
        failed = fill_lines(wrap(f"{record.why[:1].upper()}{record.why[1:]}.", SMALL, WIDTH), REASON_LINES)
        return Screen("damaged", title="Damaged", note="game", lines=(*failed, *FAILED_GAME))
    if not record.record:
        deck = shorten(record.kept_as, SMALL, WIDTH)
        return Screen("damaged", title="Damaged", note="deck", lines=("The file of the deck", deck, *UNUSABLE_DECK))
    line, _, why = record.why.partition(": ")
    kept = record.kept_as[:AT_THE_GAME], record.kept_as[AT_THE_GAME:]
    fault = fill_lines(wrap(why[:1].upper() + why[1:] + ".", SMALL, WIDTH), 2)
    if record.absent:
        return Screen("damaged", title="Not installed", lines=(*fault, *ABSENT_GAME))
    lost = f"{record.lost} line{'s' * (record.lost > 1)} lost. Kept as" if record.lost else "Kept, unchanged, as"
    then = "OK = play on" if in_play else f"OK = go on before {line}" if record.goes_on else "OK = new game"
    return Screen("damaged", title="Damaged", note=line, lines=(*fault, lost, *kept, then))
