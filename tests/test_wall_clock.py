"""The time of day is a note for people: a box without a battery wakes up years ago and leaps when it hears the time."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from companion.storage import Store
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, Evening, below_the_top, picture_after

if TYPE_CHECKING:
    from pathlib import Path


def test_a_clock_that_leaps_changes_neither_order_nor_score(tmp_path: Path) -> None:
    times = cycle(["1970-01-01T00:00:10", "2038-01-19T03:14:08", "2026-11-20T20:15:03", "1999-12-31T23:59:59"])
    evening = Evening(tmp_path)
    for power_on in range(3):
        evening.box.pull_the_plug()
        evening.switch_on(wall=lambda: next(times))
        evening.does(*(DEAL_GESTURES[power_on * 10 - 10 : power_on * 10] if power_on else ()))
        if power_on == 0:
            evening.sits_down()
    evening.does(*DEAL_GESTURES[20:])
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*FULL_DEAL_RECORD))
    lines = Store(tmp_path).read(evening.record()).lines
    assert [line.n for line in lines] == list(range(1, len(lines) + 1))
    assert len({line.at for line in lines}) == 4
