"""`companion play` as a service: the whole program in its own process, with simulated wires and real time."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from argparse import Namespace
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest import mock

from companion.cli.play import _play
from companion.runtime import service
from companion.runtime.devices import Devices
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.settings.schema import DEFAULTS, ClubSettings, Data, ScoreboardSettings, VoiceSettings

STRIDE_S = 0.005
HANG = threading.Event()


@dataclass
class Paced:
    """The simulated clock. Each wait takes some real time and writes the picture of the panel to a file."""

    wires: Simulation
    glass: Path

    def now(self) -> float:
        return self.wires.clock.now()

    def sleep(self, seconds: float) -> None:
        self.wires.clock.sleep(seconds)
        time.sleep(STRIDE_S)
        self.write()

    def write(self) -> None:
        new = self.glass.with_suffix(".new")
        new.write_bytes(self.wires.panel.picture())
        new.rename(self.glass)


@dataclass
class Hanging:
    """A part whose calls never return once it hangs."""

    part: Any

    def __getattr__(self, name: str) -> Any:
        if HANG.is_set():
            threading.Event().wait()
        return getattr(self.part, name)


def with_hanging(devices: Devices, part: str) -> Devices:
    first, *others = devices.stations
    hung: Any = Hanging(first.reader if part == "reader" else devices.display)
    if part == "reader":
        return replace(devices, stations=(replace(first, reader=hung), *others))
    return replace(devices, display=hung)


def main(root: Path, glass: Path, hanging: str) -> int:
    wires = simulation_of()
    clock = Paced(wires, glass)
    devices = replace(with_hanging(wires.devices, hanging), clock=clock)
    wires.pins.clock = clock  # the loop waits for buttons

    def hang(*_: object) -> None:
        HANG.set()
        wires.pins.press("UP")  # gives the display something to show

    signal.signal(signal.SIGUSR1, hang)
    board = ScoreboardSettings(on="COMPANION_VIEW" in os.environ)
    voice = VoiceSettings(verbosity="all" if "COMPANION_VOICE" in os.environ else "off")
    club = ClubSettings(on="COMPANION_CLUB" in os.environ, box="heron", broker="127.0.0.1")
    settings = replace(DEFAULTS, data=Data(str(root)), scoreboard=board, voice=voice, club=club)
    with mock.patch.multiple(service, wires_of=lambda _: (root,), real=lambda *_: devices):
        status = _play(Namespace(simulate=False, deck=None, game=None, config=None, scores=None), settings)
    clock.write()
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
