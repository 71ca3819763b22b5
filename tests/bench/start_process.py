"""A start of the service on simulated wires; its moments are told on standard output.

A line is a name and seconds of the monotonic clock. The arguments are those of `companion`.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.bus import I2c


def moment(name: str) -> None:
    os.write(1, f"{name} {time.monotonic()}\n".encode())


def main(words: list[str]) -> None:
    from companion.splash import light  # noqa: PLC0415 - the order of the imports is what is measured

    light(words, wire=simulated_bus)
    moment("splash")

    from pathlib import Path  # noqa: PLC0415

    import companion.cli  # noqa: PLC0415 - the way of the real command
    import companion.terminal  # noqa: F401, PLC0415
    from companion.devices import simulated  # noqa: PLC0415
    from companion.games import GAMES  # noqa: PLC0415
    from companion.supervisor import Supervisor  # noqa: PLC0415
    from companion.terminal.box import run_box  # noqa: PLC0415

    class Watching(Supervisor):
        def turned(self, now: float, troubles: object) -> None:
            del now, troubles
            moment("ready")
            signal.raise_signal(signal.SIGTERM)

    root = Path(words[words.index("--data") + 1])
    sys.exit(run_box(root, None, GAMES, wires=(root,), build=lambda _: simulated().devices, supervisor=Watching()))


def simulated_bus(_: int) -> I2c:
    from hardware.sim.i2c import SimI2c  # noqa: PLC0415 - loaded when it is asked for, as that of the Pi
    from hardware.sim.oled import SimSsd1306  # noqa: PLC0415

    return SimI2c({0x3C: SimSsd1306()})


if __name__ == "__main__":
    main(sys.argv[1:])
