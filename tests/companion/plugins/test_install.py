"""Games of other packages in their place: installed, updated and removed, whatever happens meanwhile."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.games.plugins import INDEX, PlugIn, SpoiltIndexError, load_index, save_index
from companion.plugins.install import LOCK, BusyError, Candidate, PlugInGames, candidates_of
from companion.plugins.wheel import UnfitWheelError, Wheel, read_wheel
from companion.storage.disk import Disk, StorageError
from companion.support.values import replace
from tests.companion.storage.spoilt_disk import KilledError, SpoiltDisk
from tests.needs import needs_another_user
from tests.plugins import MODULES, wheel
from tests.storage.memory_card import MemoryCard


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def games(place: Path) -> Iterator[PlugInGames]:
    with PlugInGames(place).lock() as held:
        yield held


def fine(candidate: Candidate) -> PlugIn:
    return PlugIn(
        candidate.name, "High Card", candidate.package, candidate.version, 1, candidate.entry, candidate.path, (2, 3)
    )


def refused(candidate: Candidate) -> PlugIn:
    raise UnfitWheelError(f"{candidate.name} is no good")


def a_wheel(tmp_path: Path, version: str = "1.0", **files: str) -> Wheel:
    return read_wheel(wheel(tmp_path, {**MODULES, **files}, version=version))


def directories(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir() if path.is_dir())


def test_an_installed_game_lies_in_its_own_directory_and_in_the_index(
    games: PlugInGames, place: Path, tmp_path: Path
) -> None:
    found = games.install(a_wheel(tmp_path), fine)
    assert load_index(place) == (found,)
    assert (found.path, found.source) == ("highcard-1.0-1", "highcard 1.0")
    for name, text in MODULES.items():
        assert (place / found.path / name).read_text("utf-8") == text


def test_others_may_read_what_root_has_installed(place: Path, tmp_path: Path) -> None:
    wheel = a_wheel(tmp_path)
    before = os.umask(0o077)
    try:
        with PlugInGames(place).lock() as games:
            games.install(wheel, fine)
    finally:
        os.umask(before)
    assert (place / LOCK).stat().st_mode & 0o777 == 0o600  # else they could lock it
    for path in {place, *place.rglob("*")} - {place / LOCK}:
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644)


def test_it_is_tried_before_it_counts(games: PlugInGames, place: Path, tmp_path: Path) -> None:
    def looks(candidate: Candidate) -> PlugIn:
        assert (place / "highcard-1.0-1/highcard/rules.py").is_file()
        assert not (place / INDEX).exists()
        assert candidate.path == str(place / "highcard-1.0-1")
        return fine(candidate)

    games.install(a_wheel(tmp_path), looks)


def test_what_is_refused_leaves_nothing_behind(games: PlugInGames, place: Path, tmp_path: Path) -> None:
    with pytest.raises(UnfitWheelError):
        games.install(a_wheel(tmp_path), refused)
    assert directories(place) == []
    assert load_index(place) == ()


def test_an_update_takes_the_place_of_the_old_version(games: PlugInGames, place: Path, tmp_path: Path) -> None:
    for version in ("1.0", "1.1", "1.1", "1.0"):
        found = games.install(a_wheel(tmp_path, version), fine)
        assert load_index(place) == (found,)
        assert directories(place) == [found.path]
        assert found.version == version


def test_a_refused_update_leaves_the_old_version(games: PlugInGames, place: Path, tmp_path: Path) -> None:
    old = games.install(a_wheel(tmp_path), fine)
    with pytest.raises(UnfitWheelError):
        games.install(a_wheel(tmp_path, "2.0"), refused)
    assert load_index(place) == (old,)
    assert directories(place) == [old.path]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"name": "highcard"}, "a game called “highcard” is installed already, from someone-elses 3.0"),
        ({"entry": "highcard.entry:ENTRY"}, "its package “highcard” has the name of another one here"),
    ],
)
def test_a_name_that_is_taken_is_refused(
    games: PlugInGames, place: Path, tmp_path: Path, other: dict[str, str], why: str
) -> None:
    plug_in = PlugIn("chess", "Chess", "someone-elses", "3.0", 1, "chess:ENTRY", "someone_elses-3.0-1")
    save_index(place, [replace(plug_in, name=other.get("name", plug_in.name), entry=other.get("entry", plug_in.entry))])
    with pytest.raises(UnfitWheelError, match=why):
        games.install(a_wheel(tmp_path), fine)


@pytest.mark.parametrize(
    ("name", "entry", "why"),
    [
        ("birddog", "highcard.entry:ENTRY", "a game called “birddog” is installed already, from the companion"),
        ("chess", "companion.cli:ENTRY", "its package “companion” has the name of another one here"),
        ("chess", "hardware.cli:ENTRY", "its package “hardware” has the name of another one here"),
        ("chess", "rich.cli:ENTRY", "its package “rich” has the name of another one here"),
        ("chess", "json:ENTRY", "its package “json” has the name of another one here"),
    ],
)
def test_neither_a_game_nor_a_package_of_ours_is_replaced(
    games: PlugInGames, tmp_path: Path, name: str, entry: str, why: str
) -> None:
    with pytest.raises(UnfitWheelError, match=why):
        games.install(replace(a_wheel(tmp_path), name=name, entry=entry), fine)


def test_a_removed_game_is_gone_and_the_others_stay(games: PlugInGames, place: Path, tmp_path: Path) -> None:
    installed = games.install(a_wheel(tmp_path), fine)
    chess = PlugIn("chess", "Chess", "chess", "1.0", 1, "chess:ENTRY", "/usr/lib/python")
    save_index(place, [installed, chess])
    assert games.remove("highcard") == installed
    assert load_index(place) == (chess,)
    assert directories(place) == []
    for name in ("highcard", "chess"):
        with pytest.raises(KeyError):
            games.remove(name)


def test_what_an_interrupted_installation_left_is_deleted_by_the_next_and_nothing_else(
    games: PlugInGames, place: Path, tmp_path: Path
) -> None:
    games.install(a_wheel(tmp_path), fine)
    for name in ("highcard-0.9-1", "whist-1.0-3", "my letters", "photos-2026"):
        (place / name).mkdir()
    games.install(a_wheel(tmp_path, "1.1"), fine)
    assert directories(place) == ["highcard-1.1-1", "my letters", "photos-2026"]


def test_a_spoilt_index_is_not_written_over_but_looked_for_anew(
    games: PlugInGames, place: Path, tmp_path: Path
) -> None:
    games.install(a_wheel(tmp_path), fine)
    (place / INDEX).write_bytes(b"x")
    with pytest.raises(SpoiltIndexError):
        games.install(a_wheel(tmp_path, "1.1"), fine)
    with pytest.raises(SpoiltIndexError):
        games.remove("highcard")
    (found,) = games.refresh(candidates_of(games.wheel_places()), fine)
    assert (found.name, found.path, load_index(place)) == ("highcard", "highcard-1.0-1", (found,))


def test_a_game_that_cannot_be_played_is_in_the_index_with_the_reason(games: PlugInGames, place: Path) -> None:
    candidate = Candidate("chess", "1.0", "chess", "chess:ENTRY", "/usr/lib")
    games.refresh([candidate], refused)
    (found,) = load_index(place)
    assert (found.name, found.path, found.aside) == ("chess", "/usr/lib", "chess is no good")


def test_of_two_games_of_one_name_the_second_is_set_aside(games: PlugInGames) -> None:
    candidate = Candidate("chess", "1.0", "chess", "chess:ENTRY", "/usr/lib")
    first, second = games.refresh([candidate, candidate._replace(package="other", entry="other:ENTRY")], fine)
    assert not first.aside
    assert second.aside.startswith("a game called “chess” is installed already, from chess 1.0")


def test_one_package_may_bring_several_games_by_pip(games: PlugInGames) -> None:
    candidate = Candidate("chess", "1.0", "chess", "chess:ENTRY", "/usr/lib")
    assert not any(found.aside for found in games.refresh([candidate, candidate._replace(name="draughts")], fine))


def test_two_installations_do_not_meet(games: PlugInGames, place: Path) -> None:
    assert games
    with pytest.raises(BusyError, match="another companion games is running"), PlugInGames(place).lock():
        raise AssertionError


HOLDS = """\
import fcntl, os, sys, time
os.setgroups([]), os.setgid(65534), os.setuid(65534)
held = []
for place in (sys.argv[1], *(one.path for one in os.scandir(sys.argv[1]))):
    try:
        held.append(os.open(place, os.O_RDONLY))
        fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        pass
print(len(held), flush=True)
time.sleep(60)
"""


def test_no_other_user_can_keep_root_from_removing_a_game(tmp_path: Path) -> None:
    """Everybody may read the place, and what can be read can be locked."""
    needs_another_user()
    with TemporaryDirectory() as readable:
        place = Path(readable) / "games"
        place.parent.chmod(0o755)
        with PlugInGames(place).lock() as games:
            games.install(a_wheel(tmp_path), fine)
        with subprocess.Popen([sys.executable, "-c", HOLDS, str(place)], stdout=subprocess.PIPE) as other:  # noqa: S603 - our own words
            try:
                assert other.stdout is not None
                assert int(other.stdout.readline()) >= 3  # the place, its index, the package
                with PlugInGames(place).lock() as games:
                    assert games.remove("highcard").name == "highcard"
            finally:
                other.kill()


def test_a_place_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError), PlugInGames(tmp_path / "file/games").lock():
        raise AssertionError


def test_the_lock_is_free_again(place: Path) -> None:
    with PlugInGames(place).lock():
        pass
    descriptor = os.open(place / LOCK, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(descriptor)


def updated(place: Path, disk: Disk, old: Wheel, new: Wheel) -> PlugIn:
    """What the index names after an update on this disk, which may kill it."""
    with PlugInGames(place).lock() as held:
        held.install(old, fine)
    with suppress(KilledError), PlugInGames(place, disk).lock() as held:
        held.install(new, fine)
    (plug_in,) = load_index(place)
    return plug_in


def test_killed_at_any_call_around_the_change_of_the_index_the_old_version_is_whole_or_the_new(tmp_path: Path) -> None:
    """On a real disk, where the old version is deleted."""
    old, new = a_wheel(tmp_path), a_wheel(tmp_path, "1.1")
    unspoilt, found = SpoiltDisk(), set()
    updated(tmp_path / "unspoilt", unspoilt, old, new)
    last = len(unspoilt.calls)
    for call in range(last - 12, last + 1):
        disk = SpoiltDisk(call, "kill")
        plug_in = updated(tmp_path / str(call), disk, old, new)
        disk.leave()
        assert all((tmp_path / str(call) / plug_in.path / name).read_text("utf-8") == MODULES[name] for name in MODULES)
        found.add(plug_in.version)
    assert found == {"1.0", "1.1"}


def test_after_a_power_cut_the_old_version_is_there_or_the_new(tmp_path: Path) -> None:
    old, new = a_wheel(tmp_path), a_wheel(tmp_path, "1.1", **{"highcard/more.py": "x = 1\n" * 300})
    card, left = MemoryCard(), list[MemoryCard]()
    place = card.base / "games"
    with PlugInGames(place, card).lock() as held:
        held.install(old, fine)
        card.watch = lambda *_: left.extend(card.after_a_cut(Random(number)) for number in range(6))
        held.install(new, fine)
    assert len(left) > 100
    found = []
    for cut in left:
        (plug_in,) = load_index(place, cut)
        meant = {"1.0": old, "1.1": new}[plug_in.version]
        assert {name: cut.read(place / plug_in.path / name) for name in meant.files} == meant.files
        found.append(plug_in.version)
    assert set(found) == {"1.0", "1.1"}
    assert load_index(place, card)[0].version == "1.1"
