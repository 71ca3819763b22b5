"""A reader whose calls may take long, in a thread of its own: a poll gives what the thread has seen."""

from __future__ import annotations

import threading
from collections import deque

from hardware.bus import Clock, DeviceError, Reader, Sighting

TURN_S = 0.05
"""Seconds between two polls in the background: a card that lies for a tenth of a second is read."""
HANGS_S = 2.0
"""Seconds without the end of a poll, after which the reader counts as hung."""
HANGS = "the reader, or its service, does not answer"


class BackgroundReader:
    """`hardware.bus.Reader`: polls another reader in a thread, from the first poll on. No poll here blocks."""

    def __init__(self, reader: Reader, clock: Clock) -> None:
        self._reader = reader
        self._clock = clock
        self._seen: deque[Sighting | DeviceError] = deque([Sighting(unclear=True, pending=True)], maxlen=8)
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None
        self._polled_at = 0.0

    def poll(self) -> Sighting:
        """The next sighting that differs from the one before it, or the last one again. Raises DeviceError."""
        if self._thread is None:
            self._ends, self._polled_at = threading.Event(), self._clock.now()
            self._thread = threading.Thread(target=self._run, args=(self._ends,), name="reader", daemon=True)
            self._thread.start()
        if len(self._seen) > 1:
            self._seen.popleft()
        seen = self._seen[0]
        if isinstance(seen, DeviceError):
            raise seen.with_traceback(None)
        if self._clock.now() - self._polled_at > HANGS_S:
            raise DeviceError(HANGS, bus="reader")
        return seen

    def close(self) -> None:
        """End the thread, which releases the reader; one that hangs is left behind."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join(HANGS_S)
        self._thread = None

    def _run(self, ends: threading.Event) -> None:
        while not ends.wait(TURN_S):
            try:
                seen: Sighting | DeviceError = self._reader.poll()
            except DeviceError as fault:
                seen = fault
            except Exception as fault:  # noqa: BLE001 - of a library: the thread lives on, and tells it
                seen = DeviceError(f"{type(fault).__name__}: {fault}", bus="reader")
            self._polled_at = self._clock.now()
            if isinstance(seen, DeviceError) or seen != self._seen[-1]:
                self._seen.append(seen)
        self._reader.close()
