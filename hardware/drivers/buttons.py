"""The four buttons, debounced on the injected clock.

Wiring: each button between its GPIO and ground, with the pull-up resistor of the Pi.

The kernel's debouncing waits for a stable level, which delays every press. Here every raw edge comes with its time, and
`Debounce` makes one edge of one press.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from hardware.bus import Clock, Contacts, Edge
from hardware.drivers.pins import BUTTONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


DEBOUNCE_S: Final = 0.02
"""Longest pause within one bounce; small switches bounce for 1 to 10 ms."""


class Debounce:
    """Debounces one contact.

    A change after `window_s` quiet seconds counts at once. Everything after it is bounce until the contact has been
    quiet that long again; then the level is reported if it differs from the last one reported. So the shortest press is
    one press and one release, and a contact that bounces without end is one press.
    """

    def __init__(self, button: str, window_s: float, *, down: bool = False) -> None:
        self.button = button
        self._window_s = window_s
        self._reported = down
        self._level = down
        self._calm_from = -inf

    @property
    def down(self) -> bool:
        """The level last reported."""
        return self._reported

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
        if self._level == self._reported:
            return []
        self._reported = self._level
        return [Edge(self.button, self._level, at)]


class GpioButtons:
    """`hardware.bus.Buttons` on GPIO pins (name -> GPIO number), opened by `claim`.

    A button that is down at the start is not pressed; only its release is reported. Raises DeviceError if a pin is not
    available, and holds none then.
    """

    def __init__(
        self,
        clock: Clock,
        claim: Callable[[Collection[int]], Contacts],
        pins: Mapping[str, int] = BUTTONS,
        *,
        debounce_s: float = DEBOUNCE_S,
    ) -> None:
        self._clock = clock
        self._contacts = claim(tuple(pins.values()))
        down = self._contacts.down()
        self._debounce = {number: Debounce(name, debounce_s, down=number in down) for name, number in pins.items()}

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call, oldest first; never blocks. Raises DeviceError."""
        edges: list[Edge] = []
        for change in self._contacts.changes():
            edges += self._debounce[change.gpio].level(change.at, down=change.down)
        # The kernel's queue can overflow and lose edges; the level is always right.
        now, down = self._clock.now(), self._contacts.down()
        for number, debounce in self._debounce.items():
            edges += debounce.level(now, down=number in down)
        return sorted(edges, key=lambda edge: edge.at)

    def wait(self, seconds: float) -> None:
        """Wait for a press or a release, at most `seconds`; a bouncing contact ends one wait only."""
        now = self._clock.now()
        if all(debounce.is_calm(now) for debounce in self._debounce.values()):
            self._contacts.wait(seconds)
        else:
            self._clock.sleep(seconds)

    def held(self) -> frozenset[str]:
        """The buttons that are down according to `edges`; at the start: those that seem stuck."""
        return frozenset(debounce.button for debounce in self._debounce.values() if debounce.down)

    def close(self) -> None:
        """Release the pins; `edges` is empty from then on."""
        self._contacts.close()
