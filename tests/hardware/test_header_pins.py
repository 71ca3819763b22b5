"""The pins of this computer on a factory of gpiozero that its environment names."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Timer
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.bus import DeviceError
from hardware.default_wiring import BUTTONS
from hardware.drivers.buttons import GpioButtons
from hardware.drivers.sounder import GpioSounder
from hardware.gpiod_factory import GpiodFactory
from hardware.header_pins import CHOICE, HeaderPins
from hardware.linux import LinuxClock
from tests.stand_in_gpiod import Chip, Type, Value
from tests.stand_in_gpiod import Event as Edge


@pytest.fixture
def mocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeaderPins]:
    """As with any factory that reports changes in a thread of its own."""
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    yield HeaderPins({CHOICE: "mock"})
    Device.pin_factory.reset()


def test_a_change_that_comes_in_another_thread_ends_the_wait_of_the_loop(mocked: HeaderPins) -> None:
    clock = LinuxClock()
    buttons, sounder = GpioButtons(clock, mocked), GpioSounder(clock, mocked)
    sounder.light((1, 0, 0), 0)
    assert (buttons.edges(), buttons.faults, sounder.faults) == ([], {}, {})
    pressed = Timer(0.02, mocked.factory.pin(26).drive_low)
    begun = clock.now()
    pressed.start()
    buttons.wait(60)
    assert clock.now() - begun < 50
    pressed.join()
    (edge,) = buttons.edges()
    assert (edge.button, edge.down, begun < edge.at <= clock.now()) == ("OK", True, True)
    buttons.close()
    sounder.close()


def test_a_factory_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "none-such")
    with pytest.raises(DeviceError, match=rf"{CHOICE}=none-such: .*Unable to find pin factory"):
        _ = HeaderPins().factory


@pytest.mark.parametrize("environment", [{}, {CHOICE: "gpiod"}])
def test_ours_is_taken_where_none_or_ours_is_named(environment: dict[str, str]) -> None:
    pins = HeaderPins(environment)
    pins.wait(0.001)
    assert isinstance(pins.factory, GpiodFactory)
    pins.wait(0.001)


@pytest.mark.parametrize("held", [False, True])
def test_a_press_counts_that_is_made_while_gpiozero_is_loaded(header: Chip, *, held: bool) -> None:
    class Slow(HeaderPins):
        """Loads when it may."""

        may = Event()

        def _ours(self) -> Any:
            self.may.wait(60)
            return super()._ours()

    clock, pins = LinuxClock(), Slow({}, aside=True, buttons=BUTTONS.values())
    buttons = GpioButtons(clock, pins)
    for _ in range(1000):
        if len(header.handed_out) < len(BUTTONS):
            buttons.wait(0.001)
    assert [request.line for request in header.handed_out] == [*BUTTONS.values()]
    for request in header.handed_out:
        request.value = Value.ACTIVE
    pressed, ok = clock.now() - 1, header.handed_out[-1]
    ok.value = Value.INACTIVE if held else Value.ACTIVE
    edges = (Edge(int(1e9 * pressed), Type.FALLING_EDGE), Edge(int(1e9 * pressed) + 10**8, Type.RISING_EDGE))
    ok.happens(*edges[: 2 - held])
    assert (buttons.edges(), pins.is_loaded) == ([], False)
    Slow.may.set()
    while not pins.is_loaded:
        buttons.wait(0.001)
    edge, *_ = buttons.edges()
    assert (edge.button, edge.down, abs(edge.at - pressed) < 0.5) == ("OK", True, True)
    assert buttons.buttons_down() == ({"OK"} if held else frozenset())
    assert len(header.handed_out) == len(BUTTONS), "no line is requested anew, which would lose edges"
    buttons.close()


def test_cards_are_read_while_gpiozero_is_loaded_and_its_parts_do_what_is_due_then(mocked: HeaderPins) -> None:
    class Slow(HeaderPins):
        """Loads when it may."""

        may = Event()

        @property
        def factory(self) -> Any:
            self.may.wait(60)
            return mocked.factory

    clock, pins = LinuxClock(), Slow({}, aside=True)
    buttons, sounder = GpioButtons(clock, pins), GpioSounder(clock, pins)
    sounder.light((1, 0, 0), 0)
    sounder.tick()
    assert "gpiozero" not in [thread.name for thread in enumerate_threads()]
    buttons.wait(0.001)
    assert (buttons.edges(), buttons.faults, sounder.faults, mocked.factory.pins) == ([], {}, {}, {})
    Slow.may.set()
    while not pins.is_loaded:
        buttons.wait(0.001)
    sounder.tick()
    assert (buttons.edges(), buttons.buttons_down(), buttons.faults) == ([], frozenset(), {})
    assert mocked.factory.pin(17).state == 1
    buttons.close()
    sounder.close()
