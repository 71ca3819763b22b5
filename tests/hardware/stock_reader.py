"""The reader of most public examples, on our wires."""

from __future__ import annotations

from typing import Any

from hardware.bus import OutputPin, Spi
from hardware.drivers.stock_mfrc522 import silently, stock_package


def stock_reader(spi: Spi, reset: OutputPin | None = None) -> Any:
    """A `SimpleMFRC522` of the unmodified `mfrc522` package."""
    return silently(stock_package(spi, reset).SimpleMFRC522)
