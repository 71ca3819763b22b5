"""How long a start takes, beside a process that only imports the public drivers.

`picture` is the game that goes on, `set-up` the first question where none is on. Times are printed and not
asserted: all one after the other, and of all rounds the median.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from companion.games.birddog.rules import BIRD_DOG
from companion.simulation.box import deck_for
from companion.storage.records import Store
from tests.bench.figures import timed
from tests.evening import FULL_DEAL_RECORD, REGULARS, ROOT, begun

if TYPE_CHECKING:
    from pathlib import Path

ROUNDS = 9 if os.environ.get("BENCH") else 1
"""Each starts four processes: one round shows that the figures can be had."""
STARTED = "import sys; from tests.bench.start_process import main; main(sys.argv[1], sys.argv[2:])"
"""Like the script `companion` of an installed program, and like the yardstick, without the cost of `python -m`."""

DRIVERS = "import gpiod, luma.core.interface.serial, luma.oled.device, PIL.ImageDraw"


def ran(directory: Path, *words: str) -> str:
    """A Python process, its modules compiled as in an installed program."""
    environment = {**os.environ, "NOTIFY_SOCKET": "/nowhere", "PYTHONPYCACHEPREFIX": str(directory.parent / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.check_output([sys.executable, *words], cwd=ROOT, env=environment, encoding="utf-8")  # noqa: S603 - our own words


def imports_s(directory: Path) -> float:
    """The yardstick: from exec to its last line."""
    began = time.monotonic()
    told = ran(directory, "-c", f"{DRIVERS}\nimport time; print(time.monotonic())")
    return float(told) - began


def start_s(directory: Path, end: str) -> dict[str, float]:
    """From exec to each moment of a start until this one."""
    began = time.monotonic()
    told = ran(directory, "-c", STARTED, end, "play", "--data", str(directory))
    return {name: float(at) - began for name, at in map(str.split, told.splitlines())}


def test_the_start_beside_the_import_of_the_drivers(tmp_path: Path) -> None:
    going_on, anew = tmp_path / "going-on", tmp_path / "anew"
    begun(going_on, *FULL_DEAL_RECORD[:9])
    for place in (going_on, anew):
        Store(place).decks.save(deck_for(BIRD_DOG, REGULARS))

    def once() -> dict[str, float]:
        start = start_s(going_on, "ready") | start_s(going_on, "picture")
        return {"imports": imports_s(anew), **start, "set-up": start_s(anew, "picture")["picture"]}

    start_s(anew, "ready")  # what its panel is told is written down
    once()  # compiles
    starts = [once() for _ in range(ROUNDS)]
    yardstick = statistics.median(start["imports"] for start in starts)
    for name, share in {"splash": 0.75, "picture": 0.75, "set-up": 0.75, "ready": 2}.items():
        at = statistics.median(start[name] for start in starts)
        what = f"from exec until {name}, bar: {share} of only importing the drivers"
        timed(what, 1000 * at, 1000 * share * yardstick, "ms", repeats=ROUNDS)
    splash, ready = (statistics.median(start[name] for start in starts) for name in ("splash", "ready"))
    timed("from exec until splash, bar: a quarter of until ready", 1000 * splash, 250 * ready, "ms", repeats=ROUNDS)
