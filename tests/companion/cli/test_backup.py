"""`companion backup`, `companion restore`, and a match that is put aside, as people use them."""

from __future__ import annotations

import os
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion import VERSION
from companion.storage.records import Store
from tests.companion.conftest import Companion
from tests.companion.history.sealed import BEGUN, kept, sealed
from tests.evening import begun, whole
from tests.torture import so_many

GAMES = ("birddog-full-deal", "rook-full-deal-made", "hearts-full-deal")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory, in which the settings are looked for, without any."""
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "COMPANION_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def year(tmp_path: Path) -> Path:
    """The data of a box on which an evening a week was played."""
    root = tmp_path / "box"
    for week in range(so_many(52, 365)):
        day = (date(2026, 1, 2) + timedelta(weeks=week)).isoformat()
        game = GAMES[week % len(GAMES)]
        kept(root, f"{day}-201503-{game.split('-')[0]}", sealed([*whole(game), "end"], f"{day}T20:15:03"))
    (root / "drinks.txt").write_text("beer red\n", encoding="utf-8")
    return root


def written(name: str, companion: Companion, root: Path) -> Path:
    file = root.parent / name
    companion("backup", file, "--data", root)
    return file


def test_a_year_on_a_fresh_box_is_the_same_to_the_digit(year: Path, companion: Companion, tmp_path: Path) -> None:
    companion("history", "put-aside", "3", "--data", year)
    before = companion("history", "--json", "--data", year).out
    file = written("year.zip", companion, year)
    said = companion("restore", file, "--data", tmp_path / "fresh").out
    assert f"by version {VERSION}: " in said
    assert companion("history", "--json", "--data", tmp_path / "fresh").out == before
    assert '"number": 3,' not in before
    companion("history", "bring-back", "3", "--data", tmp_path / "fresh")
    assert '"number": 3,' in companion("history", "--json", "--data", tmp_path / "fresh").out


def test_a_backup_of_one_evening_counts_one_record(companion: Companion, tmp_path: Path) -> None:
    kept(tmp_path / "box", "2026-01-02-201503-birddog", sealed(whole("birddog-full-deal"), "2026-01-02T20:15:03"))
    assert ": 1 record, 0 decks, " in companion("backup", tmp_path / "one.zip", "--data", tmp_path / "box").out


def test_a_dry_run_says_what_would_come_and_changes_nothing(year: Path, companion: Companion, tmp_path: Path) -> None:
    file = written("year.zip", companion, year)
    said = companion("restore", file, "--dry-run", "--data", tmp_path / "fresh").out
    assert "files would come; 0 are here already\n" in said
    assert not (tmp_path / "fresh").exists()
    (tmp_path / "fresh").mkdir()
    (tmp_path / "fresh/drinks.txt").write_bytes((year / "drinks.txt").read_bytes())
    said = companion("restore", file, "--dry-run", "--data", tmp_path / "fresh").out
    assert "files would come; 1 is here already (drinks.txt)\n" in said
    assert "-hearts.table, …)\n" in companion("restore", file, "--dry-run", "--data", year).out


def test_settings_come_to_a_box_without_any(year: Path, companion: Companion, home: Path, tmp_path: Path) -> None:
    settings = home / ".config/companion/config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[people]\nregulars = ["Ann"]\n', encoding="utf-8")
    file = written("year.zip", companion, year)
    settings.unlink()
    companion("restore", file, "--data", tmp_path / "fresh")
    assert settings.read_text("utf-8") == '[people]\nregulars = ["Ann"]\n'
    if not os.geteuid():
        assert settings.stat().st_mode & 0o777 == 0o644, "the service reads it"


def test_in_a_directory_a_backup_gets_the_day_for_a_name(year: Path, companion: Companion, tmp_path: Path) -> None:
    for name in ("", "-2"):
        companion("backup", tmp_path, "--data", year)
        assert (tmp_path / f"companion-{date.today().isoformat()}{name}.zip").is_file()  # noqa: DTZ011 - as people say


def test_no_file_is_overwritten_and_nothing_is_no_backup(year: Path, companion: Companion, tmp_path: Path) -> None:
    file = written("year.zip", companion, year)
    before = file.read_bytes()
    err = companion("backup", file, "--data", year, status=2).err
    assert err == f"companion backup: {file} already exists, and is not overwritten: choose another name\n"
    assert file.read_bytes() == before
    for name in (tmp_path / "STICK", f"{tmp_path}/STICK/", f"{tmp_path}/stick.zip/", "-"):
        assert "is no directory (is the stick mounted?)" in companion("backup", name, "--data", year, status=2).err
    assert not (tmp_path / "STICK").exists()
    assert "there is nothing to back up" in companion("backup", tmp_path / "x", "--data", tmp_path / "no", status=2).err


def test_a_cut_backup_is_refused_and_nothing_of_any_is_restored(
    year: Path, companion: Companion, tmp_path: Path
) -> None:
    whole_file, cut = written("whole.zip", companion, year), tmp_path / "cut.zip"
    cut.write_bytes(whole_file.read_bytes()[:-100])
    err = companion("restore", whole_file, cut, "--data", tmp_path / "fresh", status=2).err
    assert err.startswith(f"companion restore: {cut}: It is cut off, spoilt, or no backup at all")
    assert "Nothing was restored." in err
    assert not (tmp_path / "fresh").exists()
    err = companion("restore", tmp_path / "hole.zip", status=2).err
    assert err == f"companion restore: {tmp_path}/hole.zip: there is no such file; did you mean “whole.zip”?\n"
    assert f"{tmp_path}: it is a directory: name a file in it" in companion("restore", tmp_path, status=2).err
    assert "/dev/zero: It is cut off, spoilt, or no backup at all" in companion("restore", "/dev/zero", status=2).err
    err = companion("backup", tmp_path / "no/whole.zip", "--data", year, status=2).err
    assert err == f"companion backup: {tmp_path}/no/whole.zip: there is no directory {tmp_path}/no\n"


def test_nothing_is_restored_while_a_table_is_at_work(year: Path, companion: Companion, tmp_path: Path) -> None:
    file = written("year.zip", companion, year)
    with Store(tmp_path / "fresh").alone():
        err = companion("restore", file, "--data", tmp_path / "fresh", status=2).err
    assert "another companion is at work" in err
    assert not (tmp_path / "fresh/records").exists()


def test_a_backup_is_made_while_a_table_is_at_work(year: Path, companion: Companion) -> None:
    begun(year, *whole("birddog-full-deal"))
    with Store(year).alone():
        file = written("year.zip", companion, year)
    assert any(name.startswith("records/running/") for name in zipfile.ZipFile(file).namelist())


def test_games_that_are_not_here_and_a_club_are_told(
    year: Path, companion: Companion, home: Path, tmp_path: Path
) -> None:
    kept(year, "2026-12-01-201503-ohhell", sealed(["game ohhell", "players Ann Bob"]))
    settings = home / ".config/companion/config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[club]\non = true\nbox = "table-4"\nbroker = "club.local"\n', encoding="utf-8")
    file = written("year.zip", companion, year)
    settings.unlink()
    said = companion("restore", file, "--data", tmp_path / "fresh").out
    assert (
        "Not installed here: ohhell. Their records count once the game is installed: companion games install FILE\n"
        in said
    )
    assert "It comes from table-4, a box in a club. Keys are in no backup: companion club join BUNDLE\n" in said


def test_matches_of_another_box_take_their_places_among_those_that_are_here(
    tmp_path: Path, companion: Companion
) -> None:
    names = [f"2026-11-2{day}-201503-birddog" for day in range(4)]
    for box, days in {"ours": (1, 3), "theirs": (0, 2)}.items():
        for day in days:
            kept(tmp_path / box, names[day], sealed([*BEGUN, "end"], f"2026-11-2{day}T20:15:03"))
        companion("backup", tmp_path / f"{box}.zip", "--data", tmp_path / box)
    for box in ("ours", "theirs"):
        companion("restore", tmp_path / f"{box}.zip", "--data", tmp_path / "both")
    assert [path.stem for path in Store(tmp_path / "both").all_finished()] == names[::-1]


# ---------------------------------------------------------------- put aside


def test_a_match_put_aside_counts_no_more_and_comes_back_whole(year: Path, companion: Companion) -> None:
    (oldest, *_) = sorted((year / "records").glob("*.table"))
    oldest = oldest.rename(oldest.with_stem("first evening"))
    before = companion("history", "--json", "--data", year).out
    record = oldest.read_bytes()
    said = companion("history", "put-aside", oldest.stem, "--data", year).out
    assert said == f"{oldest.stem} is put aside. It comes back: companion history bring-back '{oldest.stem}'\n"
    assert '"number": 1,' not in companion("history", "--json", "--data", year).out
    assert oldest.with_suffix(".thrown-away-1").read_bytes() == record
    for what in ("show", "put-aside"):
        err = companion("history", what, "1", "--data", year, status=2).err
        assert err == f"companion history: {oldest.stem} is put aside: companion history bring-back '{oldest.stem}'\n"
    companion("history", "bring-back", "1", "--data", year)
    assert oldest.read_bytes() == record
    assert companion("history", "--json", "--data", year).out == before


def test_a_match_that_is_not_over_is_put_aside_only_while_no_table_is_at_work(year: Path, companion: Companion) -> None:
    begun(year, *whole("birddog-full-deal"))
    path = Store(year).running()
    assert path is not None
    with Store(year).alone():
        assert "at work" in companion("history", "put-aside", path.stem, "--data", year, status=2).err
    companion("history", "put-aside", path.stem, "--data", year)
    assert Store(year).running() is None
    companion("history", "bring-back", path.stem, "--data", year)
    assert Store(year).running() == path


def test_a_match_that_is_over_is_put_aside_by_its_number_before_it_is_left_with_ok(
    year: Path, companion: Companion
) -> None:
    begun(year, *whole("birddog-full-deal"), "end")
    for what in ("put-aside", "bring-back", "show"):
        assert "begun" in companion("history", what, "1", "--data", year).out


def test_a_wrong_name_lists_what_there_is(year: Path, companion: Companion) -> None:
    companion("history", "put-aside", "2", "--data", year)
    err = companion("history", "bring-back", "nobody", "--data", year, status=2).err
    assert "no match “nobody” is put aside here\n" in err
    assert "   2 2026-01-09-201503-rook\n" in err


@pytest.mark.parametrize("which", ["999", "None", ""])
def test_a_wrong_number_is_answered_with_those_there_are(which: str, year: Path, companion: Companion) -> None:
    begun(year, "game birddog", "players Ann Bob Cid", "dealer Cid")
    many = len(Store(year).all_finished())
    err = companion("history", "put-aside", which, "--data", year, status=2).err
    told, *others = err.splitlines()
    assert told.endswith(f"no match “{which}” counts or is on here; they are numbered 1 to {many}")
    assert others == ["Others:", "     2026-01-01-000000-begun"]


def test_a_match_whose_name_was_taken_stays_put_aside(year: Path, companion: Companion) -> None:
    (oldest, *_) = sorted((year / "records").glob("*.table"))
    companion("history", "put-aside", oldest.stem, "--data", year)
    oldest.write_bytes(b"game birddog\n")
    err = companion("history", "bring-back", oldest.stem, "--data", year, status=2).err
    assert f"another match is called {oldest.stem} here: it stays put aside" in err
    assert oldest.with_suffix(".thrown-away-1").exists()
