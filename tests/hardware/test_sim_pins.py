"""Held against unmodified gpiozero devices, not against our drivers."""

from __future__ import annotations

import pytest
from gpiozero import RGBLED, Button, Device, TonalBuzzer
from gpiozero.tones import Tone

from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults, Strike
from hardware.sim.pins import SimPins

PINS = {"BACK": 5, "OK": 26, "BUZZER": 18, "RED": 17, "GREEN": 27, "BLUE": 22}


def box(*, common_anode: bool = False, faults: Faults | None = None) -> tuple[SimPins, SimClock]:
    clock = SimClock()
    return SimPins(clock, PINS, common_anode=common_anode, faults=faults), clock


def seen(pins: SimPins, clock: SimClock, button: Button) -> list[tuple[bool, int]]:
    """The edges of one press and one release, with their times in milliseconds from now."""
    edges: list[tuple[bool, int]] = []
    start = clock.now()
    button.when_pressed = lambda: edges.append((True, round((clock.now() - start) * 1000)))
    button.when_released = lambda: edges.append((False, round((clock.now() - start) * 1000)))
    pins.press("OK")
    clock.advance(0.1)
    pins.release("OK")
    return edges


def test_a_finger_on_the_button_is_seen_by_gpiozero() -> None:
    pins, clock = box()
    with Button(26, pin_factory=pins.factory) as button:
        assert seen(pins, clock, button) == [(True, 0), (False, 100)]


def test_a_season_of_tones_and_light_leaves_nothing_behind_in_a_pin() -> None:
    pins, _ = box()
    with RGBLED(17, 27, 22, pin_factory=pins.factory) as light:
        for _ in range(50):
            light.color = (1, 0, 0)
            light.off()
    assert len(pins.factory.pin(17).states) <= 1, "gpiozero's mock keeps every level there ever was"


def test_a_bouncing_contact_flips_at_the_milliseconds_given_and_ends_where_it_should() -> None:
    faults = Faults()
    faults.switch_on("bounce", Strike(where=(1, 2, 5)))
    pins, clock = box(faults=faults)
    with Button(26, pin_factory=pins.factory) as button:
        edges = seen(pins, clock, button)
    assert edges[:4] == [(True, 0), (False, 1), (True, 2), (False, 5)]  # and, at 5 ms, closed for good:
    assert edges[4:] == [(True, 5), (False, 105), (True, 106), (False, 107), (True, 110), (False, 110)]


def test_only_the_button_named_by_the_fault_bounces() -> None:
    faults = Faults()
    faults.switch_on("bounce", Strike(where=(1, 2), button="BACK"))
    pins, clock = box(faults=faults)
    with Button(26, pin_factory=pins.factory) as button:
        assert seen(pins, clock, button) == [(True, 0), (False, 100)]


def test_a_stuck_button_stays_down_until_it_is_mended_and_let_go() -> None:
    faults = Faults()
    faults.switch_on("stuck")
    pins, _clock = box(faults=faults)
    with Button(26, pin_factory=pins.factory) as button:
        pins.press("OK")
        pins.release("OK")
        assert button.is_pressed
        assert pins.is_down("OK")
        faults.switch_off("stuck")
        pins.release("OK")
        assert not button.is_pressed


def test_a_button_held_before_the_pins_are_opened_is_down_from_the_start() -> None:
    pins, _clock = box()
    pins.press("OK")
    with Button(26, pin_factory=pins.factory) as button:
        assert button.is_pressed


def test_an_unknown_button_is_refused() -> None:
    pins, _clock = box()
    with pytest.raises(KeyError):
        pins.press("FIRE")


def test_the_tone_is_heard_while_it_sounds() -> None:
    pins, _clock = box()
    assert pins.tone_hz == 0
    with TonalBuzzer(18, pin_factory=pins.factory) as buzzer:
        buzzer.play(Tone(frequency=440.0))
        assert pins.tone_hz == pytest.approx(440)
        buzzer.stop()
        assert pins.tone_hz == 0


@pytest.mark.parametrize("common_anode", [False, True])
def test_the_light_is_seen_in_its_colour(*, common_anode: bool) -> None:
    pins, _clock = box(common_anode=common_anode)
    assert pins.light == (0, 0, 0)
    with RGBLED(17, 27, 22, active_high=not common_anode, pin_factory=pins.factory) as led:
        led.color = (1, 0.5, 0)
        assert pins.light == (1, 0.5, 0)
    assert pins.light == (0, 0, 0)


def test_the_factory_of_the_process_is_left_alone() -> None:
    before = Device.pin_factory
    box()
    assert Device.pin_factory is before
