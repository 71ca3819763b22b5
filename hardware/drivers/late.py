"""Parts that are built when they are first wanted, and again after a while if that is refused.

Their packages are slow to load, and the panel can show the table without them. A pin may be held by another program
for a moment, or forbidden until somebody mends the groups: the box plays on and takes its pins when it gets them.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from hardware.bus import Buttons, DeviceError, Reader, Sounder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.bus import Clock, Edge, Note, Sighting

AGAIN_S: Final = 1.0
"""After a refusal it is tried again so soon: a part is back within two seconds of its return."""


class Closable(Protocol):
    """What every part has in common."""

    def close(self) -> None:
        """Release the pins."""
        ...


Part = TypeVar("Part", bound="Closable")


class Late(Generic[Part]):
    """A part that is built by `claim` at its first use."""

    def __init__(self, claim: Callable[[], Part], clock: Clock) -> None:
        self._claim = claim
        self._clock = clock
        self._part: Part | None = None
        self._refusal: DeviceError | None = None
        self._again_at = 0.0

    def part(self) -> Part:
        """The part itself. Raises DeviceError as long as it cannot be had, the last refusal between the attempts."""
        if self._part is None:
            if self._refusal is not None and self._clock.now() < self._again_at:
                raise self._refusal.with_traceback(None)  # else it grows with every turn
            self._part = self._had()
        return self._part

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        """Pins that fail in use are given up; the next use builds the part anew."""
        try:
            yield
        except DeviceError:
            self.close()
            self._part = None
            raise

    def _had(self) -> Part:
        try:
            return self._claim()
        except DeviceError as refusal:
            # Not the refusal itself: its traceback holds what was half built.
            self._refusal = DeviceError(refusal.what, bus=refusal.bus, address=refusal.address)
            self._again_at = self._clock.now() + AGAIN_S
            raise

    def close(self) -> None:
        """Release the pins, if they were had."""
        if self._part is not None:
            self._part.close()


class LateReader(Late[Reader]):
    """`hardware.bus.Reader`."""

    def poll(self) -> Sighting:
        """Look once at the field. Raises DeviceError."""
        return self.part().poll()


class LateButtons(Late[Buttons]):
    """`hardware.bus.Buttons`."""

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call. Raises DeviceError while there are no pins."""
        with self._in_use():
            return self.part().edges()

    def wait(self, seconds: float) -> None:
        """So long; buttons that are there end it early."""
        if self._part is None:
            self._clock.sleep(seconds)
            return
        with suppress(DeviceError), self._in_use():
            self._part.wait(seconds)


class LateSounder(Late[Sounder]):
    """`hardware.bus.Sounder`; every call raises DeviceError while there are no pins."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Begin a tune."""
        with self._in_use():
            self.part().play(notes)

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour."""
        with self._in_use():
            self.part().light(rgb, ms)

    def tick(self) -> None:
        """Move on."""
        with self._in_use():
            self.part().tick()
