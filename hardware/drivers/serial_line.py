"""A serial port that may be pulled out at any time and comes back, perhaps under another name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Clock, SerialPort

RETRY_S = 1.0
"""So often a port that is away is looked for."""

T = TypeVar("T")


class SerialLine:
    """Opens its port when it is first used, and after a failure again, every RETRY_S and no more often.

    `open_port` finds the port under whatever name it has now and opens it, or raises DeviceError. While the port is
    away every use raises the DeviceError that told so. What was half heard before is for the user to forget.
    """

    def __init__(self, open_port: Callable[[], SerialPort], clock: Clock, *, bus: str) -> None:
        self.bus = bus
        self._open_port = open_port
        self._clock = clock
        self._port: SerialPort | None = None
        self._gone: DeviceError | None = None
        self._retry_at = 0.0

    def read(self) -> bytes:
        """What has arrived since the last call; never blocks. Raises DeviceError."""
        return self._use(lambda port: port.read_available())

    def write(self, sent: bytes) -> None:
        """Hand these bytes to the port. Raises DeviceError."""
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
