from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage.disk import CannotStartError, Disk, StorageError
from companion.storage.journal import BLOCK, compact, seal, unseal
from companion.storage.record_file import RecordFile, read_record
from companion.storage.records import Store
from tests.companion.storage.spoilt_disk import SpoiltDisk, sweep

AT = "2026-11-20T20:15:03"
NAME = "2026-11-20-201503-birddog"
TEXTS = ("game birddog", "players Ann Bob Cid", "dealer Cid", "deal")


def sealed(*texts: str) -> list[bytes]:
    lines, previous = [], 0
    for n, text in enumerate(texts, 1):
        line, previous = seal(text, n, AT, previous)
        lines.append(line)
    return lines


def begun(store: Store, *texts: str) -> RecordFile:
    record = store.begin(NAME)
    for line in sealed(*texts):
        record.append(line)
    return record


def texts_of(path: Path) -> tuple[str, ...]:
    return tuple(line.text for line in read_record(path).lines)


def torn_ends(root: Path) -> list[bytes]:
    return [path.read_bytes() for path in root.glob("records/running/*.torn-*")]


def nothing(root: Path) -> None:
    """No preparation: the first boot."""


def test_a_record_is_made_durable_with_its_directories_before_anything_is_written(tmp_path: Path) -> None:
    disk = SpoiltDisk()
    Store(tmp_path / "data", disk).begin(NAME).close()
    kept = [name for call, name in disk.calls if call == "fsync"]
    assert kept == [tmp_path.name, tmp_path.name, "data", "records", f"{NAME}.table", "running"]


def test_a_line_costs_one_write_and_one_sync_and_idling_nothing(tmp_path: Path) -> None:
    disk = SpoiltDisk()
    record = Store(tmp_path, disk).begin(NAME)
    for line in sealed(*TEXTS):
        before = len(disk.calls)
        record.append(line)
        assert [call for call, _ in disk.calls[before:]] == ["write", "fdatasync"]
    assert record.size == len(TEXTS) * BLOCK == record.path.stat().st_size
    record.close()


def test_a_record_goes_on_where_it_was_left(tmp_path: Path) -> None:
    begun(Store(tmp_path), *TEXTS[:2]).close()
    path = Store(tmp_path).running()
    assert path is not None
    record, recovered = Store(tmp_path).resume(path)
    for n, text in enumerate(TEXTS[2:], recovered.next_n):
        line, _ = seal(text, n, AT, read_record(path).last_crc)
        record.append(line)
    assert texts_of(path) == TEXTS
    record.close()


def test_what_was_read_is_synced_before_it_is_handed_out(tmp_path: Path) -> None:
    begun(Store(tmp_path), *TEXTS).close()
    disk = SpoiltDisk()
    store = Store(tmp_path, disk)
    record, _ = store.resume(store.all_running()[0])
    record.close()
    assert [name for call, name in disk.calls if call == "fsync"] == [f"{NAME}.table", "running"]


def test_a_finished_record_is_compact_and_no_longer_running(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.finish(begun(store, *TEXTS))
    assert (store.running(), store.all_finished()) == (None, [path])
    assert texts_of(path) == TEXTS
    assert b"  \n" not in path.read_bytes()


def test_a_finished_record_is_made_durable_in_its_new_place_first(tmp_path: Path) -> None:
    disk = SpoiltDisk()
    store = Store(tmp_path, disk)
    record = begun(store, *TEXTS)
    before = len(disk.calls)
    store.finish(record)
    touched = [call for call in disk.calls[before:] if call[0] in {"write", "fsync", "rename"}]
    beside, name = f".{NAME}.tmp", f"{NAME}.table"
    assert touched == [
        ("write", beside),
        ("fsync", beside),
        ("rename", name),
        ("fsync", "running"),
        ("rename", name),
        ("fsync", "records"),
        ("fsync", "running"),
    ]
    assert disk.names == {}


def test_a_record_that_could_not_be_begun_leaves_no_file_open(tmp_path: Path) -> None:
    disk = SpoiltDisk(spoil=errno.EIO)
    Store(tmp_path, disk).begin(NAME).close()
    made = len(disk.calls)
    Store(tmp_path, disk).begin(NAME).close()
    disk.at = len(disk.calls) + disk.calls[made:].index(("fsync", f"{NAME}-2.table"))
    with pytest.raises(StorageError, match="cannot begin the record"):
        Store(tmp_path, disk).begin(NAME)
    assert disk.names == {}


def test_a_closed_record_takes_no_line_and_is_not_finished_twice(tmp_path: Path) -> None:
    store = Store(tmp_path)
    record = begun(store, *TEXTS)
    store.finish(record)
    for again in (lambda: record.append(b"x"), lambda: store.finish(record)):
        with pytest.raises(StorageError, match="the record is closed"):
            again()
    record.close()


def test_a_record_that_rotted_since_it_was_written_is_not_finished(tmp_path: Path) -> None:
    store = Store(tmp_path)
    record = begun(store, *TEXTS)
    written = record.path.read_bytes()
    record.path.write_bytes(written[:-1] + b"\0")
    with pytest.raises(StorageError, match="not what was written"):
        store.finish(record)
    assert store.all_finished() == []
    assert record.path.stat().st_size == len(written)


def test_two_games_of_one_second_get_two_names(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.finish(begun(store, *TEXTS))
    names = [begun(store, *TEXTS) for _ in range(2)]
    assert [record.path.stem for record in names] == [f"{NAME}-2", f"{NAME}-3"]
    for record in names:
        record.close()


def test_a_record_is_never_finished_over_another(tmp_path: Path) -> None:
    store = Store(tmp_path)
    record = begun(store, *TEXTS)
    other = store.finished_in / record.path.name
    other.write_text("game rook\n", "utf-8")
    with pytest.raises(StorageError, match="File exists"):
        store.finish(record)
    assert other.read_text("utf-8") == "game rook\n"


def test_the_game_played_last_is_resumed_and_the_parked_ones_are_listed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    paths = [begun(store, *TEXTS[: count + 1]).path for count in range(3)]
    for path, seconds in zip(paths, (100, 300, 200), strict=True):
        os.utime(path, (seconds, seconds))
    assert store.running() == paths[1]
    assert store.all_running() == [paths[1], paths[2], paths[0]]


def test_where_the_clock_was_set_back_what_was_played_last_is_still_the_latest(tmp_path: Path) -> None:
    store = Store(tmp_path)
    older, old = (begun(store, *TEXTS).path for _ in range(2))
    for at, path in enumerate((older, old)):
        os.utime(path, (2e9 + at, 2e9 + at))
    fresh = begun(store, *TEXTS)
    assert store.all_running() == [fresh.path, old, older]
    os.utime(fresh.path, (3e9, 3e9))
    record, recovered = store.resume(older)
    record.append(seal("up 10D", recovered.next_n, AT, recovered.last_crc)[0])
    assert store.all_running() == [older, fresh.path, old]
    finished = store.finish(record)
    os.utime(finished, (2e9, 2e9))
    latest = store.finish(fresh)
    assert store.all_finished() == [latest, finished]


def test_a_record_that_is_thrown_away_is_nobodys_until_it_is_put_back_as_it_was(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = begun(store, *TEXTS).path
    written = path.read_bytes()
    store.throw_away(path)
    assert store.all_running() == store.all_finished() == []
    (aside,) = store.thrown_away()
    assert aside.read_bytes() == written
    assert begun(store, *TEXTS).path.stem == f"{NAME}-2"  # its name stays free
    store.put_back(aside)
    assert path.read_bytes() == written
    assert store.thrown_away() == []


def test_a_record_is_never_put_back_over_another(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = begun(store, *TEXTS).path
    store.throw_away(path)
    (aside,) = store.thrown_away()
    for other in (path, store.finished_in / path.name):
        other.write_text("game rook\n", "utf-8")
        with pytest.raises(StorageError, match="File exists"):
            store.put_back(aside)
        assert other.read_text("utf-8") == "game rook\n"
        other.unlink()
    assert store.thrown_away() == [aside]


def test_what_is_thrown_away_or_put_back_is_so_on_the_card(tmp_path: Path) -> None:
    path = begun(Store(tmp_path), *TEXTS).path
    disk = SpoiltDisk()
    store = Store(tmp_path, disk)
    store.throw_away(path)
    store.put_back(*store.thrown_away())
    touched = [call for call, _ in disk.calls if call not in {"open", "close", "read", "exists", "files"}]
    assert touched == ["rename", "fsync"] * 2


@pytest.mark.parametrize("rubbish", [b"Bob pa", b"\0" * BLOCK])
def test_a_torn_tail_is_moved_aside_and_cut(tmp_path: Path, rubbish: bytes) -> None:
    store = Store(tmp_path)
    path = begun(store, *TEXTS).path
    for times in (1, 2):
        with path.open("ab") as record:
            record.write(rubbish)
        opened, recovered = store.resume(path)
        opened.close()
        assert recovered.torn == rubbish
        assert path.stat().st_size == len(TEXTS) * BLOCK
        assert path.with_suffix(f".torn-{times}").read_bytes() == rubbish
        assert len(torn_ends(tmp_path)) == times
    assert store.all_running() == [path]


def test_the_torn_tail_is_on_the_card_before_the_record_is_cut(tmp_path: Path) -> None:
    path = begun(Store(tmp_path), *TEXTS).path
    path.write_bytes(path.read_bytes()[:-1])
    disk = SpoiltDisk()
    opened, _ = Store(tmp_path, disk).resume(path)
    opened.close()
    touched = [call for call, _ in disk.calls if call not in {"open", "close", "read", "exists", "files"}]
    assert touched == ["write", "fsync", "rename", "fsync", "ftruncate", "fsync", "fsync"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda record: record.replace(b"dealer Cid", b"dealer Ann"), "line 3: the check sum"),
        (lambda record: record[BLOCK:], "line 1: the check sum"),
        (lambda _: b"game birddog\nplayers 3\n", "line 1: no check sum"),
    ],
)
def test_a_damaged_record_is_refused_and_stays_as_it_is(
    tmp_path: Path, spoil: Callable[[bytes], bytes], sentence: str
) -> None:
    path = begun(Store(tmp_path), *TEXTS).path
    damaged = spoil(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(StorageError, match=sentence) as refused:
        Store(tmp_path).resume(path)
    assert refused.value.path == path
    assert "companion check" in refused.value.remedy
    assert path.read_bytes() == damaged
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("call", ["write", "fdatasync"])
@pytest.mark.parametrize("spoil", [errno.EIO, errno.ENOSPC, errno.EROFS, "short"])
def test_after_one_failure_nothing_is_saved_any_more(tmp_path: Path, call: str, spoil: int | str) -> None:
    if (call, spoil) == ("fdatasync", "short"):
        return
    disk = SpoiltDisk(spoil=spoil)
    record = begun(Store(tmp_path, disk), *TEXTS[:3])
    disk.at = len(disk.calls) + ["write", "fdatasync"].index(call)
    line = sealed(*TEXTS)[3]
    with pytest.raises(StorageError, match=r"not saved \(\w+"):
        record.append(line)
    assert texts_of(record.path) == TEXTS[:3]
    assert record.path.stat().st_size == 3 * BLOCK
    before = len(disk.calls)
    for _ in range(2):
        with pytest.raises(StorageError, match=r"not saved \(an earlier write failed\)"):
            record.append(line)
    assert len(disk.calls) == before
    record.close()


@pytest.mark.parametrize(
    ("number", "remedy"),
    [(errno.ENOSPC, "full"), (errno.EROFS, "read-only"), (errno.EIO, "replace"), (errno.ENXIO, "again")],
)
def test_an_error_says_what_to_do(tmp_path: Path, number: int, remedy: str) -> None:
    disk = SpoiltDisk(at=0, spoil=number)
    with pytest.raises(StorageError) as failed:
        Store(tmp_path, disk).begin(NAME)
    assert remedy in failed.value.remedy
    assert os.strerror(number) in str(failed.value)
    assert str(tmp_path) in str(failed.value)


def test_whatever_call_of_an_evening_fails_what_was_accepted_is_there(tmp_path: Path) -> None:
    accepted: dict[Path, list[str]] = {}

    def evening(store: Store) -> None:
        said = accepted.setdefault(store.decks.directory.parent, [])
        record = store.begin(NAME)
        for text, line in zip(TEXTS, sealed(*TEXTS), strict=True):
            record.append(line)
            said.append(text)
        store.finish(record)

    roots = sweep(tmp_path, nothing, evening)
    assert len(roots) > 300
    for root in roots:
        store = Store(root)
        paths = store.all_running() + store.all_finished()
        if running := store.running():
            store.resume(running)[0].close()
        kept = texts_of(paths[0]) if paths else ()
        said = tuple(accepted[root])
        assert len(paths) <= 1
        assert kept in (said, TEXTS[: len(said) + 1])


def test_whatever_call_of_a_recovery_fails_the_next_one_finds_everything(tmp_path: Path) -> None:
    whole = b"".join(sealed(*TEXTS))
    torn = whole[: -BLOCK // 2]

    def cut_off(root: Path) -> None:
        path = begun(Store(root), *TEXTS).path
        path.write_bytes(torn)

    def recovery(store: Store) -> None:
        store.resume(store.all_running()[0])

    for root in sweep(tmp_path, cut_off, recovery):
        store = Store(root)
        [path] = store.all_running()
        assert texts_of(path) == TEXTS[:3]
        store.resume(path)[0].close()
        assert unseal(path.read_bytes()).torn == b""
        ends = torn_ends(root)
        assert {*ends} == {torn[3 * BLOCK :]}
        assert len(ends) <= 2


def test_a_crash_loop_leaves_no_heap_of_files(tmp_path: Path) -> None:
    path = begun(Store(tmp_path), *TEXTS).path
    path.write_bytes(path.read_bytes()[:-1])
    for _ in range(5):
        disk = SpoiltDisk(at=3, spoil=errno.ENOSPC, for_ever=True)
        with pytest.raises(StorageError):
            Store(tmp_path, disk).resume(path)
        disk.leave()
    assert len(list(path.parent.iterdir())) == 2


def test_an_empty_data_directory_has_no_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert (store.running(), store.all_finished(), store.decks.names()) == (None, [], [])
    assert list(tmp_path.iterdir()) == []


def test_a_data_directory_belongs_to_one_program_until_it_ends(tmp_path: Path) -> None:
    root = tmp_path / "new"
    with Store(root).alone():
        with pytest.raises(CannotStartError, match=f"at work in {root}"), Store(root).alone():
            pass
        assert list(root.iterdir()) == []
    with Store(root).alone():
        pass


def test_a_program_that_is_killed_gives_the_data_directory_back(tmp_path: Path) -> None:
    program = f"""
import pathlib, sys
from companion.storage.records import Store
with Store(pathlib.Path({str(tmp_path)!r})).alone():
    print("mine", flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(CannotStartError), Store(tmp_path).alone():
            pass
        other.kill()
    with Store(tmp_path).alone():
        pass


def test_a_directory_that_cannot_be_locked_is_told(tmp_path: Path) -> None:
    class Unlocked(Disk):
        def lock(self, descriptor: int) -> None:
            raise OSError(errno.ENOLCK, f"no locks here for {descriptor}")

    with pytest.raises(StorageError, match="cannot lock the data directory"), Store(tmp_path, Unlocked()).alone():
        pass


def test_a_record_cut_off_while_it_was_finished_goes_on_in_blocks_of_its_own(tmp_path: Path) -> None:
    path = begun(Store(tmp_path), *TEXTS).path
    padded = path.read_bytes()
    path.write_bytes(compact(unseal(padded).lines))
    record, recovered = Store(tmp_path).resume(path)
    assert path.read_bytes() == padded
    assert record.size == recovered.end == len(padded)
    record.append(seal("up 10D", recovered.next_n, AT, recovered.last_crc)[0])
    assert texts_of(Store(tmp_path).finish(record)) == (*TEXTS, "up 10D")


@pytest.mark.parametrize("rubbish", [b"\n" * BLOCK, b"game rook\nplayers 4\n".ljust(BLOCK, b"\n"), b"\0" * BLOCK])
def test_a_first_block_of_rubbish_is_a_first_line_that_was_cut_off(tmp_path: Path, rubbish: bytes) -> None:
    path = begun(Store(tmp_path)).path
    path.write_bytes(rubbish)
    record, recovered = Store(tmp_path).resume(path)
    record.close()
    assert (recovered.lines, path.read_bytes()) == ((), b"")
    assert torn_ends(tmp_path) == [rubbish]
