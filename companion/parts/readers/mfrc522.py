"""The MFRC522, on the board RC522: 13.56 MHz, on SPI."""

from __future__ import annotations

from collections.abc import Callable

from companion.parts.reader_kind import GAINS_DB, HIGH, ReaderKind, ReaderSettings
from companion.parts.readers.buses import SPI
from companion.support.lazy_import import lazy_call
from hardware.bus import Clock, OutputPin, Reader, Spi

DRIVER: Callable[..., Reader] = lazy_call("hardware.drivers.mfrc522:Mfrc522")
CHIP = lazy_call("hardware.sim.mfrc522:SimMfrc522")


def driver(spi: Spi, clock: Clock, settings: ReaderSettings, reset: OutputPin | None) -> Reader:
    """Its driver."""
    return DRIVER(
        spi,
        clock,
        reset=reset,
        bus=f"spi{settings.spi_bus}.{settings.spi_device}",
        burst=settings.burst,
        several=settings.several,
        gain_db=settings.gain,
    )


KIND = ReaderKind(
    board="RC522",
    wires=(
        ("3.3V", 1, None),
        ("GND", 20, None),
        ("SDA", 24, 8),  # SPI0 CE0; the boards print the name of their I2C mode
        ("SCK", 23, 11),
        ("MOSI", 19, 10),
        ("MISO", 21, 9),
        ("RST", 22, 25),
        ("IRQ", 18, 24),  # optional: the driver polls
    ),
    advice="10 to 100 µF from 3.3V to GND, at the board",
    bus=SPI,
    packages=("mfrc522", "spidev"),
    frequencies=(HIGH,),
    several=True,
    has_reset=True,
    gains=GAINS_DB,
    driver=driver,
    chip=lambda field, clock, settings: CHIP(field, clock, speed_hz=settings.spi_hz),
    checks="companion.doctor.mfrc522_checks:CHECKS",
)
