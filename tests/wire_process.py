"""The command `companion` in its own process, on device nodes that are files below a directory."""

from __future__ import annotations

import errno
import os
import sys
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.stand_in_gpiod import Chip, modules

NODES = ("dev/spidev0.0", "dev/i2c-1", "dev/gpiochip0")
MODEL = "Raspberry Pi Zero 2 W Rev 1.0"


def made(root: Path) -> Path:
    """A directory with the nodes of a Pi, and the launcher of its processes."""
    for place in (*NODES, "proc/device-tree/model"):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).touch()
    (root / "proc/device-tree/model").write_text(MODEL, "ascii")
    (root / "companion").write_text("from tests.wire_process import main\nmain()\n", "utf-8")
    return root


class Log:
    """Every access to a wire."""

    def __init__(self, file: Path) -> None:
        self._descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def add(self, *words: object) -> None:
        os.write(self._descriptor, f"{os.getpid()} {' '.join(map(str, words))}\n".encode())


def buses(log: Log) -> dict[str, ModuleType]:
    """`smbus2` and `spidev`: a panel that accepts everything, and a wire without a chip."""

    class SMBus:
        def __init__(self, bus: int) -> None:
            self._name = f"i2c-{bus}"

        def i2c_rdwr(self, *messages: tuple[int, bytes]) -> None:
            for address, sent in messages:
                log.add(self._name, f"{address:02x}", sent.hex())

        def close(self) -> None:
            pass

    class Message:
        @staticmethod
        def write(address: int, sent: bytes) -> tuple[int, bytes]:
            return address, sent

        @staticmethod
        def read(address: int, count: int) -> bytes:
            raise OSError(errno.EREMOTEIO, f"nobody at {address:02x} gives {count} bytes")

    class SpiDev:
        max_speed_hz = mode = 0

        def open(self, bus: int, device: int) -> None:
            self._name = f"spidev{bus}.{device}"

        def xfer2(self, sent: list[int]) -> list[int]:
            log.add(self._name, bytes(sent).hex())
            return [0] * len(sent)

        def close(self) -> None:
            pass

    return {"smbus2": module("smbus2", SMBus=SMBus, i2c_msg=Message), "spidev": module("spidev", SpiDev=SpiDev)}


def module(name: str, **names: Any) -> ModuleType:
    new = ModuleType(name)
    new.__spec__ = ModuleSpec(name, None)  # the doctor asks whether it is installed
    vars(new).update(names)
    return new


def main() -> None:
    root, file, *words = sys.argv[1:]
    log = Log(Path(file))
    chip = Chip(on_request=lambda pins: log.add("gpiochip0", *pins))
    sys.modules.update(buses(log) | modules(lambda _: chip))
    from companion.__main__ import main as companion  # noqa: PLC0415 - after what it imports
    from companion.cli import doctor, enrol  # noqa: PLC0415 - the same
    from companion.runtime import service  # noqa: PLC0415 - the same
    from hardware import linux_pins, locks  # noqa: PLC0415 - the same

    vars(linux_pins)["PIN_CHIPS"] = (str(Path(root) / "dev/gpiochip0"),)
    locks.ROOT = Path(root)
    vars(doctor)["inspect_computer"] = partial(vars(doctor)["inspect_computer"], root=Path(root))
    for command in (service, enrol):
        vars(command)["wires_of"] = lambda _: tuple(Path(root) / node for node in NODES)
    sys.argv[1:] = words
    sys.exit(companion())
