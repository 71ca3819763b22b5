"""The shelf of records that boxes have sent."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.director.collection import Stored
from companion.director.record_shelf import RecordShelf
from companion.storage.disk import Disk, StorageError
from tests.club.lines import crc_of, sealed
from tests.companion.director.oddities import ODDITIES, remove

MATCH = "2026-11-25-201503-spades"
LINES = sealed("game spades", "players Ann Bob Cid Dee", "Ann 9H", "Bob 3H")
WHOLE = b"".join(line + b"\n" for line in LINES)


def stored(*numbers: int, box: str = "box-1", match: str = MATCH) -> list[Stored]:
    return [Stored(box, match, n, LINES[n - 1]) for n in numbers]


def sums(lines: int) -> array[int]:
    return array("I", map(crc_of, LINES[:lines]))


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    RecordShelf(tmp_path).keep(stored(1, 2) + stored(1, box="box-2"))
    RecordShelf(tmp_path).keep(stored(3))
    shelf = RecordShelf(tmp_path)
    assert shelf.read() == {("box-1", MATCH): sums(3), ("box-2", MATCH): sums(1)}
    assert shelf.troubles == []
    assert shelf.path("box-1", MATCH).read_bytes() == b"".join(line + b"\n" for line in LINES[:3])


def test_an_empty_shelf_has_nothing(tmp_path: Path) -> None:
    assert RecordShelf(tmp_path / "new").read() == {}


def test_a_shelf_that_cannot_be_looked_through_is_no_empty_one(tmp_path: Path) -> None:
    (tmp_path / "boxes").touch()
    with pytest.raises(StorageError, match=r"Move .*/boxes away"):
        RecordShelf(tmp_path).read()


def test_cut_off_at_any_byte_the_whole_lines_are_there_and_go_on(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    shelf.keep(stored(1))
    path = shelf.path("box-1", MATCH)
    for size in range(len(WHOLE)):
        path.write_bytes(WHOLE[:size])
        whole = WHOLE[:size].count(b"\n")
        assert shelf.read() == {("box-1", MATCH): sums(whole)}
        shelf.keep(stored(*range(whole + 1, 5)))
        assert path.read_bytes() == WHOLE
    assert shelf.troubles == []


def test_no_flipped_bit_is_believed_and_the_damaged_file_is_kept_as_it_was(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    shelf.keep(stored(1))
    path = shelf.path("box-1", MATCH)
    for place in (*range(0, len(WHOLE), 3), len(WHOLE) - 1):
        damaged = bytes(byte ^ 4 * (at == place) for at, byte in enumerate(WHOLE))
        path.write_bytes(damaged)
        before = WHOLE[:place].count(b"\n")
        assert shelf.read() == {("box-1", MATCH): sums(before)}
        shelf.keep(stored(*range(before + 1, 5)))
        assert path.read_bytes() == WHOLE
        aside = path.with_name(f"{MATCH}.damaged-1")
        assert aside.read_bytes() == damaged
        assert shelf.troubles.pop() == (
            f"box-1: {path.name} was damaged on this computer, and is kept as {aside.name};"
            " what is missing is asked for"
        )
        aside.unlink()


def test_what_is_no_record_of_a_box_is_left_alone(tmp_path: Path) -> None:
    for name in ("boxes/Box/m.table", "boxes/box-1/M M.table", "boxes/box-1/m.txt", "boxes/m.table"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", "utf-8")
    assert RecordShelf(tmp_path).read() == {}
    assert (tmp_path / "boxes/box-1/M M.table").read_text("utf-8") == "mine"


class Calls(Disk):
    """Writes down what is done; refuses to sync when it is told to."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.fails = False

    def write(self, descriptor: int, content: bytes) -> int:
        self.done.append("write")
        return super().write(descriptor, content)

    def fdatasync(self, descriptor: int) -> None:
        self.done.append("sync")
        if self.fails:
            raise OSError(5, "Input/output error")

    def fsync(self, descriptor: int) -> None:
        self.done.append("sync directory")


def test_lines_that_come_together_take_one_write_and_one_sync(tmp_path: Path) -> None:
    disk = Calls()
    shelf = RecordShelf(tmp_path, disk)
    shelf.keep(stored(1))
    disk.done.clear()
    shelf.keep(stored(2, 3, 4))
    assert disk.done == ["write", "sync"]


def test_a_new_file_is_synced_in_its_directory(tmp_path: Path) -> None:
    disk = Calls()
    RecordShelf(tmp_path, disk).keep(stored(1))
    assert disk.done[-3:] == ["write", "sync", "sync directory"]


def test_a_disk_that_fails_is_told(tmp_path: Path) -> None:
    disk = Calls()
    disk.fails = True
    with pytest.raises(StorageError, match="not saved"):
        RecordShelf(tmp_path, disk).keep(stored(1))


@pytest.mark.parametrize("make", ODDITIES)
def test_a_record_that_is_none_has_a_fault_and_all_others_go_on(make: Callable[[Path], None], tmp_path: Path) -> None:
    shelf, odd = RecordShelf(tmp_path), ("box-1", "2026-01-01-000000-spades")
    shelf.keep(stored(1))
    path = shelf.path(*odd)
    make(path)
    assert shelf.read() == {("box-1", MATCH): sums(1)}
    assert str(path) in str(shelf.faults[odd])
    assert "Move " in str(shelf.faults[odd])
    shelf.keep([*stored(1, match=odd[1]), *stored(2)])
    assert shelf.path("box-1", MATCH).read_bytes() == b"".join(line + b"\n" for line in LINES[:2])
    assert not shelf.try_again()
    assert set(shelf.faults) == {odd}
    remove(path)
    assert shelf.try_again() == {odd}
    assert not shelf.faults
    shelf.keep(stored(1, match=odd[1]))
    assert shelf.read() == {("box-1", MATCH): sums(2), odd: sums(1)}


def test_a_file_in_place_of_the_directory_of_a_box_is_a_fault_of_its_records_alone(tmp_path: Path) -> None:
    shelf = RecordShelf(tmp_path)
    shelf.boxes.mkdir()
    odd = shelf.boxes / "box-1"
    odd.write_text("mine", "utf-8")
    shelf.keep([*stored(1), *stored(1, box="box-2"), *stored(2)])
    assert shelf.read() == {("box-2", MATCH): sums(1)}
    shelf.keep(stored(1, 2))
    assert f"Move {odd} away" in str(shelf.faults["box-1", MATCH])
    assert shelf.try_again() == set()
    odd.unlink()
    assert shelf.try_again() == {("box-1", MATCH)}
    shelf.keep(stored(1, 2))
    assert shelf.read() == {("box-1", MATCH): sums(2), ("box-2", MATCH): sums(1)}
