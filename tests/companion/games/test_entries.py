"""Entries: each game says where its parts are, and none is imported before a room asks for it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.registry import GAMES, NAMES, entry_of
from companion.rules.dealer import Dealer
from companion.rules.entry import GameEntry
from companion.rules.suggestions import Suggestions
from companion.screens.current_screen import screen_for
from companion.screens.layouts import Fact, Glance, Screen
from companion.support.lazy_import import import_later
from companion.support.values import replace
from companion.table.state import Table
from tests.evening import Evening
from tests.test_toy_game import TOY

ROOT = Path(__file__).parents[3]
PARTS = "screen strategy deck_kinds dealer suggestions at_home".split()
ENTRIES = {name: entry_of(name) for name in NAMES}


def test_every_folder_of_a_game_has_an_entry_in_the_registry() -> None:
    folders = {path.parent.name for path in (ROOT / "companion/games").glob("*/__init__.py")}
    assert {path.parent.name for path in (ROOT / "companion/games").glob("*/entry.py")} == folders == set(NAMES)
    assert all(isinstance(entry, GameEntry) for entry in ENTRIES.values())


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_an_entry_are_a_game_of_this_name_that_has_the_entry(name: str) -> None:
    game = ENTRIES[name].rules()
    assert (game.name, game.entry) == (name, ENTRIES[name])
    assert game is GAMES[name]


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_names_every_part_that_lies_in_the_folder(name: str) -> None:
    there = {part for part in PARTS if (ROOT / "companion/games" / name / f"{part}.py").is_file()}
    nothing = GameEntry()
    assert {part for part in PARTS if getattr(ENTRIES[name], part)() is not getattr(nothing, part)()} == there


@pytest.mark.parametrize("name", NAMES)
def test_every_game_brings_an_example_match_of_its_own(name: str) -> None:
    package, path = ENTRIES[name].example.split(":")
    assert f"game {name}\n" in files(package).joinpath(path).read_text("utf-8")


def test_a_game_without_an_entry_has_no_parts_but_the_common_ones() -> None:
    parts = {part: getattr(TOY.entry, part)() for part in PARTS}
    assert {part: found for part, found in parts.items() if found} == {"dealer": Dealer, "suggestions": Suggestions}


def test_a_part_may_lie_anywhere(tmp_path: Path) -> None:
    entry = GameEntry(screen=import_later(f"{__name__}:own_screen"))
    evening = Evening(tmp_path, games={"toy": replace(TOY, entry=entry)})
    evening.does("DOWN", *("OK",) * 6)
    assert screen_for(evening.box.table).name == "own"


def own_screen(table: Table) -> Screen:
    """The screen of a game from elsewhere."""
    return Screen("own", layout=Glance(Fact(table.playing.header.names[0])))


def test_no_part_of_a_game_is_imported_before_it_is_asked_for() -> None:
    program = (
        "import sys; from companion.games.registry import NAMES, entry_of\n"
        "for name in NAMES: entry_of(name)\n"
        "print(*(name for name in sys.modules if name.count('.') > 2 and name.startswith('companion.games.')))\n"
        "entry_of(NAMES[0]).rules()\n"
        "print(*(name for name in sys.modules if name.endswith(('.rules', '.screen', '.strategy'))))"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    entries, rules = map(str.split, done.stdout.splitlines())
    assert set(entries) == {f"companion.games.{name}.entry" for name in NAMES}
    assert set(rules) == {"companion.rules", f"companion.games.{NAMES[0]}.rules"}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_to_another_process_with_its_entry(name: str) -> None:
    there = pickle.loads(pickle.dumps(GAMES[name]))  # noqa: S301 - our own bytes
    assert there.entry.screen() is GAMES[name].entry.screen()
