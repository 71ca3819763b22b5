"""A reader for 125 kHz that types numbers as a keyboard does, on USB."""

from functools import partial

from companion.parts.reader_kind import LOW, ReaderKind
from companion.parts.readers.keyboard import CHIP, driver
from companion.parts.readers.usb_buses import KEYS

KIND = ReaderKind(
    bus=KEYS,
    frequencies=(LOW,),
    answers=False,
    repeats=False,
    driver=partial(driver, low=True),
    chip=lambda field, clock, _: CHIP(field, clock, low=True),
    checks="companion.doctor.usb_checks:KEYS_CHECKS",
)
