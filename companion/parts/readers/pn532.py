"""The PN532: 13.56 MHz, on a serial port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.parts.reader_kind import HIGH, ReaderKind
from companion.parts.readers.buses import SERIAL

if TYPE_CHECKING:
    from companion.parts.reader_kind import ReaderSettings
    from hardware.bus import Clock, OutputPin, Reader
    from hardware.drivers.retried import SerialLine
    from hardware.sim.field import Field
    from hardware.sim.pn532 import SimPn532


def driver(line: SerialLine, clock: Clock, settings: ReaderSettings, _reset: OutputPin | None) -> Reader:
    """Its driver."""
    from hardware.drivers.pn532 import Pn532  # noqa: PLC0415 - only where it is wanted

    return Pn532(line, clock, several=settings.several)


def chip(field: Field, clock: Clock, _settings: ReaderSettings) -> SimPn532:
    """Its simulated chip."""
    from hardware.sim.pn532 import SimPn532  # noqa: PLC0415 - the simulation is loaded where it is wanted

    return SimPn532(field, clock)


KIND = ReaderKind(
    board="PN532",
    wires=(("VCC", 1, None), ("GND", 25, None), ("TX", 10, 15), ("RX", 8, 14)),
    advice="both switches at 0: HSU",
    bus=SERIAL,
    baud=115_200,
    packages=("pyserial",),
    frequencies=(HIGH,),
    several=True,
    driver=driver,
    chip=chip,
    checks="companion.doctor.serial_checks:CHECKS",
)
