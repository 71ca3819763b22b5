"""Buzzer and RGB light as gpiozero devices, advanced by the injected clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from hardware.bus import Clock, DeviceError, Note, Pins
from hardware.default_wiring import SOUNDER
from hardware.drivers.retried import Retried
from hardware.header_pins import INSTALL
from hardware.linux import package
from hardware.linux_pins import as_device_errors

LIGHT_HZ: Final = 100
"""Fast enough for the eye, slow enough for software PWM."""
COLOURS: Final = ("RED", "GREEN", "BLUE")


class Output:
    """A pin that drives a part: a gpiozero `PWMOutputDevice`. Raises DeviceError if the pin is not available.

    Not `TonalBuzzer`, which refuses tones outside its octaves; not `RGBLED`, which has all three pins or none.
    """

    def __init__(self, gpio: int, pins: Pins, *, active_high: bool) -> None:
        self._bus = f"gpio{gpio}"
        factory, library = pins.factory, package("gpiozero", INSTALL, bus="gpio")
        with as_device_errors(self._bus):
            self._device = library.PWMOutputDevice(
                gpio, active_high=active_high, frequency=LIGHT_HZ, pin_factory=factory
            )

    def drive(self, duty: float, hz: float) -> None:
        """Be on for `duty` of the time at `hz`; 0 and 1 are constant levels. Raises DeviceError."""
        with as_device_errors(self._bus):
            if 0 < duty < 1:
                self._device.frequency = hz
            self._device.value = duty

    def close(self) -> None:
        """Release the pin."""
        with suppress(DeviceError), as_device_errors(self._bus):
            self._device.close()


class GpioSounder:
    """`hardware.bus.Sounder` on GPIO pins: BUZZER, RED, GREEN and BLUE -> GPIO number.

    Each pin is claimed at its first use and retried by itself; one that returns does what is due then.
    `common_anode`: the LED's common leg is at 3.3 V instead of ground.
    """

    def __init__(
        self, clock: Clock, pins: Pins, numbers: Mapping[str, int] = SOUNDER, *, common_anode: bool = False
    ) -> None:
        self._clock, self._pins = clock, pins
        self._tune: deque[Note] = deque()
        self._note_ends: float | None = None
        self._light_ends: float | None = None
        self._outputs = {
            name: Retried(partial(Output, gpio, pins, active_high=not (common_anode and name in COLOURS)), clock)
            for name, gpio in numbers.items()
        }
        self._wanted = dict.fromkeys(numbers, (0.0, 0.0))
        self.names = tuple(numbers)
        self.faults: dict[str, DeviceError] = {}
        self._due = set(numbers)  # outputs that have not taken what is wanted of them

    def play(self, notes: tuple[Note, ...]) -> None:
        """Start a tune; cuts off one that still sounds. An empty one is silence."""
        self._tune = deque(notes)
        self._next_note(self._clock.now())

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour (0..1 each) for `ms` milliseconds; 0: until the next call."""
        for colour, level in zip(COLOURS, rgb, strict=True):
            self._drive(colour, level, LIGHT_HZ)
        self._light_ends = self._clock.now() + ms / 1000 if ms else None

    def tick(self) -> None:
        """Start the note and the light that are due; a late tick skips no note."""
        now = self._clock.now()
        if self._note_ends is not None and now >= self._note_ends:
            self._next_note(now)
        if self._light_ends is not None and now >= self._light_ends:
            self.light((0, 0, 0), 0)
        for name in sorted(self._due):
            self._settle(name)

    def close(self) -> None:
        """Silence, dark, pins released; a later `tick` does nothing."""
        self._note_ends = self._light_ends = None
        self._due.clear()
        for output in self._outputs.values():
            output.close()

    def _next_note(self, now: float) -> None:
        """Start the next note, or silence."""
        if self._tune:
            note = self._tune.popleft()
            self._note_ends = now + note.ms / 1000
            self._drive("BUZZER", 0.5 if note.hz else 0, note.hz)
        else:
            self._note_ends = None
            self._drive("BUZZER", 0, 0)

    def _drive(self, name: str, duty: float, hz: float) -> None:
        self._wanted[name] = duty, hz
        self._due.add(name)
        self._settle(name)

    def _settle(self, name: str) -> None:
        """Have an output do what is wanted of it; one that fails is tried again at each tick."""
        if not self._pins.is_loaded:
            return
        duty, hz = self._wanted[name]
        try:
            self._outputs[name].use(lambda output: output.drive(duty, hz))
        except DeviceError as fault:
            self.faults[name] = fault
        else:
            self.faults.pop(name, None)
            self._due.discard(name)
