"""`companion games`: what there is and whence, and games of other packages installed, tried, refused and removed."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli.games import TRIAL, _trial
from companion.cli.main import main
from companion.games import plugins, registry
from companion.games.plugins import INDEX, PlugIn, load_index, save_index
from companion.games.registry import games_at_home
from companion.plugins import trial
from companion.plugins.install import LOCK, Candidate
from companion.plugins.trial import describe_by_trial
from companion.plugins.wheel import UnfitWheelError
from companion.screens.current_screen import screen_for
from companion.support.values import replace
from tests.evening import Evening
from tests.plugins import ENTRY, MODULES, TAGS, imported, unpacked, wheel
from tests.slots import slots
from tests.test_toy_game import TO_THE_END
from tests.torture import every_so_many, only_with_torture


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place of games; what a test imports from there is forgotten after it."""
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path / "games"))
    with imported():
        yield tmp_path / "games"


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial opens a game and does not play it, which takes ten seconds each: other tests see that it does."""
    monkeypatch.setattr("companion.cli.games._trial", lambda progress, **_: _trial(progress, plays=False))


def test_without_other_packages_the_games_of_the_house_are_listed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["name", "title", "players", "from"]
    assert lines[3].split() == ["birddog", "Bird", "Dog", "3", "companion", "0.1.0"]
    assert not place.exists()


def test_a_game_is_installed_listed_told_and_removed(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "install", str(wheel(tmp_path))]) == 0
    assert capsys.readouterr().out.startswith("High Card of highcard 1.0 is installed.")
    assert "highcard" not in sys.modules
    (plug_in,) = load_index(place)
    assert (plug_in.title, plug_in.players, plug_in.deck_kinds, plug_in.api) == (
        "High Card",
        (2, 3, 4),
        ("numbers",),
        3,
    )
    assert main(["games"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == "highcard High Card 2, 3, 4 highcard 1.0".split()
    assert main(["rules", "highcard"]) == 0
    assert "The twelve is never played first." in capsys.readouterr().out
    assert main(["games", "remove", "highcard"]) == 0
    assert capsys.readouterr().out.startswith("High Card of highcard 1.0 is removed.")
    assert load_index(place) == ()
    assert {path.name for path in place.iterdir()} == {INDEX, LOCK}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["install"], "Which file? For example: companion games install"),
        (["remove"], "Which game? companion games lists them."),
        (["list", "x"], "“x” has no place here"),
        (["refresh", "x"], "“x” has no place here"),
        (["instal", "x"], "did you mean “install”?"),
        (["remove", "birddog"], "“birddog” is a game of the companion itself"),
        (["remove", "whist"], "“whist” is not a game of another package; installed games of other packages: none"),
        (["install", "nowhere-1.0-py3-none-any.whl"], "there is no such file"),
    ],
)
def test_wrong_use_is_answered_with_what_is_wanted(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    assert main(["games", *words]) == 2
    assert why in capsys.readouterr().err
    assert not (place / INDEX).exists()


def test_a_wheel_is_refused_with_all_reasons(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = wheel(tmp_path, further={"a.pth": "", "b/c.py": ""})
    assert main(["games", "install", str(bad)]) == 1
    first, *reasons = capsys.readouterr().err.splitlines()
    assert first == f"companion games: {bad} is refused, and nothing is changed:"
    assert len(reasons) == 2
    assert not place.exists()


def test_another_user_is_told_whose_the_games_of_the_box_are(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.cli.games.OF_BOX", place)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["games", "remove", "highcard"]) == 2
    assert f"the games in {place} belong to root: sudo companion games remove" in capsys.readouterr().err


# ---------------------------------------------------------------- the trial

WRITES = """
import os
for descriptor in range(3, 20):
    try:
        os.write(descriptor, b'{"title": 1}\\n')
    except OSError:
        pass
"""
HOSTILE = {
    "raises when it is imported": ({"highcard/entry.py": "raise ValueError('no')"}, "ValueError: no (entry.py line 1)"),
    "ends the program": ({"highcard/entry.py": "import sys\nsys.exit(0)"}, "SystemExit: 0 (entry.py line 2)"),
    "ends the process": ({"highcard/entry.py": "import os\nos._exit(0)"}, "its trial broke off (exit status 0)"),
    "recurses": ({"highcard/entry.py": "def f(): f()\nf()"}, "RecursionError"),
    "wants memory": ({"highcard/entry.py": "x = bytes(1 << 40)"}, "MemoryError"),
    "is no entry": ({"highcard/entry.py": "ENTRY = 1"}, "a GameEntry is wanted"),
    "is of no version": ({"highcard/entry.py": ENTRY.replace("api=3,", "")}, "does not say for which version"),
    "is of another version": ({"highcard/entry.py": ENTRY.replace("api=3", "api=9")}, "is written for version 9"),
    "has another name": (
        {"highcard/rules.py": MODULES["highcard/rules.py"].replace('"highcard"', '"lowcard"')},
        "its entry point is called “highcard”, but its game “lowcard”",
    ),
    "has a deck that cannot be enrolled": (
        {"highcard/tags.py": TAGS.replace('"numbers"', '"digits"')},
        "its deck kind “numbers” cannot be enrolled",
    ),
    "brings a deck kind of ours": (
        {"highcard/tags.py": TAGS.replace("),)", '), DeckKind.of_cards("french", "French", game.deck))')},
        "it brings the deck kind “french”, which is ours",
    ),
    "writes where it should not": (
        {"highcard/entry.py": WRITES},
        "its trial gave no answer",
    ),
    "is not played by its own rules": (
        {
            "highcard/rules.py": MODULES["highcard/rules.py"].replace(
                "not state.laid else LEGAL", "state.laid else LEGAL"
            )
        },
        "records, case 0: ",
    ),
    "begins nothing": (
        {"highcard/rules.py": MODULES["highcard/rules.py"].replace("return State(setup)", "raise KeyError('begin')")},
        "KeyError: 'begin'",
    ),
}


@pytest.mark.parametrize("case", every_so_many(3, HOSTILE))
def test_a_game_that_cannot_be_played_is_refused_and_not_imported_here(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest, case: str
) -> None:
    files, why = HOSTILE[case]
    if "highcard/rules.py" not in files:
        request.getfixturevalue("unplayed")
    assert main(["games", "install", str(wheel(tmp_path, {**MODULES, **files}))]) == 1
    assert why in capsys.readouterr().err
    assert "highcard" not in sys.modules
    assert [path.name for path in place.iterdir()] == [LOCK]


def test_a_trial_has_its_time(tmp_path: Path) -> None:
    unpacked(tmp_path / "p", {**MODULES, "highcard/entry.py": "while True: pass"})
    candidate = Candidate("highcard", "1.0", "highcard", "highcard.entry:ENTRY", str(tmp_path / "p"))
    with pytest.raises(UnfitWheelError, match="some part of it never ends"):
        describe_by_trial(candidate, TRIAL, plays=True, progress=lambda _done, _of: None, most_s=1.0)


@only_with_torture
def test_the_progress_of_a_trial_is_told(tmp_path: Path) -> None:
    candidate = Candidate("highcard", "1.0", "highcard", "highcard.entry:ENTRY", str(unpacked(tmp_path / "p")))
    steps: list[tuple[int, int]] = []
    describe_by_trial(candidate, TRIAL, plays=True, progress=lambda done, of: steps.append((done, of)))
    assert steps[-1][0] == steps[-1][1] > 1
    assert steps == sorted(steps)


@pytest.mark.skipif(
    os.geteuid() != 0 or trial.ALONE[0] not in trial.shut_in(), reason="this computer cannot shut a process in"
)
def test_where_root_installs_a_trial_has_no_rights_and_no_network(tmp_path: Path) -> None:
    looks = (
        "import os, socket, signal\n"
        "assert os.getuid() == os.getgid() == 65534 and os.getgroups() == []\n"
        "assert socket.if_nameindex() == [(1, 'lo')]\n"
        "assert os.getppid() == 1\n"
        "status = open('/proc/thread-self/status').read()\n"
        "assert 'CapBnd:\\t0000000000000000' in status and 'NoNewPrivs:\\t1' in status, status\n"
        "raise ValueError('all of that')\n"
    )
    unpacked(tmp_path / "p", {**MODULES, "highcard/entry.py": looks})
    candidate = Candidate("highcard", "1.0", "highcard", "highcard.entry:ENTRY", str(tmp_path / "p"))
    with pytest.raises(UnfitWheelError, match="ValueError: all of that"):
        describe_by_trial(candidate, TRIAL, plays=True, progress=lambda _done, _of: None)


def test_nothing_of_the_environment_reaches_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    assert "SECRET" not in trial._environment()


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        ((), (*trial.DIES_WITH_US, *trial.ALONE, *trial.UNSEEN, *trial.IN_TIME, *trial.AS_NOBODY)),
        (("--mount-proc",), (*trial.DIES_WITH_US, *trial.ALONE, *trial.IN_TIME, *trial.AS_NOBODY)),
        (("unshare",), (*trial.DIES_WITH_US, *trial.AS_NOBODY)),
        (("setpriv",), ()),
    ],
)
def test_root_gives_its_rights_away_where_it_can(
    monkeypatch: pytest.MonkeyPatch, fails: tuple[str, ...], words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(
        "subprocess.run", lambda command, **_: SimpleNamespace(returncode=int(not {*fails}.isdisjoint(command)))
    )
    if words:
        assert trial.shut_in.__wrapped__() == words
    else:
        with pytest.raises(UnfitWheelError, match="install the game as another user"):
            trial.shut_in.__wrapped__()


# ---------------------------------------------------------------- at the table

TO_HIGH_CARD = ("UP", "OK", "DOWN", *("OK",) * 6)


@pytest.mark.usefixtures("place", "unplayed")
def test_an_installed_game_is_played_told_and_missed_when_it_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "install", str(wheel(tmp_path))]) == 0
    evening = Evening(tmp_path / "data", games=games_at_home(tmp_path / "data"))
    evening.does(*TO_HIGH_CARD, *TO_THE_END)
    assert screen_for(evening.box.table).name == "game over"
    evening.does("OK", "OK", "DOWN", "OK", "3")
    (record,) = (tmp_path / "data/records").glob("*.table")
    assert main(["check", str(record)]) == 0
    assert main(["history", "--data", str(tmp_path / "data")]) == 0
    assert "High Card" in capsys.readouterr().out
    assert main(["games", "remove", "highcard"]) == 0
    registry._read_index.cache_clear()
    assert main(["check", str(record)]) == 2
    assert "the game “highcard” is not installed here; companion games lists what there is" in capsys.readouterr().err
    assert main(["history", "--data", str(tmp_path / "data")]) == 1
    assert f"{record.name}: skipped: line 1: the game “highcard” is not installed here" in capsys.readouterr().err
    evening.games = games_at_home(tmp_path / "data")
    evening.again()
    assert slots(screen_for(evening.box.table)).title == "Not installed"
    evening.does("OK")
    assert evening.box.table.setting_up is not None
    with imported():
        pass  # what follows is another process
    assert main(["games", "install", str(wheel(tmp_path, version="1.1"))]) == 0
    registry._read_index.cache_clear()
    evening.again()
    assert [parked.title for parked in evening.box.table.house.parked] == ["High Card Ann Bob Cid"]


# ---------------------------------------------------------------- by pip


def as_pip_does(directory: Path, wheel_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zipfile.ZipFile(wheel_).extractall(directory)
    monkeypatch.syspath_prepend(str(directory))


def test_what_pip_has_installed_is_found_by_refresh_and_left_to_pip(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_pip_does(tmp_path / "site", wheel(tmp_path), monkeypatch)
    assert main(["games", "refresh"]) == 0
    assert capsys.readouterr().out == "Games of other packages: highcard\n"
    (plug_in,) = load_index(place)
    assert plug_in.path == str(tmp_path / "site")
    assert main(["games", "remove", "highcard"]) == 2
    assert "pip uninstall highcard" in capsys.readouterr().err
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path != str(tmp_path / "site")])
    assert main(["games"]) == 1
    assert plugins.GONE in capsys.readouterr().out
    assert main(["games", "refresh"]) == 0
    assert capsys.readouterr().out == "Games of other packages: none\n"


def test_a_wheel_is_removed_also_if_pip_has_a_game_of_its_name(place: Path) -> None:
    place.mkdir()
    wheel_ = PlugIn("chess", "Chess", "chess", "1.0", 3, "chess:ENTRY", "chess-1.0-1")
    of_pip = replace(wheel_, path="/site", aside="its name is taken")
    save_index(place, [wheel_, of_pip])
    assert main(["games", "remove", "chess"]) == 0
    assert load_index(place) == (of_pip,)


def test_a_game_of_pip_that_cannot_be_opened_is_set_aside(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_pip_does(tmp_path / "site", wheel(tmp_path, {**MODULES, "highcard/entry.py": "1/0"}), monkeypatch)
    assert main(["games", "refresh"]) == 1
    assert "highcard of highcard 1.0 is set aside: ZeroDivisionError" in capsys.readouterr().err
    assert main(["games"]) == 1
    assert "set aside: ZeroDivisionError: division by zero (entry.py line 1)" in capsys.readouterr().out
    assert load_index(place)[0].aside


def test_a_game_for_another_version_is_set_aside_and_listed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place.mkdir()
    save_index(place, [PlugIn("chess", "Chess", "chess", "1.0", 7, "chess:ENTRY", "chess-1.0-1", (2,))])
    assert main(["games"]) == 1
    row = capsys.readouterr().out.splitlines()[-1]
    told = "it is written for version 7 of the companion's games, and this is version 3: update the companion"
    assert row.endswith(f"set aside: {told}")


@pytest.mark.usefixtures("unplayed")
def test_a_spoilt_index_is_told_and_refresh_mends_it(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["games", "install", str(wheel(tmp_path))])
    (place / INDEX).write_bytes(b"x")
    capsys.readouterr()
    for words in (["list"], ["remove", "highcard"], ["install", str(wheel(tmp_path))]):
        assert main(["games", *words]) == 2
        assert "companion games refresh writes a new one" in capsys.readouterr().err
    assert main(["games", "refresh"]) == 0
    assert load_index(place)[0].name == "highcard"
