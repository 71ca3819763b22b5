"""A serial port that may be unplugged and return under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Clock, SerialPort

RETRY_S = 1.0
"""Seconds between two attempts to open a missing port."""

T = TypeVar("T")


class SerialLine:
    """A port opened at its first use and, after a failure, again every RETRY_S.

    `open_port` finds the port under its present name and opens it, or raises DeviceError. While the port is missing,
    every use raises that error. The user discards a frame that was half received.
    """

    def __init__(self, open_port: Callable[[], SerialPort], clock: Clock, *, bus: str) -> None:
        self.bus = bus
        self._open_port = open_port
        self._clock = clock
        self._port: SerialPort | None = None
        self._gone: DeviceError | None = None
        self._retry_at = 0.0

    def read(self) -> bytes:
        """The bytes received since the last call; never blocks. Raises DeviceError."""
        return self._use(lambda port: port.read_available())

    def write(self, sent: bytes) -> None:
        """Write these bytes. Raises DeviceError."""
        self._use(lambda port: port.write(sent))

    def close(self) -> None:
        """Release the port; the next use opens it again."""
        if self._port is not None:
            self._port.close()
        self._port = self._gone = None

    def _use(self, talk: Callable[[SerialPort], T]) -> T:
        if self._gone is not None and self._clock.now() < self._retry_at:
            raise self._gone.with_traceback(None)
        try:
            self._port = self._port or self._open_port()
            self._gone = None
            return talk(self._port)
        except DeviceError as gone:
            self.close()
            self._gone = gone
            self._retry_at = self._clock.now() + RETRY_S
            raise
