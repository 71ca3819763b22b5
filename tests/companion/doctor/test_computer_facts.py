"""What the doctor sees of a computer, read below a root of our own."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.doctor import nodes_of
from companion.doctor import computer_checks, computer_facts
from companion.doctor.computer_facts import WANTED, Node, inspect_computer
from companion.doctor.context import real_wires
from companion.doctor.findings import PartState
from companion.parts.reader_kind import READERS, ReaderSettings
from companion.settings.schema import DEFAULTS, Settings
from hardware.bus import DeviceError
from hardware.linux import LinuxSpi
from hardware.linux_pins import chip_label
from tests.companion.doctor.boxes import simulated_box

PYPROJECT = (Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8")


def written(root: Path, **files: str) -> Path:
    for place, text in files.items():
        path = root / place.replace("__", "/").replace("_", "-")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_a_pi_is_read_from_its_files(tmp_path: Path) -> None:
    model = "Raspberry Pi 4 Model B Rev 1.4\0"
    root = written(tmp_path, proc__device_tree__model=model, proc__cmdline="console=tty1", dev__spidev0="")
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (tmp_path / "boot/firmware/config.txt").write_text("dtparam=spi=on\n", "utf-8")
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    seen = inspect_computer(("/dev/spidev0", "/dev/i2c-1"), tmp_path, root)
    assert (seen.model, seen.boot, seen.kernel) == (model[:-1], "dtparam=spi=on\n", "console=tty1")
    assert seen.clock_is_set
    assert list(seen.nodes) == ["/dev/spidev0"]
    assert seen.nodes["/dev/spidev0"].usable
    assert seen.free_bytes > 0


def test_a_computer_that_is_no_pi_has_none_of_them(tmp_path: Path) -> None:
    seen = inspect_computer(("/dev/serial/by-id/usb-*",), tmp_path / "not" / "yet", tmp_path)
    assert (seen.model, seen.boot, seen.kernel, dict(seen.nodes), seen.clock_is_set) == ("", "", "", {}, False)


def test_a_pattern_is_the_first_port_that_fits(tmp_path: Path) -> None:
    ports = tmp_path / "dev/serial/by-id"
    ports.mkdir(parents=True)
    (ports / "usb-b").symlink_to(tmp_path / "gone")
    assert inspect_computer(("/dev/serial/by-id/usb-*",), tmp_path, tmp_path).nodes == {}
    (ports / "usb-a").touch()
    assert list(inspect_computer(("/dev/serial/by-id/usb-*",), tmp_path, tmp_path).nodes) == ["/dev/serial/by-id/usb-*"]


def test_a_node_of_others_is_told_with_its_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "node").touch()
    monkeypatch.setattr(os, "access", lambda _node, _mode: False)
    monkeypatch.setattr(computer_facts, "_group", lambda _number: "spi")
    assert inspect_computer(("/node",), tmp_path, tmp_path).nodes == {"/node": Node(usable=False, group="spi")}


def test_a_group_without_a_name_is_none() -> None:
    assert computer_facts._group(987_654) == ""


def test_the_packages_of_this_computer_are_found_with_their_versions(tmp_path: Path) -> None:
    found = inspect_computer((), tmp_path).packages
    assert {"luma.oled", "smbus2", "pillow", "rich", "pyserial", "mfrc522"} <= set(found)
    assert computer_checks.fits(found["luma.oled"], WANTED["luma.oled"])


@pytest.mark.parametrize("name", sorted(set(WANTED) - {"spidev", "mfrc522"}))
def test_the_versions_are_those_of_the_project(name: str) -> None:
    assert re.search(rf'"{re.escape(name + WANTED[name])}["; ]', PYPROJECT)


@pytest.mark.parametrize(
    ("version", "fits"), [("2.0.1", True), ("2.0.1.post3", True), ("2.0", False), ("3", True), ("4", False), ("", True)]
)
def test_versions_are_compared_as_numbers(version: str, *, fits: bool) -> None:
    assert computer_checks.fits(version, ">=2.0.1,<4") is fits


def test_what_is_missing_is_installed_as_it_must_be() -> None:
    told = computer_checks.install(["spidev", "mfrc522", "luma.oled"])
    assert "sudo apt install python3-spidev" in told
    assert "-m pip install 'luma.oled>=3.16,<4'" in told
    assert "-m pip install --no-deps mfrc522==0.0.7" in told


def test_the_wires_of_a_pi_are_made_without_touching_one(tmp_path: Path) -> None:
    wires = real_wires(Settings(reader=ReaderSettings(kind="rdm6300", port=str(tmp_path / "gone"))))
    assert isinstance(wires.spi(4_000_000), LinuxSpi)
    with pytest.raises(DeviceError, match="not found"):
        wires.devices.stations[0].reader.poll()


def test_the_nodes_are_those_of_the_settings() -> None:
    assert nodes_of(DEFAULTS)[:2] == ("/dev/spidev0.0", "/dev/i2c-1")
    assert nodes_of(Settings(reader=ReaderSettings(kind="pn532", port="/dev/ttyAMA0")))[0] == "/dev/ttyAMA0"


@pytest.mark.parametrize("kind", READERS)
def test_a_real_computer_can_be_looked_at_for_a_reader_of_any_kind(tmp_path: Path, kind: str) -> None:
    assert inspect_computer(nodes_of(Settings(reader=ReaderSettings(kind=kind))), tmp_path, tmp_path).nodes == {}


def test_what_types_and_what_stands_in_the_way_of_pcsc_is_looked_at(tmp_path: Path) -> None:
    device = tmp_path / "sys/class/input/event3/device"
    (device / "capabilities").mkdir(parents=True)
    (device / "capabilities/key").write_text("fffffffffffffffe\n", "ascii")
    (device / "name").write_text("Sycreader USB Reader\n", "ascii")
    (tmp_path / "sys/module/pn533_usb").mkdir(parents=True)
    machine = inspect_computer((), tmp_path, tmp_path)
    assert [keyboard.name for keyboard in machine.keyboards] == ["Sycreader USB Reader"]
    assert (machine.pcscd, machine.holder) == (False, "pn533_usb")


def test_a_bus_that_is_switched_on_and_not_there_wants_a_restart(tmp_path: Path) -> None:
    context = simulated_box(tmp_path, settings="[reader]\nspi_device = 1\n")
    context.machine.nodes.pop("/dev/spidev0.1")  # type: ignore[attr-defined]
    found = computer_checks.bus("reader", "dtparam=spi=on", "do_spi", context)
    assert found.state is PartState.FAILURE
    assert found.remedy.startswith("sudo reboot")


def test_a_port_that_is_not_on_the_header_is_to_be_plugged_in(tmp_path: Path) -> None:
    text = '[reader]\nkind = "pn532"\nport = "/dev/serial/by-id/usb-*"\n'
    context = simulated_box(tmp_path, "bus-off", settings=text)
    found = computer_checks.bus("reader", "enable_uart=1", "do_serial_hw", context)
    assert "plug the reader in" in found.remedy


PI_5_BEFORE = {"/dev/gpiochip0": "gpio-brcmstb@107d508500", "/dev/gpiochip4": "pinctrl-rp1"}
PI_5 = {"/dev/gpiochip0": "pinctrl-rp1", "/dev/gpiochip4": "pinctrl-rp1"}
ZERO = {"/dev/gpiochip0": "pinctrl-bcm2835"}
NOT_ASKED = {"/dev/gpiochip0": ""}


@pytest.mark.parametrize(
    ("chips", "found"),
    [
        (PI_5_BEFORE, "companion may use /dev/gpiochip4 (pinctrl-rp1)"),
        (PI_5, "companion may use /dev/gpiochip0 (pinctrl-rp1)"),
        (ZERO, "companion may use /dev/gpiochip0 (pinctrl-bcm2835)"),
        (NOT_ASKED, "companion may use /dev/gpiochip0"),
        ({}, "no /dev/gpiochip0"),
    ],
)
def test_the_pins_are_those_of_the_chip_that_the_kernel_labels_as_the_headers(
    tmp_path: Path, chips: dict[str, str], found: str
) -> None:
    context = simulated_box(tmp_path)
    nodes = {node: Node(usable=True, group="gpio", label=label) for node, label in chips.items()}
    context.machine = replace(context.machine, nodes=nodes)
    assert computer_checks.pins_permission(context).found == found


def test_the_label_of_a_chip_is_asked_of_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = tmp_path / "dev/gpiochip0"
    chip.parent.mkdir()
    chip.touch()
    monkeypatch.setattr(computer_facts, "chip_label", {str(chip): "pinctrl-rp1"}.get)
    assert inspect_computer(["/dev/gpiochip0"], tmp_path, tmp_path).nodes["/dev/gpiochip0"].label == "pinctrl-rp1"


def test_what_is_no_chip_of_pins_has_no_label() -> None:
    assert chip_label("/dev/null") == chip_label("/dev/none-such") == ""


@pytest.mark.parametrize(
    ("files", "bits"),
    [
        ({"sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n"}, 0x50005),
        ({"sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled": "0\n"}, 0),
        ({"sys/class/hwmon/hwmon1/name": "rpi_volt\n", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n"}, 1 << 16),
        ({"sys/class/hwmon/hwmon1/name": "rpi_volt\n", "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n"}, 0),
        ({"sys/class/hwmon/hwmon0/name": "cpu_thermal\n"}, None),
        ({"usr/bin/vcgencmd": "#!/bin/sh\necho throttled=0x50000\n"}, 0x50000),
        ({"usr/bin/vcgencmd": "#!/bin/sh\nexit 1\n"}, None),
        ({"usr/bin/vcgencmd": "#!/bin/sh\necho VCHI initialization failed\n"}, None),
        ({}, None),
    ],
)
def test_the_state_of_the_supply_is_found_where_this_kernel_tells_it(
    tmp_path: Path, files: dict[str, str], bits: int | None
) -> None:
    for place, text in files.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    assert inspect_computer((), tmp_path, tmp_path).throttled == bits


@pytest.mark.parametrize(
    ("bits", "state", "found"),
    [
        (None, PartState.SKIPPED, "this system does not report it"),
        (0x80008, PartState.OK, "no under-voltage since the start"),
        (0x50000, PartState.WARNING, "the voltage was too low since the start"),
        (0x50005, PartState.WARNING, "the voltage is too low now"),
    ],
)
def test_under_voltage_is_a_warning_and_heat_is_none(
    tmp_path: Path, bits: int | None, state: PartState, found: str
) -> None:
    context = simulated_box(tmp_path)
    context.machine = replace(context.machine, throttled=bits)
    told = computer_checks.power_supply(context)
    assert (told.state, told.found) == (state, found)


MOUNTS = """\
22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
25 22 0:23 / /run rw,nosuid shared:2 - tmpfs tmpfs rw
30 22 0:30 / /var rw - overlay overlay rw,lowerdir=/lower,upperdir=/up
31 30 0:31 / /var/lib/my\\040table rw - ext4 /dev/sda1 rw
32 22 0:32 / /data rw - ext4 /dev/sda2 rw
33 32 0:33 / /data rw - tmpfs tmpfs rw
"""


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("/home/pi/table", "ext4"),
        ("/run/table", "tmpfs"),
        ("/running", "ext4"),
        ("/var/lib/companion", "overlay"),
        ("/var/lib/my table/first", "ext4"),
        ("/data", "tmpfs"),
    ],
)
def test_the_file_system_of_a_directory_is_that_of_the_innermost_mount(place: str, kind: str) -> None:
    assert computer_facts._filesystem(Path(place), MOUNTS) == kind


def test_without_a_list_of_mounts_the_file_system_is_not_known(tmp_path: Path) -> None:
    assert inspect_computer((), tmp_path, tmp_path).filesystem == ""
    assert inspect_computer((), tmp_path).filesystem != ""
