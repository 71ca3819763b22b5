from __future__ import annotations

import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import pytest

from companion.cli.play_simulated import _setup, _surroundings
from companion.games.registry import GAMES, AtHome
from companion.games.toriatama.drink_list import ONE_DRINK
from companion.match.header import Header
from companion.parts.reader_kind import ReaderSettings
from companion.runtime import service
from companion.runtime.equipment import Equipment
from companion.runtime.panel import DIM
from companion.runtime.service import BOX, power_off_by_systemd, run_box, run_table
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import GOOD_NIGHT, NO_DECK, NOT_SAVED, STOPPED
from companion.settings.schema import DEFAULTS, ClubSettings, Panel, Settings
from companion.simulation.box import REGULARS, deck_for
from companion.storage.disk import CannotStartError, StorageError
from companion.storage.records import Store
from companion.tags.tag_decks import Person, Shelf, TagDeck
from hardware.bus import DeviceError, Edge
from tests.companion.conftest import Companion
from tests.companion.terminal.playing_cards import GAME
from tests.evening import begun, finds, uid_of

ROOT = Path(__file__).parents[3]
HOUSE_DRINKS = tuple(
    f"{colour}-{shape}"
    for colour in "mint rose lime plum".split()
    for shape in "glass mug jug cup keg tin flask".split()
)


SIMULATED = ("--simulate", "--terminal")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_lines_may_come_from_a_pipe() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "companion", "play", "--simulate", "--terminal", "--game", "birddog", "--seed", "1"],
        cwd=ROOT,
        input="\n" * 8,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.count("╭") == 9
    assert "> " not in told.stdout
    assert "10♦" in told.stdout
    first, *_, last = told.stdout.splitlines()
    assert first == "Nothing is kept. To keep it, use --data DIR."
    assert last == f"Bye. {first}"


@pytest.mark.parametrize("end", ["q", EOFError, KeyboardInterrupt])
def test_every_way_to_end_is_a_good_end(companion: Companion, end: str | type[BaseException]) -> None:
    assert "--data DIR" in companion("play", *SIMULATED, "--seed", 1, typed=("", end)).out.splitlines()[-1]


def test_with_a_data_directory_the_game_goes_on(companion: Companion, tmp_path: Path) -> None:
    for _ in range(2):
        ran = companion("play", *SIMULATED, "--game", "birddog", "--data", tmp_path, typed=(*[""] * 8, "q"))
    assert len(list(tmp_path.glob("records/running/*.table"))) == 1
    assert "to go on" in ran.out.splitlines()[-1]


TOYS = """
from companion.support.lazy_import import import_later
from companion.rules.entry import GameEntry
from dataclasses import replace
from tests.test_toy_game import TOY
ENTRY = GameEntry(rules={}, api=3)
"""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--scores", "Ann=5,ann=6"], "“ann” has two scores; allowed: one for each player"),
        (["--scores", "Zoe=5"], "“Zoe” is not in people.regulars and has no name tag; known are Ann, Bob, Cid"),
        (["--scores", "Anne=5"], "did you mean “Ann”?"),
        (["--deck", "nix"], "--deck: “nix” is no deck here; there are none yet"),
        (["--deck", "../../etc/passwd"], "“../../etc/passwd” is no deck here"),
        (["--game", "bonehead", "--scores", "Ann=5"], "--scores: Bonehead does not begin with scores"),
    ],
)
def test_what_no_match_can_begin_with_is_refused(companion: Companion, words: list[str], why: str) -> None:
    err = companion("play", *SIMULATED, *words, status=2).err
    assert why in err
    assert len(err.splitlines()) <= 2


def test_what_is_wished_for_the_first_match_is_told_to_come_too_late(companion: Companion, tmp_path: Path) -> None:
    wishes = ("--game", "birddog", "--scores", "Ann=5", "--data", tmp_path)
    assert companion("play", *SIMULATED, *wishes, typed=(*[""] * 8, "q")).err == ""
    told = companion("play", *SIMULATED, *wishes, typed=("q",)).err
    assert told == (
        "companion play: a match that is not over is here and goes on: --game and --scores would be for a new one\n"
    )


@pytest.mark.parametrize(
    ("module", "source", "why"),
    [
        ("lost_game", None, "there is no module “lost_game” here: go to the directory where it lies, or install it"),
        ("bad_game", "import elsewhere", "No module named 'elsewhere' (bad_game.py, line 1)"),
        (
            "dotted",
            TOYS.format("import_later('toys.TOY')"),
            "“toys.TOY” names no part: write module:name (dotted.py, l",
        ),
        (
            "heart",
            TOYS.format("lambda: replace(TOY, name='hearts', deck_kind='french')"),
            "its name “hearts” is that of a game that is here",
        ),
        (
            "four",
            TOYS.format("lambda: replace(TOY, players=4)"),
            "the field `players` of its Game is 4, and a tuple of numbers from 1 to 12, such",
        ),
        (
            "field",
            TOYS.format("lambda: replace(TOY, player=4)"),
            "__init__() got an unexpected keyword argument 'player' (field.py, line 6)",
        ),
        ("no_game", "ENTRY = 3", "its entry point gives a int, and a GameEntry is wanted"),
    ],
)
def test_a_game_that_is_tried_and_cannot_be_opened_is_told(
    companion: Companion, monkeypatch: pytest.MonkeyPatch, module: str, source: str | None, why: str
) -> None:
    with TemporaryDirectory() as here:
        monkeypatch.chdir(here)
        monkeypatch.setattr(sys, "path", [*sys.path])
        if source is not None:
            Path(f"{module}.py").write_text(source, "utf-8")
        told = companion("play", *SIMULATED, "--game", f"{module}:ENTRY", status=2).err
        monkeypatch.undo()
    assert f"{module}:ENTRY: {why}" in told


def test_the_real_table_takes_no_game_that_is_not_installed(companion: Companion) -> None:
    assert "module:ENTRY is for --simulate" in companion("play", "--game", "whist:ENTRY", status=2).err


def test_a_record_that_cannot_be_kept_ends_with_its_own_status(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way", "utf-8")
    ran = companion("play", *SIMULATED, "--data", tmp_path, typed=(*[""] * 10, "q"), status=75)
    assert "Enter: play goes on without it." in ran.out
    assert f"Move {tmp_path / 'records'} away" in ran.err
    assert ran.err.startswith("companion: ")


@pytest.mark.parametrize("lines", [("q",), ("", "q")], ids=["left", "put aside"])
def test_a_record_that_does_not_fit_the_rules_is_told_and_kept(
    companion: Companion, tmp_path: Path, lines: tuple[str, ...]
) -> None:
    begun(tmp_path, *Header(GAME, REGULARS[:3], opener=2).lines(), "deal", "Ann AC")
    assert "Enter: it is put aside" in companion("play", *SIMULATED, "--data", tmp_path, typed=lines).out
    (kept,) = (tmp_path / "records" / "running").iterdir()
    assert kept.suffix == (".table" if lines == ("q",) else ".damaged-1")


def test_the_journal_names_what_cannot_be_gone_on_with_once_and_not_what_stands_there(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(store.root, *Header(GAME, REGULARS[:3], opener=2).lines(), "deal", "Ann AC")
    turns = iter((False, False, True))
    run_table(store, store.decks.shelf(), simulation_of().devices, lambda: next(turns))
    (path,) = store.all_running()
    why = "line 5: does not fit the rules"
    told = f"companion: the game {path.stem} cannot be continued ({why}): OK keeps it as {path.stem}.damaged-1\n"
    assert capsys.readouterr().err == told


def test_a_deck_of_the_house_can_lie_on_the_simulated_table(companion: Companion, tmp_path: Path) -> None:
    deck = TagDeck("half", "french", dict(list(deck_for(GAME).pieces.items())[:12]))
    Store(tmp_path).decks.save(deck)
    typed = (*[""] * 5, "o", "9c", "q")
    ran = companion("play", *SIMULATED, "--game", "birddog", "--data", tmp_path, "--deck", "half", typed=typed)
    assert "9C has no tag in this deck" in ran.out


def test_shutting_down_ends_the_simulation_well_and_says_so(companion: Companion, tmp_path: Path) -> None:
    for _ in range(2):  # the second time the box comes back and is shut down again
        typed = ("h", "u", "o", "o", "ho", AssertionError)
        told = companion("play", *SIMULATED, "--data", tmp_path, typed=typed).out.splitlines()
        assert "Hold OK" in " ".join(told)
        assert "switch itself off now" in told[-2]
        assert "to go on" in told[-1]


def test_a_second_program_on_one_data_directory_is_refused(companion: Companion, tmp_path: Path) -> None:
    with Store(tmp_path).alone():
        told = companion("play", *SIMULATED, "--data", tmp_path, typed=("q",), status=2).err
    assert f"another companion is at work in {tmp_path}." in told
    assert "--data DIR" in told
    companion("play", *SIMULATED, "--data", tmp_path, typed=("q",))


def test_drinks_that_cannot_be_played_with_stop_no_game(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "drinks.txt").write_text("mint-glass\nred can\n", "utf-8")
    typed = ("o", *[""] * 6, "mint-glass", "red-can", "q")
    ran = companion("play", *SIMULATED, "--game", "toriatama", "--data", tmp_path, "--seed", 1, typed=typed)
    assert ran.err == (
        f"companion: no drinks to play with: {tmp_path}/drinks.txt. Line 2: found “red can”; allowed: {ONE_DRINK}.\n"
    )
    (record,) = tmp_path.glob("records/running/*.table")
    assert "takes red-can " in record.read_text("utf-8")


def test_the_simulated_table_serves_the_drinks_of_the_house(companion: Companion, tmp_path: Path) -> None:
    (tmp_path / "drinks.txt").write_text("\n".join(HOUSE_DRINKS), "utf-8")
    typed = (*[""] * 6, HOUSE_DRINKS[0], "red-can", "q")
    ran = companion("play", *SIMULATED, "--game", "toriatama", "--data", tmp_path, "--seed", 1, typed=typed)
    assert "“red-can” is no card of this deck" in ran.out
    (record,) = tmp_path.glob("records/running/*.table")
    assert f"takes {HOUSE_DRINKS[0]} " in record.read_text("utf-8")


def test_off_a_pi_the_simulation_is_proposed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    nowhere = Settings(reader=ReaderSettings(spi_bus=10), panel=Panel(i2c_bus=99))
    assert run_box(tmp_path, replace(BOX, settings=nowhere)) == 2
    told = capsys.readouterr().err
    assert "add --simulate" in told
    assert len(told.splitlines()) == 2


def test_without_a_deck_the_box_offers_to_enrol_one(store: Store) -> None:
    wires = simulation_of()
    turns, pictures = iter([False] * 5 + [True]), []

    def stop() -> bool:
        pictures.append(wires.panel.picture())
        return next(turns)

    run_table(store, store.decks.shelf(), wires.devices, stop)
    assert pictures[-1] == draw(fill(NO_DECK)).pages


def test_the_real_table_runs_until_it_is_told_to_stop_and_says_that_all_is_saved(store: Store) -> None:
    store.decks.save(deck_for(GAME, REGULARS))
    wires = simulation_of()
    turns = iter([False] * 5 + [True])
    pictures: list[bytes] = []

    def stop() -> bool:
        pictures.append(wires.panel.picture())
        return next(turns)

    run_table(store, store.decks.shelf(), wires.devices, stop)
    assert any(pictures[-1])
    assert wires.panel.picture() == draw(fill(STOPPED)).pages
    assert wires.panel.contrast == DIM


def test_the_real_table_is_switched_off_by_its_players_and_goes_on_wishing_a_good_night(
    monkeypatch: pytest.MonkeyPatch, store: Store, tmp_path: Path
) -> None:
    store.decks.save(deck_for(GAME, REGULARS))
    wires, presses = simulation_of(), iter(("BACK", "UP", "OK", "OK"))
    switched_off: list[bool] = []

    def power_off() -> int:
        with Store(tmp_path).alone():  # the directory is free again by then
            switched_off.append(True)
        return 0

    finds(monkeypatch, tmp_path, replace(wires.devices, buttons=EachHeld(wires, presses)))
    monkeypatch.setattr(service, "power_off_by_systemd", power_off)
    assert run_box(tmp_path, BOX) == 0
    assert switched_off == [True]
    assert wires.panel.picture() == draw(fill(GOOD_NIGHT)).pages


@pytest.mark.parametrize(("command", "status"), [("true", 0), ("false", 2), ("no-such-command", 2)])
def test_a_system_that_does_not_switch_off_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, status: int
) -> None:
    monkeypatch.setattr(service, "POWER_OFF", (command,))
    assert power_off_by_systemd() == status
    assert ("everything is saved" in capsys.readouterr().err) is bool(status)


def test_the_real_table_is_refused_where_another_one_is_at_work(
    monkeypatch: pytest.MonkeyPatch, store: Store, tmp_path: Path
) -> None:
    store.decks.save(deck_for(GAME, REGULARS))
    monkeypatch.setattr(service, "wires_of", lambda _: (tmp_path,))
    monkeypatch.setattr(service, "real", None)  # no part may be touched
    with store.alone(), pytest.raises(CannotStartError, match="another companion is at work"):
        run_box(tmp_path, BOX)


@dataclass
class EachHeld:
    """Fingers that hold one button after the other for a second, and let it go."""

    wires: Simulation
    presses: Iterator[str]
    down: str = ""
    since: float = 0.0
    names = ()
    faults = MappingProxyType[str, DeviceError]({})

    def edges(self) -> list[Edge]:
        now = self.wires.clock.now()
        if self.down and now - self.since < 1.0:
            return []
        released = [Edge(self.down, down=False, at=now)] if self.down else []
        self.down, self.since = "" if self.down else next(self.presses), now
        return released or [Edge(self.down, down=True, at=now)]

    def wait(self, seconds: float) -> None:
        self.wires.clock.sleep(seconds)

    def close(self) -> None:
        self.wires.devices.buttons.close()


def test_the_real_table_goes_on_showing_that_nothing_is_saved(store: Store, tmp_path: Path) -> None:
    store.decks.save(deck_for(GAME, REGULARS))
    (tmp_path / "records").write_text("in the way", "utf-8")
    wires = simulation_of()

    def answers_ok_for_ever() -> bool:
        (wires.pins.release if wires.pins.is_down("OK") else wires.pins.press)("OK")
        return False

    with pytest.raises(StorageError, match="cannot make the directory"):
        run_table(
            store,
            store.decks.shelf(),
            wires.devices,
            answers_ok_for_ever,
            equipment=replace(BOX, games={GAME.name: GAME}),
        )
    assert wires.panel.picture() == draw(fill(NOT_SAVED)).pages


def test_a_signal_ends_the_real_table_well(monkeypatch: pytest.MonkeyPatch, store: Store, tmp_path: Path) -> None:
    store.decks.save(deck_for(GAME, REGULARS))

    def told_at_once(*run: object, equipment: Equipment) -> None:
        assert equipment.settings is DEFAULTS
        *_, stop = run
        assert callable(stop)
        assert not stop()
        signal.raise_signal(signal.SIGTERM)
        assert stop()

    monkeypatch.setattr(service, "run_table", told_at_once)
    finds(monkeypatch, tmp_path, simulation_of().devices)
    before = signal.getsignal(signal.SIGTERM)
    assert run_box(tmp_path, BOX) == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_stray_decks_are_known_by_name_and_people_by_their_tags(store: Store) -> None:
    deck = deck_for(GAME, ("Dee", "Eva"))
    store.decks.save(deck)
    assert store.decks.shelf(deck.name) == Shelf((deck,))
    assert store.decks.shelf().people == ("Dee", "Eva")
    assert uid_of(deck, Person("Dee"))


def test_the_data_directory_follows_the_desktop_standard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, companion: Companion
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    roots: list[Path] = []

    def noted(root: Path, *_: object, **__: object) -> int:
        roots.append(root)
        return 0

    monkeypatch.setattr("companion.cli.play.run_box", noted)
    companion("play")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    companion("play")
    assert roots == [tmp_path / "companion", Path("/home/ann/.local/share/companion")]


def test_a_simulated_table_is_in_no_club_whatever_the_settings_of_the_box(tmp_path: Path) -> None:
    arguments = Namespace(config=None, data=None, deck=None, game=None, scores=None, seed=7, simulate=True)
    settings = Settings(club=ClubSettings(on=True, box="heron", broker="club.local"))
    found = _setup(Store(tmp_path), arguments, settings, AtHome(GAMES), around=_surroundings(7))
    assert found.equipment.settings == replace(settings, club=replace(settings.club, on=False))
