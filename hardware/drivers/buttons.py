"""The four buttons, debounced here on the injected clock.

Wiring: each button between its GPIO and ground; the pull-up resistor is the Pi's own.

The kernel's own debouncing waits for stability, which delays every press. Instead every raw edge comes with its time,
and `Debounce` makes one action of one press.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from hardware.bus import Edge
from hardware.drivers.pins import BUTTONS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from hardware.bus import Clock, Contacts

DEBOUNCE_S: Final = 0.02
"""Longest pause within one burst of chatter; small switches rattle for 1 to 10 ms."""


class Debounce:
    """One contact, cleaned of chatter.

    A change after a calm of `window_s` seconds counts at once. Whatever follows is chatter until the contact
    has been calm that long again; then the level is told if it is not the one last told. So the shortest
    press is one press and one release, and a contact that rattles without end is one press.
    """

    def __init__(self, button: str, window_s: float, *, down: bool = False) -> None:
        self.button = button
        self._window_s = window_s
        self._told = down
        self._level = down
        self._calm_from = -inf

    @property
    def down(self) -> bool:
        """The level last told."""
        return self._told

    def is_calm(self, now: float) -> bool:
        """Whether a change would count at once."""
        return now >= self._calm_from

    def level(self, at: float, *, down: bool) -> list[Edge]:
        """The contact is seen down or up at a time, be it news or not; what this amounts to, oldest first."""
        edges = self.settle(at)
        if down != self._level:
            calm = self.is_calm(at)
            self._level = down
            self._calm_from = at + self._window_s
            if calm:
                edges += self._tell(at)
        return edges

    def settle(self, now: float) -> list[Edge]:
        """Time has passed: the end of chatter may show that the contact is not where it was last told."""
        return self._tell(self._calm_from) if self.is_calm(now) else []

    def _tell(self, at: float) -> list[Edge]:
        if self._level == self._told:
            return []
        self._told = self._level
        return [Edge(self.button, self._level, at)]


class GpioButtons:
    """`hardware.bus.Buttons` on GPIO pins (name -> GPIO number), which `claim` gives for their numbers.

    A button that is down at the start was not pressed for anything on the display: it is no press, only its
    release is told. Raises DeviceError when a pin cannot be had; then none is held.
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
        found: list[Edge] = []
        for change in self._contacts.changes():
            found += self._debounce[change.gpio].level(change.at, down=change.down)
        # Edges get lost when the kernel's queue overflows; the level never lies.
        now, down = self._clock.now(), self._contacts.down()
        for number, debounce in self._debounce.items():
            found += debounce.level(now, down=number in down)
        return sorted(found, key=lambda edge: edge.at)

    def wait(self, seconds: float) -> None:
        """So long, or until somebody presses or lets go; a contact that rattles ends one wait, not every one."""
        now = self._clock.now()
        if all(debounce.is_calm(now) for debounce in self._debounce.values()):
            self._contacts.wait(seconds)
        else:
            self._clock.sleep(seconds)

    def held(self) -> frozenset[str]:
        """The buttons that are down, as far as `edges` has told; at the start: those that seem stuck."""
        return frozenset(debounce.button for debounce in self._debounce.values() if debounce.down)

    def close(self) -> None:
        """Release the pins; `edges` is empty from then on."""
        self._contacts.close()
