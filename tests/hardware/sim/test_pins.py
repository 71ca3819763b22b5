"""Held against the seams of `hardware.bus`, not against our drivers."""

from __future__ import annotations

import pytest

from hardware.bus import Change, DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.pins import SimPins

PINS = {"BACK": 5, "OK": 26, "BUZZER": 18, "RED": 17, "GREEN": 27, "BLUE": 22}
LEDS = (17, 27, 22)


def box(*, common_anode: bool = False, faults: Faults | None = None) -> tuple[SimPins, SimClock]:
    clock = SimClock()
    return SimPins(clock, PINS, common_anode=common_anode, faults=faults), clock


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


def test_a_finger_on_the_button_is_seen() -> None:
    assert seen(*box()) == [(True, 0), (False, 100)]


def test_a_bouncing_contact_flips_at_the_milliseconds_given_and_ends_where_it_should() -> None:
    faults = Faults()
    faults.switch_on("bounce", Strike(where=(1, 2, 5)))
    edges = seen(*box(faults=faults))
    assert edges[:4] == [(True, 0), (False, 1), (True, 2), (False, 5)]  # and, at 5 ms, closed for good:
    assert edges[4:] == [(True, 5), (False, 105), (True, 106), (False, 107), (True, 110), (False, 110)]


def test_only_the_button_named_by_the_fault_bounces() -> None:
    faults = Faults()
    faults.switch_on("bounce", Strike(where=(1, 2), button="BACK"))
    assert seen(*box(faults=faults)) == [(True, 0), (False, 100)]


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


def test_a_button_held_before_the_pins_are_opened_is_down_and_no_news() -> None:
    pins, _clock = box()
    pins.press("OK")
    contacts = pins.contacts([5, 26])
    assert contacts.down() == {26}
    assert contacts.changes() == []


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


def test_the_tone_is_heard_while_it_sounds() -> None:
    pins, _clock = box()
    outputs = pins.outputs({18: False})
    assert pins.tone_hz == 0
    outputs.drive(18, 0.5, 440)
    assert pins.tone_hz == 440
    outputs.drive(18, 1, 440)
    assert pins.tone_hz == 0


@pytest.mark.parametrize("common_anode", [False, True])
def test_the_light_is_seen_in_its_colour(*, common_anode: bool) -> None:
    pins, _clock = box(common_anode=common_anode)
    assert pins.light == (0, 0, 0)
    outputs = pins.outputs(dict.fromkeys(LEDS, common_anode))
    assert pins.light == (0, 0, 0)
    for led, level in zip(LEDS, (1, 0.5, 0), strict=True):
        outputs.drive(led, 1 - level if common_anode else level, 100)
    assert pins.light == (1, 0.5, 0)
    outputs.close()
    assert pins.light == (0, 0, 0)
