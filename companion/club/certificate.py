"""What a certificate in files is worth: whose it is, how long it counts, whether key and authority belong to it.

OpenSSL itself answers, in a handshake that stays in memory: Python's `ssl` shows a certificate of one's own in no other
way, and the box does without the package `cryptography`.
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

from companion.club.bundle import UnfitBundleError
from companion.club.clock import Validity
from companion.support.values import dataclass

NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME (openssl/x509_vfy.h): the clock of a box may not be set yet."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A client's certificate: its common name, and how long it counts."""

    name: str
    valid: Validity

    def misnamed(self, box: str) -> str:
        """What is wrong, and what to do, if this box is called otherwise; empty: it is its own."""
        if self.name == box:
            return ""
        names = f"the bundle is that of “{self.name}”, and the settings call this box “{box}”"
        return f"{names}: give each box a bundle of its own, or correct box below [club] in the settings"


def examined(authority: Path, certificate: Path, key: Path) -> Certificate:
    """The certificate of a client, whatever the clock says. Raises UnfitBundleError, OSError.

    It belongs to this key, and this authority made it for a client.
    """
    try:
        broker, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        for end in (broker, client):
            end.load_cert_chain(certificate, key, password=_no_password)
        broker.load_verify_locations(authority)
        broker.verify_mode = ssl.CERT_REQUIRED
        broker.verify_flags = ssl.VerifyFlags(broker.verify_flags | NO_CHECK_TIME)
        client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
        found = _client_seen_by(broker, client)
        return Certificate(_common_name(found), Validity(*map(ssl.cert_time_to_seconds, _times(found))))
    except ssl.SSLCertVerificationError as fault:
        raise UnfitBundleError(f"its authority did not make its certificate ({fault.verify_message})") from fault
    except ssl.SSLError as fault:
        why = (fault.reason or "no certificate").replace("_", " ").lower()
        raise UnfitBundleError(f"its certificate and its key do not fit ({why})") from fault


def _no_password() -> str:
    """OpenSSL would ask at the terminal."""
    return ""


def _client_seen_by(broker: ssl.SSLContext, client: ssl.SSLContext) -> dict[str, Any]:
    """The verified certificate of the client, as the broker's end of the handshake sees it."""
    to_broker, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = broker.wrap_bio(to_broker, to_client, server_side=True)
    its = client.wrap_bio(to_client, to_broker)
    waiting = [its, ours]
    while waiting:
        for end in tuple(waiting):
            try:
                end.do_handshake()
                waiting.remove(end)
            except ssl.SSLWantReadError:
                continue
    return ours.getpeercert() or {}


def _common_name(found: dict[str, Any]) -> str:
    """The only common name; a second one would leave open who it is."""
    names = [value for part in found.get("subject", ()) for key, value in part if key == "commonName"]
    if len(names) != 1:
        raise UnfitBundleError("its certificate has no name, or several")
    return str(names[0])


def _times(found: dict[str, Any]) -> tuple[str, str]:
    return found["notBefore"], found["notAfter"]
