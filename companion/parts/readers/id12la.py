"""The ID-12LA: 125 kHz, on a serial port. It sends the number of a tag once, when it is laid down."""

from companion.parts.reader_kind import LOW, ReaderKind
from companion.parts.readers.buses import SERIAL
from companion.support.lazy_import import lazy_call

DRIVER = lazy_call("hardware.drivers.rdm6300:Rdm6300")
CHIP = lazy_call("hardware.sim.rdm6300:SimRdm6300")

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
    driver=lambda line, clock, _, reset: DRIVER(line, clock, repeats=False, reset=reset),
    chip=lambda field, clock, _: CHIP(field, clock, once=True),
    checks="companion.doctor.reader_checks:SERIAL_CHECKS",
)
