"""`companion history` on a data directory."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from companion.cli.history import NONE_SUCH
from companion.games.registry import GAMES
from companion.history import cache as remembered
from companion.history.finished_match import FinishedMatch, NotScoredError, finished_match_of
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.disk import Disk, text_of
from companion.storage.records import Store
from tests.companion.conftest import Companion
from tests.companion.history.sealed import BEGUN, kept, sealed
from tests.evening import BIRD_DOG_ONLY, begun, whole

DOG = sealed([*whole("birddog-full-deal"), "end"])
ROOK = sealed([*whole("rook-full-deal-made"), "end"], "2026-11-20T21:15:03")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "companion" / "history.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two evenings, and between them a record that was changed."""
    kept(tmp_path, "first", DOG)
    kept(tmp_path, "spoilt", DOG.replace(b"Ann AC", b"Ann AS"))
    kept(tmp_path, "second", ROOK)
    return tmp_path


def test_games_players_and_evenings_are_told_and_damage_is_named(root: Path, companion: Companion) -> None:
    out, err = companion("history", "--data", root, status=1)
    assert err.startswith("companion history: spoilt.table: skipped: it is damaged: line ")
    assert [line.split()[0] for line in out.splitlines() if line][:3] == ["Games", "game", "Bird"]
    assert "\n1   2026-11-20  Bird Dog  " in out
    assert "\n3   2026-11-20  Rook      " in out


def test_one_game_or_one_player_may_be_asked_for(root: Path, companion: Companion) -> None:
    assert "Bird Dog" not in companion("history", "rook", "--data", root, status=1).out
    rows = companion("history", "list", "--player", "north", "--data", root, status=1).out.splitlines()[2:]
    assert [row.split()[0] for row in rows] == ["3"]
    lines = companion("history", "--player", "ANN", "--data", root, status=1).out.splitlines()
    assert [line for line in lines if line.startswith("Bob")] == []


def test_json_holds_everything(root: Path, companion: Companion) -> None:
    found = json.loads(companion("history", "--json", "--data", root, status=1).out)
    assert [row["game"] for row in found["games"]] == ["birddog", "rook"]
    assert [evening["number"] for evening in found["evenings"]] == [1, 3]
    assert [row["record"] for row in found["skipped"]] == ["spoilt.table"]


@pytest.mark.parametrize("which", ["1", "first", "first.table"])
def test_one_evening_is_shown_with_its_curve(root: Path, companion: Companion, which: str) -> None:
    out = companion("history", "show", which, "--data", root).out
    assert out.startswith("first: Bird Dog, 2026-11-20, 1 deal\n")
    assert "Points by deal\n" in out


def test_an_evening_is_exported_byte_for_byte_and_never_over_a_file(root: Path, companion: Companion) -> None:
    copy = root / "copy.table"
    told = companion("history", "export", "first", copy, "--data", root).out
    assert (told, copy.read_bytes()) == (f"first is written to {copy}.\n", DOG)
    companion("history", "export", "second", copy, "--data", root, status=2)
    assert copy.read_bytes() == DOG


def test_on_a_full_disk_nothing_is_left_of_a_copy(
    root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = root / "copies" / "copy.table"
    copy.parent.mkdir()
    with monkeypatch.context() as full:
        full.setattr("companion.storage.disk.Disk.write", lambda *_: 1)
        err = companion("history", "export", "first", copy, "--data", root, status=75).err
    assert err == f"companion history: {copy}: No space left on device\n"
    assert list(copy.parent.iterdir()) == []
    companion("history", "export", "first", copy, "--data", root)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["whist:ENTRY"], "pip install --editable . and companion games refresh, then give the name of the game"),
        (["whist"], "“whist” is not a game here; the games are birddog, "),
        (["whist"], "toriatama; or say list, show, export, people, rename, merge, take-back, put-aside or bring-back"),
        (["birdogg"], "did you mean “birddog”?"),
        (["--player", "Anne"], "“Anne” has finished no evening here; these people have: Ann, Bob, Cid"),
        (["show"], "Which evening? companion history list numbers them."),
        (["show", "9"], "“9” is not a finished evening; they are numbered 1 to 3"),
        (["show", "frist"], "did you mean “first”?"),
        (["show", "2"], "spoilt cannot be shown: it is damaged"),
        (["export", "2"], "spoilt cannot be shown: it is damaged"),
        (["export", "1", "no/such/place"], "no/such/place: there is no directory no/such"),
        (["rook", "3"], "“3” has no place here; the options are --player, --with"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_line(
    root: Path, companion: Companion, words: list[str], sentence: str
) -> None:
    out, err = companion("history", *words, "--data", root, status=2)
    assert out == ""
    assert sentence in err


def test_a_data_directory_that_is_not_there_is_named(tmp_path: Path, companion: Companion) -> None:
    for words in ([], ["list"], ["people"]):
        out = companion("history", *words, "--data", tmp_path / "elsewhere").out
        assert f"{tmp_path}/elsewhere is not there." in out


def test_where_no_evening_is_over_the_others_are_told(tmp_path: Path, companion: Companion) -> None:
    running = Store(tmp_path).begin("going-on")
    running.append(sealed(["game hearts", "players Ann Bob Cid Dee", "dealer Ann"]))
    running.close()
    kept(tmp_path, "first", DOG)
    companion("history", "put-aside", "first", "--data", tmp_path)
    others = "Not over yet: 1 (companion play). Put aside: 1 (companion history bring-back first)."
    for words in ([], ["people"]):
        out = companion("history", *words, "--data", tmp_path).out
        assert f"Nobody has finished an evening yet: none counts in {tmp_path}/records. {others}" in out
    err = companion("history", "hearts", "--player", "Ann", "--data", tmp_path, status=2).err
    assert f"“Ann” has finished no evening of Hearts; these people have: nobody. {others}" in err


def test_where_nothing_is_what_was_asked_for_no_heads_stand_alone(root: Path, companion: Companion) -> None:
    assert companion("history", "--since", "2030", "--data", root, status=1).out == f"{NONE_SUCH}\n"


def numbers(root: Path, companion: Companion, status: int) -> dict[str, int]:
    """The number of each evening, by its day, and of each skipped record, by its name."""
    told = json.loads(companion("history", "--json", "--data", root, status=status).out)
    days = {evening["at"][:10]: evening["number"] for evening in told["evenings"]}
    return days | {row["record"]: row["number"] for row in told["skipped"]}


def evenings(root: Path, *days: int) -> dict[int, Path]:
    """An evening on each of these days of June, written in this order."""
    lines = [*whole("birddog-full-deal"), "end"]
    return {day: kept(root, f"evening-{day}", sealed(lines, f"2026-06-{day:02}T20:15:03")) for day in days}


@pytest.mark.parametrize("restored", list(permutations((1, 2, 3))), ids=str)
def test_evenings_are_numbered_by_what_their_records_say_in_whatever_order_they_are_restored(
    tmp_path: Path, companion: Companion, restored: tuple[int, ...]
) -> None:
    evenings(tmp_path, *restored)
    assert numbers(tmp_path, companion, 0) == {"2026-06-01": 1, "2026-06-02": 2, "2026-06-03": 3}


def test_a_number_once_told_stays_with_its_evening(tmp_path: Path, companion: Companion) -> None:
    there = evenings(tmp_path, 11, 12, 13)
    assert numbers(tmp_path, companion, 0) == {"2026-06-11": 1, "2026-06-12": 2, "2026-06-13": 3}
    there[11].unlink()
    evenings(tmp_path, 10)  # restored late, and earlier than all others
    there[12].write_bytes(b"\0" * 1000)
    assert numbers(tmp_path, companion, 1) == {"evening-12.table": 2, "2026-06-13": 3, "2026-06-10": 4}
    evenings(tmp_path, 12, 11)
    found = {"2026-06-11": 1, "2026-06-12": 2, "2026-06-13": 3, "2026-06-10": 4}
    assert numbers(tmp_path, companion, 0) == found


def test_spoilt_numbers_are_told_and_given_anew(tmp_path: Path, companion: Companion) -> None:
    evenings(tmp_path, 2, 1)
    companion("history", "--data", tmp_path)
    file = tmp_path / "records" / "evenings"
    spoilt = file.read_bytes().replace(b"1", b"5")
    file.write_bytes(spoilt)
    out, err = companion("history", "list", "--data", tmp_path)
    assert "the numbers of evenings are given anew" in err
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["1", "2"]
    assert (tmp_path / "records" / "evenings.damaged-1").read_bytes() == spoilt


def test_numbers_that_cannot_be_read_for_once_are_not_given_anew(
    tmp_path: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings(tmp_path, 2)
    numbers(tmp_path, companion, 0)
    evenings(tmp_path, 1)
    read = Disk.read

    def fails(disk: Disk, path: Path) -> bytes:
        if path.name == "evenings":
            raise PermissionError
        return read(disk, path)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Disk, "read", fails)
        assert numbers(tmp_path, companion, 0) == {"2026-06-01": 1, "2026-06-02": 2}
    assert numbers(tmp_path, companion, 0) == {"2026-06-02": 1, "2026-06-01": 2}


def test_before_the_first_evening_it_says_so(tmp_path: Path, companion: Companion) -> None:
    assert companion("history", "--data", tmp_path).out.startswith("Nobody has finished an evening yet: ")


def test_games_that_are_on_do_not_count(tmp_path: Path, companion: Companion) -> None:
    kept(tmp_path / "records" / "running", "on", sealed(BEGUN))
    (tmp_path / "records" / "running" / "records" / "on.table").rename(tmp_path / "records" / "running" / "on.table")
    assert companion("history", "--data", tmp_path).out.startswith("Nobody has finished")


@pytest.mark.parametrize("lines", [whole("birddog-below-eleven-wins"), [*whole("birddog-full-deal"), "end"]])
def test_a_match_that_is_over_is_told_before_and_after_it_is_left_with_ok(
    tmp_path: Path, companion: Companion, lines: list[str]
) -> None:
    kept(tmp_path, "first", sealed([*whole("birddog-full-deal"), "end"], "2025-12-31T20:15:03"))
    begun(tmp_path, *lines)
    tables = []
    for finished in (1, 2):
        assert len(Store(tmp_path).all_finished()) == finished
        tables.append(companion("history", "list", "--data", tmp_path).out)
        assert len(companion("history", "export", "2", "--data", tmp_path).out.splitlines()) == len(lines)
        box = SimulatedBox(Store(tmp_path), SimulatedSetup(replace(SIMULATED, games=BIRD_DOG_ONLY, regulars=())))
        box.press("OK")
        box.press("DOWN")
        box.press("OK")
        box.pull_the_plug()
    assert tables[0] == tables[1]
    assert [row.split()[0] for row in tables[0].splitlines()[2:]] == ["1", "2"]


def test_a_terminal_gets_the_same_words_in_lines(
    root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = companion("history", "--data", root, status=1).out
    assert "────" in out
    assert "Bird Dog: points" in out


# ---------------------------------------------------------------- remembered between two calls


def test_what_was_replayed_once_is_not_replayed_again(
    root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = companion("history", "--data", root, status=1)

    def never(record: bytes, _games: object) -> None:
        assert b"Ann AS" in record, "only what was skipped is judged again"
        raise NotScoredError("it is damaged")

    monkeypatch.setattr(remembered, "finished_match_of", never)
    assert companion("history", "--data", root, status=1).out == before.out


def test_a_record_that_changed_is_judged_anew(root: Path, companion: Companion) -> None:
    companion("history", "--data", root, status=1)
    first = root / "records" / "first.table"
    first.write_bytes(first.read_bytes().replace(b"Ann AC", b"Ann AS"))
    assert "first.table: skipped" in companion("history", "--data", root, status=1).err


@pytest.mark.parametrize("spoilt", ["", "[]", '{"rules": "00000000", "evenings": {}}', '{"rules": 1'])
def test_what_other_rules_found_and_a_spoilt_cache_are_forgotten(
    root: Path, companion: Companion, cache: Path, spoilt: str
) -> None:
    before, whole_cache = companion("history", "--data", root, status=1).out, cache.read_text("utf-8")
    cache.write_text(spoilt, "utf-8")
    assert companion("history", "--data", root, status=1).out == before
    assert cache.read_text("utf-8") == whole_cache


def test_results_of_other_rules_are_replayed(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    companion("history", "--data", root, status=1)
    program = root / "program"
    copytree(remembered.PROGRAM, program, ignore=ignore_patterns("__pycache__"))
    monkeypatch.setattr(remembered, "PROGRAM", program)
    monkeypatch.setattr(remembered, "rules_sum", remembered.rules_sum.__wrapped__)  # as a process that starts anew
    for changed in ("games/rook/rules.py", "rules/referee/proof.py", "match/match.py", "cards/__init__.py"):
        before = cache.read_bytes()
        companion("history", "--data", root, status=1)
        assert cache.read_bytes() == before
        with (program / changed).open("a", encoding="utf-8") as source:
            source.write("# changed\n")
        companion("history", "--data", root, status=1)
        assert cache.read_bytes() != before, changed


def test_no_flipped_bit_of_the_cache_changes_what_is_told(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    companion("history", "--data", root, status=1)
    whole_cache = cache.read_bytes()
    truth = {record: finished_match_of(record, GAMES) for record in (DOG, ROOK)}
    rules = json.loads(text_of(whole_cache))["rules"]
    monkeypatch.setattr(remembered, "rules_sum", lambda: rules)
    replayed: list[bytes] = []

    def replays(record: bytes, _games: object) -> FinishedMatch:
        replayed.append(record)
        return truth[record]

    monkeypatch.setattr(remembered, "finished_match_of", replays)
    for place in range(len(whole_cache)):
        flipped = bytes([whole_cache[place] ^ 1 << place % 8])
        cache.write_bytes(whole_cache[:place] + flipped + whole_cache[place + 1 :])
        again = remembered.Cache(cache)
        assert {record: again.finished_match_of(record, GAMES) for record in truth} == truth
    assert len(replayed) == 2 * len(whole_cache)
    again.save()
    assert cache.read_bytes() == whole_cache


def test_without_a_place_for_the_cache_everything_is_replayed(
    root: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = companion("history", "--data", root, status=1).out
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert companion("history", "--data", root, status=1).out == before
    assert remembered.cache_file({}) is None
