"""Proof by a stranger: examples/ohhell is built, installed where the companion is, played, told, and taken away again.

The companion is installed, too, from a wheel of this tree: not a line of it may change. What both need of other
packages is lent by the environment of the tests, so that nothing is fetched.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import pytest

from companion import api
from companion.api import players
from companion.games.registry import not_installed
from companion.match.header import Header
from companion.testing.evening import NAMES, FairEvening
from companion.testing.kit import CHECKS
from tests.companion.http.client import views
from tests.companion.web.browser import Browser, found
from tests.companion.web.table_in_browser import PLAY, begin, look_at
from tests.companion.web.test_server import Client
from tests.torture import MUTANTS, TORTURE, every_so_many, only_with_torture

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/ohhell"
SHIPPED = "companion hardware tools examples systemd docs pyproject.toml wiring.svg LICENSE *.md".split()
OURS = {"companion", "hardware", "tabletop_companion"}
BUILDS = "-m pip --quiet wheel --no-index --no-deps --no-build-isolation --wheel-dir".split()
INSTALLS = "-m pip --quiet --python {python} install --no-index --no-deps --no-compile"
QUICKLY = """
import sys
from companion.cli.main import main
from companion.web.server import PageServer
PageServer.__init__.__defaults__ = (40.0, *PageServer.__init__.__defaults__[1:])
sys.exit(main(sys.argv[1:]))
"""
"""The program, whose page has a clock that runs faster."""

RULES = '[rules.ohhell]\nhands = "down"\nlargest = "3"\n'
PLAYERS, DEALS = 3, 3
BOX, PAGE = "box", "page"
"""The directories of what is played on either."""

MOST_LINES, LEAST_FILES = 260, 300
PATIENCE_S = 120
ENTERS = 80
"""More than such a match takes."""
PART = 1 if TORTURE or MUTANTS else 24
"""One case of so many of the kit is tried."""


@pytest.fixture(scope="module")
def here() -> Iterator[None]:
    """The package as its author has it, in the path."""
    sys.path.insert(0, str(EXAMPLE))
    yield
    sys.path.remove(str(EXAMPLE))


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("check", every_so_many(6, CHECKS))
def test_it_passes_the_conformance_kit(check: str) -> None:
    game = not_installed("ohhell.entry:ENTRY")
    cases = -(-CHECKS[check].cases // PART)
    assert [finding for finding in CHECKS[check].findings(game, cases) if finding] == []


def test_its_own_tests_pass_in_its_folder() -> None:
    options = "-q -p no:cacheprovider --companion-game ohhell.entry:ENTRY tests -k".split()
    told = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "pytest", *options, "rulebook or test_the"],
        cwd=EXAMPLE,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=PATIENCE_S,
    )
    assert told.returncode == 0, told.stdout


def test_it_is_a_game_of_260_lines_at_most_that_imports_nothing_but_the_door() -> None:
    texts = [path.read_text("utf-8") for path in sorted((EXAMPLE / "ohhell").rglob("*.py"))]
    assert sum(text.count("\n") for text in texts) <= MOST_LINES
    imported = [line for text in texts for line in text.splitlines() if "import" in line and "companion" in line]
    assert imported
    assert {line.split()[1] for line in imported} <= {"companion", "companion.api"}


@pytest.mark.usefixtures("here")
def test_a_position_that_says_nothing_of_partners_and_ducks_is_played_out_by_seven() -> None:
    game: Any = not_installed("ohhell.entry:ENTRY")
    evening = FairEvening(game, Random(1), Header(game, NAMES[:7], 0))
    state = next(match for match in evening.plays(1) if api.PLAY in match.expects.words).state
    plain: Any = type("Plain", (players.TrickPosition,), {"DECK": game.deck})
    position = plain.laid_out(
        game, state, players.TrumpOrder.of(game, state.now.opening), state.now.knowledge.known, terms=()
    )
    position.playout(Random(1).randrange)
    assert position.turn == players.OVER
    assert sum(position.won).bit_count() == 7 * 7


# ---------------------------------------------------------------- installed


@dataclass(frozen=True)
class Clean:
    """An environment of its own below `root`, with games, settings and data of its own."""

    root: Path

    @property
    def site(self) -> Path:
        """Where pip has put its packages."""
        (site,) = self.root.glob("lib/python*/site-packages")
        return site

    @property
    def environ(self) -> dict[str, str]:
        return {"COMPANION_GAMES": str(self.root / "games"), "HOME": str(self.root), "LANG": "C.UTF-8"}

    def plays(self, data: str) -> list[str]:
        """The command of a table on simulated wires, with this directory for its records."""
        own = f"play --simulate --config {self.root}/config.toml --data {self.root}/{data} --seed 1"
        return [str(self.root / "bin/python"), "-c", QUICKLY, *own.split()]

    def records(self, data: str) -> list[Path]:
        """The matches that were finished."""
        return list((self.root / data / "records").glob("*.table"))

    def says(self, *words: str | Path, status: int = 0) -> str:
        """What a command answers."""
        return self.runs([str(self.root / "bin/companion"), *map(str, words)], status=status)

    def runs(self, command: list[str], typed: str = "", status: int = 0) -> str:
        """What a command prints when somebody types this."""
        told = subprocess.run(  # noqa: S603 - our own words
            command,
            env=self.environ,
            cwd=self.root,
            input=typed,
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=PATIENCE_S,
        )
        assert told.returncode == status, told.stderr + told.stdout
        return told.stderr + told.stdout

    def check_sum(self) -> str:
        """Of everything that was installed."""
        files = sorted(path for path in self.site.rglob("*") if path.is_file() and path.suffix != ".pyc")
        assert len(files) > LEAST_FILES
        return sha256(b"".join(bytes(path) + path.read_bytes() for path in files)).hexdigest()


def building(source: Path, patterns: Iterable[str], directory: Path) -> subprocess.Popen[bytes]:
    """Build a wheel of a copy of these files into this directory."""
    copy = directory / "source"
    copy.mkdir(parents=True)
    without = shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "tests")
    for path in (path for pattern in patterns for path in source.glob(pattern)):
        if path.is_dir():
            shutil.copytree(path, copy / path.name, ignore=without)
        else:
            shutil.copy(path, copy)
    return subprocess.Popen([sys.executable, *BUILDS, str(directory), str(copy)])  # noqa: S603 - the same


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory that all may read: whoever is root tries a game as nobody."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def clean(place: Path) -> tuple[Clean, Path]:
    """A clean environment that has the companion of this tree, and the wheel of the game beside it."""
    builds = [building(ROOT, SHIPPED, place / "ours"), building(EXAMPLE, ("*",), place / "theirs")]
    made = Clean(place / "clean")
    venv.create(made.root, symlinks=True)
    assert [build.wait(PATIENCE_S) for build in builds] == [0, 0]
    ((ours,), (theirs,)) = ((place / whose).glob("*.whl") for whose in ("ours", "theirs"))
    assert {name.split("/")[0].split("-")[0] for name in ZipFile(ours).namelist()} == OURS
    installs = INSTALLS.format(python=made.root / "bin/python").split()
    subprocess.run([sys.executable, *installs, ours], check=True)  # noqa: S603 - the same
    lent = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    (made.site / "lent.pth").write_text("\n".join(sorted(lent)), "utf-8")
    (made.root / "config.toml").write_text(RULES, "utf-8")
    imports = [str(made.root / "bin/python"), "-c", "import companion; print(companion.__file__)"]
    assert made.runs(imports).startswith(str(made.site))
    return made, theirs


@contextmanager
def page(clean: Clean) -> Iterator[str]:
    """The address of the page."""
    with subprocess.Popen(  # noqa: S603 - the same
        clean.plays(PAGE), env=clean.environ, cwd=clean.root, stdout=subprocess.PIPE
    ) as served:
        assert served.stdout is not None
        told = served.stdout.readline().decode()
        try:
            yield told.split()[4]
        finally:
            served.send_signal(signal.SIGINT)
        assert served.wait(PATIENCE_S) == 0


def play_in_a_browser(address: str, clean: Clean) -> None:
    with Browser() as browser:
        look_at(browser, address)
        begin(browser, "ohhell", PLAYERS)
        browser.ask("$('fast').click()")
        while not clean.records(PAGE):
            browser.ask(f"window.end = null; ({PLAY})().then(end => window.end = end); 0")
            end = browser.until("window.end", patience_s=PATIENCE_S)
            assert re.search("is scored|is over", end), end
            assert not browser.ask("lamps.has('red')")
            time.sleep(0.6)  # where another button stood half a second ago, a click does nothing (click_guard.js)
            if browser.ask("Boolean(document.querySelector('dialog.ending[open]'))"):
                browser.press("Escape")
            browser.click(":is(#answers, #onwards) button.main:not([hidden])")
            browser.until(f"$('remark').textContent !== {json.dumps(end)}")
        assert browser.complaints == []


def play_by_orders(address: str, clean: Clean) -> None:
    """Each order when the one before is done, as the page does: many in a row would play a second match."""
    client = Client(address)
    with closing(views(client.port)) as seen:

        def does(order: dict[str, Any]) -> None:
            number = json.loads(client.patiently("/orders", order)[1])["number"]
            next(view for view in seen if view["done"] >= number)

        seats = [{"name": name} for name in NAMES[:PLAYERS]]
        does({"do": "begin", "game": "ohhell", "seats": seats})
        does({"do": "fast"})
        while not clean.records(PAGE):
            does({"do": "next"})


@only_with_torture
def test_a_stranger_s_game_is_installed_played_told_and_removed(clean: tuple[Clean, Path]) -> None:
    here, wheel = clean
    before = here.check_sum()
    assert "Oh Hell of ohhell 1.0 is installed." in here.says("games", "install", wheel)
    assert "ohhell 1.0" in here.says("games")

    here.runs([*here.plays(BOX), "--terminal", "--game", "ohhell"], typed="\n" * ENTERS + "q\n")
    with page(here) as address:
        if TORTURE and found():
            play_in_a_browser(address, here)
        else:
            play_by_orders(address, here)
    (by_box,), (by_page,) = here.records(BOX), here.records(PAGE)
    for record in (by_box, by_page):
        text = record.read_text("utf-8")
        assert "option largest 3" in text
        assert text.count(" bid ") == DEALS * PLAYERS
    assert here.says("check", by_box, by_page).count("No illegal statement, no error, no revoke.") == 2
    assert "wins the game.\nNo illegal statement" in here.says("replay", by_page)
    assert "Oh Hell" in here.says("history", "--data", here.root / PAGE)

    assert "Oh Hell of ohhell 1.0 is removed." in here.says("games", "remove", "ohhell")
    assert "ohhell" not in here.says("games")
    assert "ohhell" in here.says("check", by_page, status=2)
    assert here.check_sum() == before
