"""The lines of a Raspberry Pi's header, through the kernel's character device and gpiod.

`gpiod_factory` makes gpiozero's pins of them, and `LinuxPin` one output. Every error becomes a `DeviceError` that names
the pin and gives advice. Importing this module imports no gpiod.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from hardware.bus import DeviceError
from hardware.linux import FORBIDDEN, package

PIN_CHIPS = ("/dev/gpiochip0", "/dev/gpiochip4")
"""The possible chips of the header: the second on a Pi 5 with a kernel before 6.6.45."""
HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The kernel's labels for the header's chip on a Zero or 3, a 4, and a 5."""

CONSUMER = "companion"
INSTALL = "`python -m pip install gpiod`"
NO_HEADER = "no chip of the header's pins ({found}): update Raspberry Pi OS"
IN_USE = "in use by {user}: stop that program, or give one of the two another pin"
NO_SUCH = "the header has GPIO2 to GPIO27; correct the number"


def chip_label(node: str) -> str:
    """The kernel's label of a GPIO chip, such as "pinctrl-rp1"; empty if it cannot be read."""
    try:
        return _label(node)
    except DeviceError:
        return ""


class LinuxPin:
    """An output pin by its Broadcom number, opened by the first `set`."""

    def __init__(self, gpio: int) -> None:
        self._gpio = gpio
        self._line: Any = None

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line high or low. Raises DeviceError; the next call opens the pin again."""
        line = gpiod().line
        level = line.Value.ACTIVE if high else line.Value.INACTIVE
        try:
            if self._line is None:
                self._line = claim(self._gpio, direction=line.Direction.OUTPUT, output_value=level)
            else:
                with as_device_errors(f"gpio{self._gpio}"):
                    self._line.set_value(self._gpio, level)
        except DeviceError:
            self.close()
            raise

    def close(self) -> None:
        """Release the line."""
        if self._line is not None:
            self._line.release()
        self._line = None


def gpiod() -> Any:
    """The package, with its module `line`. Raises DeviceError if it is not installed."""
    found = package("gpiod", INSTALL, bus="gpio")
    package("gpiod.line", INSTALL, bus="gpio")
    return found


def claim(gpio: int, **settings: Any) -> Any:
    """Request one line of the header's chip with these settings of gpiod. Raises DeviceError."""
    library, node, bus = gpiod(), _header(), f"gpio{gpio}"
    with as_device_errors(bus, node), library.Chip(node) as chip:
        try:
            return chip.request_lines({gpio: library.LineSettings(**settings)}, consumer=CONSUMER)
        except ValueError as refusal:
            raise DeviceError(NO_SUCH, bus=bus) from refusal
        except OSError as refusal:
            if refusal.errno != errno.EBUSY:
                raise
            user = chip.get_line_info(gpio).consumer or "another program"
            raise DeviceError(IN_USE.format(user=user), bus=bus) from refusal


def claim_button(gpio: int) -> Any:
    """Request the line of a button to ground: the kernel keeps its edges until they are read. Raises DeviceError."""
    line = gpiod().line
    return claim(gpio, direction=line.Direction.INPUT, bias=line.Bias.PULL_UP, edge_detection=line.Edge.BOTH)


def line_states(numbers: Iterable[int]) -> dict[int, str]:
    """What the kernel says of each of these lines: direction, bias and user; or why it is not read. Requests none."""
    try:
        library, node = gpiod(), _header()
        with as_device_errors(node=node), library.Chip(node) as chip:
            return {number: _in_words(chip.get_line_info(number)) for number in numbers}
    except DeviceError as fault:
        return dict.fromkeys(numbers, f"not read: {fault.what}")


def _in_words(line: Any) -> str:
    user = f"used by {line.consumer or 'another program'}" if line.used else "free"
    return f"{line.direction.name.lower()}, bias {line.bias.name.lower()}, {user}"


def _header() -> str:
    """The node of the header's chip. Raises DeviceError."""
    labels: dict[str, str] = {}
    for node in filter(os.path.exists, PIN_CHIPS):
        labels[node] = _label(node)
        if labels[node] in HEADER_LABELS:
            return node
    found = ", ".join(f"{node} is {label}" for node, label in labels.items()) or f"no {PIN_CHIPS[0]}"
    raise DeviceError(NO_HEADER.format(found=found), bus="gpio")


def _label(node: str) -> str:
    library = gpiod()
    with as_device_errors(node=node), library.Chip(node) as chip:
        return str(chip.get_info().label)


@contextmanager
def as_device_errors(bus: str = "gpio", node: str = "/dev/gpiochip0") -> Iterator[None]:
    """Convert the errors of gpiod, gpiozero and its factories, which have no common base class."""
    try:
        yield
    except DeviceError:
        raise
    except PermissionError as refusal:
        raise DeviceError(FORBIDDEN.format(node=node, group="gpio"), bus=bus) from refusal
    except Exception as fault:
        raise DeviceError(f"the pins fail ({fault or type(fault).__name__})", bus=bus) from fault
