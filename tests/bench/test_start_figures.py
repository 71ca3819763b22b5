"""How long a start takes, beside a process that only imports the public drivers.

A game goes on, of 9, 120 and 470 lines; `set-up` is the first question where none is on. Times are printed and not
asserted: all one after the other, and of all rounds the median, on the clock and of the processor. What holds them are
counts that are the same on every computer: modules, bytes of compiled files and calls until each moment.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.match.match import Match
from companion.runtime.recorder import Recorder
from companion.simulation.box import deck_for
from companion.storage.records import Store
from companion.table.effects import AddLine, OpenRecord
from companion.table.reply import Reply
from companion.table.state import House, Table
from tests.bench.figures import counted, timed
from tests.bench.test_growth_figures import evening
from tests.evening import REGULARS, ROOT

ROUNDS = 9 if os.environ.get("BENCH") else 1
"""Each starts several processes: one round shows that the figures can be had."""
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

BARS = {
    "splash": (83, 888_000, 2_300),
    "picture of 470 lines": (189, 2_068_500, 27_300),
    "set-up": (286, 3_328_000, 53_000),
    "ready": (345, 4_297_000, 71_000),
}
"""What may be loaded and called until each moment: modules, bytes of compiled files, calls. By Python 3.11."""

LINES = (9, 120, 470)
"""Of a match at its beginning, after an hour, and after a long evening."""


def ran(directory: Path, *words: str, **more: str) -> str:
    """A Python process, its modules compiled as in an installed program. `more` are variables of its environment."""
    environment = {
        **os.environ,
        **more,
        "NOTIFY_SOCKET": "/nowhere",
        "PYTHONPYCACHEPREFIX": str(directory.parent / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.check_output([sys.executable, *words], cwd=ROOT, env=environment, encoding="utf-8")  # noqa: S603 - our own words


class Moment(NamedTuple):
    """Seconds since exec on the clock and of the processor, the resident memory, and the counts of `start_process`."""

    seconds: float
    processor_s: float
    kib: int
    modules: int
    compiled: int
    calls: int


def moments(directory: Path, *words: str, **more: str) -> dict[str, Moment]:
    """What a process tells, from exec on."""
    began = time.monotonic()
    told = [line.split() for line in ran(directory, *words, **more).splitlines()]
    return {name: Moment(float(at) - began, float(used), *map(int, counts)) for name, at, used, *counts in told}


def start(directory: Path, end: str, **more: str) -> dict[str, Moment]:
    """Each moment of a start until this one."""
    return moments(directory, "-c", STARTED, end, "play", "--data", str(directory), **more)


def played(directory: Path, lines: int) -> None:
    """A running record of so many lines, as a table keeps it when its plug is pulled some seconds later."""
    recorder, house, whole = Recorder(Store(directory), lambda: "2026-01-01T00:00:00"), House(GAMES), evening(20)
    match = Match(whole.header)
    recorder.keep(Reply(Table(house, match), effects=(OpenRecord(match.header.lines()),)))
    said = [moment.said for moment in whole.story() if moment.said][::-1]
    for statement in said[: lines - len(match.header.lines())]:
        match, _ = match.say(statement)
        recorder.keep(Reply(Table(house, match), effects=(AddLine(match.header.language.write(statement)),)))
    recorder.save_checkpoint()
    recorder.close()


def test_the_start_beside_the_import_of_the_drivers(tmp_path: Path) -> None:
    going_on = {f"picture of {lines} lines": tmp_path / str(lines) for lines in LINES}
    anew = tmp_path / "anew"
    for lines, place in zip(LINES, going_on.values(), strict=True):
        played(place, lines)
    for place in (*going_on.values(), anew):
        Store(place).decks.save(deck_for(BIRD_DOG, REGULARS))

    def once() -> dict[str, Moment]:
        told = {name: start(place, "picture")["picture"] for name, place in going_on.items()}
        told |= start(tmp_path / "9", "ready") | moments(anew, "-c", IMPORTS)
        return {**told, "set-up": start(anew, "picture")["picture"]}

    for place in (*going_on.values(), anew):
        start(place, "ready")  # what its panel is told is written down
    moments(anew, "-c", IMPORTS)  # compiles them
    starts = [once() for _ in range(ROUNDS)]
    at = {name: 1000 * statistics.median(run[name].seconds for run in starts) for name in starts[0]}
    used = {name: 1000 * statistics.median(run[name].processor_s for run in starts) for name in starts[0]}
    mib = {name: statistics.median(run[name].kib for run in starts) / 1024 for name in starts[0]}
    shares = {"splash": 0.45, **dict.fromkeys(going_on, 1), "set-up": 1.4, "ready": 1.8}
    for name, share in shares.items():
        what = f"from exec until {name}, bar: {share} of only importing the drivers"
        timed(what, at[name], share * at["imports"], "ms", repeats=ROUNDS)
        timed(f"processor time until {name}, the same", used[name], share * used["imports"], "ms", repeats=ROUNDS)
    timed("from exec until splash, bar: a quarter of until ready", at["splash"], at["ready"] / 4, "ms", repeats=ROUNDS)
    told = start(tmp_path / "9", "ready", COUNT_CALLS="1")
    told |= {"set-up": start(anew, "picture", COUNT_CALLS="1")["picture"]}
    told |= {name: start(place, "picture", COUNT_CALLS="1")["picture"] for name, place in going_on.items()}
    for name, bars in BARS.items():
        figures = zip(("modules", "bytes", "calls"), told[name][-3:], bars, strict=True)
        for what, value, bar in figures if sys.version_info[:2] == (3, 11) else ():
            counted(f"loaded and called until {name}", value, bar, what)
    counted("resident memory when ready", mib["ready"], mib["imports"] + ABOVE_IMPORTS_MIB, "MiB", repeats=ROUNDS)
