"""The lines of the header on a stand-in of gpiod; tests/wires has the real one."""

from __future__ import annotations

import errno

import pytest

from hardware import linux_pins
from hardware.bus import DeviceError
from hardware.linux_pins import LinuxPin, chip_label
from tests.stand_in_gpiod import Chip, Value, refusing

LOW, HIGH = Value.INACTIVE, Value.ACTIVE


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
        LinuxPin(25).set(True)


def test_who_may_not_use_the_pins_is_told_the_group(chips: dict[str, Chip]) -> None:
    chips.clear()
    with pytest.raises(DeviceError, match="usermod -aG gpio"):
        LinuxPin(25).set(True)


def test_a_busy_pin_is_named_with_its_user(header: Chip) -> None:
    header.on_request = lambda _: refusing(errno.EBUSY)
    header.taken = {25: "fan-control"}
    with pytest.raises(DeviceError, match="gpio25: in use by fan-control: stop that program"):
        LinuxPin(25).set(True)


def test_a_pin_that_is_not_on_the_header_is_refused(header: Chip) -> None:
    def invalid(_: list[int]) -> None:
        raise ValueError("Invalid argument")

    header.on_request = invalid
    with pytest.raises(DeviceError, match=r"gpio99: .*GPIO2 to GPIO27"):
        LinuxPin(99).set(True)


def test_any_other_error_of_the_library_is_a_device_error(header: Chip) -> None:
    header.on_request = lambda _: refusing(errno.ENOMEM)
    with pytest.raises(DeviceError, match=r"gpio25: the pins fail .*memory"):
        LinuxPin(25).set(True)


def test_a_pin_is_claimed_with_its_first_level_and_anew_after_an_error(header: Chip) -> None:
    pin = LinuxPin(25)
    pin.close()
    pin.set(True)
    pin.set(False)
    assert header.handed_out[0].log == [HIGH, LOW]
    header.handed_out[0].fails = OSError(errno.ENODEV, "gone")
    with pytest.raises(DeviceError, match=r"gpio25: the pins fail .*gone"):
        pin.set(True)
    pin.set(True)
    assert header.handed_out[1].value is HIGH
    pin.close()
    pin.close()
