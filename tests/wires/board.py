"""A Raspberry Pi with the parts of the table on its wires, and the unmodified program on it, in real time."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from companion.screens.picture import Picture
from hardware.default_wiring import BUTTONS
from hardware.sim.faults import Faults
from hardware.sim.field import Field
from hardware.sim.i2c import SimI2c
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.oled import SimSsd1306
from hardware.sim.tags import Tag
from tests.patience import until
from tests.wires.buses import I2cBus, SpiChip
from tests.wires.gpio import Chip
from tests.wires.nodes import Nodes

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SPI, I2C = "/dev/spidev0.0", "/dev/i2c-1"
SOON_S = 20.0
"""For a busy computer."""
PRESS_S, LAY_S = 0.12, 0.3
LOOKED = 100
"""Transfers within which a tag is certainly read: its selection takes some 60."""
RESET = 25


class Board(NamedTuple):
    """What identifies a Raspberry Pi: model, revision code, GPIO chips, and which of them is the header's."""

    model: str
    revision: int
    chips: dict[str, tuple[str, int]]
    header: str


HEADER_OF_5, OTHER_OF_5 = ("pinctrl-rp1", 54), ("gpio-brcmstb@107d508500", 32)
MODEL_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = Board("Raspberry Pi Zero 2 W Rev 1.0", 0x902120, {"gpiochip0": ("pinctrl-bcm2835", 54)}, "gpiochip0")
PI_5 = Board(MODEL_5, 0xC04170, {"gpiochip0": HEADER_OF_5, "gpiochip10": OTHER_OF_5}, "gpiochip0")
PI_5_BEFORE: Final = Board(MODEL_5, 0xC04170, {"gpiochip0": OTHER_OF_5, "gpiochip4": HEADER_OF_5}, "gpiochip4")
"""Before Linux 6.6.45 the header of a Pi 5 was the fifth chip."""
BOARDS = {"zero 2": ZERO_2, "pi 5": PI_5, "pi 5, older kernel": PI_5_BEFORE}


class Idle(NamedTuple):
    """How often the first thread and all others went to sleep, what was asked of nodes (a sleep each), and SPI
    transfers.
    """

    sleeps: float
    sleeps_of_others: float
    calls: float
    transfers: float


class RealTime:
    """The clock of the chips. The time of a transfer passes on the way to them."""

    def now(self) -> float:
        """Seconds since an arbitrary fixed moment."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Do nothing: the way to the models takes longer than the wire."""


@dataclass
class Pi:
    """One box. `shim` is the preloaded library; `close` ends everything that runs on it.

    `environment` is what a builder has set besides the unit.
    """

    shim: Path
    board: Board = ZERO_2
    faults: Faults = field(default_factory=Faults)
    environment: dict[str, str] = field(default_factory=dict)
    running: list[subprocess.Popen[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="pi-"))  # short: names of sockets are
        self.data = self.root / "data"
        self.data.mkdir()
        self._tell_board()
        self.nodes = Nodes(self.root)
        clock = RealTime()
        self.field = Field(self.faults)
        self.reader = SimMfrc522(self.field, clock)
        self.spi = SpiChip(self.reader)
        self.panel = SimSsd1306()
        self.i2c = I2cBus(SimI2c({0x3C: self.panel}, faults=self.faults))
        self.nodes.place(SPI, lambda: self.spi)
        self.nodes.place(I2C, lambda: self.i2c)
        self._chips = {f"/dev/{name}": Chip(self.nodes, name, *what) for name, what in self.board.chips.items()}
        for node, chip in self._chips.items():
            self.nodes.place(node, chip.opened)
        self.header = self._chips[self.pins]
        self.header.outputs_to[RESET] = self.reader.reset_pin.set
        self._notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notified.bind(str(self.root / "notify"))
        self._told: deque[str] = deque()
        self.nodes.hear(self._notified, lambda message: self._told.append(message.decode() + "\n"))

    @property
    def pins(self) -> str:
        """The node of the header's chip."""
        return f"/dev/{self.board.header}"

    def comes_back(self, chip: str) -> None:
        """Restore the node of a GPIO chip."""
        self.nodes.place(chip, self._chips[chip].opened)

    def close(self) -> None:
        """Switch the power off."""
        for program in self.running:
            program.kill()
            program.communicate()
        self.nodes.close()
        shutil.rmtree(self.root)

    # ---------------------------------------------------------------- programs

    def starts(self, *words: str) -> subprocess.Popen[str]:
        """Start `companion` with these words, as the unit does."""
        return self.runs("-m", "companion", *words)

    def runs(self, *words: str) -> subprocess.Popen[str]:
        """Start Python with these words."""
        program = subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, *words],
            cwd=self.root,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.running.append(program)
        return program

    def plays(self, *words: str) -> subprocess.Popen[str]:
        """Start the table and wait for READY."""
        program = self.starts("play", "--data", str(self.data), *words)
        told = self.told_until("READY=1", program)
        assert "READY=1" in told, (told, program.communicate(timeout=SOON_S))
        return program

    def says(self, *words: str) -> tuple[int, str]:
        """Run a command to its end: its status, and its output."""
        program = self.starts(*words)
        out, errors = program.communicate(timeout=60)
        self.running.remove(program)
        return program.returncode, out + errors

    def told_until(self, wanted: str, program: subprocess.Popen[str] | None = None, within_s: float = SOON_S) -> str:
        """The messages to the service manager, up to one with these words, or until the time is up."""
        told, until = "", time.monotonic() + within_s
        while time.monotonic() < until and wanted not in told and (program is None or program.poll() is None):
            if self._told:
                told += self._told.popleft()
            else:
                time.sleep(0.02)
        return told

    def ends(self, program: subprocess.Popen[str]) -> str:
        """Stop it, and check that it ends well; returns its journal."""
        program.terminate()
        _, journal = program.communicate(timeout=SOON_S)
        self.running.remove(program)
        assert program.returncode == 0, journal
        return journal

    # ---------------------------------------------------------------- people

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Press and release a button."""
        self.finger(button, down=True)
        time.sleep(seconds)
        self.finger(button, down=False)

    def finger(self, button: str, *, down: bool) -> None:
        """Close or open a button's contact."""
        self.header.ground(BUTTONS[button], down=down)

    def lay(self, *uids: bytes) -> None:
        """Lay tags down."""
        with self.nodes.world:
            for uid in uids:
                self.field.place(Tag(uid))

    def lift(self) -> None:
        """Lift all tags."""
        with self.nodes.world:
            self.field.clear()

    def tap(self, *uids: bytes) -> None:
        """Lay tags down together and lift them, after enough polls of a slow computer."""
        self.lay(*uids)
        polled = self.spi.transfers + LOOKED
        time.sleep(LAY_S)
        until(lambda: self.spi.transfers > polled)
        self.lift()

    @property
    def glass(self) -> Picture:
        """The visible picture."""
        with self.nodes.world:
            return Picture(self.panel.picture())

    def rises(self, line: int) -> int:
        """How often an output has risen: a lamp lit, a buzzer swung."""
        with self.nodes.world:
            return sum(high and line == pin for _, pin, high in self.header.heard)

    # ---------------------------------------------------------------- the computer

    def idle(self, program: subprocess.Popen[str], seconds: float) -> Idle:
        """What all threads of a program do, a second, measured over some seconds."""
        before, began = self._counted(program), time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        return Idle(*((later - earlier) / took for earlier, later in zip(before, self._counted(program), strict=True)))

    def _counted(self, program: subprocess.Popen[str]) -> Idle:
        return Idle(*_sleeps(program.pid), self.nodes.calls, self.spi.transfers)

    def _environment(self) -> dict[str, str]:
        unit = dict(re.findall(r"(\w+)=(\S+)", " ".join(_lines("Environment=", "systemd/companion.service"))))
        return {
            **os.environ,
            **unit,
            **self.environment,
            "LD_PRELOAD": str(self.shim),
            "WIRES_ROOT": str(self.root),
            "NOTIFY_SOCKET": str(self.root / "notify"),
            "PYTHONPATH": str(ROOT),
        }

    def _tell_board(self) -> None:
        tree = self.root / "proc/device-tree"
        (tree / "system").mkdir(parents=True)
        (tree / "model").write_bytes(self.board.model.encode() + b"\0")
        (tree / "system/linux,revision").write_bytes(self.board.revision.to_bytes(4, "big"))
        told = f"Revision\t: {self.board.revision:x}\nModel\t\t: {self.board.model}\n"
        (self.root / "proc/cpuinfo").write_text(told, "ascii")
        (self.root / "boot/firmware").mkdir(parents=True)
        (self.root / "boot/firmware/config.txt").write_text(
            "dtparam=spi=on\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n", "ascii"
        )
        gpio = self.root / "sys/bus/gpio"
        gpio.mkdir(parents=True)
        for name in self.board.chips:
            device = self.root / f"sys/dev/char/254:{name.removeprefix('gpiochip')}"
            device.mkdir(parents=True)
            (device / "subsystem").symlink_to(gpio)


def compiled(directory: Path) -> Path:
    """The preloaded library, built for this computer. Raises FileNotFoundError without a compiler."""
    shim = directory / "shim.so"
    words = ["cc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(HERE / "shim.c")]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603 - our own words
    return shim


def _lines(begin: str, file: str) -> Iterator[str]:
    text = (ROOT / file).read_text("utf-8")
    return (line.removeprefix(begin) for line in text.splitlines() if line.startswith(begin))


def _sleeps(process: int) -> tuple[int, int]:
    """How often its first thread, and all others together, have gone to sleep."""
    tasks = Path(f"/proc/{process}/task")
    found = {}
    for task in tasks.iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread may end between the list and its reading
            found[task.name] = (task / "status").read_text("ascii")
    counts = {name: int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for name, status in found.items()}
    first = counts.pop(str(process))
    return first, sum(counts.values())
