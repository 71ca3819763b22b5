"""What both ends of the wire know of a connection: where the broker is, by which files, and what is wrong in words."""

from __future__ import annotations

import errno
import socket
import ssl
from pathlib import Path

from companion.support.messages import Message, msg
from companion.support.values import dataclass

KEEP_ALIVE_S = 30
"""Seconds after which a silent connection is tried; the broker gives up after half as many more."""
LONGEST_PAUSE_S = 60.0
MOST_IN_FLIGHT = 20
"""Messages that wait for their acknowledgement, as many as mosquitto takes at once."""


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """What TLS is made by: the club's authority, and certificate and key of this end."""

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is. Without files there is no TLS: everybody in the network may read and write."""

    host: str
    port: int
    files: TlsFiles | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def context_of(files: TlsFiles) -> ssl.SSLContext:
    """What TLS connects by. Raises OSError: a file is missing or none."""
    for path in (files.authority, files.certificate, files.key):
        path.open("rb").close()  # ssl does not say which one is missing
    context = ssl.create_default_context(cafile=str(files.authority))
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(str(files.certificate), str(files.key))
    return context


def pause_s(attempt: int, chance: float) -> float:
    """Seconds before the next attempt: twice as many each time, and not the same for all boxes of a club.

    >>> [pause_s(attempt, 0.5) for attempt in (0, 1, 2, 3, 9)]
    [0.75, 1.5, 3.0, 6.0, 45.0]
    """
    return min(LONGEST_PAUSE_S, float(1 << min(attempt, 10))) * (0.5 + chance / 2)


def in_words(fault: OSError, broker: BrokerAddress) -> Message:
    """Why there is no connection, and what to do."""
    where = str(broker)
    if isinstance(fault, socket.gaierror):
        return msg("no host “{host}” is known here: is its name right, and this computer online?", host=broker.host)
    if isinstance(fault, ConnectionRefusedError):
        return msg("nobody listens at {broker}: does the broker run?", broker=where)
    if isinstance(fault, FileNotFoundError | PermissionError) and fault.filename:
        return msg("{file} cannot be read: install the bundle by companion club join", file=fault.filename)
    if why := getattr(fault, "verify_message", ""):
        return msg(
            "the broker at {broker} has a certificate that does not count ({why}): are clock and host right?",
            broker=where,
            why=why,
        )
    if isinstance(fault, TimeoutError) or fault.errno in {errno.EHOSTUNREACH, errno.ENETUNREACH}:
        return silent(broker)
    return msg("the broker at {broker} cannot be reached ({why})", broker=where, why=fault.strerror or fault)


def refusal(broker: BrokerAddress, why: object) -> Message:
    """The broker has answered, and refuses the connection."""
    return msg(
        "the broker at {broker} takes no connection by this name or certificate ({why}): is it shut out?",
        broker=str(broker),
        why=str(why),
    )


def closed(broker: BrokerAddress) -> Message:
    """The broker has ended the connection before it answered."""
    return msg(
        "the broker at {broker} has closed the connection: is the certificate of this club, and not shut out?",
        broker=str(broker),
    )


def silent(broker: BrokerAddress) -> Message:
    """The broker does not answer."""
    return msg("the broker at {broker} does not answer: is this computer in its network?", broker=str(broker))


def lost(broker: BrokerAddress) -> Message:
    """An open connection was lost."""
    return msg("the connection to the broker at {broker} was lost", broker=str(broker))
