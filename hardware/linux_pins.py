"""The pins of a Raspberry Pi's header, through the kernel's character device and gpiod.

Nothing polls: a line request has a descriptor that becomes readable at an edge. Not gpiozero on lgpio: its threads wake
50 times a second from the first pin on, 2,000 times with edges, and never end.

Every error becomes a `DeviceError` that names the pin and gives advice. Importing this module imports no gpiod.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from select import select
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from hardware.bus import Change, DeviceError
from hardware.linux import FORBIDDEN, package

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

PIN_CHIPS = ("/dev/gpiochip0", "/dev/gpiochip4")
"""The possible chips of the header: the second on a Pi 5 with a kernel before 6.6.45."""
HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The kernel's labels for the header's chip on a Zero or 3, a 4, and a 5."""

CONSUMER = "companion"
SWITCH_S = 50e-6
"""The thread switch interval during a software tone: the default of 5 ms makes the tone growl on a busy computer."""
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


class LinuxContacts:
    """`hardware.bus.Contacts` on these pins. Raises DeviceError if one is not available, and holds none then."""

    def __init__(self, pins: Collection[int]) -> None:
        line = _gpiod().line
        self._closed = line.Value.ACTIVE
        self._request = _requested(
            {pin: {} for pin in pins},
            direction=line.Direction.INPUT,
            edge_detection=line.Edge.BOTH,
            bias=line.Bias.PULL_UP,
            active_low=True,
        )

    def changes(self) -> list[Change]:
        """The changes queued by the kernel, with its own times of the monotonic clock."""
        with _answering():
            if not select([self._request], [], [], 0)[0]:
                return []
            events = self._request.read_edge_events()
        rises = [one.event_type is one.Type.RISING_EDGE for one in events]
        return [Change(one.line_offset, one.timestamp_ns / 1e9, down) for one, down in zip(events, rises, strict=True)]

    def down(self) -> frozenset[int]:
        """The switches that are closed now."""
        with _answering():
            values = self._request.get_values()
        return frozenset(pin for pin, value in zip(self._request.offsets, values, strict=True) if value is self._closed)

    def wait(self, seconds: float) -> None:
        """Wait until an edge is queued, at most `seconds`."""
        with _answering():
            select([self._request], [], [], seconds)

    def close(self) -> None:
        """Release the pins."""
        self._request.release()


class LinuxOutputs:
    """`hardware.bus.Outputs` on these pins with their first levels. Raises DeviceError if one is not available."""

    def __init__(self, first: Mapping[int, bool]) -> None:
        line = _gpiod().line
        self._level = (line.Value.INACTIVE, line.Value.ACTIVE)
        levels = {pin: {"output_value": self._level[high]} for pin, high in first.items()}
        self._request = _requested(levels, direction=line.Direction.OUTPUT)
        self._lock = Lock()  # a gpiod request is not thread-safe
        self._swings: dict[int, _Swing] = {}
        self._usual_s = sys.getswitchinterval()

    def drive(self, gpio: int, duty: float, hz: float) -> None:
        """Set a constant level, or let a thread swing the pin until its next call."""
        self._calm(gpio)
        if 0 < duty < 1:
            sys.setswitchinterval(SWITCH_S)
            self._swings[gpio] = _Swing(partial(self._set, gpio), duty / hz, (1 - duty) / hz)
            self._swings[gpio].start()
        else:
            self._set(gpio, duty == 1)

    def close(self) -> None:
        """Release the pins, which become inputs."""
        for gpio in tuple(self._swings):
            self._calm(gpio)
        self._request.release()

    def _calm(self, gpio: int) -> None:
        swing = self._swings.pop(gpio, None)
        if swing is not None:
            swing.end()
        if not self._swings:
            sys.setswitchinterval(self._usual_s)

    def _set(self, gpio: int, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        with self._lock, _answering(f"gpio{gpio}"):
            self._request.set_value(gpio, self._level[high])


class LinuxPin:
    """An output pin by its Broadcom number, opened at its first level; high until set low."""

    def __init__(self, gpio: int) -> None:
        self._gpio = gpio
        self._outputs: LinuxOutputs | None = None

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        """Drive the line high or low. Raises DeviceError; the next call opens the pin again."""
        try:
            self._outputs = self._outputs or LinuxOutputs({self._gpio: high})
            self._outputs.drive(self._gpio, high, 0)
        except DeviceError:
            self.close()
            raise

    def close(self) -> None:
        """Release the line."""
        if self._outputs is not None:
            self._outputs.close()
        self._outputs = None


class _Swing(Thread):
    """A thread that makes a tone or a dim light: high and low for these seconds in turn, until `end`.

    It lives for some tenths of a second. A late edge delays the following ones.
    """

    def __init__(self, set_level: Callable[[bool], None], high_s: float, low_s: float) -> None:
        super().__init__(daemon=True)
        self._set_level = set_level
        self._spans = (True, high_s), (False, low_s)
        self._lock = Lock()
        self._ended = False

    def run(self) -> None:
        """Swing until `end`."""
        edge = time.monotonic()
        for high, span in cycle(self._spans):
            with self._lock:
                if self._ended:
                    return
                try:
                    self._set_level(high)
                except DeviceError:  # the sounder's next call raises it, too
                    return
            now = time.monotonic()
            edge = max(edge + span, now)
            time.sleep(edge - now)

    def end(self) -> None:
        """Stop setting levels."""
        with self._lock:
            self._ended = True


def _gpiod() -> Any:
    gpiod = package("gpiod", INSTALL, bus="gpio")
    package("gpiod.line", INSTALL, bus="gpio")
    return gpiod


def _requested(lines: Mapping[int, Mapping[str, Any]], **alike: Any) -> Any:
    """Request these lines, each with its settings and the common ones, on the header's chip."""
    gpiod, node = _gpiod(), _header()
    with _answering(node=node), gpiod.Chip(node) as chip:
        config = {pin: gpiod.LineSettings(**alike, **own) for pin, own in lines.items()}
        try:
            return chip.request_lines(config, consumer=CONSUMER)
        except ValueError as refusal:
            raise DeviceError(NO_SUCH, bus=f"gpio{max(lines)}") from refusal
        except OSError as refusal:
            if refusal.errno != errno.EBUSY:
                raise
            infos = [chip.get_line_info(pin) for pin in lines]
            pin, user = next(((one.offset, one.consumer) for one in infos if one.used), (min(lines), ""))
            raise DeviceError(IN_USE.format(user=user or "another program"), bus=f"gpio{pin}") from refusal


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
    gpiod = _gpiod()
    with _answering(node=node), gpiod.Chip(node) as chip:
        return str(chip.get_info().label)


@contextmanager
def _answering(bus: str = "gpio", node: str = "/dev/gpiochip0") -> Iterator[None]:
    """Convert the errors of gpiod, which have no common base class."""
    try:
        yield
    except DeviceError:
        raise
    except PermissionError as refusal:
        raise DeviceError(FORBIDDEN.format(node=node, group="gpio"), bus=bus) from refusal
    except Exception as fault:
        raise DeviceError(f"the pins fail ({fault or type(fault).__name__})", bus=bus) from fault
