"""Who may ask for what: the answer to a request before anything else looks at it. Values only, no sockets.

The page is for the browser on this computer. A foreign page in that browser can send requests, too: `Host` shows
one whose name was bent to this address, `Origin` and `Sec-Fetch-Site` one that sends from elsewhere, and the token,
which only our own page is given, all others.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

LARGEST_BODY = 4096
"""An order is a few words, in bytes."""

LARGEST_DECK = 65_536
"""The file of a deck, in bytes: some hundred tags of sixty bytes each, and room to spare."""

TAKES_DECKS = "/decks"
"""The place where such a file is put."""

LARGEST_HEAD = 16_384
"""All header lines together, in bytes."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Every answer has them."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer instead of what was asked for: HTTP status, and why."""

    status: int
    reason: str


@dataclass(frozen=True, slots=True)
class Own:
    """What is ours: the port we serve, and the token that our page was given."""

    port: int
    token: str

    @property
    def hosts(self) -> frozenset[str]:
        """By these names this computer calls itself."""
        return frozenset(f"{name}:{self.port}" for name in ("localhost", "127.0.0.1", "[::1]"))


class Headers:
    """The header lines of a request, names in lower case; a name may stand in several lines."""

    def __init__(self, lines: Iterable[tuple[bytes, bytes]]) -> None:
        self._lines = [(name.lower(), value.decode("latin-1")) for name, value in lines]
        self.size = sum(len(name) + len(value) for name, value in self._lines)

    def all(self, name: str) -> Sequence[str]:
        """Every value of this name."""
        return [value for found, value in self._lines if found == name.encode()]

    def one(self, name: str) -> str:
        """The value of a name that stands there once; empty if it does not."""
        found = self.all(name)
        return found[0] if len(found) == 1 else ""


def refusal(own: Own, method: str, target: str, headers: Headers) -> Refusal | None:
    """Why this request gets no answer of its own; None when it may go on."""
    if method != "POST":
        return refusal_to_look(own.hosts, method, target, headers)
    host = headers.one("host").lower()
    most = LARGEST_DECK if target == TAKES_DECKS else LARGEST_BODY
    return _misled(own.hosts, target, headers) or _foreign_writer(own, host, headers) or _too_large(headers, most)


def refusal_to_look(hosts: Collection[str], method: str, target: str, headers: Headers) -> Refusal | None:
    """The same where nobody may change anything; `hosts` are the names by which we are asked, with the port."""
    misled = _misled(hosts, target, headers)
    if misled is None and method not in {"GET", "HEAD"}:
        return Refusal(405, f"The table does not take {method[:9]} here.")
    return misled or _foreign_reader(headers)


def _misled(hosts: Collection[str], target: str, headers: Headers) -> Refusal | None:
    if headers.one("host").lower() not in hosts:
        return Refusal(403, "This page is asked for by another name: on this computer as localhost.")
    if not target.startswith("/"):
        return Refusal(403, "A request names a place on this table.")
    if headers.size > LARGEST_HEAD:
        return Refusal(431, f"A request has at most {LARGEST_HEAD} bytes of headers.")
    return None


def _foreign_reader(headers: Headers) -> Refusal | None:
    """A page from elsewhere may lead here, but not read here."""
    elsewhere = headers.one("sec-fetch-site") in {"cross-site", "same-site"}
    if elsewhere and headers.one("sec-fetch-mode") != "navigate":
        return Refusal(403, "Another page asks.")
    return None


def _foreign_writer(own: Own, host: str, headers: Headers) -> Refusal | None:
    """Only our own page changes anything."""
    if headers.one("origin") != f"http://{host}":
        return Refusal(403, "Another page asks.")
    if (headers.one("sec-fetch-site") or "same-origin") not in {"same-origin", "none"}:
        return Refusal(403, "Another page asks.")
    if not compare_digest(headers.one("x-token").encode(), own.token.encode()):
        return Refusal(403, "The table was started again: load the page anew.")
    return None


def _too_large(headers: Headers, most: int) -> Refusal | None:
    length = headers.one("content-length")
    if not length.isascii() or not length.isdigit():
        return Refusal(411, "An order tells its length.")
    if len(length) > len(str(most)) or int(length) > most:
        return Refusal(413, f"What is sent here has at most {most} bytes.")
    return None


@dataclass(slots=True)
class Bucket:
    """So many orders at once, and so many a second in the long run."""

    most: float = 60.0
    per_second: float = 60.0
    left: float = 60.0
    at: float = 0.0

    def takes(self, now: float) -> bool:
        """Whether one more may come now, in seconds of any clock that never goes back."""
        self.left = min(self.most, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
