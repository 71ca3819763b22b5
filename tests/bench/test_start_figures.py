"""How long a start takes, beside a process that only imports the public drivers.

Times are printed and not asserted: pairs, one after the other, and of all pairs the median.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from companion.games.birddog import BIRD_DOG
from companion.simulated import deck_for
from companion.storage import Store
from tests.evening import FULL_DEAL_RECORD, REGULARS, ROOT, begun

if TYPE_CHECKING:
    from pathlib import Path

PAIRS = 9
DRIVERS = "import gpiozero, luma.core.interface.serial, luma.oled.device, PIL.ImageDraw"


def ran(tmp_path: Path, *words: str) -> str:
    """A Python process, its modules compiled as in an installed program."""
    environment = {**os.environ, "NOTIFY_SOCKET": "/nowhere", "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.check_output([sys.executable, *words], cwd=ROOT, env=environment, encoding="utf-8")  # noqa: S603 - our own words


def imports_s(tmp_path: Path) -> float:
    """The yardstick: from exec to its last line."""
    began = time.monotonic()
    told = ran(tmp_path, "-c", f"{DRIVERS}\nimport time; print(time.monotonic())")
    return float(told) - began


def start_s(tmp_path: Path, end: str) -> dict[str, float]:
    """From exec to each moment of a start until this one."""
    began = time.monotonic()
    told = ran(tmp_path, "-m", "tests.bench.start_process", end, "play", "--data", str(tmp_path))
    return {name: float(at) - began for name, at in map(str.split, told.splitlines())}


def test_the_start_beside_the_import_of_the_drivers(tmp_path: Path) -> None:
    begun(tmp_path, *FULL_DEAL_RECORD[:9])
    Store(tmp_path).decks.save(deck_for(BIRD_DOG, REGULARS))
    imports_s(tmp_path), start_s(tmp_path, "ready"), start_s(tmp_path, "picture")  # compiles
    pairs = [(imports_s(tmp_path), start_s(tmp_path, "ready") | start_s(tmp_path, "picture")) for _ in range(PAIRS)]
    yardstick = statistics.median(imports for imports, _ in pairs)
    print(f"\n{'a process that only imports the public drivers':<52}{1000 * yardstick:>6.0f} ms", end="")  # noqa: T201 - the table is the point
    for name, bar in {"splash": " (bar 0.75)", "picture": " (bar 0.75)", "ready": ""}.items():
        at = statistics.median(start[name] for _, start in pairs)
        ratio = statistics.median(start[name] / imports for imports, start in pairs)
        print(f"\n{f'from exec until {name}':<52}{1000 * at:>6.0f} ms   {ratio:.2f} of it{bar}", end="")  # noqa: T201 - the same
    share = statistics.median(start["splash"] / start["ready"] for _, start in pairs)
    print(f"\n{'the splash within the time until ready':<52}{share:>9.2f}          (bar 0.25)")  # noqa: T201 - the same
