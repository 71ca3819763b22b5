"""From a tap on a plugged-in reader to the picture on the page in the room, the reader's own 98 ms included."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from tempfile import mkdtemp

from companion.enrolment.deck_kinds import FRENCH
from tests.bench.figures import counted, only_with_bench, timed
from tests.companion.room.room_process import PluggedReader, Room, room

BAR_MS = 150
"""A reader's first frame begins 33 ms after the tag lies there; the second, which proves it, comes 65 ms later."""
VIEWS = 2
"""Of a tap: one with the picture, and one if light or sound come in another turn."""


@only_with_bench
def test_a_tap_is_seen_on_the_page(tmp_path: Path) -> None:
    place = Path(mkdtemp(prefix="room-", dir="/dev/shm"))
    try:
        with PluggedReader(place / "ttyUSB0") as reader, room(tmp_path, reader) as table:
            table.press("OK", "OK")
            before = len(table.views)
            taps = [tap(table, reader, number) for number in range(len(FRENCH.cards_in_order))]
            views = (len(table.views) - before) / len(taps)
    finally:
        shutil.rmtree(place)
    ordered = sorted(taps)
    timed(
        "a tap of RDM6300 to the view of the page, median", ordered[len(ordered) // 2], BAR_MS, "ms", repeats=len(taps)
    )
    timed("a tap of RDM6300 to the view of the page, p99", ordered[-1], BAR_MS, "ms", repeats=len(taps))
    counted("views that a tap sends", views, VIEWS, "views", repeats=len(taps))


def tap(table: Room, reader: PluggedReader, number: int) -> float:
    """Milliseconds until the view has this tap."""
    began = time.monotonic()
    reader.lay(bytes([1, 2, 3, 4, number]))
    table.until(lambda view: view["enrolling"]["done"] == number + 1)
    return (time.monotonic() - began) * 1000
