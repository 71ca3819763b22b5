"""Simulated buttons, buzzer and light: fingers on one side, gpiozero's mock pins on the other.

Written from what the parts do: a button shorts its pin to ground, a passive buzzer sounds the frequency it is
fed, an LED glows by the mean level. The pins belong to a mock factory of their own: gpiozero's process-wide one
stays as it is. Time passes only where a contact chatters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.sim.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.bus import Clock
    from hardware.sim.faults import Strike

Rgb = tuple[float, float, float]

OUTPUTS = ("BUZZER", "RED", "GREEN", "BLUE")


class SimPins:
    """The pins of one simulated box: what people do to them, and what people see and hear.

    `pins` gives the GPIO number of BUZZER, RED, GREEN and BLUE (KeyError if one is missing); every other name
    in it is a button. Give `factory` to every gpiozero device of the box as its `pin_factory`. Consults the `faults`
    of buttons, buzzer and light. `common_anode`: the LED's common leg is at 3.3 V, so a low pin glows.
    """

    def __init__(
        self,
        clock: Clock,
        pins: Mapping[str, int],
        *,
        common_anode: bool = False,
        faults: Faults | None = None,
    ) -> None:
        self.factory = _mock_factory()
        self._clock = clock
        self._faults = faults or Faults()
        self._numbers = {name: f"GPIO{number}" for name, number in pins.items()}
        self._contacts = {name: self.factory.pin(number) for name, number in pins.items()}
        self._buzzer, self._red, self._green, self._blue = (self._contacts.pop(name) for name in OUTPUTS)
        self._common_anode = common_anode

    def press(self, button: str) -> None:
        """A finger goes down and stays; nothing if it is down. Raises KeyError for an unknown button."""
        if not self._contacts[button].grounded and not self._strike("button-dead", button):
            self._move(button, down=True)

    def release(self, button: str) -> None:
        """The finger goes up; nothing if it is up, or if the button is stuck."""
        if self._contacts[button].grounded and not self._strike("stuck", button):
            self._move(button, down=False)

    def is_down(self, button: str) -> bool:
        """Whether the contact is closed, by a finger or because it is stuck."""
        return bool(self._contacts[button].grounded)

    def take(self, name: str) -> None:
        """Let another program hold a pin, before any device of the box has it."""
        self.factory.reserve_pins(self, self._numbers[name])

    def let_go(self, name: str) -> None:
        """That program ends."""
        self.factory.release_pins(self, self._numbers[name])

    @property
    def tone_hz(self) -> float:
        """What is heard; 0 is silence: no PWM, or a level that does not swing."""
        wired = not self._faults.is_on("buzzer-silent")
        swings = wired and self._buzzer.function == "output" and 0 < self._buzzer.state < 1
        return float(self._buzzer.frequency or 0) if swings else 0.0

    @property
    def light(self) -> Rgb:
        """What is seen: red, green and blue, 0..1 each."""
        red = 0.0 if self._faults.is_on("red-dark") else self._glow(self._red)
        return red, self._glow(self._green), self._glow(self._blue)

    def _glow(self, pin: Any) -> float:
        if pin.function != "output":
            return 0.0
        level = float(pin.state)
        return 1 - level if self._common_anode else level

    def _move(self, button: str, *, down: bool) -> None:
        """Change a contact; a bouncing one flips at each millisecond of `where` and ends as it should."""
        contact = self._contacts[button]
        contact.ground(down=down)
        strike = self._strike("bounce", button)
        passed = 0
        for ms in strike.where if strike else ():
            self._clock.sleep((ms - passed) / 1000)
            contact.ground(down=not contact.grounded)
            passed = ms
        contact.ground(down=down)

    def _strike(self, fault: str, button: str) -> Strike | None:
        strike = self._faults.strikes(fault)
        return strike if strike and strike.button in ("", button) else None


def _mock_factory() -> Any:
    """A mock factory of gpiozero, its pins with PWM and with contacts that beat the pull-up resistor."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - slow, and only needed with pins

    class ContactPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
        """A mock pin with a switch to ground, which may be closed before anybody asks for a pull-up."""

        grounded = False

        def ground(self, *, down: bool) -> None:
            self.grounded = down
            if down:
                self.drive_low()
            else:
                self.drive_high()

        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            if self.grounded:
                self.drive_low()

        def _change_state(self, value: float) -> bool:
            changed = super()._change_state(value)
            del self.states[:-1]  # gpiozero keeps them all: a box that plays for a season would fill up
            return bool(changed)

    return MockFactory(pin_class=ContactPin)
