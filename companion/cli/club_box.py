"""`companion club join` and `run`: a box joins a club by its bundle, and reports to it."""

from __future__ import annotations

import errno
import hashlib
import os
import signal
import time
from argparse import Namespace
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Any

from companion import VERSION
from companion.cli.arguments import settings_of
from companion.cli.console import NotWrittenError, WrongUseError, change_error, complain, print_lines, refusing
from companion.club import topics
from companion.club.bundle import SUFFIX, UnfitBundleError
from companion.club.certificate import day, examine, tls_may_begin
from companion.club.home_assistant import discovery
from companion.club.join import files_of, join, read_bundle
from companion.club.link import BrokerAddress, Connection, TlsFiles
from companion.club.outbox import Inbox, club_place
from companion.club.outbox_reader import PostedOutbox
from companion.club.sender import TWO_BOXES, Sender
from companion.runtime.systemd import CLOCK_IS_SET
from companion.settings.schema import KeyPath
from companion.settings.search_path import candidates, data_directory, load_settings
from companion.settings.settings_file import CannotChangeError, SettingsFile, set_values

REFUSED = 1
BOOT = Path("/boot/firmware")
"""The part of a box's card that any computer can write to."""

JOINED = """\
This box is {box} in its club; its certificate is valid until {ends}.
The settings below [club] in {settings} say so.
Delete {file} now: it contains the key.
It takes part after: sudo make install, once more, for the package that a club needs;
if that is done already: sudo systemctl restart companion companion-club"""


def join_club(arguments: Namespace) -> int:
    """Install a bundle and set what it says; returns the exit status."""
    file = Path(arguments.file) if arguments.file else _on_the_card()
    found = load_settings(arguments)
    place = Path(found.settings.club.bundle_directory).expanduser()
    settings = SettingsFile(found.file or candidates(arguments.config, os.environ)[-1])
    _may_change(settings.file, place)
    try:
        with refusing(file):
            bundle = read_bundle(file)
        club = {"box": bundle.box, "broker": bundle.broker, "port": bundle.port, "on": True}
        values: dict[KeyPath, Any] = {("club", key): value for key, value in club.items()}
        set_values(settings.text(), values)  # which refuses it before anything is installed
        certificate = join(bundle, place, time.time(), clock_is_set=CLOCK_IS_SET.exists())
        settings.keep_all(values)
    except UnfitBundleError as refusal:
        complain("club", f"{file} is refused, and nothing has changed: {refusal}")
        return REFUSED
    except CannotChangeError as refusal:
        raise change_error(settings.file, refusal) from refusal
    ends = day(certificate.valid.ends)
    print_lines(JOINED.format(box=bundle.box, ends=ends, settings=settings.file, file=file).splitlines())
    return 0


def _on_the_card() -> Path:
    """The only bundle on the boot partition. Raises WrongUseError."""
    found = sorted(BOOT.glob(f"*{SUFFIX}"))
    if len(found) == 1:
        return found[0]
    what = ", ".join(path.name for path in found)
    why = f"{BOOT} has several bundles ({what})" if found else f"{BOOT} has no bundle"
    raise WrongUseError(f"{why}: name the file that companion club add made")


def _may_change(settings: Path, place: Path) -> None:
    """Raise WrongUseError if this user may not write the settings or the directory of the bundle.

    Raises NotWrittenError where root may not, whose disk is read-only.
    """
    for path in (settings, place):
        there = next(directory for directory in (path.parent, *path.parents) if directory.exists())
        if not os.access(there, os.W_OK):
            if not os.geteuid():
                raise NotWrittenError(f"{path}: {os.strerror(errno.EROFS)}")
            raise WrongUseError(f"only root may change {path}: sudo companion club join …")


IS_OFF = "this box is in no club. Switch the club on in the settings: on = true below [club] (companion config path)."
NO_PACKAGE = "a box in a club needs paho-mqtt: pip install 'tabletop-companion[club]'."
CLOCK_WAITS = "the clock is not set yet: TLS waits until it is, play does not"
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
    sender = Sender(
        club.box, instance(), VERSION, PostedOutbox(place / "outbox"), take=inbox.take, announce=lambda: found
    )
    files = files_of(club)
    broker = BrokerAddress(club.broker, club.port, files)
    link = Connection(
        broker,
        club.box,
        sender,
        partial(_tell, sender, inbox, broker),
        topics=(*topics.of_box(club.box), *((topics.HOME_ASSISTANT,) if club.home_assistant else ())),
        waits_for=lambda: waits_for(files, club.box),
    )
    link.run(ending_by_signal())
    return 0


def ending_by_signal() -> Event:
    """An event that SIGTERM and SIGINT set from now on."""
    ending = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.set())
    return ending


def waits_for(files: TlsFiles | None, box: str) -> str:
    """What must be put right before this box connects by TLS; empty: nothing. The attempt reports what cannot be read.

    A broker silently drops the messages of a box whose name is not that of its certificate.
    """
    if files is None:
        return ""
    try:
        found = examine(files.authority, files.certificate, files.key)
    except (OSError, UnfitBundleError):
        return ""
    if why := found.name_problem(box):
        return why
    may_begin = tls_may_begin(time.time(), found.valid, clock_is_set=CLOCK_IS_SET.exists())
    return "" if may_begin else CLOCK_WAITS


def instance(machine: Path = MACHINE) -> str:
    """8 hex digits that distinguish this machine from another one of its name, and say nothing else."""
    known = b"?"
    with suppress(OSError):
        known = machine.read_bytes()
    return hashlib.sha256(b"companion club" + known).hexdigest()[:8]


def _tell(sender: Sender, inbox: Inbox, broker: BrokerAddress, fault: str) -> None:
    """Write a fault (empty: it is connected) to the journal, and leave it for the doctor."""
    line = fault or broker.connection_report
    if sender.has_a_double:
        fault = line = f"{TWO_BOXES} ({line})"
    with suppress(OSError):  # the order for the table reports it
        inbox.say(fault)
    with suppress(OSError):  # a journal on a full card ends no connection
        complain("club", line)
