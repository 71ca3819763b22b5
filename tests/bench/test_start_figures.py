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
from typing import TYPE_CHECKING, NamedTuple

from companion.games.birddog.rules import BIRD_DOG
from companion.simulation.box import deck_for
from companion.storage.records import Store
from tests.bench.figures import counted, timed
from tests.evening import FULL_DEAL_RECORD, REGULARS, ROOT, begun

if TYPE_CHECKING:
    from pathlib import Path

ROUNDS = 9 if os.environ.get("BENCH") else 1
"""Each starts four processes: one round shows that the figures can be had."""
STARTED = "import sys; from tests.bench.start_process import main; main(sys.argv[1], sys.argv[2:])"
"""Like the script `companion` of an installed program, and like the yardstick, without the cost of `python -m`."""

IMPORTS = """
import gpiod, luma.core.interface.serial, luma.oled.device, PIL.ImageDraw
from tests.bench.start_process import moment
moment("imports")
"""
"""The yardstick, to its last line."""

ABOVE_IMPORTS_MIB = 8
"""What the box may take above the yardstick."""


def ran(directory: Path, *words: str) -> str:
    """A Python process, its modules compiled as in an installed program."""
    environment = {**os.environ, "NOTIFY_SOCKET": "/nowhere", "PYTHONPYCACHEPREFIX": str(directory.parent / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.check_output([sys.executable, *words], cwd=ROOT, env=environment, encoding="utf-8")  # noqa: S603 - our own words


class Moment(NamedTuple):
    """Seconds since exec, and the resident memory."""

    seconds: float
    kib: int


def moments(directory: Path, *words: str) -> dict[str, Moment]:
    """What a process tells, from exec on."""
    began = time.monotonic()
    told = [line.split() for line in ran(directory, *words).splitlines()]
    return {name: Moment(float(at) - began, int(kib)) for name, at, kib in told}


def start(directory: Path, end: str) -> dict[str, Moment]:
    """Each moment of a start until this one."""
    return moments(directory, "-c", STARTED, end, "play", "--data", str(directory))


def test_the_start_beside_the_import_of_the_drivers(tmp_path: Path) -> None:
    going_on, anew = tmp_path / "going-on", tmp_path / "anew"
    begun(going_on, *FULL_DEAL_RECORD[:9])
    for place in (going_on, anew):
        Store(place).decks.save(deck_for(BIRD_DOG, REGULARS))

    def once() -> dict[str, Moment]:
        told = start(going_on, "ready") | start(going_on, "picture") | moments(anew, "-c", IMPORTS)
        return {**told, "set-up": start(anew, "picture")["picture"]}

    for place in (going_on, anew):
        start(place, "ready")  # what its panel is told is written down
    once()  # compiles
    starts = [once() for _ in range(ROUNDS)]
    at = {name: 1000 * statistics.median(one[name].seconds for one in starts) for name in starts[0]}
    mib = {name: statistics.median(one[name].kib for one in starts) / 1024 for name in starts[0]}
    for name, share in {"splash": 0.75, "picture": 0.75, "set-up": 0.75, "ready": 2}.items():
        what = f"from exec until {name}, bar: {share} of only importing the drivers"
        timed(what, at[name], share * at["imports"], "ms", repeats=ROUNDS)
    timed("from exec until splash, bar: a quarter of until ready", at["splash"], at["ready"] / 4, "ms", repeats=ROUNDS)
    counted("resident memory when ready", mib["ready"], mib["imports"] + ABOVE_IMPORTS_MIB, "MiB", repeats=ROUNDS)
