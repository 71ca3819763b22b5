"""An RDM6300 board, and its relative ID-12LA, at their serial end.

Sources: RDM6300 specification (9600 8N1, TTL; start, ten digits, check sum, end); ID-12LA datasheet (the same frame
with CR LF before its end; its RES pin, low, stops it). From public reports: a board repeats a number every 65 ms; an
ID-12LA sends the number of a resting tag again after a reset.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from hardware.bus import Clock
from hardware.sim.field import Field
from hardware.sim.pins import SimResetPin
from hardware.sim.serial import SerialOutput
from hardware.sim.tags import Em4100

FIRST_S = 0.033
"""Time of a tag's 64 bits, at 64 periods of the carrier a bit, before the first frame."""
REPEAT_S = 0.065
STARTUP_S = 0.1
"""After a reset."""


class SimRdm6300:
    """Repeats the number of the one tag in its field. Two tags at once spoil each other.

    `once`, as the ID-12LA: CR LF before the end, one frame for each tag laid down, and a `reset_pin`. Asks the faults
    no-answer, bit-errors (the tag's parity fails: no frame) and tag-pulled of the field.
    """

    baud = 9_600

    def __init__(self, field: Field, clock: Clock, *, once: bool = False) -> None:
        self._field = field
        self._clock = clock
        self._once = once
        self._out = SerialOutput(clock, self.baud)
        self._tag: Em4100 | None = None
        self._next_at = 0.0
        self._runs_at: float | None = 0.0  # None: held in reset
        self.reset_pin = SimResetPin(self._pull_reset)

    def hear(self, octets: bytes) -> None:
        """Do nothing: its receiving pin is not connected."""

    def speak(self) -> bytes:
        """The bytes sent by now."""
        now, tag = self._clock.now(), self._field.alone(Em4100)
        if self._runs_at is None or now < self._runs_at:
            return b""
        if tag is not self._tag:
            self._tag, self._next_at = tag, now + FIRST_S
        while self._tag is not None and self._next_at <= now:
            self._repeat(self._tag)
        return self._out.due()

    def _pull_reset(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """RES: low stops the board, a rising edge restarts it without state."""
        self._tag = None
        self._out.clear()
        self._runs_at = self._clock.now() + STARTUP_S if high else None

    def _repeat(self, tag: Em4100) -> None:
        faults = self._field.faults
        if faults.strikes("tag-pulled"):
            self._field.lift(tag)
            self._tag = None
        elif not (faults.strikes("no-answer") or faults.strikes("bit-errors")):
            self._out.say(self._frame(tag.uid), self._next_at)
        self._next_at = float("inf") if self._once else self._next_at + REPEAT_S

    def _frame(self, uid: bytes) -> bytes:
        digits = (uid + bytes([reduce(xor, uid)])).hex().upper()
        return b"\x02" + digits.encode("ascii") + (b"\r\n" if self._once else b"") + b"\x03"
