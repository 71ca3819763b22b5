"""A start of the service as far as a moment; the moments on the way are told on standard output.

The first word is where it ends: `picture`, when the table stands on the panel, started as on a Pi whose bus takes
everything in no time; or `ready`, after the first whole turn on simulated wires. The other words are those of
`companion`. A line is a name, seconds of the monotonic clock, and the resident memory in KiB.
"""

from __future__ import annotations

import os
import sys
import time


class Bus:
    """An I2C bus that acknowledges every byte."""

    def __init__(self, number: int) -> None:
        """The number is not looked at."""

    def write(self, address: int, sent: bytes) -> None:
        """Nothing is sent."""

    def read(self, _address: int, count: int) -> bytes:
        """It is lit."""
        return bytes(count)


def moment(name: str) -> None:
    at = time.monotonic()
    os.write(1, f"{name} {at} {resident_kib()}\n".encode())


def resident_kib() -> int:
    """Memory of this process that is in use, its files included; 0: not to be had here."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 - pathlib is slow to load
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    except OSError:
        return 0


def main(end: str, words: list[str]) -> None:
    from companion import __main__ as program  # noqa: PLC0415 - the order of the imports is what is measured
    from companion.runtime.splash import show  # noqa: PLC0415 - the same

    def lit(words: list[str]) -> None:
        show(words, wire=Bus)
        moment("splash")
        {"picture": until_the_picture, "ready": until_it_is_ready}[end]()

    vars(program)["show_splash"] = lit
    sys.argv[1:] = words
    sys.exit(program.main())


def until_the_picture() -> None:
    from hardware import linux  # noqa: PLC0415 - the service loads it, too
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415 - the same

    shown = OledDisplay.show

    def show(self: OledDisplay, picture: bytes) -> None:
        shown(self, picture)
        moment("picture")
        os._exit(0)

    vars(linux)["LinuxI2c"] = Bus
    OledDisplay.show = show  # type: ignore[method-assign]
    wired()


def until_it_is_ready() -> None:
    from companion.runtime import devices, systemd  # noqa: PLC0415 - the service loads them, too

    def turned(*_: object) -> None:
        moment("ready")
        os._exit(0)

    vars(devices)["real"] = lambda settings, messages: devices.simulated(settings, messages).devices
    systemd.Supervisor.turn_done = turned  # type: ignore[assignment, method-assign]
    wired()


def wired() -> None:
    """The wires seem to be there."""
    from pathlib import Path  # noqa: PLC0415 - the service loads them, too

    from companion.runtime import service  # noqa: PLC0415 - the same

    vars(service)["wires_of"] = lambda _: (Path("/"),)
