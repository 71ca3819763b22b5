"""Checks requests before anything else looks at them. Values only, no sockets.

The page is for the browser on this computer. A foreign page in that browser can send requests, too. `Host` detects DNS
rebinding, `Origin` and `Sec-Fetch-Site` detect cross-site requests, and the token, which only our own page has, stops
all others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hmac import compare_digest
from ipaddress import ip_address
from typing import TypeAlias

from companion.support.messages import msg
from companion.support.values import dataclass

LARGEST_BODY = 4096
"""Maximum size of an order, in bytes. An order is a few words."""

LARGEST_DECK = 65_536
"""Maximum size of a deck file, in bytes. A deck has some hundred tags of sixty bytes each."""

LARGEST_BACKUP = 1 << 26
"""Maximum size of a backup, in bytes: that of some ten thousand evenings."""

LARGEST_HEAD = 16_384
"""Maximum size of all header lines, in bytes."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers of every response."""


Headers: TypeAlias = "dict[str, str]"
"""The headers of a request by their names in lower case."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP error: its status and reason. A reason that people can be told is a message."""

    status: int
    reason: str


def hosts_of(address: str, port: int, name: str = "") -> frozenset[str]:
    """The host names that a request at this address may use, with the port.

    An IP address cannot be rebound to another host as a name can, so the address of the connection is always allowed.
    """
    names = {address, name} - {""}
    if ip_address(address).is_loopback:
        names |= {"localhost", "127.0.0.1", "[::1]"}
    return frozenset(f"{name}:{port}" for name in names)


def headers_of(lines: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Parse header lines. The values of a header that occurs twice are joined, so that none passes for the only one."""
    headers: Headers = {}
    for raw, value in lines:
        name, text = raw.decode("latin-1").lower(), value.decode("latin-1")
        headers[name] = f"{headers[name]}, {text}" if name in headers else text
    return headers


def refusal(  # noqa: PLR0913 - what a request is, and what is accepted
    hosts: Collection[str],
    method: str,
    target: str,
    headers: Headers,
    *,
    token: str = "",
    most: int = LARGEST_BODY,
    scheme: str = "http",
) -> Refusal | None:
    """The reason to reject this request; None to accept it.

    `hosts` are the accepted host names, with the port. `token` is that of our page; without one nothing can be changed.
    `scheme` is https where the page is.
    """
    if refused := _refuse_host(hosts, target, headers):
        return refused
    if method == "POST" and token:
        return _foreign_writer(token, f"{scheme}://{headers['host'].lower()}", headers) or _too_large(headers, most)
    if method not in {"GET", "HEAD"}:
        return Refusal(405, f"The table does not take {method[:9]} here.")
    if _is_foreign(headers) and headers.get("sec-fetch-mode") != "navigate":  # a link from there may lead here
        return Refusal(403, "Another page asks.")
    return None


def _refuse_host(hosts: Collection[str], target: str, headers: Headers) -> Refusal | None:
    if headers.get("host", "").lower() not in hosts:
        return Refusal(403, "This page is asked for by another name: on this computer as localhost.")
    if not target.startswith("/"):
        return Refusal(403, "A request names a place on this table.")
    if sum(len(name) + len(value) for name, value in headers.items()) > LARGEST_HEAD:
        return Refusal(431, f"A request has at most {LARGEST_HEAD} bytes of headers.")
    return None


def _is_foreign(headers: Headers) -> bool:
    """Whether the browser says that another site asks."""
    return headers.get("sec-fetch-site", "none") not in {"same-origin", "none"}


def _foreign_writer(token: str, origin: str, headers: Headers) -> Refusal | None:
    """Rejects changes by any page but ours."""
    if headers.get("origin") != origin or _is_foreign(headers):
        return Refusal(403, "Another page asks.")
    if not compare_digest(headers.get("x-token", "").encode(), token.encode()):
        return Refusal(403, msg("The table was started again: load the page anew."))
    return None


def _too_large(headers: Headers, most: int) -> Refusal | None:
    length = headers.get("content-length", "")
    if "transfer-encoding" in headers or not length.isascii() or not length.isdigit():
        return Refusal(411, "The request needs a Content-Length header.")
    if len(length) > len(str(most)) or int(length) > most:
        return Refusal(413, msg("What is sent here has at most {most} bytes.", most=most))
    return None


@dataclass(slots=True)
class Bucket:
    """A token bucket: allows `most` orders at once and `per_second` in the long run."""

    most: float = 60.0
    per_second: float = 60.0
    left: float = 60.0
    at: float = 0.0

    def has(self, now: float) -> bool:
        """Whether one more order is allowed now. `now` is in seconds of a monotonic clock."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        return self.left >= 1

    def takes(self, now: float) -> bool:
        """Take one more order, if that is allowed now."""
        if not self.has(now):
            return False
        self.left -= 1
        return True
