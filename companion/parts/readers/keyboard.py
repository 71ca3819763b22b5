"""A reader for 13.56 MHz that types numbers as a keyboard does, on USB."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.parts.reader_kind import HIGH, ReaderKind, ReaderSettings
from companion.parts.readers.typed_numbers import number_of
from companion.parts.readers.usb_buses import KEYS
from companion.support.lazy_import import lazy_call
from hardware.bus import Clock, OutputPin, Reader
from hardware.drivers.retried import SerialLine

DRIVER: Callable[..., Reader] = lazy_call("hardware.drivers.keys:KeyReader")
CHIP = lazy_call("hardware.sim.keys:SimKeys")


def driver(
    line: SerialLine, clock: Clock, settings: ReaderSettings, _reset: OutputPin | None, *, low: bool = False
) -> Reader:
    """Its driver."""
    return DRIVER(line, clock, partial(number_of, form=settings.form, low=low), again_s=settings.again_ms / 1000)


KIND = ReaderKind(
    bus=KEYS,
    frequencies=(HIGH,),
    answers=False,
    repeats=False,
    driver=driver,
    chip=lambda field, clock, _: CHIP(field, clock, low=False),
    checks="companion.doctor.usb_checks:KEYS_CHECKS",
)
