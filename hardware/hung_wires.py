"""A wire that hangs: each call blocks until the kernel's time-out of a second, as while SDA or SCL is held low.

Only a thread of its own still calls such a wire, less and less often, until a call returns in time. Imported when the
first call has hung.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from time import monotonic

from hardware.linux import HANGS_S

FIRST_PAUSE_S, LONGEST_PAUSE_S = 10.0, 60.0
"""Seconds before the first try, and at most between two of them; each pause is twice the one before."""


class HungWire:
    """A wire that hangs, and its tries. `call` is what hung; it opens the wire anew."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call
        self._pause_s = FIRST_PAUSE_S
        self._again_at = monotonic() + FIRST_PAUSE_S
        self._trying = False
        self._hangs = True

    def hangs(self) -> bool:
        """Whether it still hangs; never blocks. Begins a try that is due."""
        if self._hangs and not self._trying and monotonic() >= self._again_at:
            self._trying = True
            Thread(target=self._try, daemon=True).start()
        return self._hangs

    def _try(self) -> None:
        began = monotonic()
        with suppress(OSError):
            self._call()
        ended = monotonic()
        self._hangs = ended - began >= HANGS_S
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        self._again_at = ended + self._pause_s
        self._trying = False
