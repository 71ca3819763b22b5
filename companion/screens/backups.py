"""Screens of a backup to a USB stick and back from it: while it is written, and how either has ended."""

from __future__ import annotations

from typing import assert_never

from companion.inputs.stick_news import BackedUp, NotRestored, Restored, StickFault
from companion.screens.screen import Heading, Screen
from companion.screens.sentences import Kind
from companion.screens.templates import Template, fill
from companion.support.messages import N_, tr
from companion.table.at_stick import brings

BEGINS = "companion-"
"""How the name of a backup begins; its day follows."""


def notice(name: str, fact: str, text: str, title: str = N_("Backup")) -> Template:
    """A template of a fact and three lines."""
    return Template(name, Heading(title), fact, (text,))


BACKING_UP = notice("backing up", N_("ONE MOMENT"), N_("It is written to the\nUSB stick. Any button\nleads on."))
BACKED_UP = notice("backed up", N_("SAVED"), N_("The stick has it, as\n{name}.\nYou can take it out."))
FAILED = {
    StickFault.NO_STICK: notice("no stick", N_("NO STICK"), N_("Plug a USB stick in,\nwait a moment, and\ntry again.")),
    StickFault.FULL: notice(
        "stick full", N_("FULL"), N_("The stick has no room.\nNothing was written.\nTake another one.")
    ),
    StickFault.READ_ONLY: notice(
        "stick read-only",
        N_("READ-ONLY"),
        N_("The stick can only be\nread. Push its switch,\nor take another one."),
    ),
    StickFault.GONE: notice("stick gone", N_("STICK GONE"), N_("Pulled out, or broken:\nplug one in, and\ntry again.")),
    StickFault.NO_RIGHT: notice(
        "no right", N_("CAN'T SAVE"), N_("The box may not write\nto it. A stick with\nFAT or exFAT works.")
    ),
    StickFault.FAILED: notice(
        "backup failed", N_("NO BACKUP"), N_("Nothing was written.\nWhy, tells journalctl\n-u companion")
    ),
}
RESTORE = N_("Restore")
READING = notice(
    "reading backup", N_("ONE MOMENT"), N_("The backup on the\nUSB stick is read. Any\nbutton leads on."), RESTORE
)
RESTORING = notice(
    "restoring", N_("ONE MOMENT"), N_("It comes from the USB\nstick. Leave the stick\nin until it is here."), RESTORE
)
RESTORED = notice("restored", N_("IT IS HERE"), N_("{came}\nhave come. You can\ntake the stick out."), RESTORE)
NOT_RESTORED = {
    StickFault.NO_STICK: notice(
        "no backup found",
        N_("NO BACKUP"),
        N_("No stick here has one.\nPlug it in, wait a\nmoment, and try again."),
        RESTORE,
    ),
    StickFault.GONE: notice(
        "restore cut", N_("STICK GONE"), N_("Pulled out, or broken:\nplug it in, and\nrestore once more."), RESTORE
    ),
    StickFault.NO_RIGHT: notice(
        "no right to read", N_("CAN'T READ"), N_("The box may not read\nit. A stick with FAT\nor exFAT works."), RESTORE
    ),
    StickFault.SPOILT: notice(
        "backup spoilt", N_("CUT OFF"), N_("The backup is not whole.\nNothing came. Take\nanother copy."), RESTORE
    ),
    StickFault.CHANGED: notice(
        "backup changed", N_("CHANGED"), N_("Not as the box wrote it.\nNothing came. Take\nanother copy."), RESTORE
    ),
    StickFault.NEWER: notice(
        "backup newer", N_("NEWER"), N_("A newer version wrote\nit. Update this box,\nthen restore."), RESTORE
    ),
    StickFault.OTHER_KIND: notice(
        "backup of another kind",
        N_("NOT OURS"),
        N_("It is of another kind\nof box, not of a table.\nNothing came."),
        RESTORE,
    ),
    StickFault.NO_ROOM: notice(
        "no room to restore", N_("NO ROOM"), N_("The card of this box\nhas no room for it.\nNothing came."), RESTORE
    ),
    StickFault.NOTHING_NEW: notice(
        "nothing to restore",
        N_("ALL HERE"),
        N_("This box has all of\nthe backup. You can\ntake the stick out."),
        RESTORE,
    ),
    StickFault.FAILED: notice(
        "restore failed", N_("NOT ALL HERE"), N_("Restore once more.\nWhy, tells journalctl\n-u companion"), RESTORE
    ),
}
"""What can befall a restore; of the others only a backup that is written knows."""


def reading() -> Screen:
    """The screen while the backups on a stick are looked through."""
    return fill(READING)


def restoring() -> Screen:
    """The screen while a backup comes from a stick."""
    return fill(RESTORING)


def backing_up(news: BackedUp | Restored | NotRestored | None) -> Screen:
    """The screen while a backup is written (None), or for how it or a restore has ended."""
    match news:
        case None:
            return fill(BACKING_UP)
        case BackedUp(fault=StickFault() as fault):
            return fill(FAILED[fault], Kind.MISTAKE)
        case BackedUp(file=file):
            return fill(BACKED_UP, name=file.removeprefix(BEGINS))
        case Restored(decks=decks, matches=matches):
            return fill(RESTORED, came=tr(brings(decks, matches)))
        case NotRestored(fault=fault):
            return fill(NOT_RESTORED[fault], Kind.TURN if fault is StickFault.NOTHING_NEW else Kind.MISTAKE)
    assert_never(news)
