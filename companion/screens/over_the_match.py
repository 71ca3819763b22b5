"""The screen of each overlay: what lies over the match until the next tap or press."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from companion.screens import refusals, slips, words
from companion.screens.layouts import Screen
from companion.screens.notices import box_notice
from companion.screens.spoken_sentences import Kind
from companion.screens.templates import fill
from companion.support.lazy_import import lazy_call
from companion.table import state
from companion.table.state import Table

BACKING_UP: Callable[..., Screen] = lazy_call("companion.screens.backups:backing_up")
READING_BACKUP: Callable[..., Screen] = lazy_call("companion.screens.backups:reading")
ADVICE: Callable[..., Screen] = lazy_call("companion.screens.computer_seats:advice")


def screen(table: Table) -> Screen:  # noqa: C901, PLR0912 - every overlay
    """The screen of the overlay of this table, which has one."""
    match table.overlay:
        case state.Refused() as refused:
            return refusals.refusal(table, refused)
        case state.Why() as why:
            return refusals.why(table, why)
        case state.TakenBack() as back:
            return slips.undo_screen(table, back)
        case state.Mended() as repair:
            return slips.repair_screen(table, repair)
        case state.ScoreChanged(change):
            return slips.score_changed(table, change)
        case state.SeatsChanged():
            return slips.seating_screen(table)
        case state.NowRead() as read:
            return slips.now_read(table, read)
        case state.Advising() | state.Advised() as choice:
            return ADVICE(table, choice)
        case state.BoxNotice(fact=fact, text=text):
            return box_notice(fact, text)
        case state.ClearReader():
            return fill(words.CLEAR_READER, Kind.MISTAKE)
        case state.CannotRead():
            return fill(words.CANNOT_READ, Kind.MISTAKE)
        case state.BackingUp(news=news):
            return BACKING_UP(news)
        case state.ReadingBackup():
            return READING_BACKUP()
        case None:
            raise AssertionError("nothing lies over the match")
    assert_never(table.overlay)
