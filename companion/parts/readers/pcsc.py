"""Readers of PC/SC, as the ACR122U: 13.56 MHz, on USB, through pcscd."""

from companion.parts.reader_kind import HIGH, ReaderKind
from companion.parts.readers.usb_buses import PCSC
from companion.support.lazy_import import lazy_call

DRIVER = lazy_call("hardware.drivers.pcsc:PcscReader")
CHIP = lazy_call("hardware.sim.pcsc:SimPcsc")

KIND = ReaderKind(
    bus=PCSC,
    blocks=True,
    packages=("pyscard",),
    debian=("pcscd", "python3-pyscard"),
    frequencies=(HIGH,),
    driver=lambda service, _clock, settings, _: DRIVER(service, name=settings.name, beeps=settings.beeps),
    chip=lambda field, _clock, _settings: CHIP(field),
    checks="companion.doctor.usb_checks:PCSC_CHECKS",
)
