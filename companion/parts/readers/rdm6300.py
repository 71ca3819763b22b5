"""The RDM6300: 125 kHz, on a serial port. It repeats the number of a tag for as long as it lies there."""

from companion.parts.reader_kind import LOW, ReaderKind
from companion.parts.readers.buses import SERIAL
from companion.support.lazy_import import lazy_call

DRIVER = lazy_call("hardware.drivers.rdm6300:Rdm6300")
CHIP = lazy_call("hardware.sim.rdm6300:SimRdm6300")

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
    driver=lambda line, clock, _settings, _reset: DRIVER(line, clock),
    chip=lambda field, clock, _: CHIP(field, clock),
    checks="companion.doctor.reader_checks:SERIAL_CHECKS",
)
