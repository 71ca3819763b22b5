"""The state of the computer without its wires, read once into a value."""

from __future__ import annotations

import getpass
import grp
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

from companion.parts.readers.usb_buses import PCSC
from companion.runtime.sticks import mounts
from companion.support.values import dataclass
from hardware.linux import bus_of
from hardware.linux_keys import Keyboard, keyboards
from hardware.linux_pcsc import blocking_module, is_installed
from hardware.linux_pins import chip_label

MODULES = {"pyserial": "serial", "pillow": "PIL", "paho-mqtt": "paho.mqtt", "pyscard": "smartcard"}
"""Package -> the module that it brings, where the names differ."""

WANTED = {
    "gpiozero": ">=2.0.1.post3",
    "gpiod": ">=2.1",
    "luma.oled": ">=3.16,<4",
    "smbus2": ">=0.4",
    "pillow": ">=10,<14",
    "rich": ">=13",
    "pyserial": ">=3.5",
    "mfrc522": ">=0.0.7",
    "spidev": "",
    "paho-mqtt": ">=2.1",
    "pyscard": ">=2.0",
    "msgspec": ">=0.19",
    "starlette": ">=0.40",
    "uvicorn": ">=0.30",
    "segno": ">=1.4",
    "cryptography": ">=38",
}
"""Package of a box -> its versions, as pip reads them (empty: any)."""

NAMES_OF_THROTTLED = "sys/devices/platform/soc*/*firmware/get_throttled"
"""Raspberry Pi kernels report the supply here, in hexadecimal."""
ALARMS = "sys/class/hwmon/hwmon*"
"""Other kernels report only under-voltage: in0_lcrit_alarm of the hwmon with the name rpi_volt."""
VCGENCMD = "usr/bin/vcgencmd"
"""Asks the firmware; part of Raspberry Pi OS, for the group video."""
WAS_LOW = 1 << 16
"""The bit of get_throttled for under-voltage since the start; bit 0 is under-voltage now."""


@dataclass(frozen=True, slots=True)
class Node:
    """A file below /dev: whether this process may read and write it, and its group (empty: unknown).

    `label` is the kernel's label of a GPIO chip (empty: unknown, or another device).
    """

    usable: bool
    group: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """One computer at one moment.

    `packages` maps installed packages to versions (empty: unknown). `model` is empty without a device tree; `boot` and
    `kernel` are config.txt and cmdline.txt of a Pi. `nodes` holds the requested devices that exist; `buses` those whose
    bus the kernel has, also without the module that makes the device. `clock_is_set`: the network has set the time.
    `throttled` are the bits of `vcgencmd get_throttled` (None: unknown), `filesystem` is the type below the data
    ("ext4"; empty: unknown). `keyboards` are the devices that type. `pcscd`: the service of PC/SC is installed, and
    knows these `card_readers`; `holder` is the kernel's module that would keep a reader from it
    (empty: none).
    """

    python: tuple[int, int, int]
    packages: Mapping[str, str]
    model: str
    boot: str
    kernel: str
    nodes: Mapping[str, Node]
    buses: frozenset[str]
    user: str
    free_bytes: int
    clock_is_set: bool
    throttled: int | None
    filesystem: str
    keyboards: tuple[Keyboard, ...] = ()
    pcscd: bool = True
    card_readers: tuple[str, ...] = ()
    holder: str = ""


def inspect_computer(nodes: Iterable[str], kept_in: Path, root: Path = Path("/")) -> Machine:
    """Inspect this computer: its system files below `root`, and the disk that holds `kept_in`."""
    there = {node: _node(root / node.lstrip("/")) for node in nodes}
    return Machine(
        python=sys.version_info[:3],
        packages={name: version for name in WANTED if (version := _version(name)) is not None},
        model=_text(root, "proc/device-tree/model").rstrip("\0\n"),
        boot=_text(root, "boot/firmware/config.txt", "boot/config.txt"),
        kernel=_text(root, "proc/cmdline"),
        nodes={node: found for node, found in there.items() if found is not None},
        buses=frozenset(node for node in there if (bus := bus_of(node)) and (root / bus).exists()),
        user=_user(),
        free_bytes=shutil.disk_usage(_nearest(kept_in)).free,
        clock_is_set=(root / "run/systemd/timesync/synchronized").exists(),
        throttled=_throttled_bits(root),
        filesystem=_filesystem(_nearest(kept_in).resolve(), _text(root, "proc/self/mountinfo")),
        keyboards=tuple(keyboards(root)),
        pcscd=is_installed(root),
        card_readers=tuple(found.name for found in PCSC.plugged()) if is_installed(root) else (),
        holder=blocking_module(root),
    )


def _version(name: str) -> str | None:
    """The version of a package; empty: unknown; None: it is missing."""
    try:
        if importlib.util.find_spec(MODULES.get(name, name)) is None:
            return None
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
    except ModuleNotFoundError:  # its parent package is missing
        return None


def _text(root: Path, *places: str) -> str:
    """The first of these files that can be read; empty: none."""
    for place in places:
        try:
            return (root / place).read_text("utf-8", errors="replace")
        except OSError:
            continue
    return ""


def _node(pattern: Path) -> Node | None:
    """A device, or the first match of a pattern like `/dev/serial/by-id/usb-*`."""
    node = next(iter(sorted(pattern.parent.glob(pattern.name))), None)
    if node is None or not node.exists():
        return None
    return Node(os.access(node, os.R_OK | os.W_OK), _group(node.stat().st_gid), chip_label(str(node)))


def _throttled_bits(root: Path) -> int | None:
    """The throttled bits from the first of three sources that has them."""
    for file in root.glob(NAMES_OF_THROTTLED):
        return _number(_text(root, str(file.relative_to(root))))
    for sensor in root.glob(ALARMS):
        place = sensor.relative_to(root)
        if _text(root, f"{place}/name").strip() == "rpi_volt":
            return WAS_LOW * (_text(root, f"{place}/in0_lcrit_alarm").strip() == "1")
    return _asked_of_firmware(root / VCGENCMD)


def _asked_of_firmware(command: Path) -> int | None:
    try:
        words = [str(command), "get_throttled"]
        done = subprocess.run(words, capture_output=True, encoding="ascii", timeout=5, check=True)  # noqa: S603 - our own words
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return _number(done.stdout.partition("=")[2])


def _number(hexadecimal: str) -> int | None:
    try:
        return int(hexadecimal, 16)
    except ValueError:
        return None


def _filesystem(place: Path, told: str) -> str:
    """The type of the innermost mount that holds a path; of two at one point that of the later; empty: none does."""
    holding = [mount for mount in mounts(told) if place.is_relative_to(mount.at)]
    return max(reversed(holding), key=lambda mount: len(mount.at.parts)).kind if holding else ""


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "$USER"


def _nearest(place: Path) -> Path:
    return next(directory for directory in (place, *place.parents) if directory.exists())
