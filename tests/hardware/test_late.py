"""Pins that are refused: told each time, asked for again less and less often, and taken when they are free."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError, Edge
from hardware.drivers.late import LateButtons
from hardware.sim.clock import SimClock


class Held:
    """Buttons whose pins another program holds until a moment of the clock."""

    def __init__(self, clock: SimClock, until: float) -> None:
        self.clock = clock
        self.until = until
        self.asked: list[float] = []
        self.closed = False

    def claim(self) -> Held:
        self.asked.append(self.clock.now())
        if self.clock.now() < self.until:
            raise DeviceError("pin refused", bus="gpio5")
        return self

    def edges(self) -> list[Edge]:
        return [Edge("OK", True, 0.0)]

    def close(self) -> None:
        self.closed = True


def test_nothing_is_claimed_before_it_is_wanted() -> None:
    held = Held(SimClock(), until=0)
    buttons = LateButtons(held.claim, held.clock)
    assert held.asked == []
    assert buttons.edges() == [Edge("OK", True, 0.0)]
    buttons.edges()
    assert len(held.asked) == 1
    buttons.close()
    assert held.closed


def test_refused_pins_are_asked_for_after_2_4_8_seconds_and_so_on_up_to_a_minute() -> None:
    held = Held(SimClock(), until=200)
    buttons = LateButtons(held.claim, held.clock)
    while held.clock.now() < 199:
        with pytest.raises(DeviceError, match="pin refused"):
            buttons.edges()
        held.clock.sleep(0.5)
    assert [round(at) for at in held.asked] == [0, 2, 6, 14, 30, 62, 122, 182]
    held.clock.sleep(60)
    assert buttons.edges()


def test_what_was_never_had_is_closed_without_trouble() -> None:
    held = Held(SimClock(), until=9)
    LateButtons(held.claim, held.clock).close()
    assert not held.closed
