"""`companion club run`: the box's end of a club, a process beside the table."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from argparse import Namespace
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Event

from companion import VERSION
from companion.cli.arguments import settings_of
from companion.cli.wrong_use import WrongUseError
from companion.club import topics
from companion.club.bundle import UnfitBundleError
from companion.club.certificate import examined, tls_may_begin
from companion.club.home_assistant import discovery
from companion.club.joining import FILES
from companion.club.link import BoxLink, BrokerAddress, TlsFiles
from companion.club.outbox import Inbox, club_place
from companion.club.posted_outbox import PostedOutbox
from companion.club.sender import TWO_BOXES, Sender
from companion.runtime.service import CLOCK_IS_SET
from companion.settings.search_path import data_directory
from companion.support.text import visible

IS_OFF = "this box is in no club. Switch it on in the settings: on = true below [club] (companion config path)."
NO_PACKAGE = "a box in a club needs paho-mqtt: pip install 'tabletop-companion[club]'."
CLOCK_WAITS = "the clock is not set yet: TLS waits for it, and play does not"
MACHINE = Path("/etc/machine-id")


def run_club(arguments: Namespace) -> int:
    """Run the box's end of its club until SIGTERM or SIGINT; returns the exit status."""
    settings = settings_of(arguments)
    club = settings.club
    if not club.on:
        raise WrongUseError(IS_OFF)
    if find_spec("paho") is None:
        raise WrongUseError(NO_PACKAGE)
    place = club_place(os.environ, data_directory(settings.data.directory))
    inbox = Inbox(place / "inbox")
    found = (discovery(club.box, VERSION),) if club.home_assistant else ()
    sender = Sender(club.box, instance(), VERSION, PostedOutbox(place / "outbox"), inbox.take, announce=lambda: found)
    ending = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    files = TlsFiles(*(Path(club.bundle_directory) / name for name in FILES)) if club.tls else None
    broker = BrokerAddress(club.broker, club.port, files)
    link = BoxLink(
        broker,
        club.box,
        sender,
        partial(_tell, sender, inbox),
        topics=(*topics.of_box(club.box), *((topics.HOME_ASSISTANT,) if club.home_assistant else ())),
        waits_for=lambda: waits_for(files, club.box),
    )
    link.run(ending)
    return 0


def waits_for(files: TlsFiles | None, box: str) -> str:
    """What must be put right before this box connects by TLS; empty: nothing. What cannot be read the attempt tells.

    Under another name than that of its certificate a broker would drop all that it says, without a word.
    """
    if files is None:
        return ""
    try:
        found = examined(files.authority, files.certificate, files.key)
    except (OSError, UnfitBundleError):
        return ""
    if why := found.misnamed(box):
        return why
    may_begin = tls_may_begin(time.time(), found.valid, clock_is_set=CLOCK_IS_SET.exists())
    return "" if may_begin else CLOCK_WAITS


def instance(machine: Path = MACHINE) -> str:
    """What tells this machine from another one of its name, and nothing else: 8 hex digits."""
    known = b"?"
    with suppress(OSError):
        known = machine.read_bytes()
    return hashlib.sha256(b"companion club" + known).hexdigest()[:8]


def _tell(sender: Sender, inbox: Inbox, line: str) -> None:
    """Write a line to the journal, and leave it for the doctor."""
    line = f"{TWO_BOXES} ({line})" if sender.has_a_double else line
    with suppress(OSError):  # the order for the table tells it
        inbox.say(line)
    sys.stderr.write(visible(f"companion club: {line}") + "\n")
    sys.stderr.flush()
