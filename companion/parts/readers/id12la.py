"""The ID-12LA: 125 kHz, on a serial port. It sends the number of a tag once, when it is laid down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.parts.reader_kind import LOW, ReaderKind
from companion.parts.readers.buses import SERIAL

if TYPE_CHECKING:
    from companion.parts.reader_kind import ReaderSettings
    from hardware.bus import Clock, OutputPin, Reader
    from hardware.drivers.retried import SerialLine
    from hardware.sim.field import Field
    from hardware.sim.rdm6300 import SimRdm6300


def driver(line: SerialLine, clock: Clock, _settings: ReaderSettings, reset: OutputPin | None) -> Reader:
    """Its driver."""
    from hardware.drivers.rdm6300 import Rdm6300  # noqa: PLC0415 - only where it is wanted

    return Rdm6300(line, clock, repeats=False, reset=reset)


def chip(field: Field, clock: Clock, _settings: ReaderSettings) -> SimRdm6300:
    """Its simulated board."""
    from hardware.sim.rdm6300 import SimRdm6300  # noqa: PLC0415 - the simulation is loaded where it is wanted

    return SimRdm6300(field, clock, once=True)


KIND = ReaderKind(
    board="ID-12LA",
    wires=(("VCC", 1, None), ("TX", 10, 15), ("RES", 22, 25), ("GND", 25, None)),
    advice="FORM to GND, too; TX is printed D0",
    bus=SERIAL,
    baud=9_600,
    packages=("pyserial",),
    frequencies=(LOW,),
    answers=False,
    repeats=False,
    has_reset=True,
    driver=driver,
    chip=chip,
    checks="companion.doctor.serial_checks:CHECKS",
)
