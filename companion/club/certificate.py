"""Examine a certificate in files: whose it is, when it is valid, whether key and authority belong to it.

A Pi starts with the time of its last shut-down, when its certificate may not have been valid yet: TLS waits until the
clock is right.

OpenSSL itself examines a certificate, in a handshake in memory: Python's `ssl` has no other way to read one's own, and
the box does without the package `cryptography`.
"""

from __future__ import annotations

import ssl
import time
from pathlib import Path
from typing import Any

from companion.club.bundle import UnfitBundleError
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Validity:
    """From when to when a certificate is valid, in seconds since 1970 (UTC)."""

    begins: float
    ends: float

    def __contains__(self, now: float) -> bool:
        return self.begins <= now <= self.ends


def tls_may_begin(now: float, valid: Validity, *, clock_is_set: bool) -> bool:
    """Whether to connect now. Play never waits for it.

    A clock that nobody has set yet may still be right enough: that of a box with a battery for it, or of a box that was
    off for some minutes only. With a clock that is set, a box connects even if its certificate has expired: the broker
    refuses it, and people are told why.

    >>> five_years = Validity(1_700_000_000, 1_857_680_000)
    >>> tls_may_begin(0, five_years, clock_is_set=False)
    False
    >>> tls_may_begin(1_750_000_000, five_years, clock_is_set=False)
    True
    """
    return clock_is_set or now in valid


def problem(now: float, valid: Validity, *, clock_is_set: bool) -> str:
    """Why a certificate is not valid now, and what to do; "" if it is.

    A clock that is not set is behind: if it says that a certificate has expired, that is so, but not if it says that a
    certificate is not valid yet.
    """
    if now > valid.ends:
        return f"its certificate expired on {day(valid.ends)}: make a new bundle with companion club add"
    if now < valid.begins and clock_is_set:
        return f"its certificate is valid from {day(valid.begins)}, and it is {day(now)}: set the clock that is wrong"
    return ""


def day(seconds: float) -> str:
    """The day in UTC, as in ISO 8601.

    >>> day(1_764_072_908)
    '2025-11-25'
    """
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME (openssl/x509_vfy.h): the clock of a box may not be set yet."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A client's certificate: its common name, and when it is valid."""

    name: str
    valid: Validity

    def name_problem(self, box: str) -> str:
        """What is wrong and what to do if this box has another name; empty: it has this one."""
        if self.name == box:
            return ""
        names = f"the bundle is for “{self.name}”, but the settings call this box “{box}”"
        return f"{names}: give each box a bundle of its own, or correct box below [club] in the settings"


def examine(authority: Path, certificate: Path, key: Path) -> Certificate:
    """The certificate of a client, which belongs to this key and was made by this authority.

    Its dates are not checked, since the clock may not be set yet. Raises UnfitBundleError, OSError.
    """
    try:
        broker, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        for end in (broker, client):
            end.load_cert_chain(certificate, key, password="")  # without it OpenSSL asks at the terminal
        broker.load_verify_locations(authority)
        broker.verify_mode = ssl.CERT_REQUIRED
        broker.verify_flags = ssl.VerifyFlags(broker.verify_flags | NO_CHECK_TIME)
        client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
        found = _client_seen_by(broker, client)
        begins, ends = (ssl.cert_time_to_seconds(found[key]) for key in ("notBefore", "notAfter"))
        return Certificate(_common_name(found), Validity(begins, ends))
    except ssl.SSLCertVerificationError as fault:
        raise UnfitBundleError(f"its authority did not make its certificate ({fault.verify_message})") from fault
    except ssl.SSLError as fault:
        why = (fault.reason or "no certificate").replace("_", " ").lower()
        raise UnfitBundleError(f"its certificate and its key do not fit ({why})") from fault


def _client_seen_by(broker: ssl.SSLContext, client: ssl.SSLContext) -> dict[str, Any]:
    """The verified certificate of the client, as the broker's end of the handshake sees it."""
    to_broker, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    broker_end = broker.wrap_bio(to_broker, to_client, server_side=True)
    client_end = client.wrap_bio(to_client, to_broker)
    waiting = [client_end, broker_end]
    while waiting:
        for end in tuple(waiting):
            try:
                end.do_handshake()
                waiting.remove(end)
            except ssl.SSLWantReadError:
                continue
    return broker_end.getpeercert() or {}


def _common_name(found: dict[str, Any]) -> str:
    """The only common name: with a second one it would be open who it is. Raises UnfitBundleError."""
    names = [value for part in found.get("subject", ()) for key, value in part if key == "commonName"]
    if len(names) != 1:
        raise UnfitBundleError("its certificate must have one name")
    return str(names[0])
