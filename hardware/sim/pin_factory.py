"""gpiozero's mock pins, moved by simulated hands on a simulated clock.

Imports gpiozero, since a factory is a subclass: nobody imports this module before pins are wanted.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from gpiozero import PiBoardInfo
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from hardware.bus import Clock, DeviceError


class SimFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """The pins of one simulated box. `grounded` are those that a contact shorts, `taken` those of other programs."""

    def __init__(self, clock: Clock, grounded: set[int], taken: set[int]) -> None:
        super().__init__(pin_class=SimPin)
        self.clock = clock
        self.grounded = grounded
        self.opened: dict[int, SimPin] = {}
        self._taken = taken

    def pin(self, name: Any, **given: Any) -> Any:
        """The pin of a device. Raises DeviceError."""
        if name in self._taken:
            raise DeviceError("in use by another", bus=f"gpio{name}")
        return super().pin(name, **given)

    def ticks(self) -> float:
        """Seconds of the simulated clock."""
        return self.clock.now()

    def _get_board_info(self) -> Any:
        return _board(self._revision)


class SimPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin with a pull-up resistor, and a contact to ground."""

    def __init__(self, factory: SimFactory, info: Any) -> None:
        super().__init__(factory, info)
        factory.opened[self._number] = self

    def drive_high(self) -> None:
        """Let the pull-up resistor raise the level, unless the contact is closed."""
        if self._number in self.factory.grounded:
            self.drive_low()
        else:
            super().drive_high()

    def _change_state(self, value: float) -> bool:
        self.clear_states()  # else they are kept for ever
        return bool(super()._change_state(value))

    def _call_when_changed(self) -> None:
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self._state)


@cache
def _board(revision: int) -> Any:
    """The tables of a board, which take a millisecond to make."""
    return PiBoardInfo.from_revision(revision)
