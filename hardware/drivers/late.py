"""Parts that are built when they are first wanted, and again after a while if that is refused.

Their packages are slow to load, and the panel can show the table without them. A pin may be held by another program
for a moment, or forbidden until somebody mends the groups: the box plays on and takes its pins when it gets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from hardware.bus import Buttons, DeviceError, Reader, Sounder

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Clock, Edge, Note, Sighting

FIRST_S: Final = 2.0
LONGEST_S: Final = 60.0
"""After a refusal it is tried again so soon, then after twice as long each time, at most after this."""


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
        self._pause_s, self._again_at = FIRST_S, 0.0

    def part(self) -> Part:
        """The part itself. Raises DeviceError as long as it cannot be had, the last refusal between the attempts."""
        if self._part is None:
            if self._refusal is not None and self._clock.now() < self._again_at:
                raise self._refusal
            self._part = self._had()
        return self._part

    def _had(self) -> Part:
        try:
            return self._claim()
        except DeviceError as refusal:
            self._refusal = refusal
            self._again_at = self._clock.now() + self._pause_s
            self._pause_s = min(2 * self._pause_s, LONGEST_S)
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
        return self.part().edges()


class LateSounder(Late[Sounder]):
    """`hardware.bus.Sounder`; every call raises DeviceError while there are no pins."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Begin a tune."""
        self.part().play(notes)

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour."""
        self.part().light(rgb, ms)

    def tick(self) -> None:
        """Move on."""
        self.part().tick()
