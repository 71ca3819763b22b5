"""A reader that types, at its USB end: events of the kernel for a tag that is laid down.

Sources: linux/input.h (struct input_event: two words of time, type, code, value) and linux/input-event-codes.h.
It types all bytes of a number: those of 13.56 MHz in hexadecimal, those of 125 kHz in 13 decimal digits (10H13D).
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable

from hardware.bus import Clock, DeviceError, Traffic
from hardware.sim.faults import Faults
from hardware.sim.field import Field
from hardware.sim.tags import Em4100, Tag

KEYS = {
    "KEY_1": 2, "KEY_2": 3, "KEY_3": 4, "KEY_4": 5, "KEY_5": 6, "KEY_6": 7, "KEY_7": 8, "KEY_8": 9, "KEY_9": 10,
    "KEY_0": 11, "KEY_E": 18, "KEY_ENTER": 28, "KEY_A": 30, "KEY_D": 32, "KEY_F": 33, "KEY_LEFTSHIFT": 42,
    "KEY_C": 46, "KEY_B": 48,
}  # fmt: skip
WORD = 8 if sys.maxsize > 2**32 else 4
KEY_S = 2e-3
"""Seconds from one key to the next: full-speed USB asks a keyboard every 1 to 10 ms."""
FIRST_S = 0.05


def event(kind: int, code: int, value: int) -> bytes:
    """One event, at no particular time."""
    return bytes(2 * WORD) + b"".join(
        number.to_bytes(size, sys.byteorder) for number, size in ((kind, 2), (code, 2), (value, 4))
    )


REPORT = event(0, 0, 0)
DROPPED = event(0, 3, 0)
"""SYN_DROPPED: the kernel has thrown events away."""


def stroke(name: str, *, shift: bool = False) -> bytes:
    """A key pressed and let go, each with the end of its report."""
    code = KEYS[name]
    pressed = event(1, code, 1) + REPORT + event(1, code, 0) + REPORT
    if shift:
        held = KEYS["KEY_LEFTSHIFT"]
        return event(1, held, 1) + REPORT + pressed + event(1, held, 0) + REPORT
    return pressed


def strokes(text: str, *, enter: bool = True) -> list[bytes]:
    """A number, key by key; letters come with Shift."""
    keys = [stroke(f"KEY_{char}", shift=char.isalpha()) for char in text.upper()]
    return [*keys, stroke("KEY_ENTER")] if enter else keys


class SimKeys:
    """Types the number of a tag that is laid down, and again every `repeat_s` (0: never) while it lies alone.

    `text` gives what it types of a number (None: all of it). Asks the faults no-answer, bit-errors (its check
    fails: nothing is typed) and tag-pulled of the field.
    """

    def __init__(
        self,
        field: Field,
        clock: Clock,
        *,
        low: bool,
        repeat_s: float = 0.0,
        text: Callable[[bytes], str] | None = None,
    ) -> None:
        self._field = field
        self._clock = clock
        self._low = low
        self._repeat_s = repeat_s
        self._text = text or (_decimal if low else bytes.hex)
        self._lies: object = None
        self._next_at = float("inf")
        self._leaving: deque[tuple[float, bytes]] = deque()

    def speak(self) -> bytes:
        """The events by now."""
        now, tag = self._clock.now(), self._field.alone(Em4100) if self._low else self._field.alone(Tag)
        if tag is not self._lies:
            self._lies, self._next_at = tag, now + FIRST_S
        while tag is not None and self._next_at <= now:
            self._read(tag.uid)
            self._next_at = self._next_at + self._repeat_s if self._repeat_s else float("inf")
        out = bytearray()
        while self._leaving and self._leaving[0][0] <= now:
            out += self._leaving.popleft()[1]
        return bytes(out)

    def _read(self, uid: bytes) -> None:
        faults = self._field.faults
        if faults.strikes("tag-pulled"):
            self._field.clear()
        elif not (faults.strikes("no-answer") or faults.strikes("bit-errors")):
            keys = enumerate(strokes(self._text(uid)), start=1)
            self._leaving += ((self._next_at + place * KEY_S, key) for place, key in keys)


def _decimal(uid: bytes) -> str:
    return f"{int.from_bytes(uid, 'big'):013d}"


class SimKeysPort:
    """The computer's end, a `hardware.bus.SerialPort`; `plug` opens it. Asks the faults keys-cut and keys-lost."""

    def __init__(self, reader: SimKeys, faults: Faults) -> None:
        self._reader = reader
        self._faults = faults
        self.traffic = Traffic()

    def plug(self) -> SimKeysPort:
        """Open the device. Raises DeviceError while it is unplugged."""
        self._check()
        self._reader.speak()  # nobody was listening
        return self

    def read_available(self) -> bytes:
        """The events by now. Raises DeviceError while it is unplugged."""
        self._check()
        octets = self._reader.speak()
        if octets:
            self.traffic = self.traffic.plus(len(octets))
        return DROPPED + octets[-2 * len(REPORT) :] if octets and self._faults.strikes("keys-lost") else octets

    def write(self, sent: bytes) -> None:
        """Do nothing: nothing is sent to it."""

    def close(self) -> None:
        """Stop listening."""

    def _check(self) -> None:
        if self._faults.strikes("keys-cut"):
            raise DeviceError("the plug is pulled", bus="usb")
