"""The four buttons as gpiozero devices, debounced on the injected clock.

Wiring: each button between its GPIO and ground, with the pull-up resistor of the Pi.

gpiozero's `bounce_time` is the kernel's debouncing: it waits for a stable level, which delays every press. Here every
raw edge comes with its time, and `Debounce` makes one edge of one press.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import cycle
from math import inf
from typing import Any, Final

from hardware.bus import Clock, DeviceError, Edge, Pins, StuckError
from hardware.default_wiring import BUTTONS
from hardware.drivers.retried import Retried
from hardware.header_pins import INSTALL
from hardware.linux import package
from hardware.linux_pins import as_device_errors

DEBOUNCE_S: Final = 0.02
"""Longest pause within one bounce; small switches bounce for 1 to 10 ms."""
STUCK_S: Final = 5.0
"""Nobody holds a button that long: the longest hold that means something takes 0.8 s."""
STUCK: Final = "down for five seconds: a button turned by 90 degrees, or a wire at ground"
OLDEST_S: Final = 10.0
"""A factory whose times are older has another clock than its own `ticks`; then a change counts from its report."""


class Debounce:
    """Debounces one contact.

    A change after `window_s` quiet seconds counts at once. Everything after it is bounce until the contact has been
    quiet that long again; then the level is reported if it differs from the last one reported. So the shortest press is
    one press and one release, and a contact that bounces without end is one press.
    """

    def __init__(self, button: str, window_s: float, *, down: bool = False) -> None:
        self.button = button
        self._window_s = window_s
        self.down = down
        """The level last reported."""
        self._level = down
        self._calm_from = -inf

    @property
    def is_settled(self) -> bool:
        """Whether the level last reported is that of the contact."""
        return self._level == self.down

    def is_calm(self, now: float) -> bool:
        """Whether a change would count at once."""
        return now >= self._calm_from

    def level(self, at: float, *, down: bool) -> list[Edge]:
        """Report the level of the contact at a time, changed or not; returns the edges, oldest first."""
        edges = self.settle(at)
        if down != self._level:
            calm = self.is_calm(at)
            self._level = down
            self._calm_from = at + self._window_s
            if calm:
                edges += self._report(at)
        return edges

    def settle(self, now: float) -> list[Edge]:
        """Let time pass; returns an edge if the level after a bounce differs from the last one reported."""
        return self._report(self._calm_from) if self.is_calm(now) else []

    def _report(self, at: float) -> list[Edge]:
        if self._level == self.down:
            return []
        self.down = self._level
        return [Edge(self.button, self._level, at)]


class GpioButton:
    """One button: a gpiozero `InputDevice`, whose edges are queued with their times and debounced when asked for.

    Not gpiozero's `Button`: each of those has a thread that wakes ten times a second. A button that is down at the
    start, with no edge of it known, is not pressed; only its release is reported. Raises DeviceError if the pin is not
    available.
    """

    def __init__(self, name: str, gpio: int, pins: Pins, clock: Clock) -> None:
        self.bus = f"gpio{gpio}"
        self._pins, self._clock = pins, clock
        self._changes: deque[tuple[float, bool]] = deque()
        factory, library = pins.factory, package("gpiozero", INSTALL, bus="gpio")
        with as_device_errors(self.bus):
            self._device = library.InputDevice(gpio, pull_up=True, pin_factory=factory)
            try:
                self._device.pin.edges = "both"
                self._device.pin.when_changed = self._on_change
                pins.wait(0)  # edges that the kernel has kept
                down = self._is_closed() and not self._changes
            except BaseException:
                self._device.close()
                raise
        self.debounce = Debounce(name, DEBOUNCE_S, down=down)
        self._down_since = clock.now()

    @property
    def has_changed(self) -> bool:
        """Whether an edge is queued."""
        return bool(self._changes)

    @property
    def rests(self) -> bool:
        """Whether `edges` has nothing to report, unless an edge was lost."""
        return not self._changes and self.debounce.is_settled

    @property
    def is_down(self) -> bool:
        """Whether the button is down according to `edges`; at the start: whether it seems stuck."""
        return self.debounce.down

    def is_stuck(self, now: float) -> bool:
        """Whether it has been down for longer than fingers do."""
        return self.is_down and now - self._down_since >= STUCK_S

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call. Raises DeviceError."""
        edges: list[Edge] = []
        while self._changes:
            at, down = self._changes.popleft()
            edges += self.debounce.level(at, down=down)
        # A queue of edges can overflow and lose some, and not every factory tells all; the level is always right.
        with as_device_errors(self.bus):
            down = self._is_closed()
        now = self._clock.now()
        edges += self.debounce.level(now, down=down)
        if not self.is_down:
            self._down_since = now
        return edges

    def close(self) -> None:
        """Release the pin."""
        with suppress(DeviceError), as_device_errors(self.bus):
            self._device.close()

    def _is_closed(self) -> bool:
        return bool(self._device.is_active)

    def _on_change(self, ticks: Any, state: float) -> None:
        """A change, in the thread of the factory; `ticks` is when, on the clock of the factory."""
        factory = self._pins.factory
        age = factory.ticks_diff(factory.ticks(), ticks)
        self._changes.append((self._clock.now() - (age if 0 <= age < OLDEST_S else 0), not state))
        self._pins.wake()


class GpioButtons:
    """`hardware.bus.Buttons` on GPIO pins (name -> GPIO number).

    Each pin is claimed at its first use and retried by itself.
    """

    def __init__(self, clock: Clock, pins: Pins, numbers: Mapping[str, int] = BUTTONS) -> None:
        self._clock, self._pins = clock, pins
        self._buttons = {
            name: Retried(partial(GpioButton, name, gpio, pins, clock), clock) for name, gpio in numbers.items()
        }
        self._looks = cycle(numbers)
        self.names = tuple(numbers)
        self.faults: dict[str, DeviceError] = {}

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call, oldest first; never blocks.

        Reads the levels of buttons that changed, and of one other in turn: a lost edge is found by the fourth call.
        """
        if not self._pins.is_loaded:
            return []
        self._pins.wait(0)
        looked_at = next(self._looks)
        edges = [
            edge
            for name, button in self._buttons.items()
            if name == looked_at or button.built is None or not button.built.rests
            for edge in self._edges(name, button)
        ]
        return sorted(edges, key=lambda edge: edge.at)

    def wait(self, seconds: float) -> None:
        """Wait for a press or a release, at most `seconds`; a bouncing contact ends one wait only."""
        now, built = self._clock.now(), [button.built for button in self._buttons.values() if button.built]
        if any(not button.debounce.is_calm(now) for button in built):
            self._clock.sleep(seconds)
        elif not any(button.has_changed for button in built):
            self._pins.wait(seconds)

    def buttons_down(self) -> frozenset[str]:
        """The buttons that are down according to `edges`; at the start: those that seem stuck."""
        return frozenset(name for name, button in self._buttons.items() if button.built and button.built.is_down)

    def close(self) -> None:
        """Release the pins; the next use claims them again."""
        for button in self._buttons.values():
            button.close()

    def _edges(self, name: str, button: Retried[GpioButton]) -> list[Edge]:
        try:
            edges = button.use(GpioButton.edges)
        except DeviceError as fault:
            self.faults[name] = fault
            return []
        self.faults.pop(name, None)
        if button.part().is_stuck(self._clock.now()):
            self.faults[name] = StuckError(STUCK, bus=button.part().bus)
        return edges
