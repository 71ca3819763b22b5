"""The public `mfrc522` package, unmodified, on our wires.

The package imports `spidev` and `RPi.GPIO`: the one needs a compiler, the other refuses a Pi 5 and every other
computer. Here stand-ins over `hardware.bus` replace both in `sys.modules` while the package is imported, and only then;
a real `spidev` or `RPi.GPIO` of the process is restored afterwards. Every reader gets its own copy of the package, so
that several readers can coexist.

The package is imported, never copied; `hardware.drivers.mfrc522` works around its faults.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

from hardware.bus import OutputPin, Spi

PACKAGE = "mfrc522"
LOGGER = "mfrc522Logger"

_SWAPPED = (PACKAGE, "spidev", "RPi")


def silently(make: Callable[[], Any]) -> Any:
    """Build an object of the package without the handler that each adds to a shared logger.

    Its messages still reach the handlers of the root logger.
    """
    try:
        return make()
    finally:
        logging.getLogger(LOGGER).handlers[:] = [logging.NullHandler()]


def stock_package(spi: Spi, reset: OutputPin | None = None) -> ModuleType:
    """A fresh copy of the package, with this wire as every `SpiDev` and this reset line as every pin."""
    with _swap_modules(_stand_ins(spi, reset)):
        try:
            return importlib.import_module(PACKAGE)
        except ModuleNotFoundError as missing:
            raise ImportError(
                f"the package {missing.name} is not installed: run `make install`, "
                "or `python -m pip install --no-deps mfrc522==0.0.7`",
                name=missing.name,
            ) from missing


@contextmanager
def _swap_modules(stand_ins: dict[str, Any]) -> Iterator[None]:
    """Put the stand-ins into `sys.modules`, and restore it afterwards."""
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


def _stand_ins(spi: Spi, reset: OutputPin | None) -> dict[str, Any]:
    """The parts of `spidev` and `RPi.GPIO` that the package uses; its only output is the reset line."""

    def output(_channel: int, level: int) -> None:
        if reset is not None:
            reset.set(bool(level))

    def ignore(*_arguments: object) -> None:
        """The wire is open and belongs to the caller."""

    device = SimpleNamespace(open=ignore, close=ignore, xfer2=lambda sent: list(spi.transfer(bytes(sent))))
    modes = {"BOARD": 10, "BCM": 11, "OUT": 0}
    gpio = SimpleNamespace(**modes, getmode=ignore, setmode=ignore, setup=ignore, output=output, cleanup=ignore)
    spidev, rpi = SimpleNamespace(SpiDev=lambda: device), SimpleNamespace(GPIO=gpio, __path__=[])
    return {"spidev": spidev, "RPi": rpi, "RPi.GPIO": gpio}
