"""Screens of a backup to a USB stick: while it is written, and how it has ended."""

from __future__ import annotations

from companion.inputs.inputs import BackedUp, StickFault
from companion.screens.forms import Form, fill
from companion.screens.screen import Heading, Screen
from companion.screens.sentences import Kind
from companion.support.messages import N_

BEGINS = "companion-"
"""How the name of a backup begins; its day follows."""


def notice(name: str, fact: str, text: str) -> Form:
    """A form of a fact and three lines."""
    return Form(name, Heading(N_("Backup")), fact, (text,))


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
        "no right", N_("NO RIGHT"), N_("The box may not write\nto it. A stick with\nFAT or exFAT works.")
    ),
    StickFault.FAILED: notice(
        "backup failed", N_("NO BACKUP"), N_("Nothing was written.\nWhy, tells journalctl\n-u companion")
    ),
}


def backing_up(news: BackedUp | None) -> Screen:
    """The screen while a backup goes on (None), or for how it has ended."""
    if news is None:
        return fill(BACKING_UP)
    if news.fault is not None:
        return fill(FAILED[news.fault], Kind.MISTAKE)
    return fill(BACKED_UP, name=news.file.removeprefix(BEGINS))
