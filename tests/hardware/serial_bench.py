"""A serial port whose far end is a list, for drivers: what arrives at each read, and what was written."""

from __future__ import annotations

from collections import deque

from hardware.bus import DeviceError
from hardware.drivers.retried import SerialLine
from hardware.sim.clock import SimClock

GONE = None
"""In a list of arrivals: the port fails."""


class ScriptedPort:
    """Gives one arrival at each read, then silence."""

    def __init__(self, *arrivals: bytes | None) -> None:
        self.arrivals = deque(arrivals)
        self.written: list[bytes] = []
        self.closed = 0

    def read_available(self) -> bytes:
        arrival = self.arrivals.popleft() if self.arrivals else b""
        if arrival is GONE:
            raise DeviceError("the port is gone", bus="ttyS9")
        return arrival

    def write(self, sent: bytes) -> None:
        self.written.append(sent)

    def close(self) -> None:
        self.closed += 1


class Opener:
    """Finds one port after the other, a DeviceError where there is none; counts how often it was asked."""

    def __init__(self, *ports: ScriptedPort | None) -> None:
        self.ports = deque(ports)
        self.asked = 0

    def __call__(self) -> ScriptedPort:
        self.asked += 1
        port = self.ports.popleft() if self.ports else None
        if port is None:
            raise DeviceError("no such port", bus="ttyS9")
        return port


def line_on(*ports: ScriptedPort | None) -> tuple[SerialLine, Opener, SimClock]:
    clock, opener = SimClock(), Opener(*ports)
    return SerialLine(opener, clock, bus="ttyS9"), opener, clock
