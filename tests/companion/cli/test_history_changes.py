"""`companion history people`, `rename`, `merge`, `take-back`: a list beside the records, which stay as they are."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.history.known_people import PEOPLE, aliases_in
from companion.storage.disk import Disk
from tests.companion.conftest import Companion
from tests.companion.history.sealed import kept, sealed
from tests.evening import whole


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept(tmp_path, "first", sealed([*whole("birddog-full-deal"), "end"]))
    kept(tmp_path, "second", sealed([*whole("rook-full-deal-made"), "end"]))
    return tmp_path


def row(companion: Companion, root: Path, player: str) -> list[str]:
    out = companion("history", "people", "--data", root).out
    return next(line.split() for line in out.splitlines() if line.split()[:1] == [player])


def test_a_rename_where_no_data_is_says_so_and_makes_none(tmp_path: Path, companion: Companion) -> None:
    place = tmp_path / "data"
    err = companion("history", "rename", "Ann", "Annika", "--data", place, status=2).err
    assert f"{place} is not there" in err
    assert not place.exists()


def test_a_rename_is_read_by_history_and_leaves_the_record_as_it_is(root: Path, companion: Companion) -> None:
    before = {path.name: path.read_bytes() for path in (root / "records").glob("*.table")}
    told = companion("history", "rename", "ann", "Annika", "--data", root).out
    assert told == "ann is called Annika in history; companion history take-back ann undoes it\n"
    assert row(companion, root, "Annika")[1:3] == ["Ann", "1"]
    assert "Annika 1, Bob 2, Cid 1" in companion("history", "list", "--data", root).out
    assert "Annika 1" in companion("history", "show", "1", "--data", root).out
    assert {path.name: path.read_bytes() for path in (root / "records").glob("*.table")} == before
    companion("history", "take-back", "Ann", "--data", root)
    assert row(companion, root, "Ann")[1] == "1"


def test_two_names_are_one_person(root: Path, companion: Companion) -> None:
    companion("history", "merge", "North", "Ann", "--data", root)
    assert row(companion, root, "Ann")[1:3] == ["North", "2"]


@pytest.mark.parametrize(("answer", "status"), [("n\n", 2), ("", 2), ("y\n", 0)])
def test_those_who_played_together_are_asked_about(
    root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    out = companion("history", "merge", "Bob", "Ann", "--data", root, status=status).out
    assert "Bob and Ann have played in 1 evening together, which will keep both names." in out
    assert (root / PEOPLE).exists() == (not status)
    assert row(companion, root, "Bob")[1] == "1"


def test_two_changes_at_once_are_both_kept(root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = Disk.lock_in_turn

    def after_another(disk: Disk, descriptor: int) -> None:
        monkeypatch.setattr(Disk, "lock_in_turn", lock)
        companion("history", "rename", "Bob", "Robert", "--data", root)
        lock(disk, descriptor)

    monkeypatch.setattr(Disk, "lock_in_turn", after_another)
    companion("history", "rename", "Ann", "Annika", "--data", root)
    assert list(map(aliases_in(root).name, ("Ann", "Bob"))) == ["Annika", "Robert"]


def test_one_person_is_not_asked_about(root: Path, companion: Companion) -> None:
    told = companion("history", "merge", "Ann", "ann", "--data", root, status=2)
    assert (told.out, "are one person already" in told.err) == ("", True)


def test_yes_asks_nothing(root: Path, companion: Companion) -> None:
    companion("history", "merge", "Bob", "Ann", "--yes", "--data", root)
    assert aliases_in(root).name("Bob") == "Ann"


def test_what_cannot_be_is_refused_in_a_line(root: Path, companion: Companion) -> None:
    err = companion("history", "rename", "Ann", "Bob", "--data", root, status=2).err
    assert "companion history merge" in err
    assert not (root / PEOPLE).exists()


@pytest.mark.parametrize(
    "spoilt",
    [
        b"people",
        b'[people]\n"Ann" = 1\n',
        b'[people]\n"A" = "B"\n"B" = "A"\n',
        b"\xff",
        b'[other]\nA = "B"\n',
        b"people = 1\n",
        b"people = " + b"[" * 50_000,
    ],
)
def test_a_spoilt_list_is_told_and_not_written_over(root: Path, companion: Companion, spoilt: bytes) -> None:
    (root / PEOPLE).write_bytes(spoilt)
    out, err = companion("history", "list", "--data", root)
    assert "Ann 1, Bob 2, Cid 1" in out
    assert "people are called as in the records" in err
    assert "codec" not in err
    companion("history", "rename", "Ann", "Eve", "--data", root, status=2)
    assert (root / PEOPLE).read_bytes() == spoilt


def test_the_filters_and_forms_of_the_command_line(root: Path, companion: Companion) -> None:
    assert companion("history", "list", "rook", "--data", root).out.count("2026-11-20") == 1
    assert len(companion("history", "--csv", "--player", "Ann", "--data", root).out.splitlines()) == 4
    assert companion("history", "--bgstats", "--since", "2026-11", "--data", root).out.count("createPlay") == 2
    for form, other in (("--json", "--csv"), ("--csv", "--bgstats"), ("--bgstats", "--json")):
        companion("history", form, other, "--data", root, status=2)
    assert "East" in companion("history", "--player", "West", "--with", "East", "--data", root).out
    assert companion("history", "list", "--option", "renege=void-deal", "--data", root).out.count("2026") == 0
    assert "is no house rule here" in companion("history", "--option", "x=y", "--data", root, status=2).err
    assert "is no date" in companion("history", "--since", "2026-13", "--data", root, status=2).err
