"""Held against gpiozero's devices, not against our drivers."""

from __future__ import annotations

import pytest
from gpiozero import PWMLED, GPIOPinInUse, InputDevice

from hardware.bus import DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.pins import SimPins

PINS = {"BACK": 5, "OK": 26, "BUZZER": 18, "RED": 17, "GREEN": 27, "BLUE": 22}


class Seen:
    """The edges of a pin that a device listens to: down, and milliseconds."""

    def __init__(self, pins: SimPins, gpio: int) -> None:
        self.device = InputDevice(gpio, pull_up=True, pin_factory=pins.factory)
        self.edges: list[tuple[bool, int]] = []
        self.device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: float) -> None:
        self.edges.append((not state, round(1000 * ticks)))


def box(*, faults: Faults | None = None) -> tuple[SimPins, SimClock]:
    clock = SimClock()
    return SimPins(clock, PINS, faults=faults), clock


def seen(pins: SimPins, clock: SimClock) -> list[tuple[bool, int]]:
    """The edges of one press and one release of OK."""
    ok = Seen(pins, 26)
    pins.press("OK")
    clock.advance(0.1)
    pins.release("OK")
    return ok.edges


CLEAN = [(True, 0), (False, 100)]
BOUNCED = [
    (True, 0),
    (False, 1),
    (True, 2),
    (False, 5),
    (True, 5),
    (False, 105),
    (True, 106),
    (False, 107),
    (True, 110),
]


@pytest.mark.parametrize(
    ("strike", "edges"),
    [
        (None, CLEAN),
        (Strike(where=(1, 2, 5)), [*BOUNCED, (False, 110)]),  # it ends where it should
        (Strike(where=(1, 2), button="BACK"), CLEAN),  # only the button named bounces
    ],
)
def test_a_contact_flips_at_the_milliseconds_of_the_fault(strike: Strike | None, edges: list[tuple[bool, int]]) -> None:
    faults = Faults()
    if strike:
        faults.switch_on("bounce", strike)
    assert seen(*box(faults=faults)) == edges


def test_a_stuck_button_stays_down_until_it_is_mended_and_let_go() -> None:
    faults = Faults()
    faults.switch_on("stuck")
    pins, _clock = box(faults=faults)
    pins.press("OK")
    ok = Seen(pins, 26)
    pins.release("OK")
    assert ok.device.is_active
    assert pins.is_down("OK")
    faults.switch_off("stuck")
    pins.release("OK")
    assert not ok.device.is_active


def test_others_hear_nothing_of_a_pin_nor_anybody_after_the_end() -> None:
    pins, _clock = box()
    ok, back = Seen(pins, 26), Seen(pins, 5)
    pins.press("OK")
    assert (ok.edges, back.edges) == ([(True, 0)], [])
    ok.device.close()
    pins.release("OK")
    assert len(ok.edges) == 1
    assert not Seen(pins, 26).device.is_active


def test_an_unknown_button_is_refused() -> None:
    pins, _clock = box()
    with pytest.raises(KeyError):
        pins.press("FIRE")


def test_a_pin_has_one_user() -> None:
    pins, _clock = box()
    pins.take("RED")
    with pytest.raises(DeviceError, match="gpio17: in use"):
        PWMLED(17, pin_factory=pins.factory)
    pins.give_back("RED")
    red = PWMLED(17, initial_value=0.5, pin_factory=pins.factory)
    assert pins.light == (0.5, 0, 0)
    with pytest.raises(GPIOPinInUse):
        PWMLED(17, pin_factory=pins.factory)
    red.close()
    assert pins.light == (0, 0, 0)
