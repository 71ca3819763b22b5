"""Screens of a backup to a USB stick and back from it: while it is written, and how either has ended."""

from __future__ import annotations

from typing import assert_never

from companion.inputs.stick_news import BackedUp, NotRestored, Restored, StickFault
from companion.screens.layouts import Heading, Screen
from companion.screens.spoken_sentences import Kind
from companion.screens.templates import Template, fill
from companion.support.messages import N_, tr
from companion.table.at_stick import brings

BEGINS = "companion-"
"""How the name of a backup begins; its day follows."""


def notice(name: str, fact: str, text: str, title: str = N_("Backup")) -> Template:
    """A template of a fact and three lines, while something goes on."""
    return Template(name, Heading(title), fact, (text,))


def outcome(name: str, fact: str, text: str, title: str = N_("Backup")) -> Template:
    """A template of a fact and three lines about what has come of it, which OK puts away."""
    return Template(name, Heading(title, keys=N_("OK = close")), fact, (text,))


BACKING_UP = notice("backing up", N_("ONE MOMENT"), N_("It is written to the\nUSB stick. Any button\nleads on."))
BACKED_UP = outcome("backed up", N_("SAVED"), N_("The stick has it, as\n{name}.\nYou can take it out."))
FAILED = {
    StickFault.NO_STICK: outcome(
        "no stick", N_("NO STICK"), N_("Plug a USB stick in,\nwait a moment, and\ntry again.")
    ),
    StickFault.FULL: outcome(
        "stick full", N_("FULL"), N_("The stick has no room.\nNothing was written.\nTry another stick.")
    ),
    StickFault.READ_ONLY: outcome(
        "stick read-only",
        N_("READ-ONLY"),
        N_("The stick can only be\nread. Push its switch,\nor try another stick."),
    ),
    StickFault.GONE: outcome(
        "stick gone", N_("STICK GONE"), N_("Pulled out, or broken:\nplug one in, and\ntry again.")
    ),
    StickFault.NO_RIGHT: outcome(
        "no right", N_("CAN'T SAVE"), N_("The box may not write\nto it. A stick with\nFAT or exFAT works.")
    ),
    StickFault.FAILED: outcome(
        "backup failed", N_("NO BACKUP"), N_("Nothing was written.\nTry again, or with\nanother stick.")
    ),
}
RESTORE = N_("Restoring")
READING = notice(
    "reading backup", N_("ONE MOMENT"), N_("The backup on the\nUSB stick is read. Any\nbutton leads on."), RESTORE
)
RESTORING = notice(
    "restoring", N_("ONE MOMENT"), N_("It comes from the USB\nstick. Leave the stick\nin until it is here."), RESTORE
)
RESTORED = outcome("restored", N_("IT IS HERE"), N_("{came}\nhave come. You can\ntake the stick out."), RESTORE)
NOT_RESTORED = {
    StickFault.NO_STICK: outcome(
        "no backup found",
        N_("NO BACKUP"),
        N_("No stick here has one.\nPlug it in, wait a\nmoment, and try again."),
        RESTORE,
    ),
    StickFault.GONE: outcome(
        "restore cut", N_("STICK GONE"), N_("Pulled out, or broken:\nplug it in, and\nrestore once more."), RESTORE
    ),
    StickFault.NO_RIGHT: outcome(
        "no right to read", N_("CAN'T READ"), N_("The box may not read\nit. A stick with FAT\nor exFAT works."), RESTORE
    ),
    StickFault.SPOILT: outcome(
        "backup spoilt",
        N_("CUT OFF"),
        N_("The backup is not whole.\nNothing was restored.\nTry another backup."),
        RESTORE,
    ),
    StickFault.CHANGED: outcome(
        "backup changed",
        N_("FILE ALTERED"),
        N_("Not as the box wrote it.\nNothing was restored.\nTry another backup."),
        RESTORE,
    ),
    StickFault.NEWER: outcome(
        "backup newer",
        N_("TOO NEW"),
        N_("From a newer version.\nNothing was restored.\nUpdate this box first."),
        RESTORE,
    ),
    StickFault.OTHER_KIND: outcome(
        "backup of another kind",
        N_("NOT OURS"),
        N_("It is of another kind\nof box, not of a table.\nNothing was restored."),
        RESTORE,
    ),
    StickFault.NO_ROOM: outcome(
        "no room to restore",
        N_("NO ROOM"),
        N_("The card of this box\nhas no room for it.\nNothing was restored."),
        RESTORE,
    ),
    StickFault.NOTHING_NEW: outcome(
        "nothing to restore",
        N_("ALL HERE"),
        N_("This box has all of\nthe backup. You can\ntake the stick out."),
        RESTORE,
    ),
    StickFault.FAILED: outcome(
        "restore failed", N_("NOT ALL HERE"), N_("It broke off. Restore\nonce more, or from\nanother stick."), RESTORE
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
