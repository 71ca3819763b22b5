"""The first picture: as the start after it shows the table, or none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.runtime import first_picture, splash
from companion.runtime.devices import picture_messages
from companion.runtime.first_picture import MOST_LINES, table_of
from companion.runtime.loop import CALM_S
from companion.runtime.recorder import Recorder
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import SPLASH, STOPPED
from companion.settings.schema import DEFAULTS
from companion.storage.disk import Disk
from companion.storage.records import Store
from companion.support.values import replace
from companion.table.effects import AddLine, OpenRecord
from companion.table.modes import Playing
from companion.table.notes import PARKED
from companion.table.reply import Reply
from companion.table.state import House, Table
from hardware.bus import I2c
from hardware.sim.i2c import SimI2c
from tests.cases import for_each
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, RECORDS, Evening, begun, picture_of, resumed, whole
from tests.panels import PANELS
from tests.torture import every_so_many

HOUSE = House(GAMES)
TWO_DEALS = "birddog-whole-match"
SERVICE = {"NOTIFY_SOCKET": "/nowhere"}


class Unsynced(Disk):
    """A card that is never cut off from its power."""

    def fsync(self, descriptor: int) -> None:
        """Nothing is waited for."""

    def fdatasync(self, descriptor: int) -> None:
        """Nothing is waited for."""


def played(root: Path, name: str) -> Iterator[Table]:
    """The table after each statement of this record, as a table records it; a checkpoint is saved when one is due."""
    recorder = Recorder(Store(root, Unsynced()), lambda: "2026-01-01T00:00:00")
    told = [line for line in answers(RECORDS[name].read_text("utf-8"), GAMES) if line.match and line.answer.applied]
    before = [line.match for line in told if line.match and line.match.said is None]
    assert before
    recorder.keep(Reply(Table(HOUSE, before[-1]), effects=(OpenRecord(before[-1].header.lines()),)))
    for line in dropwhile(lambda line: line.match and line.match.said is None, told):
        table = Table(HOUSE, line.match)
        recorder.keep(Reply(table, effects=(AddLine(line.text.split("#")[0].strip()),)))
        recorder.save_checkpoint()
        yield table
    recorder.close()


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
@for_each("name", every_so_many(40, sorted(name for name in RECORDS if "-header-" not in name)))  # no table changes one
def test_after_each_line_of_every_record_it_is_that_of_the_whole_match(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path / name, Unsynced())
    for table in played(tmp_path / name, name):
        first = table_of(store)
        if first is not None:
            shown, match = first.playing, table.playing
            assert (shown.state, shown.said, shown.applied) == (match.state, match.said, match.applied)
            assert picture_of(first) == picture_of(replace(first, match=match))


def test_the_loop_saves_a_checkpoint_when_nobody_has_touched_the_table_for_a_while(evening: Evening) -> None:
    evening.does(*DEAL_GESTURES, *DEAL_GESTURES[:1])
    clock, file = evening.box.wires.clock, evening.root / "records" / "running" / "checkpoint"
    shown, since = evening.box.glass, clock.now()
    evening.box.loop.run(lambda: clock.now() - since > CALM_S / 2)
    assert not file.exists()
    evening.box.loop.run(lambda: clock.now() - since > 2 * CALM_S)
    assert file.exists()
    assert evening.box.glass == draw(fill(STOPPED)) != shown
    first = table_of(Store(evening.root))
    assert first is not None
    assert first.playing.state == evening.match.state


def test_the_loop_saves_no_checkpoint_of_a_game_of_another_package(evening: Evening) -> None:
    evening.box.pull_the_plug()
    evening.games = {"birddog": replace(BIRD_DOG, entry=replace(BIRD_DOG.entry, package="birddog 1.0"))}
    evening.switch_on()
    evening.does("OK", *DEAL_GESTURES, *DEAL_GESTURES[:1])
    clock, since = evening.box.wires.clock, evening.box.wires.clock.now()
    evening.box.loop.run(lambda: clock.now() - since > 2 * CALM_S)
    assert evening.saved().count("deal") == 2
    assert not (evening.root / "records" / "running" / "checkpoint").exists()


@pytest.mark.parametrize("name", every_so_many(4, sorted(name for name in RECORDS if name.endswith("whole-match"))))
def test_a_match_of_many_deals_has_one_after_each_line(tmp_path: Path, name: str) -> None:
    store = Store(tmp_path, Unsynced())
    without = [table.playing.applied for table in played(tmp_path, name) if table_of(store) is None]
    assert without == []


# ---------------------------------------------------------------- on the panel


def left(root: Path, *lines: str, stays: bool = False) -> None:
    """A record with these lines, and the splash of the service; last words that are there `stays`."""
    begun(root, *lines)
    splash.save(root, DEFAULTS.panel, picture_messages(draw(fill(SPLASH)).pages, DEFAULTS), stays=stays)


def at_service(root: Path, bus: I2c, environment: dict[str, str] | None = None, *words: str) -> None:
    first_picture.show(words or ("play", "--data", str(root)), environment or SERVICE, lambda _: bus)


def test_it_stands_on_the_panel_as_the_start_after_it_shows_it(tmp_path: Path) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9])
    panel = PANELS["ssd1306"]()
    at_service(tmp_path, SimI2c({DEFAULTS.panel.address: panel}))
    table = resumed(FULL_DEAL_RECORD[:9])
    assert panel.picture() == picture_of(table).pages


class Untouched:
    """A bus on which nothing may be sent."""

    def write(self, _address: int, _sent: bytes) -> None:
        raise AssertionError("nothing is shown")

    def read(self, _address: int, count: int) -> bytes:
        raise AssertionError(f"{count} bytes are asked for")


@pytest.mark.parametrize(
    "lines", [[], FULL_DEAL_RECORD[:2], [*FULL_DEAL_RECORD[:9], PARKED], [*FULL_DEAL_RECORD[:9], "Ann 9H"]]
)
def test_a_game_that_is_not_simply_gone_on_with_has_none(tmp_path: Path, lines: list[str]) -> None:
    left(tmp_path, *lines)
    assert_none(tmp_path)


def assert_none(root: Path) -> None:
    touched: list[int] = []
    first_picture.show(("play", "--data", str(root)), SERVICE, lambda bus: touched.append(bus) or Untouched())  # type: ignore[func-returns-value]
    assert touched == []


def test_a_torn_or_damaged_record_has_none(tmp_path: Path) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9])
    (record,) = (tmp_path / "records" / "running").iterdir()
    content = record.read_bytes()
    for spoilt in (content[:-100], content[:600] + b"?" + content[601:]):
        record.write_bytes(spoilt)
        assert_none(tmp_path)
        assert record.read_bytes() == spoilt


def test_last_words_stay_until_the_table_plays_again(tmp_path: Path) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9], stays=True)
    assert splash.load(tmp_path, DEFAULTS.panel) != ()
    assert_none(tmp_path)


def test_another_environment_or_no_service_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9])
    first_picture.show(("play", "--data", str(tmp_path)), {}, lambda _: Untouched())
    monkeypatch.setattr("sys.prefix", "/opt/companion/environment-later")
    assert_none(tmp_path)


def test_a_directory_in_use_has_none(tmp_path: Path) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9])
    with Store(tmp_path).alone():
        assert_none(tmp_path)


def test_the_record_is_synced_before_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left(tmp_path, *FULL_DEAL_RECORD[:9])
    done: list[str] = []
    monkeypatch.setattr(os, "fdatasync", lambda _: done.append("synced"))

    class Bus(Untouched):
        def write(self, _address: int, _sent: bytes) -> None:
            done.append("shown")

    at_service(tmp_path, Bus())
    assert done[:2] == ["synced", "shown"]


# ---------------------------------------------------------------- the checkpoint


def with_checkpoint(root: Path) -> Store:
    """The card after 50 statements."""
    assert next(table for table in played(root, TWO_DEALS) if table.playing.applied == 50)
    return Store(root, Unsynced())


def test_a_spoilt_checkpoint_is_dropped_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = with_checkpoint(tmp_path)
    with_it = table_of(store)
    file = tmp_path / "records" / "running" / "checkpoint"
    file.write_bytes(file.read_bytes()[:-1])
    without = table_of(store)
    assert with_it is not None
    assert without is not None
    assert picture_of(without) == picture_of(with_it)
    assert "the checkpoint is dropped: its check sum does not fit" in capsys.readouterr().err


def test_a_torn_record_blames_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = with_checkpoint(tmp_path)
    record = store.running()
    assert record is not None
    record.write_bytes(record.read_bytes()[:-100])
    assert table_of(store) is None
    assert capsys.readouterr().err == ""


def test_a_checkpoint_of_other_lines_is_dropped_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = with_checkpoint(tmp_path)
    checkpoint = store.checkpoint.load()
    assert checkpoint is not None
    store.checkpoint.save(replace(checkpoint, crc=checkpoint.crc ^ 1))
    without = table_of(store)
    assert without is not None
    assert without.playing.applied == 50
    assert "does not fit the record" in capsys.readouterr().err


def test_the_checkpoint_of_another_record_is_not_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = with_checkpoint(tmp_path)
    checkpoint = store.checkpoint.load()
    assert checkpoint is not None
    store.checkpoint.save(replace(checkpoint, record="2026-01-02-000000-birddog"))
    assert table_of(store) is not None
    assert capsys.readouterr().err == ""


def test_an_undo_behind_the_checkpoint_needs_the_whole_start(tmp_path: Path) -> None:
    store = with_checkpoint(tmp_path)
    recorder = Recorder(store, lambda: "2026-01-01T00:00:00")
    table = recorder.open_table(HOUSE)
    match, _ = table.playing.say(table.playing.header.language.read(["undo", "40"]))
    recorder.keep(Reply(replace(table, match=match, mode=Playing()), effects=(AddLine("undo 40"),)))
    recorder.close()
    assert table_of(store) is None


def test_a_match_without_a_checkpoint_has_one_up_to_so_many_lines(tmp_path: Path) -> None:
    lines = whole("rook-whole-match")
    for count in (MOST_LINES, MOST_LINES + 1):
        begun(tmp_path / str(count), *lines[:count])
        assert (table_of(Store(tmp_path / str(count))) is not None) == (count == MOST_LINES)
