"""Virtual time, advanced explicitly: a test of ten seconds takes no real time."""

from __future__ import annotations


class SimClock:
    """A `hardware.bus.Clock` that waits by adding."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """Seconds since the clock was made, plus its start."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Advance the time; a negative time does nothing, as with a real timer."""
        if seconds > 0:
            self._now += seconds

    advance = sleep
