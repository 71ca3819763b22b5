"""A season of matches at one box that is never switched off: as much memory and as many open files as in the first."""

from __future__ import annotations

import gc
import sys
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from companion.games.registry import GAMES
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.records import Store
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.torture import so_many

PROCESS = Path("/proc/self")
MATCHES, SETTLED = so_many(4, 200), so_many(2, 20)
"""How many are played, and after how many everything that is kept once is kept."""
THINKS_S = 5.0
"""So long nobody does anything between two gestures, and the panel dims at times."""
MORE_BLOCKS = so_many(600, 20)
"""So many pieces of memory a match may add; in the first ones caches of bounded size still fill up."""


@pytest.mark.skipif(not PROCESS.exists(), reason="open files are counted in /proc")
def test_a_season_leaves_memory_and_open_files_as_they_were(tmp_path: Path) -> None:
    name = "toriatama"
    session = Session(Store(tmp_path), SimulatedSetup(replace(SIMULATED, games={name: GAMES[name]}), seed="1"))
    kept, resident, files, began = [], [], [], process_time()
    for match in range(MATCHES):
        plays_one(session)
        assert len(list((tmp_path / "records").glob("*.table"))) == match
        gc.collect()
        kept.append(sys.getallocatedblocks())
        resident.append(resident_kib())
        files.append(len(list((PROCESS / "fd").iterdir())))
    growth = (kept[-1] - kept[SETTLED - 1]) / (MATCHES - SETTLED)
    passed_s, worked_s = table_of(session).wires.clock.now(), process_time() - began
    session.close()
    print(  # noqa: T201 - the figures
        f"{MATCHES} matches, {passed_s / 3600:.1f} h in {worked_s:.0f} s, {passed_s / worked_s:.0f} times real time: "
        f"{growth:.1f} pieces of memory more after each, {resident[SETTLED - 1]} KiB resident after {SETTLED}, "
        f"{resident[-1]} KiB in the end, {files[-1]} open files"
    )
    assert growth < MORE_BLOCKS
    assert files[-1] == files[0]


def plays_one(session: Session) -> None:
    """From the question after the last match to the end of the next one."""
    while session.table.match is not None and session.table.playing.winners:
        plays(session)
    while session.table.match is None or not session.table.playing.winners:
        plays(session)


def plays(session: Session) -> None:
    session.take("", NARROW)
    table_of(session).turn(THINKS_S)


def table_of(session: Session) -> SimulatedBox:
    return session._box


def resident_kib() -> int:
    fields = dict(line.split(":", 1) for line in (PROCESS / "status").read_text("utf-8").splitlines())
    return int(fields["VmRSS"].split()[0])
