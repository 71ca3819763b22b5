"""gpiozero's own devices on our factory, on a stand-in of gpiod; tests/wires has the real one."""

from __future__ import annotations

import errno
import os
import sys
import tomllib
from collections.abc import Iterator
from datetime import timedelta
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from threading import Event as Flag
from threading import active_count
from time import sleep
from typing import Any

import gpiozero
import pytest

from hardware import gpiod_factory
from hardware.bus import DeviceError
from hardware.gpiod_factory import GpiodFactory
from tests.stand_in_gpiod import Bias, Chip, Direction, Edge, Event, Request, Type, Value, refusing

LOW, HIGH = Value.INACTIVE, Value.ACTIVE
UP, DOWN = Type.RISING_EDGE, Type.FALLING_EDGE


@pytest.fixture
def factory(request: pytest.FixtureRequest) -> Iterator[GpiodFactory]:
    """Our factory, without a thread; gpiozero keeps reservations for the whole process."""
    request.getfixturevalue("header")
    with GpiodFactory(listens=False) as opened:
        yield opened
        opened._reservations.clear()


def last(header: Chip) -> Request:
    return header.handed_out[-1]


def test_gpiozero_finds_the_factory_by_its_name() -> None:
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    ((name, place),) = project["entry-points"]["gpiozero_pin_factories"].items()
    assert name == "gpiod"
    assert EntryPoint(name, place, "gpiozero_pin_factories").load() is GpiodFactory


@pytest.mark.parametrize("active_high", [True, False])
@pytest.mark.parametrize("kind", [gpiozero.LED, gpiozero.PWMLED])
def test_a_light_is_never_on_before_it_is_lit(
    kind: type[Any], factory: GpiodFactory, header: Chip, *, active_high: bool
) -> None:
    dark, lit = (LOW, HIGH) if active_high else (HIGH, LOW)
    light = kind(17, active_high=active_high, pin_factory=factory)
    request = last(header)
    assert set(request.log) == {dark}
    light.on()
    assert request.value is lit
    assert light.value == 1
    light.off()
    light.close()
    assert request.log[-1] is dark


def test_an_output_without_a_first_level_is_left_as_it_is_found(factory: GpiodFactory, header: Chip) -> None:
    relay = gpiozero.OutputDevice(17, initial_value=None, pin_factory=factory)
    assert (last(header).settings, last(header).log) == ({"direction": Direction.AS_IS}, [])
    relay.on()
    assert last(header).log[-1] is HIGH


def test_a_contact_is_pulled_up_and_its_edges_come_with_the_time_of_the_kernel(
    factory: GpiodFactory, header: Chip
) -> None:
    contact, told = gpiozero.InputDevice(5, pull_up=True, pin_factory=factory), []

    def changed(ticks: float, state: int) -> None:
        told.append((ticks, state))

    contact.pin.when_changed = changed
    request = last(header)
    assert request.settings["bias"] is Bias.PULL_UP
    assert request.settings["edge_detection"] is Edge.BOTH
    request.happens(Event(2_500_000_000, DOWN), Event(3_000_000_000, UP))
    factory.report()
    factory.report()
    assert told == [(2.5, 0), (3.0, 1)]
    assert contact.is_active
    request.value = HIGH
    assert not contact.is_active
    contact.close()
    again = gpiozero.InputDevice(5, pull_up=True, pin_factory=factory)
    assert last(header) is not request
    again.close()


def test_a_program_without_a_loop_of_ours_has_its_events_in_a_thread_that_ends_with_the_factory(header: Chip) -> None:
    before, pressed, failed = active_count(), Flag(), []
    factory = GpiodFactory()
    button = gpiozero.DigitalInputDevice(5, pull_up=True, pin_factory=factory)

    def fails() -> None:
        failed.append(1)
        pressed.set()
        raise RuntimeError

    button.when_activated = fails
    for press in range(2):
        pressed.clear()
        last(header).happens(Event(1 + 2 * press, UP), Event(2 + 2 * press, DOWN))
        assert pressed.wait(10)
    factory.close()
    for _ in range(1000):
        if active_count() == before:
            break
        sleep(0.01)
    assert (active_count(), len(failed)) == (before, 2)


def test_a_line_that_is_gone_wakes_nobody_again(factory: GpiodFactory, header: Chip) -> None:
    contact = gpiozero.DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    last(header).happens(Event(1, DOWN), Event(2, UP))
    last(header).fails = OSError(errno.ENODEV, "gone")
    os.write(last(header)._write, b"\0")
    factory.report()
    factory.report(0.001)
    assert last(header).events
    contact.close()


def test_the_kernel_debounces_where_a_program_wants_it(factory: GpiodFactory, header: Chip) -> None:
    gpiozero.DigitalInputDevice(5, pull_up=True, bounce_time=0.02, pin_factory=factory)
    assert last(header).settings["debounce_period"] == timedelta(seconds=0.02)


def test_a_busy_pin_is_refused_and_had_later(factory: GpiodFactory, header: Chip) -> None:
    header.on_request = lambda _: refusing(errno.EBUSY)
    with pytest.raises(DeviceError, match="gpio17: in use by another program"):
        gpiozero.LED(17, pin_factory=factory)
    header.on_request = print
    led = gpiozero.LED(17, pin_factory=factory)
    with pytest.raises(gpiozero.GPIOPinInUse):
        gpiozero.LED(17, pin_factory=factory)
    led.close()


def test_a_tone_swings_its_pin_until_the_next_level(factory: GpiodFactory, header: Chip) -> None:
    buzzer, usual = gpiozero.PWMOutputDevice(18, pin_factory=factory), sys.getswitchinterval()
    request = last(header)
    del request.log[:]
    buzzer.frequency, buzzer.value = 2000, 0.5
    assert sys.getswitchinterval() == pytest.approx(gpiod_factory.SWITCH_S)
    swinging(request)
    assert (buzzer.value, buzzer.frequency) == (0.5, 2000)
    buzzer.frequency = 1000
    swinging(request)
    buzzer.off()
    assert sys.getswitchinterval() == pytest.approx(usual)
    length = len(request.log)
    sleep(0.005)
    assert len(request.log) == length, "the thread goes on"
    assert request.value is LOW


def swinging(request: Request) -> None:
    """Wait until the line has swung some times."""
    begun = len(request.log)
    for _ in count():
        if len(request.log) > begun + 20:
            break
        sleep(0.001)
    assert {*request.log[begun + 2 : begun + 20 : 2], *request.log[begun + 3 : begun + 20 : 2]} == {LOW, HIGH}


def test_a_pin_that_fails_while_it_swings_ends_the_tone(factory: GpiodFactory, header: Chip) -> None:
    buzzer = gpiozero.PWMOutputDevice(18, initial_value=0.5, pin_factory=factory)
    last(header).fails = OSError(errno.ENODEV, "gone")
    (pwm,) = factory._pwms.values()
    pwm.join()
    with pytest.raises(DeviceError, match="gone"):
        buzzer.off()
    buzzer.close()


def test_a_tonal_buzzer_is_silent_on_a_low_pin(factory: GpiodFactory, header: Chip) -> None:
    buzzer = gpiozero.TonalBuzzer(18, pin_factory=factory)
    buzzer.play(440.0)
    assert (buzzer.is_active, buzzer.tone.frequency) == (True, 440)
    buzzer.stop()
    assert (buzzer.is_active, last(header).value) == (False, LOW)
    buzzer.close()


def test_what_a_pin_cannot_be_is_refused_in_the_words_of_gpiozero(factory: GpiodFactory) -> None:
    pin = factory.pin(5)
    for name, value, refusal in (
        ("function", "clock", gpiozero.PinInvalidFunction),
        ("state", 1, gpiozero.PinSetInput),
        ("frequency", 100, gpiozero.PinPWMFixedValue),
        ("pull", "sideways", gpiozero.PinInvalidPull),
        ("edges", "most", gpiozero.PinInvalidEdges),
        ("bounce", -1, gpiozero.PinInvalidBounce),
    ):
        with pytest.raises(refusal):
            setattr(pin, name, value)
    with pytest.raises(gpiozero.PinFixedPull, match="physical pull-up"):
        factory.pin(2).pull = "down"
    pin.output_with_state(1)
    assert (pin.function, pin.state) == ("output", 1)
    with pytest.raises(gpiozero.PinInvalidState):
        pin.state = 2
    with pytest.raises(gpiozero.PinFixedPull):
        pin.pull = "up"
    with pytest.raises(gpiozero.PinInvalidPin):
        factory.pin(99)
