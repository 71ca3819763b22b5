"""What both ends of the wire know of a connection: where the broker is, by which files, and what is wrong in words."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    import ssl
    from pathlib import Path

KEEP_ALIVE_S = 30
"""Seconds after which a silent connection is tried; the broker gives up after half as many more."""
LONGEST_PAUSE_S = 60.0
MOST_IN_FLIGHT = 20
"""Messages that wait for their acknowledgement, as many as mosquitto takes at once."""

REFUSED = "{broker} takes no connection by this name or certificate ({why}): is it shut out, or of another club?"
CLOSED = "{broker} has closed the connection: is the certificate of this club, and no other machine uses this name?"
LOST = "the connection to {broker} was lost"


@dataclass(frozen=True, slots=True)
class Files:
    """What TLS is made by: the club's authority, and certificate and key of this end."""

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is. Without files there is no TLS: everybody in the network may read and write."""

    host: str
    port: int
    files: Files | None = None

    def __str__(self) -> str:
        return f"the broker at {self.host}:{self.port}"


def context_of(files: Files) -> ssl.SSLContext:
    """What TLS connects by. Raises OSError: a file is missing or none."""
    import ssl  # noqa: PLC0415 - a box without a club does without

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


def in_words(fault: OSError, broker: Broker) -> str:
    """Why there is no connection, and what to do."""
    if isinstance(fault, socket.gaierror):
        return f"no host “{broker.host}” is known here: is its name right, and this computer in the network?"
    if isinstance(fault, ConnectionRefusedError):
        return f"nobody listens at {broker.host}:{broker.port}: does the broker run?"
    if isinstance(fault, FileNotFoundError):
        return f"{fault.filename or 'the bundle'} is missing: companion club join FILE installs the bundle of this box"
    if isinstance(fault, PermissionError):
        return f"{fault.filename or 'the bundle'} cannot be read: companion club join FILE installs it for the service"
    if why := getattr(fault, "verify_message", ""):
        return (
            f"{broker} has a certificate that does not count ({why}): is the clock right, and the host the one in it?"
        )
    if isinstance(fault, TimeoutError):
        return f"{broker} does not answer: is this computer in its network?"
    return f"{broker} cannot be reached ({fault.strerror or fault})"
