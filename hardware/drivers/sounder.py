"""Buzzer and RGB light, advanced by the injected clock."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from hardware.drivers.pins import SOUNDER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hardware.bus import Clock, Note, Outputs

LIGHT_HZ: Final = 100
"""Fast enough for the eye, slow enough for software PWM."""


class GpioSounder:
    """`hardware.bus.Sounder` on GPIO pins: BUZZER, RED, GREEN and BLUE -> GPIO number.

    `claim` opens the pins with their first levels. `common_anode`: the LED's common leg is at 3.3 V instead of ground.
    Raises DeviceError if a pin is not available, and holds none then.
    """

    def __init__(
        self,
        clock: Clock,
        claim: Callable[[Mapping[int, bool]], Outputs],
        pins: Mapping[str, int] = SOUNDER,
        *,
        common_anode: bool = False,
    ) -> None:
        self._clock = clock
        self._tune: deque[Note] = deque()
        self._note_ends: float | None = None
        self._light_ends: float | None = None
        self._buzzer, self._leds = pins["BUZZER"], tuple(pins[colour] for colour in ("RED", "GREEN", "BLUE"))
        self._common_anode = common_anode
        self._outputs = claim({self._buzzer: False, **dict.fromkeys(self._leds, common_anode)})

    def play(self, notes: tuple[Note, ...]) -> None:
        """Start a tune; cuts off one that still sounds. An empty one is silence."""
        self._tune = deque(notes)
        self._next_note(self._clock.now())

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour (0..1 each) for `ms` milliseconds; 0: until the next call."""
        self._shine(rgb)
        self._light_ends = self._clock.now() + ms / 1000 if ms else None

    def tick(self) -> None:
        """Start the note and the light that are due; a late tick skips no note."""
        now = self._clock.now()
        if self._note_ends is not None and now >= self._note_ends:
            self._next_note(now)
        if self._light_ends is not None and now >= self._light_ends:
            self.light((0, 0, 0), 0)

    def close(self) -> None:
        """Silence, dark, pins released; a later `tick` does nothing."""
        self._note_ends = self._light_ends = None
        self._outputs.close()

    def _next_note(self, now: float) -> None:
        """Start the next note, or silence."""
        if self._tune:
            note = self._tune.popleft()
            self._note_ends = now + note.ms / 1000
            self._outputs.drive(self._buzzer, 0.5 if note.hz else 0, note.hz)
        else:
            self._note_ends = None
            self._outputs.drive(self._buzzer, 0, 0)

    def _shine(self, rgb: tuple[float, float, float]) -> None:
        for led, level in zip(self._leds, rgb, strict=True):
            self._outputs.drive(led, 1 - level if self._common_anode else level, LIGHT_HZ)
