"""The PN532: 13.56 MHz, on a serial port."""

from companion.parts.reader_kind import HIGH, ReaderKind
from companion.parts.readers.buses import SERIAL
from companion.support.lazy_import import lazy_call

DRIVER = lazy_call("hardware.drivers.pn532:Pn532")
CHIP = lazy_call("hardware.sim.pn532:SimPn532")

KIND = ReaderKind(
    board="PN532",
    wires=(("VCC", 1, None), ("GND", 25, None), ("TX", 10, 15), ("RX", 8, 14)),
    advice="both switches at 0: HSU",
    bus=SERIAL,
    baud=115_200,
    packages=("pyserial",),
    frequencies=(HIGH,),
    several=True,
    driver=lambda line, clock, settings, _: DRIVER(line, clock, several=settings.several),
    chip=lambda field, clock, _: CHIP(field, clock),
    checks="companion.doctor.reader_checks:SERIAL_CHECKS",
)
