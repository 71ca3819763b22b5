"""The MFRC522, on the board RC522: 13.56 MHz, on SPI."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.parts.reader_kind import HIGH, ReaderKind
from companion.parts.readers.buses import SPI

if TYPE_CHECKING:
    from companion.parts.reader_kind import ReaderSettings
    from hardware.bus import Clock, OutputPin, Reader, Spi
    from hardware.sim.field import Field
    from hardware.sim.mfrc522 import SimMfrc522


def driver(spi: Spi, clock: Clock, settings: ReaderSettings, reset: OutputPin | None) -> Reader:
    """Its driver."""
    from hardware.drivers.mfrc522 import Mfrc522  # noqa: PLC0415 - only where it is wanted

    return Mfrc522(
        spi,
        clock,
        reset=reset,
        bus=f"spi{settings.spi_bus}.{settings.spi_device}",
        burst=settings.burst,
        several=settings.several,
        gain_db=settings.gain,
    )


def chip(field: Field, clock: Clock, settings: ReaderSettings) -> SimMfrc522:
    """Its simulated chip."""
    from hardware.sim.mfrc522 import SimMfrc522  # noqa: PLC0415 - the simulation is loaded where it is wanted

    return SimMfrc522(field, clock, speed_hz=settings.spi_hz)


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
    driver=driver,
    chip=chip,
    checks="companion.doctor.mfrc522_checks:CHECKS",
)
