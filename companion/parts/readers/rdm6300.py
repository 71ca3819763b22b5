"""The RDM6300: 125 kHz, on a serial port. It repeats the number of a tag for as long as it lies there."""

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


def driver(line: SerialLine, clock: Clock, _settings: ReaderSettings, _reset: OutputPin | None) -> Reader:
    """Its driver."""
    from hardware.drivers.rdm6300 import Rdm6300  # noqa: PLC0415 - only where it is wanted

    return Rdm6300(line, clock)


def chip(field: Field, clock: Clock, _settings: ReaderSettings) -> SimRdm6300:
    """Its simulated board."""
    from hardware.sim.rdm6300 import SimRdm6300  # noqa: PLC0415 - the simulation is loaded where it is wanted

    return SimRdm6300(field, clock)


KIND = ReaderKind(
    board="RDM6300",
    wires=(
        ("VCC", 2, None),  # 5 V
        ("TX", 10, 15),  # over the divider
        ("GND", 25, None),
    ),
    advice="5 V: never its TX straight to the Pi",
    bus=SERIAL,
    baud=9_600,
    packages=("pyserial",),
    frequencies=(LOW,),
    answers=False,
    driver=driver,
    chip=chip,
    checks="companion.doctor.serial_checks:CHECKS",
)
