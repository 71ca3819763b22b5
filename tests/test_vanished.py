"""The record or the data directory vanishes in mid-game: nothing is accepted that would not be found again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.inputs.inputs import Button, Pressed
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import GONE
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.disk import DIRECTORY, DISK, GoneError
from companion.storage.records import Store
from companion.table.handling import handle
from tests.evening import BIRD_DOG_ONLY, DEAL_GESTURES, REGULARS, ROOT, Evening
from tests.needs import MOUNTS


def unlinked(record: Path) -> None:
    record.unlink()


def renamed(record: Path) -> None:
    record.rename(record.with_suffix(".bak"))


def replaced(record: Path) -> None:
    """As by an editor, or by rsync: the same name and content, another file."""
    shutil.copyfile(record, record.with_suffix(".new"))
    record.with_suffix(".new").rename(record)


def directory_renamed(record: Path) -> None:
    root = record.parents[2]
    root.rename(root.with_name("elsewhere"))


def directory_deleted(record: Path) -> None:
    shutil.rmtree(record.parents[2])


def directory_restored(record: Path) -> None:
    """Another one stands in its place, as when a backup was played back."""
    root = record.parents[2]
    directory_renamed(record)
    shutil.copytree(root.with_name("elsewhere"), root)


DEEDS = (unlinked, renamed, replaced, directory_renamed, directory_deleted, directory_restored)


def playing(root: Path) -> Evening:
    """Ann is to play QS."""
    evening = Evening(root)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return playing(tmp_path / "data")


def refuses(evening: Evening, card: str) -> None:
    """A card that would be right is not taken, and the panel says why."""
    before = evening.box.table.match
    with pytest.raises(GoneError, match="Put it back where it was"):
        evening.does(card)
    assert evening.box.table.match == before
    assert evening.box.glass == draw(fill(GONE))
    evening.box.wires.lift(evening.box.uid(card))
    evening.box.turn(1.0)


@pytest.mark.parametrize("deed", DEEDS)
def test_the_next_statement_is_refused_with_a_remedy(evening: Evening, deed: Callable[[Path], None]) -> None:
    deed(evening.record())
    refuses(evening, "QS")


MOUNT = ("mount", "-t", "tmpfs", "tmpfs")
MOUNTED_OVER = """
import subprocess, sys
from pathlib import Path
from tests.test_vanished import MOUNT, playing, refuses
card = Path(sys.argv[1])
subprocess.run([*MOUNT, card], check=True)
evening = playing(card / "data")
record, content = evening.record(), evening.record().read_bytes()
number = record.stat().st_ino
subprocess.run([*MOUNT, card], check=True)
record.parent.mkdir(parents=True)
alike = (card / str(n) for n in range(1000))
next(file for file in alike if file.write_bytes(content) and file.stat().st_ino == number).rename(record)
refuses(evening, "QS")
"""
"""Another file system, on which the same record has the same number."""


def test_the_next_statement_is_refused_when_something_is_mounted_over_the_directory(tmp_path: Path) -> None:
    inside = ("unshare", "-m")
    tried = subprocess.run([*inside, *MOUNT, str(tmp_path)], check=False, capture_output=True)  # noqa: S603 - our own words
    if tried.returncode:
        pytest.skip(MOUNTS)
    words = (*inside, sys.executable, "-c", MOUNTED_OVER, str(tmp_path))
    ended = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")  # noqa: S603 - our own words
    assert ended.returncode == 0, ended.stderr


def test_a_file_of_another_file_system_is_another_one_even_if_it_has_the_same_number() -> None:
    """The roots of /proc and /sys are both number 1, as the first files of two cards are."""
    proc, sys = Path("/proc"), Path("/sys")
    if proc.stat().st_ino != sys.stat().st_ino:
        pytest.skip("no two file systems are known here whose roots have one number")
    descriptor = DISK.open(proc, DIRECTORY)
    try:
        assert DISK.is_at(descriptor, proc)
        assert not DISK.is_at(descriptor, sys)
    finally:
        DISK.close(descriptor)


def after(turns: int, does: Callable[[], object]) -> tuple[Callable[[], bool], list[int]]:
    """Does this so many turns of the loop later, and stops it 100 turns after that; counts the turns."""
    counted: list[int] = []

    def turned() -> bool:
        counted.append(len(counted))
        if len(counted) == turns:
            does()
        return len(counted) > turns + 100

    return turned, counted


def lays(evening: Evening, card: str) -> None:
    """A hand lays a card that the loop has not seen yet."""
    evening.box.wires.lay(evening.box.uid(card))


def test_nothing_is_taken_until_the_record_is_back_and_then_it_is_as_it_was_shown(evening: Evening) -> None:
    before, record = evening.saved(), evening.record()
    renamed(record)
    lays(evening, "QS")
    turned, counted = after(300, lambda: record.with_suffix(".bak").rename(record))
    with pytest.raises(GoneError):
        evening.box.loop.run(turned)
    assert len(counted) == 300
    assert evening.box.glass == draw(fill(GONE))
    evening.again()
    assert evening.saved() == before


def test_nothing_is_taken_until_the_directory_is_back(evening: Evening) -> None:
    before, root = evening.saved(), evening.root
    directory_renamed(evening.record())
    lays(evening, "QS")
    turned, counted = after(300, lambda: root.with_name("elsewhere").rename(root))
    with pytest.raises(GoneError):
        evening.box.loop.run(turned)
    assert len(counted) == 300
    assert evening.saved() == before


def test_a_record_that_is_gone_is_not_finished(evening: Evening) -> None:
    record = evening.record()
    replaced(record)
    with pytest.raises(GoneError, match="Put it back where it was"):
        evening.box.recorder.finish()
    assert record.exists()
    assert evening.box.recorder.is_there is False


@pytest.mark.parametrize(("button", "turns"), [("OK", 20), ("UP", 120)])
def test_ok_gives_up_what_is_gone(evening: Evening, button: str, turns: int) -> None:
    evening.record().unlink()
    lays(evening, "QS")
    turned, counted = after(20, lambda: evening.box.wires.pins.press(button))
    with pytest.raises(GoneError):
        evening.box.loop.run(turned)
    assert turns <= len(counted) <= turns + 1


def test_no_game_begins_in_a_directory_that_took_the_place_of_the_one_in_use(tmp_path: Path) -> None:
    root = tmp_path / "data"
    store = Store(root)
    with store.alone():
        box = SimulatedBox(store, SimulatedSetup(replace(SIMULATED, games=BIRD_DOG_ONLY, regulars=REGULARS)))
        begins = handle(box.table, Pressed(Button.OK), lambda _: 0)
        while not begins.begins:
            begins = handle(begins.table, Pressed(Button.OK), lambda _: 0)
        directory_restored(root / "records" / "running" / "none")
        with pytest.raises(GoneError):
            box.recorder.keep(begins)
        assert not box.recorder.is_there  # what the loop waits for
    assert list(root.iterdir()) == []
