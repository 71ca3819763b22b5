"""How long the chip and the air were at work, whatever time the computer took beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.bus import Clock, Spi

OCTET_S: Final = 8e-6
"""A byte on the wire at 1 MHz."""


class Effort:
    """A wire and its clock in one: keeps `hardware.bus.Spi` and `hardware.bus.Clock`.

    `now` counts the bytes that passed and the sleeps that were asked for. A busy computer makes both last longer; a
    limit set in this time is a limit of work, and no tag is given up because the system was slow.
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
        """Seconds of work since this was made."""
        return self._spent_s

    def sleep(self, seconds: float) -> None:
        """Wait, and count what was asked for; a negative time is no time."""
        if seconds > 0:
            self._spent_s += seconds
            self._clock.sleep(seconds)
