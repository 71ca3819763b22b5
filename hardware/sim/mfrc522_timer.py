"""The MFRC522's timer unit, in virtual time (MFRC522 product data sheet rev 3.9, 8.5 and 9.3.3.10 to 9.3.3.12)."""

from __future__ import annotations

from typing import Final

from hardware.sim.air import CARRIER_HZ
from hardware.sim.mfrc522_registers import Reg

T_AUTO: Final = 0x80
T_AUTO_RESTART: Final = 0x10
T_PRESCAL_EVEN: Final = 0x10


class Timer:
    """Counts down from the reload value, one step per prescaled tick of the carrier; reads its registers at a start."""

    def __init__(self) -> None:
        self._tick_s = 1.0
        self._period_s = 0.0
        self._restarts = False
        self._ends: float | None = None
        self._count_when_stopped = 0

    @property
    def running(self) -> bool:
        """Whether it counts down."""
        return self._ends is not None

    def start(self, now: float, registers: bytearray) -> None:
        """Load the reload value and count: t = (2*TPrescaler + 1) * (TReload + 1) / 13.56 MHz."""
        mode = registers[Reg.T_MODE]
        prescaler = (mode & 0x0F) << 8 | registers[Reg.T_PRESCALER]
        even = registers[Reg.DEMOD] & T_PRESCAL_EVEN
        reload = registers[Reg.T_RELOAD_H] << 8 | registers[Reg.T_RELOAD_L]
        self._tick_s = (2 * prescaler + (2 if even else 1)) / CARRIER_HZ
        self._period_s = (reload + 1) * self._tick_s
        self._restarts = bool(mode & T_AUTO_RESTART)
        self._ends = now + self._period_s

    def stop(self, now: float) -> None:
        """Stop; the count can still be read."""
        self._count_when_stopped = self.count(now)
        self._ends = None

    def run(self, now: float) -> bool:
        """Let time pass; returns whether the count reached zero."""
        if self._ends is None or now < self._ends:
            return False
        if self._restarts:
            self._ends += ((now - self._ends) // self._period_s + 1) * self._period_s
        else:
            self._count_when_stopped = 0
            self._ends = None
        return True

    def count(self, now: float) -> int:
        """The value of TCounterValReg."""
        if self._ends is None:
            return self._count_when_stopped
        return max(0, int((self._ends - now) / self._tick_s))
