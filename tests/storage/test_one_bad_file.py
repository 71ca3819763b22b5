"""One file or directory of the data that cannot be read: it is named, everything else goes on, and nothing begins anew.

Rights are those of the system: the table is started in a process of a user who owns the data and is not root.
"""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.doctor.findings import failure
from companion.doctor.storage_checks import examine_files
from companion.enrolment.deck_transfer import DeckCollection
from companion.games.plugins import PlugIn, save_index
from companion.games.registry import at_home
from companion.rules.entry import API
from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup, decks_for
from companion.storage.disk import DISK, EVERYBODYS, Disk
from companion.storage.records import Store
from companion.support.values import replace
from companion.table.notes import PARKED as PARKED_LINE
from companion.tags.tag_decks import TagDeck, encode
from companion.web.saved_games import SavedGames
from tests.evening import BIRD_DOG_ONLY, FULL_DEAL_RECORD, REGULARS, ROOT, begun
from tests.needs import needs_another_user
from tests.plugins import ENTRY, MODULES, unpacked
from tests.slots import slots
from tests.storage.straced import strace

NOBODY = 65534

RUNNING = "records/running/running.table"
PARKED = "records/running/parked.table"
FINISHED = "records/finished.table"
ONE, TWO = "decks/one.json", "decks/two.json"
DRINKS = "drinks.txt"
NEEDED = ("", "records/running")
"""Without these nothing can be saved."""
TOLD_BY_THE_TABLE = (RUNNING, PARKED, ONE, TWO, "decks", "decks/left.unfinished", DRINKS)
OPTIONAL = ("records/running/parked", "records/running/checkpoint", "splash", "starting")
"""What the next start makes anew."""
PLACES = (*TOLD_BY_THE_TABLE, "records/running", FINISHED, *OPTIONAL)


@dataclass(frozen=True)
class Start:
    """What a start came to: what it reported, with its pictures; whether a game is on; what the doctor says."""

    reported: tuple[str, ...]
    pictures: tuple[tuple[str, ...], ...]
    in_play: bool
    decks: tuple[str, ...]
    parked: int
    doctor: str
    page: tuple[str, ...]


class Failing(Disk):
    """A card that does not give one file or directory."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def _may(self, path: Path) -> None:
        if path == self.place:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def read(self, path: Path) -> bytes:
        self._may(path)
        return super().read(path)

    def files(self, directory: Path) -> list[Path]:
        self._may(directory)
        return super().files(directory)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with a game that is on, a parked one, one that is over, two decks and one being enrolled."""
    root = tmp_path_factory.mktemp("kept")
    for place, lines in (
        (FINISHED, FULL_DEAL_RECORD),
        (PARKED, (*FULL_DEAL_RECORD[:9], PARKED_LINE)),
        (RUNNING, FULL_DEAL_RECORD[:9]),
    ):
        begun(root, *(line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()))
        (root / "records/running/2026-01-01-000000-begun.table").rename(root / place)
    files, (deck, *_) = Store(root).decks, decks_for(BIRD_DOG_ONLY.values(), REGULARS)
    for name, finished in (("one", True), ("two", True), ("left", False)):
        files.save(TagDeck(name, deck.kind, deck.pieces), finished=finished)
    for name in ("splash", "starting", "records/running/checkpoint"):
        (root / name).write_bytes(b"")
    assert started(root).reported == ()  # and all that is imported late is: another user may not read it
    return root


@pytest.fixture
def data(kept: Path) -> Iterator[Path]:
    """A copy of it that belongs to a user who is not root."""
    needs_another_user()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "data"
        shutil.copytree(kept, root)
        for path in (Path(place), root, *root.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        yield root


def started(root: Path, disk: Disk = DISK) -> Start:
    """Start the table, and confirm what it reports."""
    unread = at_home(root, disk).faults
    equipment = replace(SIMULATED, games=BIRD_DOG_ONLY, regulars=REGULARS, unread=unread)
    box = SimulatedBox(Store(root, disk), SimulatedSetup(equipment), enrolled=True)
    reported = tuple(getattr(damage, "place", "") or getattr(damage, "record", "") for damage in box.table.reported)
    pictures = []
    for _ in reported:
        screen = screen_for(box.table)
        assert box.glass == draw(screen)
        pictures.append((slots(screen).title, *slots(screen).lines))
        box.press("OK")
    table = box.table
    box.pull_the_plug()
    found = examine_files(root, disk)
    shelf = DeckCollection(Store(root, disk).decks, BIRD_DOG_ONLY).shelf()
    decks = tuple(deck.name for deck in shelf.decks)
    doctor = f"{found.state.value}: {found.found} -> {found.remedy}"
    return Start(reported, tuple(pictures), table.in_play, decks, len(table.house.parked), doctor, tuple(shelf.faults))


def as_owner(does: Callable[[], Start]) -> Start:
    """Do it in a process of the user who owns the data."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(writes, pickle.dumps(does()))
            os._exit(0)
        except BaseException:  # noqa: BLE001 - told by the parent
            os.write(writes, pickle.dumps(traceback.format_exc()))
            os._exit(1)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = pickle.loads(pipe.read())  # noqa: S301 - our own
    os.waitpid(child, 0)
    assert isinstance(told, Start), told
    return told


def no_rights(place: Path) -> None:
    place.chmod(0)


def of_root(place: Path) -> None:
    os.chown(place, 0, 0)
    place.chmod(0o700 if place.is_dir() else 0o600)


def swapped(place: Path) -> None:
    """A directory in place of a file, or a file in place of a directory."""
    if place.is_dir():
        shutil.rmtree(place)
        place.write_bytes(b"")
    else:
        place.unlink()
        place.mkdir()
    os.chown(place, NOBODY, NOBODY)


@contextmanager
def unchanged(root: Path, but: str) -> Iterator[None]:
    """Every file of somebody's play or work is as it was afterwards."""
    own = [root / name for name in (RUNNING, PARKED, FINISHED, ONE, TWO) if not name.startswith(but)]
    before = {path: path.read_bytes() for path in own}
    yield
    assert {path: path.read_bytes() for path in own} == before


@pytest.mark.parametrize("spoil", [of_root, swapped], ids=lambda spoil: spoil.__name__)
@pytest.mark.parametrize("place", PLACES)
def test_what_cannot_be_read_is_named_and_everything_else_goes_on(
    data: Path, place: str, spoil: Callable[[Path], None]
) -> None:
    if place == DRINKS:
        (data / DRINKS).touch()
    spoil(data / place)
    with unchanged(data, place):
        start = as_owner(lambda: started(data))
    assert_named(start, place, told="it is" if spoil is swapped else "no right to use it")


@pytest.mark.parametrize("place", PLACES)
def test_what_the_card_does_not_give_is_named_and_everything_else_goes_on(data: Path, place: str) -> None:
    if place == DRINKS:
        (data / DRINKS).touch()
    with unchanged(data, place):
        start = as_owner(lambda: started(data, Failing(data / place)))
    assert_named(start, place, told="the card fails")


def assert_named(start: Start, place: str, told: str) -> None:
    if place not in OPTIONAL or not start.doctor.startswith("ok: "):
        assert start.doctor.startswith("failure: "), start
        assert f"{place}: {told}" in start.doctor
    table_needs_it = place in TOLD_BY_THE_TABLE or place in NEEDED
    assert (place in start.reported) == table_needs_it
    if table_needs_it:
        picture = start.pictures[start.reported.index(place)]
        assert (picture[0], picture[-2:]) == ("Cannot read", ("sudo companion doctor", "OK = play on"))
        assert place.removeprefix("records/running/") in picture
    assert start.in_play == (place not in {RUNNING, *NEEDED})
    assert start.parked == (place not in {PARKED, *NEEDED})
    lost = {"decks": {"one", "two"}, ONE: {"one"}, TWO: {"two"}}.get(place, set())
    assert set(start.decks) == {"one", "two"} - lost
    assert any(place in fault for fault in start.page) == place.startswith("decks")


def test_a_directory_without_rights_starts_no_new_game_that_could_be_lost(data: Path) -> None:
    of_root(data / "records/running")
    start = as_owner(lambda: started(data))
    assert start.reported == ("records/running",)
    assert "sudo chown -R nobody: " in start.doctor
    assert str(data / "records/running") in start.doctor


def test_a_deck_that_cannot_be_read_keeps_its_name(data: Path) -> None:
    no_rights(data / ONE)
    before = (data / ONE).read_bytes()

    def taken() -> Start:
        assert "one" in Store(data).decks.shelf().taken
        return started(data)

    as_owner(taken)
    assert (data / ONE).read_bytes() == before


# ---------------------------------------------------------------- commands of root


GRABS = """\
import os
from contextlib import suppress
with suppress(OSError):
    os.setresuid(0, 0, 0)
with suppress(OSError):
    open("{token}/taken", "w").close()
open("{token}.loaded", "w").close()
"""


def command(root: Path, *words: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own words
        [*before, sys.executable, "-m", "companion", *words, "--data", str(root)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def text_of_deck(where: Path) -> Path:
    deck, *_ = decks_for(BIRD_DOG_ONLY.values(), REGULARS)
    file = where / "new.json"
    file.write_text(encode(TagDeck("new", deck.kind, deck.pieces)), "utf-8")
    return file


def owners(root: Path) -> set[int]:
    return {path.lstat().st_uid for path in (root, *root.rglob("*"))}


def test_what_root_imports_belongs_to_the_owner_of_the_data(data: Path, tmp_path: Path) -> None:
    done = command(data, "decks", "import", str(text_of_deck(tmp_path)))
    assert (done.returncode, (data / "decks/new.json").is_file()) == (0, True), done.stderr
    assert owners(data) == {NOBODY}
    assert "new" in as_owner(lambda: started(data)).decks


def test_what_root_looks_at_belongs_to_the_owner_of_the_data(data: Path, tmp_path: Path) -> None:
    for words in (("history",), ("decks", "list"), ("doctor", "--simulate"), ("decks", "rename", "two", "three")):
        done = command(data, *words)
        assert "Traceback" not in done.stderr, done.stderr
    copy = tmp_path / "french.json"
    assert command(data, "decks", "export", "one", str(copy)).returncode == 0
    assert (owners(data), copy.stat().st_uid) == ({NOBODY}, 0)


@pytest.mark.parametrize(("odd", "shown"), [("zo\udceb", r"zo\udceb"), ("zo\ne", r"zo\u000ae")])
def test_a_file_whose_name_cannot_be_shown_is_named_and_everything_else_goes_on(
    kept: Path, tmp_path: Path, odd: str, shown: str
) -> None:
    root = tmp_path / "data"
    shutil.copytree(kept, root)
    for place in (FINISHED, PARKED, ONE):
        shutil.copy(root / place, (root / place).with_stem(odd))
    assert f"records/running/{shown}.table" in started(root).reported
    listed = SavedGames(Store(root), BIRD_DOG_ONLY).as_json("")
    assert [game["record"] for game in listed["finished"]] == [Path(FINISHED).stem]
    for words, status in (
        ("history --csv", 1),
        ("decks", 0),
        (f"backup {tmp_path}/b.zip", 1),
        ("doctor --simulate", 1),
    ):
        done = command(root, *words.split())
        assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr
        assert shown in done.stdout + done.stderr, words
    packed = zipfile.ZipFile(tmp_path / "b.zip").namelist()
    assert {RUNNING, PARKED, FINISHED, ONE, TWO} <= set(packed)


@pytest.mark.parametrize("odd", ["back\\slash", "x" * 201])
def test_the_doctor_names_what_no_backup_takes_in(tmp_path: Path, odd: str) -> None:
    (tmp_path / f"{odd}.txt").touch()
    found = examine_files(tmp_path, DISK)
    told = f"{odd}.txt: it is in no backup: its name has a backslash, or more than 200 letters"
    assert found == failure(told, "Give it another name.")


def test_root_follows_no_link_that_the_owner_has_planted(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "shadow"
    target.write_text("secret", "utf-8")
    for name in ("decks/.new.tmp", ".doctor.tmp"):
        (data / name).symlink_to(target)
    command(data, "decks", "import", str(text_of_deck(tmp_path)))
    command(data, "doctor", "--simulate")
    assert target.read_text("utf-8") == "secret"


@pytest.mark.parametrize("words", ["decks list", "doctor --simulate", "doctor --no-questions"])
def test_a_game_that_root_loads_for_the_owner_of_the_data_cannot_be_root_again(data: Path, words: str) -> None:
    place, token = data.parent / "games", data.parent / "token"
    token.mkdir(0o700)
    unpacked(place / "highcard-1.0-1", {**MODULES, "highcard/entry.py": f"{GRABS.format(token=token)}{ENTRY}"})
    known = PlugIn("highcard", "High Card", "highcard", "1.0", API, "highcard.entry:ENTRY", "highcard-1.0-1", (2, 3))
    save_index(place, [replace(known, deck_kinds=("numbers",), at_home=True)], EVERYBODYS)
    done = command(data, *words.split(), before=("env", f"COMPANION_GAMES={place}"))
    assert "Traceback" not in done.stderr, done.stderr
    assert list(token.iterdir()) == []
    assert token.with_suffix(".loaded").exists()


def test_root_follows_no_link_in_place_of_the_data(tmp_path: Path) -> None:
    needs_another_user()
    roots, link = tmp_path / "roots", tmp_path / "link"
    roots.mkdir(0o755)
    link.symlink_to(roots)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
    command(link, "decks", "import", str(text_of_deck(tmp_path)))
    assert list(roots.iterdir()) == []


def test_a_card_that_fails_at_one_deck_shows_the_others(data: Path) -> None:
    place = str(data / ONE)
    fails = ("-f", "-qq", "-o", "/dev/null", "-P", place, "-e", "trace=read", "-e", "inject=read:error=EIO")
    done = command(data, "decks", "list", before=(strace(), *fails))
    assert (done.returncode, f"{place}. The card fails: copy" in done.stdout, "two" in done.stdout) == (0, True, True)


# ---------------------------------------------------------------- a file of zeros


MEMORY_MB = 128
"""MemoryMax of the service."""
ZEROS = 200 << 20
WITH_ZEROS = """
import sys
from pathlib import Path
from companion.cli.main import main
from companion.runtime import first_picture, guest_games, splash
from companion.settings.schema import DEFAULTS
from tests.storage.test_one_bad_file import started
root = Path(sys.argv[1])
words = ["play", "--data", str(root)]
assert splash.show(words, {"NOTIFY_SOCKET": "none"})
first_picture.show(words, {"NOTIFY_SOCKET": "none"})
assert splash.load(root, DEFAULTS.panel) == ()
with guest_games.starts_counted(root):
    start = started(root)
main(["history", "--data", sys.argv[1]])
(peak,) = (line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(int(peak) >> 10, *start.reported)
"""


def test_files_of_200_mb_of_zeros_are_named_within_the_memory_of_the_service(kept: Path, tmp_path: Path) -> None:
    root = tmp_path / "data"
    shutil.copytree(kept, root)
    for place in (PARKED, FINISHED, ONE, *OPTIONAL):
        with (root / place).open("r+b") as file:
            file.truncate(0)
            file.truncate(ZEROS)
    words = (sys.executable, "-c", WITH_ZEROS, str(root))
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own
    memory, *reported = done.stdout.splitlines()[-1].split()
    assert set(reported) == {PARKED, ONE}
    assert "finished.table: skipped" in done.stderr
    assert "no file of the companion has more than 16 MB" in done.stderr
    print(f"{memory} MB at most")  # noqa: T201 - the figure
    assert int(memory) < MEMORY_MB
