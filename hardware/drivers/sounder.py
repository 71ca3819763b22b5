"""Buzzer and three-colour light on gpiozero's PWM, stepped by the injected clock.

Wiring: a passive buzzer behind a transistor, an RGB LED with resistors (wiring.md).

No gpiozero `blink`, `pulse` or `beep`: each starts a thread. No `TonalBuzzer` either: as it comes it takes
220 to 880 Hz and refuses the rest.
"""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from hardware.drivers.pins import SOUNDER, claiming

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.bus import Clock, Note

LIGHT_HZ: Final = 100
"""Fast enough for the eye; lgpio makes PWM in software, up to 10 kHz."""


class GpioSounder:
    """`hardware.bus.Sounder` on GPIO pins: BUZZER, RED, GREEN and BLUE -> GPIO number.

    `common_anode` tells how the LED is built: its common leg at 3.3 V instead of ground. `pin_factory` is
    gpiozero's (None: the one of this board). Raises DeviceError when a pin cannot be had or cannot do PWM;
    the pins taken by then are free again.
    """

    def __init__(
        self,
        clock: Clock,
        pins: Mapping[str, int] = SOUNDER,
        *,
        common_anode: bool = False,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._tune: deque[Note] = deque()
        self._note_ends: float | None = None
        self._light_ends: float | None = None
        with ExitStack() as opened:
            self._buzzer = opened.enter_context(_output(pins["BUZZER"], pin_factory))
            self._leds = tuple(
                opened.enter_context(_output(pins[colour], pin_factory, active_high=not common_anode))
                for colour in ("RED", "GREEN", "BLUE")
            )
            self._opened = opened.pop_all()

    def play(self, notes: tuple[Note, ...]) -> None:
        """Begin a tune; one that still sounds is cut off. An empty one is silence."""
        self._tune = deque(notes)
        self._next_note(self._clock.now())

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour (0..1 each) for so many milliseconds; 0: until the next call."""
        self._shine(rgb)
        self._light_ends = self._clock.now() + ms / 1000 if ms else None

    def tick(self) -> None:
        """Move on to the note and the light that are due now; after a late tick no note is skipped."""
        now = self._clock.now()
        if self._note_ends is not None and now >= self._note_ends:
            self._next_note(now)
        if self._light_ends is not None and now >= self._light_ends:
            self.light((0, 0, 0), 0)

    def close(self) -> None:
        """Silence, dark, pins released; a later `tick` does nothing."""
        self._note_ends = self._light_ends = None
        self._opened.close()

    def _next_note(self, now: float) -> None:
        """The first note left begins now; none left: silence."""
        if self._tune:
            note = self._tune.popleft()
            self._note_ends = now + note.ms / 1000
            _drive(self._buzzer, 0.5 if note.hz else 0, note.hz)
        else:
            self._note_ends = None
            _drive(self._buzzer, 0, 0)

    def _shine(self, rgb: tuple[float, float, float]) -> None:
        for led, level in zip(self._leds, rgb, strict=True):
            _drive(led, level, LIGHT_HZ)


def _output(number: int, pin_factory: Any, *, active_high: bool = True) -> Any:
    """A gpiozero PWM output, off."""
    with claiming(number):
        from gpiozero import PWMOutputDevice  # noqa: PLC0415 - slow, and only needed with pins

        output = PWMOutputDevice(number, active_high=active_high, frequency=LIGHT_HZ, pin_factory=pin_factory)
        _drive(output, 0, LIGHT_HZ)
        return output


def _drive(output: Any, duty: float, hz: float) -> None:
    """Set a PWM output; fully on and fully off are plain levels, so that an idle box toggles no pin."""
    if 0 < duty < 1:
        output.frequency = hz
        output.value = duty
    else:
        output.value = duty
        output.frequency = None
        output.value = duty
