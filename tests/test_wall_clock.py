"""The time of day is a note for people: a box without a battery wakes up years ago and leaps when it hears the time."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count, cycle
from pathlib import Path

import pytest

from companion.runtime.service import BOX, run_table
from companion.runtime.simulated_devices import simulation_of
from companion.simulation.box import deck_for
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, Shelf
from hardware.linux import LinuxClock
from tests.evening import (
    BIRD_DOG_ONLY,
    DEAL_GESTURES,
    FULL_DEAL_RECORD,
    REGULARS,
    Evening,
    begun,
    below_the_top,
    picture_after,
    uid_of,
)


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


def test_the_clock_that_measures_is_not_the_one_that_leaps(monkeypatch: pytest.MonkeyPatch) -> None:
    leaps = cycle([0.0, 4e9, 1.7e9, 1.0])
    monkeypatch.setattr(time, "time", lambda: next(leaps))
    monkeypatch.setattr(time, "time_ns", lambda: int(next(leaps) * 1e9))
    clock = LinuxClock()
    for _ in range(8):
        before = time.clock_gettime(time.CLOCK_MONOTONIC)
        assert before <= clock.now() <= time.clock_gettime(time.CLOCK_MONOTONIC)


def test_times_are_marked_until_the_network_has_told_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "synchronized"
    monkeypatch.setattr("companion.runtime.service.CLOCK_IS_SET", told)
    store, wires, deck = Store(tmp_path), simulation_of(), deck_for(BIRD_DOG_ONLY["birddog"], REGULARS)
    begun(tmp_path, "game birddog", "players Ann Bob Cid", "dealer Cid", "deal")
    turns = count()

    def as_time_passes() -> bool:
        """A card is turned up, the network tells the time, and all pass."""
        match next(turns):
            case 10:
                up = uid_of(deck, CardCopy("10D"))
                assert up is not None
                wires.lay(up)
            case 20:
                told.touch()
                wires.pins.press("OK")
            case turn:
                return turn > 30
        return False

    run_table(store, Shelf((deck,)), wires.devices, as_time_passes, equipment=replace(BOX, games=BIRD_DOG_ONLY))
    (path,) = store.all_running()
    assert [line.at[19:] for line in store.read(path).lines[4:]] == ["?", "", "", ""]
