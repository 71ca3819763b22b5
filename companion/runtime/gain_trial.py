"""A trial of the gains of a reader with one card, a poll a turn: which of them always read it?"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress

from companion.inputs.inputs import GainsTried
from hardware.bus import Clock, DeviceError, Reader, Sighting

WAITS_S, SETTLES_S = 30.0, 1.0
"""Seconds for a card to be laid down, and from its first sighting until the hand is away."""
POLLS = 10
"""Polls that count at each gain, after one that sets the chip up."""


class GainTrialRun:
    """The trial on one reader; `now_db` is the gain that it has before and afterwards."""

    def __init__(
        self, reader: Reader, gains: Sequence[int], now_db: int, clock: Clock, *, waits_s: float = WAITS_S
    ) -> None:
        self._reader, self._gains, self._now_db, self._clock = reader, gains, now_db, clock
        self._waits_s = waits_s
        self._steps = self._run()
        self.sighting = Sighting(unclear=True)
        """What the last poll saw."""

    def step(self) -> GainsTried | None:
        """Poll once; returns the result at the end, None before it."""
        try:
            next(self._steps)
        except StopIteration as end:
            result: GainsTried = end.value
            return result
        return None

    def stop(self) -> None:
        """Give the reader its gain back."""
        tune(self._reader, self._now_db)

    def _run(self) -> Generator[None, None, GainsTried]:
        until = self._clock.now() + self._waits_s
        while not (yield from self._sees_any()):
            if self._clock.now() >= until:
                self.stop()
                return GainsTried()
        settled = self._clock.now() + SETTLES_S
        while self._clock.now() < settled:
            yield
        times: dict[int, int] = {}
        for gain_db in self._gains:
            times[gain_db] = yield from self._times_seen(gain_db)
        self.stop()
        return GainsTried(tuple(times.items()), POLLS)

    def _sees_any(self) -> Generator[None, None, bool]:
        """Whether any gain sees a card."""
        for gain_db in self._gains:
            if (yield from self._times_seen(gain_db, polls=1)):
                return True
        return False

    def _times_seen(self, gain_db: int, polls: int = POLLS) -> Generator[None, None, int]:
        tune(self._reader, gain_db)
        seen = [self._sees()]
        for _ in range(polls):
            yield
            seen.append(self._sees())
        return sum(seen[1:])

    def _sees(self) -> bool:
        try:
            self.sighting = self._reader.poll()
        except DeviceError:
            self.sighting = Sighting(unclear=True)
        return bool(self.sighting.uids) and not self.sighting.unclear


def tune(reader: Reader, gain_db: int) -> None:
    """Give the driver of a reader another gain; one that cannot be opened now gets it with its settings."""
    part = getattr(reader, "part", lambda: reader)
    with suppress(DeviceError, ImportError):
        driver = part()
        if hasattr(driver, "tune"):
            driver.tune(gain_db)
