"""Screens of a backup to a USB stick and back from it: while it is written, and how either has ended."""

from __future__ import annotations

from typing import assert_never

from companion.inputs.stick_news import BackedUp, NotRestored, Restored, StickFault
from companion.screens.layouts import Screen
from companion.screens.spoken_sentences import Kind
from companion.screens.templates import fill
from companion.screens.words import notice_template
from companion.support.messages import N_, tr, tr_n
from companion.table.at_stick import brings

BEGINS = "companion-"
"""How the name of a backup begins; its day follows."""


BACKUP, RESTORE, CLOSE = N_("Backup"), N_("Restoring"), N_("OK = close")


BACKING_UP = notice_template(
    "backing up", BACKUP, N_("ONE MOMENT"), N_("Writing: leave the USB\nstick in. Any button:\nplay on meanwhile.")
)
BACKED_UP = notice_template(
    "backed up", BACKUP, N_("SAVED"), N_("The stick has it, as\n{name}.\nYou can take it out."), keys=CLOSE
)
READING = notice_template(
    "reading backup", RESTORE, N_("ONE MOMENT"), N_("Reading: leave the USB\nstick in. Any button:\nplay on meanwhile.")
)
RESTORING = notice_template(
    "restoring", RESTORE, N_("ONE MOMENT"), N_("The backup comes from\nthe USB stick. Leave it\nin until that is done.")
)
RESTORED = notice_template(
    "restored", RESTORE, N_("IT IS HERE"), N_("{came}\nhave come. You can\ntake the stick out."), keys=CLOSE
)
RESTORED_IN_PART = notice_template(
    "restored", RESTORE, N_("NOT ALL"), N_("{came}\nhave come. It was saved\nwithout {files}."), keys=CLOSE
)
FAILED = {
    StickFault.NO_STICK: (N_("NO STICK"), N_("Plug a USB stick in,\nwait a moment, and\ntry again.")),
    StickFault.FULL: (N_("FULL"), N_("The stick has no room.\nNothing was written.\nTry another stick.")),
    StickFault.READ_ONLY: (N_("READ-ONLY"), N_("The stick can only be\nread. Push its switch,\nor try another stick.")),
    StickFault.GONE: (N_("STICK GONE"), N_("Pulled out, or broken:\nplug one in, and\ntry again.")),
    StickFault.NO_RIGHT: (N_("CAN'T SAVE"), N_("Nothing was written.\nThe box can't use this\nstick: try another.")),
    StickFault.FAILED: (N_("NO BACKUP"), N_("Nothing was written.\nTry again, or with\nanother stick.")),
    StickFault.INCOMPLETE: (N_("NOT ALL"), N_("Saved, but some files\nare missing. Owner:\nsudo companion doctor")),
}
"""What can befall a backup: the fact, and three lines about it."""
NOT_RESTORED = {
    StickFault.NO_STICK: (N_("NO BACKUP"), N_("No stick here has one.\nPlug it in, wait a\nmoment, and try again.")),
    StickFault.GONE: (N_("STICK GONE"), N_("Pulled out, or broken:\nplug it in, and\nrestore once more.")),
    StickFault.NO_RIGHT: (N_("CAN'T READ"), N_("Nothing was restored.\nPut the backup on\nanother USB stick.")),
    StickFault.SPOILT: (N_("CUT OFF"), N_("The backup is not whole.\nNothing was restored.\nTry another backup.")),
    StickFault.CHANGED: (
        N_("FILE ALTERED"),
        N_("Not as the box wrote it.\nNothing was restored.\nTry another backup."),
    ),
    StickFault.NEWER: (N_("TOO NEW"), N_("From a newer version.\nNothing was restored.\nUpdate this box first.")),
    StickFault.OTHER_KIND: (
        N_("NOT OURS"),
        N_("It is of another kind\nof box, not of a table.\nNothing was restored."),
    ),
    StickFault.NO_ROOM: (N_("NO ROOM"), N_("The box's memory card\nis full: call its owner.\nNothing was restored.")),
    StickFault.NOTHING_NEW: (N_("ALL HERE"), N_("This box has all of\nthe backup. You can\ntake the stick out.")),
    StickFault.FAILED: (
        N_("NOT ALL HERE"),
        N_("It broke off, nothing\nis lost. Restore again,\nor from another stick."),
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
            return fill(notice_template(f"backup: {fault.value}", BACKUP, *FAILED[fault], keys=CLOSE), Kind.MISTAKE)
        case BackedUp(file=file):
            return fill(BACKED_UP, name=file.removeprefix(BEGINS))
        case Restored(decks=decks, matches=matches, lacks=lacks):
            template, files = RESTORED_IN_PART if lacks else RESTORED, tr_n("{n} file", "{n} files", lacks)
            return fill(template, came=tr(brings(decks, matches)), files=files)
        case NotRestored(fault=fault):
            template = notice_template(f"restore: {fault.value}", RESTORE, *NOT_RESTORED[fault], keys=CLOSE)
            return fill(template, Kind.TURN if fault is StickFault.NOTHING_NEW else Kind.MISTAKE)
    assert_never(news)
