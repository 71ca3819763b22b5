"""A simulated serial chip at the master end of a pseudo-terminal; the real pyserial reads the other end."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios
import tty

from hardware.bus import SerialPort
from hardware.sim.clock import SimClock

SURELY_S = 5.0
"""Real seconds; reached only by a fault."""


class PtyLine:
    """The cable from a simulated port to a terminal of the system at `place`."""

    def __init__(self, chip_end: SerialPort) -> None:
        self._chip_end = chip_end
        self._master, self._slave = os.openpty()
        tty.setraw(self._master)
        tty.setraw(self._slave)
        self.place = os.ttyname(self._slave)

    def pump(self) -> None:
        """Move the host's bytes to the chip, and the chip's bytes to the host."""
        if select.select([self._master], [], [], 0)[0]:
            self._chip_end.write(os.read(self._master, 4096))
        if said := self._chip_end.read_available():
            waiting = self._waiting() + len(said)
            os.write(self._master, said)
            while self._waiting() < waiting:
                select.select([self._slave], [], [], 0.001)

    def sent(self) -> None:
        """Wait for the host's bytes and move them."""
        assert select.select([self._master], [], [], SURELY_S)[0]
        self.pump()

    def cut(self) -> None:
        """Unplug."""
        os.close(self._master)
        os.close(self._slave)

    def _waiting(self) -> int:
        (count,) = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)))
        return int(count)


class HostEnd:
    """A port of the system on a PtyLine; its writes arrive before they return."""

    def __init__(self, port: SerialPort, line: PtyLine) -> None:
        self._port = port
        self._line = line

    def read_available(self) -> bytes:
        return self._port.read_available()

    def write(self, sent: bytes) -> None:
        self._port.write(sent)
        self._line.sent()

    def close(self) -> None:
        self._port.close()


class PumpingClock(SimClock):
    """Moves the bytes of a line every virtual millisecond during a wait."""

    line: PtyLine | None = None

    def sleep(self, seconds: float) -> None:
        """Wait, and move bytes."""
        until = self.now() + seconds
        while self.now() < until:
            super().sleep(min(0.001, until - self.now()))
            if self.line is not None:
                self.line.pump()
