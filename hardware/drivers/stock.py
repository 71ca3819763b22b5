"""The public `mfrc522` package, unmodified, on wires of ours.

The package opens `spidev` and `RPi.GPIO` by itself: the one wants a compiler, the other refuses a Pi 5 and
every other computer. Here both imports are met by stand-ins over `hardware.bus`, present in `sys.modules`
while the package is imported and at no other time; a real `spidev` or `RPi.GPIO` of the same process is
hidden for that moment and put back. Every reader gets a copy of the package of its own, so several readers
live side by side.

The package is imported, never copied; what is wrong with it is mended in `hardware.drivers.mfrc522`.
"""

from __future__ import annotations

import importlib
import logging
import sys
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.bus import OutputPin, Spi

PACKAGE = "mfrc522"
LOGGER = "mfrc522Logger"

_SWAPPED = (PACKAGE, "spidev", "RPi")


def stock_chip(spi: Spi, reset: OutputPin | None = None) -> Any:
    """An `MFRC522` object of the package, its chip initialised and its antenna on.

    `reset` is the chip's RST line, driven high here; None when RST is tied to 3.3 V. Raises ImportError when
    the package is not installed and DeviceError when the wire fails; a missing chip goes unnoticed.
    """
    return silently(stock_package(spi, reset).MFRC522)


def stock_reader(spi: Spi, reset: OutputPin | None = None) -> Any:
    """A `SimpleMFRC522` of the package: what most public examples use; here a witness for tests."""
    return silently(stock_package(spi, reset).SimpleMFRC522)


def silently(make: Callable[[], Any]) -> Any:
    """Make an object of the package without the handler that each adds to one shared logger.

    Its lines still reach the handlers of the root logger.
    """
    made = make()
    logging.getLogger(LOGGER).handlers[:] = [logging.NullHandler()]
    return made


def stock_package(spi: Spi, reset: OutputPin | None = None) -> ModuleType:
    """A fresh copy of the package with every `SpiDev` this wire and every pin this reset line."""
    with _swapped(_stand_ins(spi, reset)):
        try:
            return importlib.import_module(PACKAGE)
        except ModuleNotFoundError as missing:
            raise ImportError(
                f"the package {missing.name} is not installed: run `make install`, "
                "or `python -m pip install --no-deps mfrc522==0.0.7`",
                name=missing.name,
            ) from missing


@contextmanager
def _swapped(stand_ins: dict[str, ModuleType]) -> Iterator[None]:
    """Put the stand-ins into `sys.modules`; afterwards it is as it was before, without the new copy."""
    before = _take_out()
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        _take_out()
        sys.modules.update(before)


def _take_out() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.partition(".")[0] in _SWAPPED]
    return {name: sys.modules.pop(name) for name in names}


def _stand_ins(spi: Spi, reset: OutputPin | None) -> dict[str, ModuleType]:
    spidev, rpi, gpio = ModuleType("spidev"), ModuleType("RPi"), ModuleType("RPi.GPIO")
    vars(spidev).update(SpiDev=lambda: SpiDevStandIn(spi))
    vars(gpio).update(_gpio_names(reset))
    vars(rpi).update(GPIO=gpio, __path__=[])
    return {"spidev": spidev, "RPi": rpi, "RPi.GPIO": gpio}


class SpiDevStandIn:
    """As much of `spidev.SpiDev` as the package uses; the wire is open already and stays its owner's."""

    def __init__(self, spi: Spi) -> None:
        self._spi = spi
        self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        """Nothing to open, whatever the numbers."""

    def xfer2(self, sent: list[int]) -> list[int]:
        """One transfer under one chip select. Raises DeviceError."""
        return list(self._spi.transfer(bytes(sent)))

    def close(self) -> None:
        """Nothing to close: who made the wire closes it."""


def _gpio_names(reset: OutputPin | None) -> dict[str, object]:
    """As much of `RPi.GPIO` as the package uses; its only output is the reset line."""

    def output(_channel: int, level: int) -> None:
        if reset is not None:
            reset.set(bool(level))

    return {
        "BOARD": 10,
        "BCM": 11,
        "OUT": 0,
        "IN": 1,
        "getmode": lambda: None,
        "setmode": lambda _mode: None,
        "setup": lambda _channel, _direction: None,
        "output": output,
        "cleanup": lambda *_channels: None,
    }
