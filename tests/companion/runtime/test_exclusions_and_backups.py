"""What the menu keeps: matches put aside and brought back at the box, and a backup to a USB stick beside the loop."""

from __future__ import annotations

import errno
import os
import zipfile
from pathlib import Path

import pytest

from companion.inputs.inputs import StickNews
from companion.inputs.stick_news import BackedUp, StickFault
from companion.runtime import exclusions_and_backups
from companion.runtime.exclusions_and_backups import StickWork
from companion.runtime.stick_process import back_up
from companion.runtime.sticks import Mount, mounted_sticks
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.storage.backup import SETTINGS, open_backup
from companion.storage.disk import Disk
from companion.storage.records import Store
from companion.table.effects import StickTask
from companion.table.modes import Menu
from companion.table.state import BackingUp
from tests.companion.history.sealed import kept, sealed
from tests.evening import DEAL_GESTURES, Evening, whole
from tests.patience import until
from tests.slots import heard

PAST, BACK_UP = ("HOLD", "DOWN", "DOWN", "OK"), ("HOLD", "DOWN", "DOWN", "DOWN", "OK")
"""The entries of the menu before play."""
NAME = "2026-11-27-201503-birddog"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """A table before play, with a finished match on the card."""
    kept(tmp_path, NAME, sealed([*whole("birddog-full-deal"), "end"]))
    return Evening(tmp_path)


def names(evening: Evening) -> list[str]:
    menu = evening.box.table.mode
    assert isinstance(menu, Menu)
    return [getattr(answer, "record", "") for answer in menu.answers]


# ---------------------------------------------------------------- put aside, and back


def test_a_match_is_put_aside_and_brought_back_at_the_box_with_a_press_each(evening: Evening) -> None:
    store = Store(evening.root)
    (path,) = store.all_finished()
    record = path.read_bytes()
    evening.does(*PAST)
    assert names(evening) == [NAME]
    assert "OK: leave it out" in heard(evening.box.table)
    evening.does("OK")
    assert store.all_finished() == []
    (aside,) = store.thrown_away()
    assert aside.read_bytes() == record
    assert "OK: count it" in heard(evening.box.table)
    evening.does("OK")
    assert store.all_finished() == [path]
    assert path.read_bytes() == record


def test_a_second_press_brings_back_the_same_match_where_there_are_others(evening: Evening) -> None:
    latest = NAME.replace("27", "28")
    kept(evening.root, latest, sealed([*whole("birddog-full-deal"), "end"]))
    evening.does(*PAST, "OK")
    assert names(evening) == [latest, NAME]
    evening.does("OK")
    assert Store(evening.root).thrown_away() == []


def test_a_match_that_was_left_is_offered_no_more_until_it_is_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down()
    evening.does(DEAL_GESTURES[0], "HOLD", *("UP",) * 3, "OK")
    (parked,) = evening.box.table.house.parked
    evening.does(*PAST)
    assert names(evening) == [parked.record]
    evening.does("OK")
    assert not evening.box.table.house.parked
    assert evening.again().table.house.parked == ()
    evening.does(*PAST, "OK")
    assert evening.box.table.house.parked == (parked,)


def test_a_name_that_was_taken_meanwhile_leaves_the_match_aside(evening: Evening) -> None:
    evening.does(*PAST, "OK")
    (aside,) = Store(evening.root).thrown_away()
    aside.with_suffix(".table").write_bytes(b"game birddog\n")
    evening.does("DOWN", "OK")
    assert aside.exists()


def test_without_any_match_the_list_says_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.does(*PAST, "OK", "OK")
    assert "No game yet" in heard(evening.box.table)


# ---------------------------------------------------------------- a backup to a stick


def working_at(stick: Path) -> tuple[str, ...]:
    """The process, where this directory is a stick that is mounted."""
    code = f"""
import sys
from pathlib import Path
from companion.runtime.stick_process import work_at
from companion.runtime.sticks import Mount
print(work_at(Path(sys.argv[1]), sys.argv[2:], [Mount(Path({str(stick)!r}), read_only=False)]))
"""
    return (exclusions_and_backups.MODULE[0], "-c", code)


def ended(evening: Evening) -> BackedUp:
    news = evening.turns_until(lambda: isinstance(evening.overlay, BackingUp) and evening.overlay.news)
    assert isinstance(news, BackedUp)
    return news


def test_the_panel_tells_how_a_backup_ended_and_a_press_leads_on(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    monkeypatch.setattr(exclusions_and_backups, "MODULE", working_at(tmp_path / "stick"))
    evening.does(*BACK_UP)
    assert "ONE MOMENT" in lines_of(screen_for(evening.box.table))
    news = ended(evening)
    assert "SAVED" in lines_of(screen_for(evening.box.table))
    with zipfile.ZipFile(tmp_path / "stick" / news.file) as backup:
        assert f"records/{NAME}.table" in backup.namelist()
    evening.does("OK")
    assert evening.box.table.overlay is None


@pytest.mark.parametrize(
    ("code", "fault"), [("print('no stick')", StickFault.NO_STICK), ("raise SystemExit(1)", StickFault.FAILED)]
)
def test_the_panel_tells_why_nothing_was_saved(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, code: str, fault: StickFault
) -> None:
    monkeypatch.setattr(exclusions_and_backups, "MODULE", (exclusions_and_backups.MODULE[0], "-c", code))
    evening.does(*BACK_UP)
    assert ended(evening) == BackedUp(fault=fault)


def test_no_turn_waits_for_a_stick_that_never_answers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        exclusions_and_backups,
        "MODULE",
        (exclusions_and_backups.MODULE[0], "-c", "import signal; signal.alarm(60); signal.pause()"),
    )
    evening.does(*BACK_UP, "OK", *PAST)
    assert names(evening) == [NAME]


def test_a_process_that_does_not_start_is_told(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusions_and_backups, "MODULE", ("/nowhere/at/all",))
    evening.does(*BACK_UP)
    assert ended(evening).fault is StickFault.FAILED


@pytest.mark.parametrize("first", ["back-up", "read"])
def test_a_backup_waits_for_the_one_before_and_not_for_one_that_is_read(
    first: StickTask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        exclusions_and_backups,
        "MODULE",
        (exclusions_and_backups.MODULE[0], "-c", "import time; time.sleep(0.3); print('full')"),
    )
    backup = StickWork(tmp_path)
    backup.begin(first)
    backup.begin("look")
    backup.begin("back-up")
    assert news_of(backup) == BackedUp(fault=StickFault.FULL)
    assert backup.news() is None


def news_of(work: StickWork) -> StickNews:
    return until(work.news)


# ---------------------------------------------------------------- sticks

MOUNTED = """\
22 1 179:2 / / rw,noatime - ext4 /dev/mmcblk0p2 rw
30 22 0:40 / /run/media rw - tmpfs tmpfs rw
31 22 8:1 / /media/pi/MY\\040STICK rw,nosuid - vfat /dev/sda1 rw,uid=1000
32 22 8:17 / /mnt ro - ext4 /dev/sdb1 ro
33 22 0:50 / /mnt/nas rw - nfs nas:/share rw
34 22 8:33 / /mediation rw - vfat /dev/sdc1 rw
35 22 8:49 / /media/pi/No\udce9l rw - vfat /dev/sdd1 rw
"""


def test_sticks_are_devices_that_are_mounted_at_the_usual_places() -> None:
    assert [(str(mount.at), mount.read_only) for mount in mounted_sticks(MOUNTED)] == [
        ("/media/pi/No\udce9l", False),  # its label is not UTF-8
        ("/mnt", True),
        ("/media/pi/MY STICK", False),
    ]
    assert list(mounted_sticks("rubbish\n\n1 2 - 3\n")) == []


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "COMPANION_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    kept(tmp_path / "data", NAME, sealed(["game birddog"]))
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def test_each_backup_of_a_day_gets_a_name_of_its_own(stick: Path) -> None:
    done = [back_up(stick.parent / "data", [Mount(stick, read_only=False)]) for _ in range(2)]
    assert sorted(path.name for path in stick.iterdir()) == sorted(map(str, done))
    assert len({*done}) == 2


def test_the_settings_file_that_the_table_was_given_is_backed_up(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exclusions_and_backups, "MODULE", working_at(stick))
    own = stick.parent / "own.toml"
    own.write_text("[sounds]\non = false\n", "utf-8")
    work = StickWork(stick.parent / "data", str(own))
    work.begin("back-up")
    news = news_of(work)
    assert isinstance(news, BackedUp)
    with (stick / news.file).open("rb") as backup:
        assert open_backup(backup).content(SETTINGS) == own.read_bytes()


def test_without_a_stick_or_with_a_read_only_one_nothing_is_written(stick: Path) -> None:
    assert back_up(stick.parent / "data", []) is StickFault.NO_STICK
    assert back_up(stick.parent / "data", [Mount(stick, read_only=True)]) is StickFault.READ_ONLY
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.ENOSPC, StickFault.FULL),
        (errno.EROFS, StickFault.READ_ONLY),
        (errno.EIO, StickFault.GONE),
        (errno.EACCES, StickFault.NO_RIGHT),
        (errno.ELOOP, StickFault.FAILED),
    ],
)
def test_what_goes_wrong_with_a_stick_is_told_and_nothing_is_left_on_it(
    stick: Path, monkeypatch: pytest.MonkeyPatch, number: int, fault: StickFault
) -> None:
    def fails(_disk: Disk, _descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Disk, "fsync", fails)
    assert back_up(stick.parent / "data", [Mount(stick, read_only=False)]) is fault
    assert list(stick.iterdir()) == []


def test_a_card_that_fails_is_no_fault_of_the_stick(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_disk: Disk, _directory: Path) -> list[Path]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Disk, "files", fails)
    assert back_up(stick.parent / "data", [Mount(stick, read_only=False)]) is StickFault.FAILED


def test_a_backup_without_a_file_that_cannot_be_read_is_told(stick: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(stick.parent / "data/drinks.txt")
    assert back_up(stick.parent / "data", [Mount(stick, read_only=False)]) is StickFault.INCOMPLETE
    assert "drinks.txt is missing" in capsys.readouterr().err
    (saved,) = stick.iterdir()
    with saved.open("rb") as backup:
        paths = open_backup(backup).manifest.paths
        assert {f"records/{NAME}.table", "drinks.txt"} & {*paths} == {f"records/{NAME}.table"}


def test_a_stick_of_nobody_who_may_write_is_told(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert back_up(stick.parent / "data", [Mount(stick, read_only=False)]) is StickFault.NO_RIGHT
