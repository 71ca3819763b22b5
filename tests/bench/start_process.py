"""A start of the service as far as a moment; the moments on the way are told on standard output.

The first word is where it ends: `picture`, when the table stands on the panel, started as on a Pi whose bus takes
everything in no time; or `ready`, after the first whole turn on simulated wires, before the wait in which a box has
gpiozero loaded by a thread. The other words are those of `companion`. A line is a name, seconds of the monotonic clock
and of the processor, the resident memory in KiB, and what does not depend on the machine: the modules that were
loaded, the bytes of their compiled files (less the paths in them, and without the module by which pip finds a
checkout), and the calls of Python functions (0 unless $COUNT_CALLS is set: counting takes its time).
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


class Bus:
    """An I2C bus that acknowledges every byte."""

    def __init__(self, number: int) -> None:
        """The number is not looked at."""

    def write(self, address: int, sent: bytes) -> None:
        """Nothing is sent."""

    def read(self, _address: int, count: int) -> bytes:
        """It is lit."""
        return bytes(count)


calls = 0


def moment(name: str) -> None:
    at, used = time.monotonic(), time.process_time()
    loaded = [module for module in list(sys.modules.values()) if getattr(module, "__cached__", None)]
    program = [module for module in loaded if not module.__name__.startswith("__editable__")]  # it is full of paths
    compiled = sum(bytes_of(module) for module in program if os.path.exists(module.__cached__))  # noqa: PTH110 - pathlib is slow to load
    os.write(1, f"{name} {at} {used} {resident_kib()} {len(sys.modules)} {compiled} {calls}\n".encode())


def bytes_of(module: ModuleType) -> int:
    """Of the compiled file, without the name of its source: a checkout in a longer folder loads no more."""
    return os.stat(module.__cached__).st_size - len(os.fsencode(module.__file__ or ""))  # noqa: PTH116 - pathlib is slow to load


def count_calls() -> None:
    """Count the calls of Python functions from now on."""

    def called(_frame: object, event: str, _argument: object) -> None:
        global calls  # noqa: PLW0603 - read at each moment
        calls += event == "call"

    sys.setprofile(called)


def resident_kib() -> int:
    """Memory of this process that is in use, its files included; 0: not to be had here."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:  # noqa: PTH123 - pathlib is slow to load
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    except OSError:
        return 0


def main(end: str, words: list[str]) -> None:
    if os.environ.get("COUNT_CALLS"):
        count_calls()
    from companion import __main__ as program  # noqa: PLC0415 - the order of the imports is what is measured
    from companion.runtime.splash import show  # noqa: PLC0415 - the same

    def lit(words: list[str]) -> bool:
        is_service = show(words, wire=Bus)
        moment("splash")
        wired()
        {"picture": until_the_picture, "ready": until_it_is_ready}[end]()
        return is_service

    vars(program)["show_splash"] = lit
    sys.argv[1:] = words
    sys.exit(program.main())


def until_the_picture() -> None:
    from hardware.drivers.oled import OledDisplay  # noqa: PLC0415 - the service loads it, too

    shown = OledDisplay.show

    def show(self: OledDisplay, picture: bytes) -> None:
        shown(self, picture)
        moment("picture")
        os._exit(0)

    OledDisplay.show = show  # type: ignore[method-assign]


def until_it_is_ready() -> None:
    from companion.runtime import devices, simulated_devices, systemd  # noqa: PLC0415 - the service loads them, too
    from hardware.sim.pins import SimPins  # noqa: PLC0415 - stands for `HeaderPins`

    def turned(*_: object) -> None:
        moment("ready")
        os._exit(0)

    vars(devices)["real"] = lambda settings, messages: simulated_devices.simulation_of(settings, messages).devices
    systemd.Supervisor.turn_done = turned  # type: ignore[assignment, method-assign]
    SimPins.is_loaded = False  # a box loads gpiozero in its first wait


def wired() -> None:
    """The wires seem to be there, and take everything in no time."""
    from pathlib import Path  # noqa: PLC0415 - the service loads them, too

    from hardware import linux  # noqa: PLC0415 - the same

    exists = Path.exists

    def seems_to_exist(self: Path, **_: bool) -> bool:
        return str(self).startswith("/dev/") or exists(self)

    Path.exists = seems_to_exist  # type: ignore[method-assign]
    vars(linux)["LinuxI2c"] = Bus
