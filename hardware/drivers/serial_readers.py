"""The readers on serial lines: their speeds, and how each is built."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from hardware.drivers.pn532 import Pn532
from hardware.drivers.rdm6300 import Rdm6300
from hardware.drivers.retried import SerialLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.bus import Clock, OutputPin, Reader, SerialPort

BAUD: Final = MappingProxyType({"pn532": 115_200, "rdm6300": 9_600, "id12la": 9_600})
"""Speed by kind, as named in the settings."""


def serial_reader(  # noqa: PLR0913 - settings by keyword, each with its default
    kind: str,
    open_port: Callable[[int], SerialPort],
    clock: Clock,
    *,
    bus: str,
    several: bool = True,
    reset: OutputPin | None = None,
) -> Reader:
    """A reader of one of the kinds of `BAUD`, on the port that `open_port` opens at its speed.

    `bus` names the port in errors. Without `several` a PN532 searches for one tag; 125 kHz boards read one tag only.
    `reset` is the RES line of an ID-12LA (None: wired to 3.3 V). Opens nothing before the first poll. Raises KeyError
    for another kind.
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
