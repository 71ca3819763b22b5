"""Simulated buttons, buzzer and light: people on one side, the pins of drivers on the other.

A button shorts its pin to ground, a passive buzzer sounds at the frequency of its pin, an LED glows by the mean level.
Time passes only while a contact bounces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from hardware.bus import Clock
from hardware.sim.faults import Faults, Strike

if TYPE_CHECKING:
    from hardware.sim.pin_factory import SimFactory, SimPin


Rgb = tuple[float, float, float]

OUTPUTS = ("BUZZER", "RED", "GREEN", "BLUE")


class SimPins:
    """The pins of one simulated box as `hardware.bus.Pins`: what people do to them, and what people see and hear.

    `pins` gives the GPIO number of BUZZER, RED, GREEN and BLUE (KeyError if one is missing); every other name is a
    button. Asks the `faults` of buttons, buzzer and light. `common_anode`: the LED's common leg is at 3.3 V, so a low
    pin glows.
    """

    is_loaded = True

    def __init__(
        self, clock: Clock, pins: Mapping[str, int], *, common_anode: bool = False, faults: Faults | None = None
    ) -> None:
        self.clock = clock
        self._grounded: set[int] = set()
        self._taken: set[int] = set()
        self._faults = faults or Faults()
        self._numbers = dict(pins)
        self._buttons = {name: number for name, number in pins.items() if name not in OUTPUTS}
        self._buzzer, *self._leds = (pins[name] for name in OUTPUTS)
        self._common_anode = common_anode
        self._factory: SimFactory | None = None

    @property
    def factory(self) -> SimFactory:
        """The pin factory of gpiozero; the first use loads it."""
        if self._factory is None:
            from hardware.sim.pin_factory import SimFactory  # noqa: PLC0415 - imports gpiozero

            self._factory = SimFactory(self.clock, self._grounded, self._taken)
        return self._factory

    def wait(self, seconds: float) -> None:
        """Advance the time: nobody moves while this thread waits."""
        self.clock.sleep(seconds)

    def wake(self) -> None:
        """Do nothing: no wait lasts."""

    def take(self, name: str) -> None:
        """Let another program own a pin that no driver of the box has."""
        self._taken.add(self._numbers[name])

    def give_back(self, name: str) -> None:
        """End that program."""
        self._taken.discard(self._numbers[name])

    def press(self, button: str) -> None:
        """Press and hold a button; does nothing if it is down. Raises KeyError for an unknown button."""
        if not self.is_down(button) and not self._strike("button-dead", button):
            self._move(button, down=True)

    def release(self, button: str) -> None:
        """Release a button; does nothing if it is up or stuck."""
        if self.is_down(button) and not self._strike("stuck", button):
            self._move(button, down=False)

    def is_down(self, button: str) -> bool:
        """Whether the contact is closed, pressed or stuck."""
        return self._buttons[button] in self._grounded

    @property
    def tone_hz(self) -> float:
        """The frequency of the buzzer; 0: silence, because the level is constant."""
        pin = self._output(self._buzzer)
        sounds = pin is not None and 0 < pin.state < 1 and not self._faults.is_on("buzzer-silent")
        return float(pin.frequency) if pin is not None and sounds else 0.0

    @property
    def light(self) -> Rgb:
        """The visible light: red, green and blue, 0..1 each."""
        red, green, blue = map(self._glow, self._leds)
        return 0.0 if self._faults.is_on("red-dark") else red, green, blue

    def _glow(self, number: int) -> float:
        pin = self._output(number)
        if pin is None:
            return 0.0
        return float(1 - pin.state if self._common_anode else pin.state)

    def _output(self, number: int) -> SimPin | None:
        """The pin with this number if a device drives it."""
        pin = self._factory.opened.get(number) if self._factory else None
        return pin if pin is not None and pin.function == "output" else None

    def _move(self, button: str, *, down: bool) -> None:
        """Change a contact; a bouncing one flips at each millisecond of `where` and ends in the right position."""
        pin = self._buttons[button]
        self._flip(pin, down=down)
        strike = self._strike("bounce", button)
        passed = 0
        for ms in strike.where if strike else ():
            self.clock.sleep((ms - passed) / 1000)
            self._flip(pin, down=pin not in self._grounded)
            passed = ms
        self._flip(pin, down=down)

    def _flip(self, number: int, *, down: bool) -> None:
        (self._grounded.add if down else self._grounded.discard)(number)
        pin = self._factory.opened.get(number) if self._factory else None
        if pin is not None and pin.pull == "up":
            pin.drive_high()

    def _strike(self, fault: str, button: str) -> Strike | None:
        strike = self._faults.strikes(fault)
        return strike if strike and strike.button in ("", button) else None


class SimResetPin:
    """The reset line of a chip as a `hardware.bus.OutputPin`; the chip gets each new level."""

    def __init__(self, pull: Callable[[bool], None]) -> None:
        self._pull = pull
        self._high: bool | None = None

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line."""
        if high is not self._high:
            self._pull(high)
        self._high = high
