"""A serial line between a simulated chip and a host: bytes take time, and the plug can be pulled.

Independent of the drivers. The chip's speed paces its bytes; bytes on their way are lost when the plug is pulled.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from hardware.bus import Clock, DeviceError, Traffic
from hardware.sim.faults import Faults

BITS_A_BYTE = 10
"""8N1: start bit, eight bits, stop bit."""


class UartChip(Protocol):
    """A chip at its end of the line."""

    baud: int

    def hear(self, octets: bytes) -> None:
        """Receive bytes of the host."""

    def speak(self) -> bytes:
        """The bytes sent since the last call."""


class SerialOutput:
    """The output of a chip, byte by byte at the speed of its line."""

    def __init__(self, clock: Clock, baud: int) -> None:
        self._clock = clock
        self._byte_s = BITS_A_BYTE / baud
        self._leaving: deque[tuple[float, int]] = deque()

    def say(self, octets: bytes, at: float) -> None:
        """Send these bytes from that time on, or after the bytes before them."""
        if self._leaving:
            at = max(at, self._leaving[-1][0])
        self._leaving += ((at + (place + 1) * self._byte_s, octet) for place, octet in enumerate(octets))

    def due(self) -> bytes:
        """The bytes sent by now."""
        now, out = self._clock.now(), bytearray()
        while self._leaving and self._leaving[0][0] <= now:
            out.append(self._leaving.popleft()[1])
        return bytes(out)

    def clear(self) -> None:
        """Discard the rest."""
        self._leaving.clear()


class SimSerial:
    """The host's end of the line, a `hardware.bus.SerialPort`; `plug` opens it.

    At another speed than the chip's both sides receive garbage. Asks the faults line-cut, line-noise and line-garbled.
    """

    def __init__(self, chip: UartChip, faults: Faults | None = None) -> None:
        self._chip = chip
        self._faults = faults or Faults()
        self._rubbish = 0x00
        self.traffic = Traffic()

    def plug(self, baud: int) -> SimSerial:
        """Open the port. Raises DeviceError while the plug is pulled."""
        self._check()
        self._chip.speak()  # no host was listening
        self._rubbish = 0x00 if baud == self._chip.baud else 0xA5
        return self

    def read_available(self) -> bytes:
        """The bytes received by now. Raises DeviceError while the plug is pulled."""
        self._check()
        garbled = self._faults.is_on("line-garbled")
        octets = self._carry(self._chip.speak())
        if octets:
            self.traffic = self.traffic.plus(len(octets))
        return bytes(octet ^ (0xA5 if garbled else 0) for octet in octets)

    def write(self, sent: bytes) -> None:
        """Send these bytes to the chip. Raises DeviceError while the plug is pulled."""
        self.traffic = self.traffic.plus(len(sent))
        self._check()
        self._chip.hear(self._carry(sent))

    def close(self) -> None:
        """Stop listening."""

    def _check(self) -> None:
        if self._faults.strikes("line-cut"):
            raise DeviceError("the plug is pulled", bus="serial")

    def _carry(self, octets: bytes) -> bytes:
        if not self._rubbish and not self._faults.is_on("line-noise"):
            return octets
        return bytes(map(self._arrive, octets))

    def _arrive(self, octet: int) -> int:
        strike = self._faults.strikes("line-noise")
        for bit in strike.where if strike else ():
            octet ^= 1 << bit
        return octet ^ self._rubbish
