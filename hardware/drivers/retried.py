"""Retried devices: built at their first use, and again some time after a failure.

Their packages load slowly, and the panel can show the table without them. A pin may be in use for a moment, or
forbidden until the groups are set right: the box plays on and uses its pins once they are available.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from hardware.bus import Buttons, DeviceError, Reader, Sounder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.bus import Clock, Edge, Note, Sighting

AGAIN_S: Final = 1.0
"""Seconds between two attempts: a part works within two seconds of its return."""


class Closable(Protocol):
    """A part that can be closed."""

    def close(self) -> None:
        """Release the pins."""
        ...


Part = TypeVar("Part", bound="Closable")


class Retried(Generic[Part]):
    """A part that `claim` builds at its first use."""

    def __init__(self, claim: Callable[[], Part], clock: Clock) -> None:
        self._claim = claim
        self._clock = clock
        self._part: Part | None = None
        self._refusal: DeviceError | None = None
        self._again_at = 0.0

    def part(self) -> Part:
        """The part itself. Raises DeviceError while it is not available: between attempts, the last error."""
        if self._part is None:
            if self._refusal is not None and self._clock.now() < self._again_at:
                raise self._refusal.with_traceback(None)  # else it grows with every turn
            self._part = self._build()
        return self._part

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """Close a part that fails in use; the next use builds it again."""
        try:
            yield
        except DeviceError:
            self.close()
            self._part = None
            raise

    def _build(self) -> Part:
        try:
            return self._claim()
        except DeviceError as refusal:
            # Not the error itself: its traceback refers to the unfinished part.
            self._refusal = DeviceError(refusal.what, bus=refusal.bus, address=refusal.address)
            self._again_at = self._clock.now() + AGAIN_S
            raise

    def close(self) -> None:
        """Release the pins, if they are open."""
        if self._part is not None:
            self._part.close()


class RetriedReader(Retried[Reader]):
    """`hardware.bus.Reader`."""

    def poll(self) -> Sighting:
        """Poll the field once. Raises DeviceError."""
        return self.part().poll()


class RetriedButtons(Retried[Buttons]):
    """`hardware.bus.Buttons`."""

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call. Raises DeviceError while there are no pins."""
        with self._in_use():
            return self.part().edges()

    def wait(self, seconds: float) -> None:
        """Wait, at most `seconds`; a press or a release ends it."""
        if self._part is None:
            self._clock.sleep(seconds)
            return
        with suppress(DeviceError), self._in_use():
            self._part.wait(seconds)


class RetriedSounder(Retried[Sounder]):
    """`hardware.bus.Sounder`; every call raises DeviceError while there are no pins."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Start a tune."""
        with self._in_use():
            self.part().play(notes)

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour."""
        with self._in_use():
            self.part().light(rgb, ms)

    def tick(self) -> None:
        """Start what is due."""
        with self._in_use():
            self.part().tick()
