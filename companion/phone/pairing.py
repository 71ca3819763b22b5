"""Which phone may tap at this table: one at a time, by the code that the table shows.

The server's thread pairs and taps; the loop's thread polls. Anybody at the table can take the phone away.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from hmac import compare_digest
from threading import Lock
from typing import Final

from hardware.bus import Clock, Sighting

MOST_TAPS: Final = 16
"""Taps that wait for the loop; people make three a second at most."""
LIES_S: Final = 0.6
"""Seconds that a tag counts as present after a tap: phones report no tag that leaves, and report some tags twice."""


class Pairing:
    """The code of the table, the phone that has used it, and its taps. `changed` is called after each change."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._lock = Lock()
        self._code, self._token = _secret(), ""
        self._taps = deque[bytes](maxlen=MOST_TAPS)

    @property
    def code(self) -> str:
        """What a phone must know to be paired; empty while one is."""
        return "" if self._token else self._code

    def pair(self, code: str, token: str) -> bool:
        """Pair the phone that knows this code, by a token that it has chosen, and use the code up.

        A phone whose answer was lost says both again. False: a wrong code, or another phone has used it.
        """
        with self._lock:
            if not (_is_same(code, self._code) and _is_same(token, self._token or token)):
                return False
            self._token = token
        self.changed()
        return True

    def tap(self, token: str, uid: bytes) -> bool:
        """Take a tap. False: the phone is not the one of this table."""
        with self._lock:
            if not (self._token and _is_same(token, self._token)):
                return False
            self._taps.append(uid)
        return True

    def part(self) -> None:
        """Take the phone away; the next one needs a new code."""
        with self._lock:
            self._code, self._token = _secret(), ""
            self._taps.clear()
        self.changed()

    def next_tap(self) -> bytes | None:
        """The oldest tap that nobody has taken yet."""
        with self._lock:
            return self._taps.popleft() if self._taps else None


def _secret() -> str:
    return secrets.token_urlsafe(12)


def _is_same(said: str, secret: str) -> bool:
    return compare_digest(said.encode(), secret.encode())


class PhoneReader:
    """`hardware.bus.Reader`: the tags that the phone of this table has read, one after the other."""

    def __init__(self, pairing: Pairing, clock: Clock) -> None:
        self._pairing, self._clock = pairing, clock
        self._present: bytes | None = None
        self._until = 0.0

    def poll(self) -> Sighting:
        """The tag that was tapped last, for a moment; another one takes its place at once."""
        now = self._clock.now()
        if (tapped := self._pairing.next_tap()) is not None:
            self._present, self._until = tapped, now + LIES_S
        elif now >= self._until:
            self._present = None
        return Sighting(frozenset({self._present} if self._present else ()))

    def close(self) -> None:
        """Take the phone away."""
        self._pairing.part()
