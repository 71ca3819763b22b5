"""Simulated buttons, buzzer and light: people on one side, the pins of drivers on the other.

A button shorts its pin to ground, a passive buzzer sounds at the frequency of its pin, an LED glows by the mean level.
Time passes only while a contact bounces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.bus import Change, Clock, DeviceError
from hardware.sim.faults import Faults, Strike

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


Rgb = tuple[float, float, float]

OUTPUTS = ("BUZZER", "RED", "GREEN", "BLUE")
HEADER = range(2, 28)


class SimPins:
    """The pins of one simulated box: what people do to them, and what people see and hear.

    `pins` gives the GPIO number of BUZZER, RED, GREEN and BLUE (KeyError if one is missing); every other name is a
    button. `contacts` and `outputs` open pins for drivers. Asks the `faults` of buttons, buzzer and light.
    `common_anode`: the LED's common leg is at 3.3 V, so a low pin glows.
    """

    def __init__(
        self,
        clock: Clock,
        pins: Mapping[str, int],
        *,
        common_anode: bool = False,
        faults: Faults | None = None,
    ) -> None:
        self.clock = clock
        self.held: set[int] = set()
        self.grounded: set[int] = set()
        self.driven: dict[int, tuple[float, float]] = {}
        self._faults = faults or Faults()
        self._numbers = dict(pins)
        self._buttons = {name: number for name, number in pins.items() if name not in OUTPUTS}
        self._buzzer, *self._leds = (pins[name] for name in OUTPUTS)
        self._common_anode = common_anode
        self._listening: list[SimContacts] = []

    def contacts(self, pins: Collection[int]) -> SimContacts:
        """Open pins as `hardware.bus.Contacts`. Raises DeviceError for one that is in use, or not on the header."""
        self._hold(pins)
        self._listening.append(SimContacts(self, pins))
        return self._listening[-1]

    def outputs(self, first: Mapping[int, bool]) -> SimOutputs:
        """Open pins as `hardware.bus.Outputs`, with their first levels. Raises DeviceError likewise."""
        self._hold(first)
        return SimOutputs(self, first)

    def let_go_of(self, pins: Collection[int]) -> None:
        """Release the pins of a driver or another program; they drive nothing from then on."""
        self.held -= set(pins)
        for pin in pins:
            self.driven.pop(pin, None)

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
        return self._buttons[button] in self.grounded

    def take(self, name: str) -> None:
        """Let another program own a pin that no driver of the box has."""
        self._hold([self._numbers[name]])

    @property
    def tone_hz(self) -> float:
        """The frequency of the buzzer; 0: silence, because the level is constant."""
        duty, hz = self.driven.get(self._buzzer, (0, 0))
        return hz if 0 < duty < 1 and not self._faults.is_on("buzzer-silent") else 0.0

    @property
    def light(self) -> Rgb:
        """The visible light: red, green and blue, 0..1 each."""
        red, green, blue = map(self._glow, self._leds)
        return 0.0 if self._faults.is_on("red-dark") else red, green, blue

    def _glow(self, pin: int) -> float:
        if pin not in self.driven:
            return 0.0
        level, _ = self.driven[pin]
        return 1 - level if self._common_anode else level

    def _hold(self, pins: Collection[int]) -> None:
        for pin in pins:
            if pin not in HEADER:
                raise DeviceError("the header has GPIO2 to GPIO27", bus=f"gpio{pin}")
            if pin in self.held:
                raise DeviceError("in use by another", bus=f"gpio{pin}")
        self.held |= set(pins)

    def _move(self, button: str, *, down: bool) -> None:
        """Change a contact; a bouncing one flips at each millisecond of `where` and ends in the right position."""
        pin = self._buttons[button]
        self._flip(pin, down=down)
        strike = self._strike("bounce", button)
        passed = 0
        for ms in strike.where if strike else ():
            self.clock.sleep((ms - passed) / 1000)
            self._flip(pin, down=pin not in self.grounded)
            passed = ms
        self._flip(pin, down=down)

    def _flip(self, pin: int, *, down: bool) -> None:
        if (pin in self.grounded) == down:
            return
        (self.grounded.add if down else self.grounded.discard)(pin)
        for contacts in self._listening:
            contacts.changed(pin, down=down)

    def _strike(self, fault: str, button: str) -> Strike | None:
        strike = self._faults.strikes(fault)
        return strike if strike and strike.button in ("", button) else None


class SimContacts:
    """`hardware.bus.Contacts` on simulated pins."""

    def __init__(self, pins: SimPins, numbers: Collection[int]) -> None:
        self._pins = pins
        self._numbers = frozenset(numbers)
        self._queued: list[Change] = []

    def changes(self) -> list[Change]:
        """The changes since the last call."""
        queued, self._queued = self._queued, []
        return queued

    def down(self) -> frozenset[int]:
        """The switches that are closed."""
        return self._numbers & self._pins.grounded

    def wait(self, seconds: float) -> None:
        """Advance the time by `seconds`, unless a change is queued already: nobody moves while this thread waits."""
        if not self._queued:
            self._pins.clock.sleep(seconds)

    def changed(self, pin: int, *, down: bool) -> None:
        """The far end: a contact flips."""
        if pin in self._numbers:
            self._queued.append(Change(pin, self._pins.clock.now(), down))

    def close(self) -> None:
        """Release the pins; their changes are ignored from then on."""
        self._pins.let_go_of(self._numbers)
        self._numbers = frozenset()
        self._queued = []


class SimOutputs:
    """`hardware.bus.Outputs` on simulated pins."""

    def __init__(self, pins: SimPins, first: Mapping[int, bool]) -> None:
        self._pins = pins
        self._numbers = frozenset(first)
        for pin, high in first.items():
            self.drive(pin, high, 0)

    def drive(self, gpio: int, duty: float, hz: float) -> None:
        """Drive the part on the pin. Raises DeviceError after `close`."""
        if gpio not in self._numbers:
            raise DeviceError("the pin is released", bus=f"gpio{gpio}")
        self._pins.driven[gpio] = duty, hz

    def close(self) -> None:
        """Release the pins."""
        self._pins.let_go_of(self._numbers)
        self._numbers = frozenset()


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
