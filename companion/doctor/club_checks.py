"""Checks of a box in a club: its bundle and the clock, the broker, and what its process says of the connection."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable

from companion.club.bundle import UnfitBundleError
from companion.club.certificate import day, examine, problem
from companion.club.join import files_of
from companion.club.link import BrokerAddress, context_of, in_words
from companion.club.outbox import Inbox, club_place
from companion.doctor.context import Context
from companion.doctor.findings import Finding, failure, ok, skipped, warning

JOIN = "companion club join FILE installs the bundle of this box; the organiser makes one with companion club add"
AS_ROOT = "this user may not read the key of the box: sudo companion doctor"
CLOCK = "TLS needs the right time: connect a network with a time server, or a battery for the clock; play does not wait"
SHUT_OUT = (
    "it is shut out, or belongs to another club: ask the organiser, who can make a new bundle with companion club add"
)
ITS_LOG = "read its log: journalctl -u companion-club; if it does not run: sudo make install"
CONNECT_S = 5.0
REFUSED_S = 0.5
"""Seconds to wait for a broker that refuses a certificate; one that accepts it sends nothing."""


def bundle(context: Context, now: Callable[[], float] = time.time) -> Finding:
    """Whether the box has a bundle with its own name that is valid now."""
    club, files = context.settings.club, files_of(context.settings.club)
    if files is None:
        return warning("without TLS: everybody in the network can read and write", "tls = true below [club]")
    try:
        found = examine(files.authority, files.certificate, files.key)
    except PermissionError:
        return skipped(AS_ROOT)
    except FileNotFoundError as fault:
        return failure(f"no bundle: {fault.filename or club.bundle_directory} is missing", JOIN)
    except (OSError, UnfitBundleError) as fault:
        return failure(f"the bundle in {club.bundle_directory}: {fault}", JOIN)
    if why := found.name_problem(club.box):
        what, _, remedy = why.partition(": ")
        return failure(what, remedy)
    clock_is_set = context.machine.clock_is_set
    if why := problem(now(), found.valid, clock_is_set=clock_is_set):
        what, _, remedy = why.partition(": ")
        return failure(what, remedy) if clock_is_set else warning(f"the clock is not set, and by it {what}", CLOCK)
    if not clock_is_set and now() not in found.valid:
        return warning("the clock is not set", CLOCK)
    return ok(f"{found.name}, until {day(found.valid.ends)}")


def broker(context: Context) -> Finding:
    """Whether the broker answers, and takes the certificate of this box."""
    club = context.settings.club
    there = BrokerAddress(club.broker, club.port, files_of(club))
    try:
        _shake_hands(there)
    except ConnectionResetError:
        return failure(f"{there} has closed the connection", SHUT_OUT)
    except OSError as fault:
        if (why := getattr(fault, "reason", "")) and "ALERT" in why:
            return failure(f"{there} refuses this box ({why.replace('_', ' ').lower()})", SHUT_OUT)
        found, _, remedy = in_words(fault, there).partition(": ")
        return failure(found, remedy)
    return ok(f"{there} answers")


def _shake_hands(there: BrokerAddress) -> None:
    """Connect and make the TLS handshake, without MQTT, by which the broker would end the box's own connection.

    Raises OSError.
    """
    with socket.create_connection((there.host, there.port), CONNECT_S) as line:
        if there.files is None:
            return
        with context_of(there.files).wrap_socket(line, server_hostname=there.host) as secured:
            secured.settimeout(REFUSED_S)
            try:
                secured.recv(1)  # with TLS 1.3 a refusal comes after the handshake
            except TimeoutError:
                return
    raise ConnectionResetError


def connection(context: Context) -> Finding:
    """The last message of the club's process, which alone sees faults such as two boxes of one name."""
    place = club_place(os.environ, context.store.root)
    try:
        said = Inbox(place / "inbox").connection()
    except PermissionError as fault:
        return warning(f"{place}: {fault.strerror}", "sudo companion doctor")
    except OSError as fault:
        return failure(f"{fault.filename}: {fault.strerror}", f"sudo rm {fault.filename}; the club writes a new one")
    if said is None:
        return warning("the process of the club has said nothing yet", ITS_LOG)
    if not said:
        return ok(BrokerAddress(context.settings.club.broker, context.settings.club.port).connection_report)
    found, _, remedy = said.partition(": ")
    return failure(found, remedy or ITS_LOG)
