"""Retried devices: built at their first use, and again some time after a failure.

Their packages load slowly, and the panel can show the table without them. A pin may be in use for a moment, or
forbidden until the groups are set right; a serial port may be unplugged and return under another name: the box plays on
and uses its parts once they are available.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from hardware.bus import Clock, DeviceError, Reader, SerialPort, Sighting

if TYPE_CHECKING:

    class Closes(Protocol):
        """A part of any kind."""

        def close(self) -> None:
            """Release what it holds."""


AGAIN_S: Final = 1.0
"""Seconds between two attempts: a part works within two seconds of its return."""

Part = TypeVar("Part", bound="Closes")
Result = TypeVar("Result")


class Retried(Generic[Part]):
    """A part that `claim` builds at its first use."""

    def __init__(self, claim: Callable[[], Part], clock: Clock) -> None:
        self._claim = claim
        self._clock = clock
        self.built: Part | None = None
        """The part, if it is built."""
        self._refusal: DeviceError | None = None
        self._again_at = 0.0

    def part(self) -> Part:
        """The part itself. Raises DeviceError while it is not available: between attempts, the last error."""
        if self.built is None:
            if self._refusal is not None and self._clock.now() < self._again_at:
                raise self._refusal.with_traceback(None)  # else it grows with every turn
            self.built = self._use(self._claim)
        return self.built

    def use(self, act: Callable[[Part], Result]) -> Result:
        """Act on the part. One that raises DeviceError is closed, and built again after AGAIN_S."""
        part = self.part()
        return self._use(lambda: act(part))

    def _use(self, act: Callable[[], Result]) -> Result:
        try:
            return act()
        except DeviceError as fault:
            # Not the error itself: its traceback refers to the unfinished part, which would go on holding its pin.
            refusal = DeviceError(fault.what, bus=fault.bus, address=fault.address)
        self.close()
        self._refusal = refusal
        self._again_at = self._clock.now() + AGAIN_S
        raise refusal

    def close(self) -> None:
        """Release the part, if there is one; the next use builds it again."""
        if self.built is not None:
            self.built.close()
        self.built = self._refusal = None


class RetriedReader(Retried[Reader]):
    """`hardware.bus.Reader`; one that fails is kept, because it mends itself."""

    def poll(self) -> Sighting:
        """Poll the field once. Raises DeviceError."""
        return self.part().poll()


class SerialLine(Retried[SerialPort]):
    """A serial port that may be unplugged; `bus` names it in errors.

    `claim` finds the port under its present name and opens it. The user discards a frame that was half received.
    """

    def __init__(self, claim: Callable[[], SerialPort], clock: Clock, *, bus: str) -> None:
        super().__init__(claim, clock)
        self.bus = bus

    def read(self) -> bytes:
        """The bytes received since the last call; never blocks. Raises DeviceError while the port is missing."""
        return self.use(lambda port: port.read_available())

    def write(self, sent: bytes) -> None:
        """Write these bytes. Raises DeviceError while the port is missing."""
        self.use(lambda port: port.write(sent))
