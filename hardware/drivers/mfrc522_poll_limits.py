"""The working time of chip and air, without the time of the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.bus import Clock, Spi

OCTET_S: Final = 8e-6
"""A byte on the wire at 1 MHz."""


class Effort:
    """A wire and its clock: implements `hardware.bus.Spi` and `hardware.bus.Clock`.

    `now` counts transferred bytes and requested sleeps. A busy computer makes both last longer; a limit in this time is
    a limit of work, so that a slow system loses no tag.
    """

    def __init__(self, spi: Spi, clock: Clock) -> None:
        self._spi = spi
        self._clock = clock
        self._spent_s = 0.0

    def transfer(self, sent: bytes) -> bytes:
        """Pass the transfer on and count it. Raises DeviceError."""
        self._spent_s += OCTET_S * len(sent)
        return self._spi.transfer(sent)

    def now(self) -> float:
        """Seconds of work since the start."""
        return self._spent_s

    def sleep(self, seconds: float) -> None:
        """Wait, and count the requested time; a negative time returns at once."""
        if seconds > 0:
            self._spent_s += seconds
            self._clock.sleep(seconds)
