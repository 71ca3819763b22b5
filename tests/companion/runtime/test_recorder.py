"""What is kept on the card, when it counts as kept, and what a table comes back to."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw
from companion.screens.picture import Picture
from companion.screens.templates import fill
from companion.screens.words import NOT_SAVED
from companion.storage.background_sync import BackgroundSyncDisk
from companion.storage.disk import Disk, StorageError
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, SLEEPY, Evening, picture_after
from tests.slots import slots

DARK = Picture()
DARK_AFTER_S = SLEEPY.dark_after_s


class Failing(Disk):
    """A card on which one call fails once it is told to."""

    def __init__(self, call: str) -> None:
        self.call = call
        self.fails = False

    def write(self, descriptor: int, content: bytes) -> int:
        self._fail("write")
        if self.fails and self.call == "short":
            return super().write(descriptor, content[:7])
        return super().write(descriptor, content)

    def fdatasync(self, descriptor: int) -> None:
        self._fail("fdatasync")
        super().fdatasync(descriptor)

    def _fail(self, call: str) -> None:
        if self.fails and self.call == call:
            raise OSError(5, "Input/output error")


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every call from now on that costs the card something, as the system gets it."""
    made: list[str] = []

    def counting(name: str) -> Callable[..., Any]:
        call = getattr(os, name)

        def counts(*given: Any) -> Any:
            made.append(" ".join((name, *(str(len(argument)) for argument in given if isinstance(argument, bytes)))))
            return call(*given)

        return counts

    for name in ("open", "write", "pwrite", "writev", "fsync", "fdatasync", "sync", "ftruncate", "replace", "rename"):
        monkeypatch.setattr(os, name, counting(name))
    return made


@pytest.mark.parametrize("disk", [Disk(), BackgroundSyncDisk()], ids=["at once", "in a thread"])
def test_an_accepted_statement_is_one_write_of_one_block_and_one_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk
) -> None:
    evening = Evening(tmp_path, disk=disk)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:5])
    made = counted(monkeypatch)
    for card in DEAL_GESTURES[5:]:
        evening.does(card)
        assert made == ["write 512", "fdatasync"]
        made.clear()


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_idle_refused_and_looking_around_write_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path, panel=SLEEPY)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    made = counted(monkeypatch)
    evening.does("10D", "OK", "UP", "UP", "DOWN", "DOWN", "HOLD", "DOWN", "BACK", "QS+9S", "BACK")
    evening.box.turn(DARK_AFTER_S + 10)
    assert made == []


@pytest.mark.parametrize("call", ["write", "fdatasync", "short"])
def test_what_is_not_saved_is_not_shown_and_the_box_says_so(tmp_path: Path, call: str) -> None:
    disk = Failing(call)
    evening = Evening(tmp_path, disk=disk)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    saved, match = evening.saved(), evening.box.table.match
    disk.fails = True
    with pytest.raises(StorageError, match="not saved"):
        evening.does("QS")
    assert evening.box.table.match == match
    assert evening.box.glass == draw(fill(NOT_SAVED))
    disk.fails = False
    evening.again()
    assert evening.saved() == saved
    evening.does(*DEAL_GESTURES[8:])
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_a_dark_panel_says_that_nothing_is_saved(tmp_path: Path) -> None:
    disk = Failing("write")
    evening = Evening(tmp_path, disk=disk, panel=SLEEPY)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    evening.box.turn(DARK_AFTER_S + 1)
    disk.fails = True
    with pytest.raises(StorageError):
        evening.does("QS")
    assert evening.box.glass == draw(fill(NOT_SAVED))


def test_a_resumed_table_is_titled_until_the_next_gesture(playing: Evening) -> None:
    shown = playing.seen()
    playing.again()
    assert playing.seen() != shown
    playing.does("UP", "BACK")
    assert playing.seen() == shown
    assert playing.box.table == replace(playing.box.table, resumed=None)


@pytest.mark.parametrize("lines", range(4))
def test_a_header_that_was_cut_off_is_told_and_ok_leads_back_to_the_set_up(tmp_path: Path, lines: int) -> None:
    evening = Evening(tmp_path)
    evening.does("OK", "OK", "OK", "DOWN", "OK", "UP", "OK", "OK", "DOWN", "OK")
    assert evening.saved() == [
        "game birddog",
        "players Ann Bob Cid",
        "option forced-bonus no",
        "; table scanned=Ann,Bob,Cid",
        "dealer Ann",
    ]
    evening.box.pull_the_plug()
    record = evening.record()
    record.write_bytes(record.read_bytes()[: 512 * (lines + 1)])
    evening.switch_on()
    assert [damaged.why for damaged in evening.box.table.damaged] == [f"line {lines + 2}: the rest is missing"]
    evening.does("OK")
    assert evening.box.table.setting_up is not None
    evening.sits_down()
    evening.does("10D")
    assert evening.saved()[-1] == "up 10D"


def test_a_whole_header_brings_back_house_rules_and_scanned_hands(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.does("OK", "OK", "OK", "DOWN", "OK", "UP", "OK", "OK", "DOWN", "OK")
    evening.again()
    assert evening.box.table.playing.header.options == {"forced-bonus": "no"}
    assert evening.box.table.scanned == (0, 1, 2)


def test_a_torn_line_is_cut_put_aside_and_told(playing: Evening) -> None:
    playing.box.pull_the_plug()
    with playing.record().open("ab") as record:
        record.write(b"Ann QS ; n=13 at=2026")
    playing.switch_on()
    assert slots(screen_for(playing.box.table)).place == "RESUMED, last tap lost"
    assert playing.seen() != DARK
    assert len(list(playing.record().parent.glob("*.torn-1"))) == 1
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"
    playing.again()
    assert slots(screen_for(playing.box.table)).place.split() == ["RESUMED", "trump"]
