"""The pins of the header on a stand-in of gpiod; tests/wires has the real one."""

from __future__ import annotations

import errno
import os
import sys
import time
from itertools import count
from typing import TYPE_CHECKING

import pytest

from hardware import linux_pins
from hardware.bus import Change, DeviceError
from hardware.linux_pins import LinuxContacts, LinuxOutputs, LinuxPin, chip_label
from tests.stand_in_gpiod import Chip, Event, Type, Value, modules

if TYPE_CHECKING:
    from pathlib import Path

LOW, HIGH = Value.INACTIVE, Value.ACTIVE


@pytest.fixture
def chips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Chip]:
    """The chips by their nodes; a node without a chip is forbidden."""
    nodes = {str(tmp_path / name): Chip(label) for name, label in (("0", "gpio-brcmstb"), ("4", "pinctrl-rp1"))}
    for node in nodes:
        (tmp_path / node).touch()

    def opened(node: str) -> Chip:
        if node not in nodes:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), node)
        return nodes[node]

    for name, module in modules(opened).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(linux_pins, "PIN_CHIPS", tuple(nodes))
    return nodes


@pytest.fixture
def header(chips: dict[str, Chip]) -> Chip:
    return list(chips.values())[1]


def refusing(number: int) -> None:
    raise OSError(number, os.strerror(number))


def test_the_pins_are_those_of_the_chip_with_the_label_of_a_header(chips: dict[str, Chip], header: Chip) -> None:
    LinuxPin(25).set(True)
    assert [len(chip.handed_out) for chip in chips.values()] == [0, 1]
    assert [chip_label(node) for node in (*chips, "/none")] == ["gpio-brcmstb", "pinctrl-rp1", ""]
    header.label = "gpio-brcmstb"
    with pytest.raises(
        DeviceError, match=r"gpio: no chip of the header's pins \(\S+ is gpio-brcmstb, \S+ is gpio-brcm"
    ):
        LinuxPin(25).set(True)


@pytest.mark.usefixtures("chips")
def test_without_a_chip_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux_pins, "PIN_CHIPS", ("/none-such/gpiochip0",))
    with pytest.raises(DeviceError, match="no /none-such/gpiochip0"):
        LinuxContacts((5, 6))


def test_who_may_not_use_the_pins_is_told_the_group(chips: dict[str, Chip]) -> None:
    chips.clear()
    with pytest.raises(DeviceError, match="usermod -aG gpio"):
        LinuxContacts((5, 6))


def test_a_busy_pin_is_named_with_its_user(header: Chip) -> None:
    header.on_request = lambda _: refusing(errno.EBUSY)
    header.taken = {6: "fan-control"}
    with pytest.raises(DeviceError, match="gpio6: in use by fan-control: stop that program"):
        LinuxContacts((5, 6))


def test_a_pin_that_is_not_on_the_header_is_refused(header: Chip) -> None:
    def invalid(_: list[int]) -> None:
        raise ValueError("Invalid argument")

    header.on_request = invalid
    with pytest.raises(DeviceError, match=r"gpio99: .*GPIO2 to GPIO27"):
        LinuxContacts((5, 99))


def test_any_other_error_of_the_library_is_a_device_error(header: Chip) -> None:
    header.on_request = lambda _: refusing(errno.ENOMEM)
    with pytest.raises(DeviceError, match=r"gpio: the pins fail .*memory"):
        LinuxContacts((5, 6))


def test_contacts_tell_edges_with_the_time_of_the_kernel_and_levels(header: Chip) -> None:
    contacts = LinuxContacts((5, 6))
    (request,) = header.handed_out
    assert contacts.changes() == []
    request.happens(Event(6, 2_500_000_000, Type.RISING_EDGE), Event(6, 3_000_000_000, Type.FALLING_EDGE))
    contacts.wait(60)
    assert contacts.changes() == [Change(6, 2.5, True), Change(6, 3.0, False)]
    contacts.wait(0)
    assert contacts.changes() == []
    request.values[5] = HIGH
    assert contacts.down() == {5}
    contacts.close()
    with pytest.raises(DeviceError):
        contacts.wait(0)


def test_a_pin_is_claimed_with_its_first_level_and_anew_after_an_error(header: Chip) -> None:
    pin = LinuxPin(25)
    pin.close()
    pin.set(True)
    pin.set(False)
    assert header.handed_out[0].log == [{25: HIGH}, {25: HIGH}, {25: LOW}]
    header.handed_out[0].fails = OSError(errno.ENODEV, "gone")
    with pytest.raises(DeviceError, match=r"gpio25: the pins fail .*gone"):
        pin.set(True)
    pin.set(True)
    assert header.handed_out[1].values == {25: HIGH}
    pin.close()
    pin.close()


def test_a_tone_swings_its_pin_until_the_next_level_and_leaves_the_others_alone(header: Chip) -> None:
    outputs, usual = LinuxOutputs({18: False, 17: True}), sys.getswitchinterval()
    (request,) = header.handed_out
    outputs.drive(18, 0.5, 2000)
    assert sys.getswitchinterval() == pytest.approx(linux_pins.SWITCH_S)
    for _ in count():
        if len(request.log) > 20:
            break
        time.sleep(0.001)
    outputs.drive(18, 0, 0)
    assert sys.getswitchinterval() == pytest.approx(usual)
    length = len(request.log)
    time.sleep(0.005)
    assert len(request.log) == length, "the thread goes on"
    assert request.log[1:-1] == [{18: HIGH}, {18: LOW}] * (length // 2 - 1) + [{18: HIGH}] * (length % 2)
    assert request.values == {18: LOW, 17: HIGH}
    outputs.close()


def test_a_pin_that_fails_while_it_swings_ends_the_tone(header: Chip) -> None:
    outputs = LinuxOutputs({18: False})
    outputs.drive(18, 0.5, 2000)
    header.handed_out[0].fails = OSError(errno.ENODEV, "gone")
    outputs._swings[18].join()
    with pytest.raises(DeviceError, match="gone"):
        outputs.drive(18, 0, 0)
    outputs.close()
