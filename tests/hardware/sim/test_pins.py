"""Held against the seams of `hardware.bus`, not against our drivers."""

from __future__ import annotations

import pytest

from hardware.bus import Change, DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.pins import SimPins

PINS = {"BACK": 5, "OK": 26, "BUZZER": 18, "RED": 17, "GREEN": 27, "BLUE": 22}


def box(*, faults: Faults | None = None) -> tuple[SimPins, SimClock]:
    clock = SimClock()
    return SimPins(clock, PINS, faults=faults), clock


def seen(pins: SimPins, clock: SimClock) -> list[tuple[bool, int]]:
    """The edges of one press and one release of OK, with their times in milliseconds."""
    contacts = pins.contacts([26])
    pins.press("OK")
    clock.advance(0.1)
    pins.release("OK")
    changes = contacts.changes()
    assert {change.gpio for change in changes} == {26}
    assert contacts.changes() == []
    return [(change.down, round(change.at * 1000)) for change in changes]


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
    contacts = pins.contacts([26])
    pins.press("OK")
    pins.release("OK")
    assert contacts.down() == {26}
    assert pins.is_down("OK")
    faults.switch_off("stuck")
    pins.release("OK")
    assert contacts.down() == frozenset()


def test_others_hear_nothing_of_a_pin_nor_anybody_after_the_end() -> None:
    pins, clock = box()
    contacts, back = pins.contacts([26]), pins.contacts([5])
    pins.press("OK")
    assert (contacts.changes(), back.changes()) == ([Change(26, clock.now(), True)], [])
    contacts.close()
    pins.release("OK")
    assert contacts.changes() == []
    pins.contacts([26])


def test_an_unknown_button_is_refused() -> None:
    pins, _clock = box()
    with pytest.raises(KeyError):
        pins.press("FIRE")


def test_a_pin_has_one_user_and_only_pins_of_the_header_can_be_had() -> None:
    pins, _clock = box()
    outputs = pins.outputs({18: False})
    with pytest.raises(DeviceError, match="gpio18: in use"):
        pins.contacts([5, 18])
    with pytest.raises(DeviceError, match="gpio99"):
        pins.outputs({5: False, 99: False})
    outputs.close()
    pins.contacts([5, 18])
    with pytest.raises(DeviceError, match="released"):
        outputs.drive(18, 1, 0)
