"""The four buttons on gpiozero, debounced here on the injected clock.

Wiring: each button between its GPIO and ground; the pull-up resistor is the Pi's own.

gpiozero's own `bounce_time` waits for stability, which delays every press, and its mock pins ignore it.
Instead every raw edge is queued with its time, and `Debounce` makes one action of one press.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from math import inf
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from hardware.bus import Clock, Edge
from hardware.drivers.pins import BUTTONS, claiming

if TYPE_CHECKING:
    from collections.abc import Mapping

DEBOUNCE_S: Final = 0.02
"""Longest pause within one burst of chatter; small switches rattle for 1 to 10 ms."""


class Debounce:
    """One contact, cleaned of chatter.

    A change after a calm of `window_s` seconds counts at once. Whatever follows is chatter until the contact
    has been calm that long again; then the level is told if it is not the one last told. So the shortest
    press is one press and one release, and a contact that rattles without end is one press.
    """

    def __init__(self, button: str, window_s: float, *, down: bool = False) -> None:
        self._button = button
        self._window_s = window_s
        self._told = down
        self._level = down
        self._calm_from = -inf

    @property
    def down(self) -> bool:
        """The level last told."""
        return self._told

    def level(self, at: float, *, down: bool) -> list[Edge]:
        """The contact is seen down or up at a time, be it news or not; what this amounts to, oldest first."""
        edges = self.settle(at)
        if down != self._level:
            calm = at >= self._calm_from
            self._level = down
            self._calm_from = at + self._window_s
            if calm:
                edges += self._tell(at)
        return edges

    def settle(self, now: float) -> list[Edge]:
        """Time has passed: the end of chatter may show that the contact is not where it was last told."""
        return self._tell(self._calm_from) if now >= self._calm_from else []

    def _tell(self, at: float) -> list[Edge]:
        if self._level == self._told:
            return []
        self._told = self._level
        return [Edge(self._button, self._level, at)]


class GpioButtons:
    """`hardware.bus.Buttons` on GPIO pins (name -> GPIO number).

    A button that is down at the start was not pressed for anything on the display: it is no press, only its
    release is told. `pin_factory` is gpiozero's (None: the one of this board). Raises DeviceError when a pin
    cannot be had; the pins taken by then are free again.
    """

    def __init__(
        self,
        clock: Clock,
        pins: Mapping[str, int] = BUTTONS,
        *,
        debounce_s: float = DEBOUNCE_S,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._raw: SimpleQueue[tuple[str, float, bool]] = SimpleQueue()
        with ExitStack() as opened:
            self._contacts = {
                name: opened.enter_context(_contact(number, pin_factory)) for name, number in pins.items()
            }
            self._opened = opened.pop_all()
        self._debounce = {
            name: Debounce(name, debounce_s, down=contact.is_active) for name, contact in self._contacts.items()
        }
        for name, contact in self._contacts.items():
            contact.when_activated = partial(self._closed, name)
            contact.when_deactivated = partial(self._open, name)

    def edges(self) -> list[Edge]:
        """The debounced changes since the last call, oldest first; never blocks."""
        found: list[Edge] = []
        while not self._raw.empty():
            name, at, down = self._raw.get()
            found += self._debounce[name].level(at, down=down)
        # Edges get lost when the kernel's queue overflows; the level never lies.
        now = self._clock.now()
        for name, contact in self._contacts.items():
            found += self._debounce[name].level(now, down=contact.is_active)
        return sorted(found, key=lambda edge: edge.at)

    def held(self) -> frozenset[str]:
        """The buttons that are down, as far as `edges` has told; at the start: those that seem stuck."""
        return frozenset(name for name, debounce in self._debounce.items() if debounce.down)

    def close(self) -> None:
        """Release the pins; `edges` is empty from then on."""
        self._contacts = {}
        self._opened.close()
        self._raw = SimpleQueue()

    # On a Pi these two run in lgpio's thread, where an exception would vanish: they only queue.

    def _closed(self, name: str) -> None:
        self._raw.put((name, self._clock.now(), True))

    def _open(self, name: str) -> None:
        self._raw.put((name, self._clock.now(), False))


def _contact(number: int, pin_factory: Any) -> Any:
    """A gpiozero input, pulled up, active when low.

    Not `gpiozero.Button`: that is this class and a thread per button which wakes ten times a second for
    `when_held` (mixins.py, HoldThread).
    """
    with claiming(number):
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - slow, and only needed with pins

        return DigitalInputDevice(number, pull_up=True, pin_factory=pin_factory)
