"""A season of matches at one box that is never switched off: as much memory and as many open files as in the first."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES
from companion.storage import Store
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.torture import so_many

if TYPE_CHECKING:
    from collections.abc import Iterator

OPEN_FILES = Path("/proc/self/fd")
MATCHES, SETTLED = so_many(5, 200), so_many(2, 20)
"""How many are played, and after how many everything that is kept once is kept."""
GROWTH_BYTES = so_many(64, 16) * 1024
"""So much a match may add; in the first ones caches of bounded size still fill up."""


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="open files are counted in /proc")
@pytest.mark.usefixtures("traced")
def test_a_season_leaves_memory_and_open_files_as_they_were(tmp_path: Path) -> None:
    name = "toriatama"
    session = Session(Store(tmp_path), games={name: GAMES[name]}, seed="1")
    kept, files = [], []
    for match in range(MATCHES):
        plays_one(session)
        assert len(list((tmp_path / "records").glob("*.table"))) == match
        gc.collect()
        kept.append(tracemalloc.get_traced_memory()[0])
        files.append(len(list(OPEN_FILES.iterdir())))
    session.close()
    growth = (kept[-1] - kept[SETTLED - 1]) / (MATCHES - SETTLED)
    print(f"{MATCHES} matches, {growth:.0f} bytes more after each, {files[-1]} open files")  # noqa: T201 - the figure
    assert growth < GROWTH_BYTES
    assert files[-1] == files[0]


def plays_one(session: Session) -> None:
    """From the question after the last match to the end of the next one."""
    while session.table.match is not None and session.table.playing.winners:
        session.take("", NARROW)
    while session.table.match is None or not session.table.playing.winners:
        session.take("", NARROW)
