"""Which readers there are on serial lines, at which speed each speaks, and how each is built."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.drivers.pn532 import Pn532
from hardware.drivers.rdm6300 import Rdm6300
from hardware.drivers.serial_line import SerialLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Clock, OutputPin, Reader, SerialPort

BAUD: Final = MappingProxyType({"pn532": 115_200, "rdm6300": 9_600, "id12la": 9_600})
"""The kinds, by the name that the configuration gives them."""


def serial_reader(  # noqa: PLR0913 - settings by keyword, each with its default
    kind: str,
    open_port: Callable[[int], SerialPort],
    clock: Clock,
    *,
    bus: str,
    several: bool = True,
    reset: OutputPin | None = None,
) -> Reader:
    """A reader of one of the kinds of `BAUD` on the port that `open_port` finds and opens at a speed.

    `bus` names the port in errors. Without `several` a PN532 looks for one tag only; the boards for 125 kHz hear no two
    anyhow. `reset` is the RES line of an ID-12LA (None: it is at 3.3 V), others have none. Nothing is opened before the
    first poll. Raises KeyError for another kind.
    """
    baud = BAUD[kind]
    line = SerialLine(lambda: open_port(baud), clock, bus=bus)
    match kind:
        case "pn532":
            return Pn532(line, clock, several=several)
        case "rdm6300":
            return Rdm6300(line, clock)
        case _:
            return Rdm6300(line, clock, repeats=False, reset=reset)
