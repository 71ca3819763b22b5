"""Checks of the computer: Python, packages, board, buses, permissions, GPIO access. Uses no wire."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import takewhile

from companion.doctor.computer_facts import WANTED, WAS_LOW
from companion.doctor.context import Context
from companion.doctor.findings import Finding, failure, ok, skipped, warning
from companion.parts.readers.buses import UARTS
from hardware.linux import module_of
from hardware.linux_pins import HEADER_LABELS, PIN_CHIPS

OLDEST_PYTHON = (3, 11)
FULL_HZ = 400_000

LOW_NOW = 1
OLD_KERNEL = "update Raspberry Pi OS: its kernel does not offer the pins of this board's header"
SUPPLY = "use the official power supply of this Pi and a short cable (wiring.md, step 1), then sudo reboot"

FROM_DEBIAN = ("pyscard", "spidev")
"""Packages that need a compiler when they come from PyPI."""
SWITCH_ON = "sudo raspi-config nonint {switch} 0 && sudo reboot (wiring.md, step 6)"


def python(context: Context) -> Finding:
    """The version of Python."""
    found = ".".join(map(str, context.machine.python))
    if context.machine.python < OLDEST_PYTHON:
        return failure(found, "3.11 or newer: Raspberry Pi OS has it since Bookworm (wiring.md, step 2)")
    return ok(found)


def packages(names: Sequence[str], context: Context) -> Finding:
    """The packages that one part imports."""
    there = context.machine.packages
    versions = {name: f"{name} {there.get(name, 'is missing')}".rstrip() for name in names}
    if wrong := [name for name in names if name not in there or not fits(there[name], WANTED[name])]:
        return failure(", ".join(versions[name] for name in wrong), install(wrong))
    return ok(", ".join(versions.values()) or "none is needed")


def board(context: Context) -> Finding:
    """Whether this is a Raspberry Pi."""
    model = context.machine.model
    if model.startswith("Raspberry Pi"):
        return ok(model)
    return failure(model or "no Raspberry Pi", "on any other computer: companion doctor --simulate")


def power_supply(context: Context) -> Finding:
    """Whether the supply voltage has dropped since the start."""
    bits = context.machine.throttled
    if bits is None:
        return skipped("this system does not report it")
    if bits & LOW_NOW:
        return warning("the voltage is too low now", SUPPLY)
    if bits & WAS_LOW:
        return warning("the voltage was too low since the start", SUPPLY)
    return ok("no under-voltage since the start")


def bus(part: str, line: str, switch: str, context: Context) -> Finding:
    """The device node of a part ("reader", "panel"); of a serial port the first match of a pattern.

    If the kernel has the bus, the module is missing that makes its device; if config.txt has the `line` that enables
    it, a restart is missing or the number of the bus is wrong; else raspi-config has a `switch`.
    """
    node = getattr(context.settings, part).wire
    if node in context.machine.nodes:
        return ok(node)
    if node == context.settings.reader.port and node not in UARTS:
        return failure(f"no {node}", "plug the reader in, or correct port below [reader] (wiring.md, step 12)")
    if node in context.machine.buses:
        module = module_of(node)
        remedy = f"sudo modprobe {module} && echo {module} | sudo tee -a /etc/modules-load.d/companion.conf"
        return failure(f"no {node}: its bus is on, but the module {module} is not loaded", remedy)
    if re.search(rf"^{re.escape(line)}", context.machine.boot, re.MULTILINE):
        return failure(f"no {node}, although config.txt has {line}", "sudo reboot; then check the bus in the settings")
    return failure(f"no {node}", SWITCH_ON.format(switch=switch))


def i2c_speed(context: Context) -> Finding:
    """The I2C speed in config.txt; the last entry counts."""
    speeds = re.findall(r"^[^#\n]*\bi2c(?:_arm)?_baudrate=(\d+)", context.machine.boot, re.MULTILINE)
    hz = int(speeds[-1]) if speeds else 100_000
    if hz < FULL_HZ:
        remedy = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000 in /boot/firmware/config.txt (wiring.md, step 6)"
        return warning(f"{hz} Hz: a full picture takes {9.31e6 / hz:.0f} ms", remedy)
    return ok(f"{hz} Hz")


def permission(part: str, context: Context) -> Finding:
    """Whether this user may use the bus of a part ("reader", "panel")."""
    settings = getattr(context.settings, part)
    node = context.machine.nodes[settings.wire]
    return may_use(context, settings.wire, node.group or settings.group, usable=node.usable)


def pins_permission(context: Context) -> Finding:
    """Whether this user may use the header's pins, on the chip with the kernel's label."""
    chips = {node: found.label for node in PIN_CHIPS if (found := context.machine.nodes.get(node)) is not None}
    if not chips:
        return failure(f"no {PIN_CHIPS[0]}", OLD_KERNEL)
    node = next((node for node, label in chips.items() if label in (*HEADER_LABELS, "")), None)
    if node is None:
        labels = ", ".join(f"{node} is {label}" for node, label in chips.items())
        return failure(f"no chip of the header: {labels}", OLD_KERNEL)
    found = context.machine.nodes[node]
    return may_use(context, node, found.group or "gpio", f" ({found.label})" * bool(found.label), usable=found.usable)


def may_use(context: Context, node: str, group: str, label: str = "", *, usable: bool) -> Finding:
    """Whether this user may use a device, which members of this group may."""
    if usable:
        return ok(f"{context.machine.user} may use {node}{label}")
    remedy = f"sudo usermod -aG {group} {context.machine.user}, then log out and in again"
    return failure(f"{context.machine.user} may not use {node}", remedy)


def install(names: list[str]) -> str:
    """The commands that install these packages."""
    debian = [f"python3-{name}" for name in names if name in FROM_DEBIAN]
    others = [f"'{name}{WANTED[name]}'" for name in names if name not in (*FROM_DEBIAN, "mfrc522")]
    commands = (
        (debian, "sudo apt install"),
        (others, f"{sys.executable} -m pip install"),
        (["mfrc522==0.0.7"] if "mfrc522" in names else [], f"{sys.executable} -m pip install --no-deps"),
    )
    return " && ".join(f"{command} {' '.join(which)}" for which, command in commands if which)


def fits(version: str, limits: str) -> bool:
    """Whether a version is within limits like ">=3.16,<4" (empty: none); an unknown version counts as right."""
    found = _numbers(version)
    least, _, first_unfit = limits.removeprefix(">=").partition(",<")
    return not found or (found >= _numbers(least) and not (first_unfit and found >= _numbers(first_unfit)))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, takewhile(str.isdigit, version.split("."))))
