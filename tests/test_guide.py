"""docs/adding-a-game.md: its first game is played as it stands there, and what it names is there."""

from __future__ import annotations

import pydoc
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from companion import api
from companion.api import players, screens, tags
from companion.games.registry import not_installed
from companion.rules.entry import GameEntry
from companion.rules.second_person import forms_to_you, to_player
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.support.values import replace
from companion.terminal.session import Session
from companion.testing.kit import conforms
from tests.companion.terminal.playing_cards import NARROW
from tests.companion.web.browser import Browser, found
from tests.companion.web.table_in_browser import look_at
from tests.torture import only_with_torture

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
EXAMPLE = tomllib.loads((ROOT / "examples/ohhell/pyproject.toml").read_text("utf-8"))
DOORS = {"api": api, "players": players, "screens": screens, "tags": tags}

MOST_LINES = 30
ENTERS = 250
"""More than a match of Whist takes: three deals of 52 cards at most, and a press for each."""


def names_of(door: ModuleType) -> dict[str, Any]:
    """What a game can import from it."""
    return {name: value for name, value in vars(door).items() if name[0] != "_" and not isinstance(value, ModuleType)}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def saved(place: Path, name: str) -> Path:
    """A game of the guide, saved as it says."""
    path = place / f"{name}.py"
    path.write_text(next(block for block in blocks("python") if f'"{name}:' in block), "utf-8")
    return path


@pytest.fixture
def whist(tmp_path: Path) -> Path:
    return saved(tmp_path, "whist")


NO_RECORDS = {"records", "rules-with-records"}
"""What the kit finds of the games of the guide, which are shown without records."""


def kit_findings(game: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.syspath_prepend(str(game.parent))
    monkeypatch.delitem(sys.modules, game.stem, raising=False)  # that of an earlier test lay elsewhere
    return conforms(not_installed(f"{game.stem}:ENTRY").entry, lambda *_: None, 0.02)


@pytest.mark.parametrize("name", ["followon", "drawon"])
def test_its_games_without_tricks_pass_the_kit_and_deal_hands_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    saved(tmp_path, "followon")
    findings = kit_findings(saved(tmp_path, name), monkeypatch)
    assert {finding.partition(",")[0] for finding in findings} == NO_RECORDS, findings
    game = not_installed(f"{name}:ENTRY")
    setup = SimulatedSetup(replace(SIMULATED, games={game.name: game}), seed="1")
    session = Session(Store(tmp_path), setup)
    while session.table.match is None or not session.table.playing.winners:
        assert "red light" not in session.take("", NARROW)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (" - state.knowledge.known[seat].bit_count()", ""),
        ('"deal":\n            return replace(state, dealt=True), ()', '"deal":\n            return state, ()'),
    ],
)
def test_a_dealing_of_it_that_goes_no_further_names_the_kit(tmp_path: Path, right: str, wrong: str) -> None:
    followon = saved(tmp_path, "followon")
    slip = followon.read_text("utf-8").replace(right, wrong)
    assert slip != followon.read_text("utf-8")
    followon.write_text(slip, "utf-8")
    said = terminal_at(tmp_path, "followon:ENTRY", "followon\n" + 12 * "\n")
    assert "No computer plays Follow On, so only people sit down: Enter goes on." in said
    assert "its kit tells: pytest --companion-game followon:ENTRY" in " ".join(said.split())


def test_the_first_game_has_thirty_lines_and_is_played_to_its_end_as_the_guide_says(whist: Path) -> None:
    assert whist.read_text("utf-8").count("\n") <= MOST_LINES
    command = next(line for line in "".join(blocks("sh")).splitlines() if "--terminal" in line).split()
    told = subprocess.run(  # noqa: S603 - the guide's own words
        [sys.executable, "-m", *command, "--seed", "7", "--data", "data"],
        cwd=whist.parent,
        input="\n" * ENTERS,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    assert (told.returncode, told.stderr) == (0, "")
    (record,) = whist.parent.glob("data/records/*.table")
    assert record.read_text("utf-8").startswith("game whist")


def terminal_at(place: Path, game: str, typed: str) -> str:
    """What the terminal says to these lines, with a seed."""
    command = [sys.executable, "-m", "companion", "play", "--simulate", "--terminal", "--game", game, "--seed", "7"]
    return subprocess.run(  # noqa: S603 - our own words
        command, cwd=place, input=typed, capture_output=True, check=True, encoding="utf-8", timeout=60
    ).stdout


def companion_at(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in this directory."""
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(command, cwd=place, capture_output=True, check=False, encoding="utf-8", timeout=60)  # noqa: S603 - our own words


def test_its_records_are_checked_and_replayed_and_its_rules_told_without_an_installation(whist: Path) -> None:
    record = "game whist\nplayers Ann Bob Cid Dee\ndealer Dee\ndeal\nAnn 9H\nBob 10H\n"
    (whist.parent / "evening.table").write_text(record, "utf-8")
    checked = companion_at(whist.parent, "check", "evening.table", "--game", "whist:ENTRY")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "Bob 10H" in checked.stdout
    replayed = companion_at(whist.parent, "replay", "evening.table", "--game", "whist:ENTRY")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert "Bob 10H" in replayed.stdout
    assert companion_at(whist.parent, "rules", "whist:ENTRY").stdout.startswith("Whist (whist), 4 players")
    wrong = companion_at(whist.parent, "rules", "whist:ENTRI")
    assert wrong.returncode == 2
    assert "ENTRI" in wrong.stderr
    assert "Traceback" not in wrong.stderr


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("def strength", "def strenght", "Whist does not say who takes a trick: it needs `strength`, or a `winner`"),
        ('"french"', '"frensh"', "its deck kind “frensh” cannot be enrolled: use one of french, "),
    ],
)
def test_a_slip_in_it_is_told_when_it_is_opened(whist: Path, right: str, wrong: str, told: str) -> None:
    whist.write_text(whist.read_text("utf-8").replace(right, wrong), "utf-8")
    refused = companion_at(whist.parent, "rules", "whist:ENTRY")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert told in refused.stderr


@pytest.mark.no_cover  # the program runs in a process of its own
def test_its_table_is_dealt_on_the_page_and_no_computer_or_example_is_offered_that_it_has_not(whist: Path) -> None:
    if not found():
        pytest.skip("no Chromium or Chrome is installed here: apt-get install chromium")
    command = next(line for line in "".join(blocks("sh")).splitlines() if "--terminal" not in line).split()
    with subprocess.Popen(  # noqa: S603 - the guide's own words
        [sys.executable, "-m", *command, "--seed", "7"], cwd=whist.parent, stdout=subprocess.PIPE, encoding="utf-8"
    ) as table:
        try:
            assert table.stdout is not None
            address = re.findall(r"http://\S+", table.stdout.readline())[0]
            with Browser() as page:
                look_at(page, address)
                page.ask("$('new-game').hidden && $('show-new').click()")
                page.click("input[value=whist] + .tile")
                assert page.ask("['known', 'boxed'].map((id) => $(id).checkVisibility())") == [False, True]
                others = "[...$('company').options].filter((option) => !option.hidden).map((option) => option.value)"
                assert page.ask(f"[$('watch-trick').hidden, {others}, $('company').value]") == [True, [""], ""]
                page.click("#deal")
                page.until("$('where').textContent.startsWith('Whist') && count('.seat .holds')")
                assert page.complaints == []
        finally:
            table.terminate()


def test_its_cards_that_count_pass_the_kit_and_are_told_to_who_takes_them(
    whist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = kit_findings(saved(whist.parent, "knaves"), monkeypatch)
    assert {finding.partition(",")[0] for finding in findings} == NO_RECORDS, findings
    knaves = import_module("knaves")
    told = api.msg(knaves.TAKES, who="Ann", card="J♣", n=2)
    assert to_player(told, "Ann", forms_to_you(not_installed("knaves:ENTRY"))) == "You take the J♣: 2 less"


@only_with_torture
def test_the_kit_finds_of_it_what_the_guide_says(whist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = kit_findings(whist, monkeypatch)
    assert {finding.partition(",")[0] for finding in findings} == NO_RECORDS
    assert str(whist.parent / "records") in findings[0]


def test_the_guide_names_all_that_a_game_may_say_in_its_own_words() -> None:
    assert [name for name in vars(api.Shown) if name[0] != "_" and f"`{name}`" not in GUIDE] == []


def test_the_guide_names_every_part_of_an_entry() -> None:
    parts = {part.name for part in fields(GameEntry)} - {"package"}
    assert {part for part in parts if f"`{part}`" not in GUIDE} == set()


def test_every_name_of_the_door_that_the_guide_names_is_there() -> None:
    named = set(re.findall(r"(?<![-\w])(api|players|screens|tags)\.([A-Za-z_]+)", GUIDE))
    assert len(named) > 20
    assert [name for door, name in sorted(named) if name not in names_of(DOORS[door])] == []


@pytest.mark.parametrize("door", DOORS)
def test_every_name_of_the_door_has_a_meaning_where_it_comes_from(door: str) -> None:
    named = names_of(DOORS[door]).values()
    assert [path for path in named if isinstance(path, type | FunctionType) and not path.__doc__] == []


@pytest.mark.parametrize("door", DOORS)
def test_help_tells_every_class_of_the_door(door: str) -> None:
    told = pydoc.plain(pydoc.render_doc(DOORS[door]))
    classes = [found for found in names_of(DOORS[door]).values() if isinstance(found, type)]
    assert [found for found in classes if f"class {found.__name__}(" not in told] == []


def test_the_package_of_the_guide_is_that_of_the_example() -> None:
    shown = next(tomllib.loads(block) for block in blocks("text") if "[build-system]" in block)
    assert _within(shown, EXAMPLE)


def _within(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)


def test_the_record_of_the_guide_is_that_of_the_example() -> None:
    record = (ROOT / "examples/ohhell/ohhell/records/revoke-penalty.table").read_text("utf-8")
    assert record in blocks("text")
