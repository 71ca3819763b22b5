"""`pytest --companion-game NAME`: the conformance kit as tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
QUICK = "rulebook or records"


def run(directory: Path, *arguments: str) -> str:
    """What pytest says when it runs there."""
    words = [sys.executable, "-m", "pytest", "-p", "companion.testing.plugin", "-p", "no:cacheprovider", *arguments]
    utf8 = os.environ | {"PYTHONUTF8": "1"}
    done = subprocess.run(words, cwd=directory, env=utf8, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own
    return done.stdout + done.stderr


def test_the_kit_alone_is_run_for_the_game_that_was_named(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_own():\n    raise SystemError\n", "utf-8")
    said = run(tmp_path, "--companion-game", "companion.games.birddog.entry:ENTRY", "-k", "rulebook", "-v")
    assert "::rulebook PASSED" in said
    assert "1 passed" in said


def test_paths_are_run_besides(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_records():\n    pass\n", "utf-8")
    assert "4 passed" in run(tmp_path, "--companion-game", "birddog", "-k", QUICK, "test_own.py")


def test_a_finding_is_told_in_words_without_lines_of_ours(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "from companion.games.birddog.rules import BIRD_DOG\n"
        "from companion.rules.entry import GameEntry\n"
        "from companion.support.values import replace\n"
        "ENTRY = GameEntry(rules=lambda: replace(BIRD_DOG, pages=()))\n",
        "utf-8",
    )
    said = run(tmp_path, "--companion-game", "odd:ENTRY", "-k", "rulebook")
    assert "rulebook, case 0: Every rule has name, sentence, short form and remedy" in said
    assert "the rules in short (`pages`) are missing" in said
    assert "findings(" not in said


def test_a_cause_that_several_checks_meet_is_told_whole_by_the_first(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "from companion import api\n"
        "class Odd(api.TrickGame):\n"
        "    def strength(self, *_):\n        return 1 / 0\n"
        "    def points(self, state):\n        return self.tricks_won(state)\n"
        "    def winners_of(self, state, totals):\n        return (0,)\n"
        "ODD = Odd(name='odd', title='Odd', deck=api.Deck.of('A 2 3', 'S'), deck_kind='french', players=(3,),\n"
        "    cards_each=1, pages=('Odd.',))\n"
        "ENTRY = api.GameEntry(rules=api.import_later('odd:ODD'), api=3)\n",
        "utf-8",
    )
    said = run(tmp_path, "--companion-game", "odd:ENTRY", "-k", "ends or returns or places")
    cause = "ZeroDivisionError: division by zero (in `strength`, odd.py, line 4)"
    findings = said.partition("short test summary")[0]  # which repeats them whole where CI is set
    assert findings.count("The record up to there") == 1
    assert f"places: what `returns` has found: {cause}" in said


def test_a_game_that_there_is_not_is_told_with_those_that_are(tmp_path: Path) -> None:
    assert "no game “whist”: there are birdhead, birddog" in run(tmp_path, "--companion-game", "whist")


def test_a_game_that_cannot_be_opened_is_told_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("ENTRY = api.GameEntry()", "utf-8")
    said = run(tmp_path, "--companion-game", "odd:ENTRY")
    assert "ERROR: odd:ENTRY: NameError: name 'api' is not defined (odd.py, line 1)" in said
    assert "INTERNALERROR" not in said
    (tmp_path / "number.py").write_text("ENTRY = 3", "utf-8")
    assert "int" in (said := run(tmp_path, "--companion-game", "number:ENTRY"))
    assert "__parts__" not in said


def test_a_trick_game_that_does_not_say_who_takes_a_trick_is_told_in_a_line(tmp_path: Path) -> None:
    odd = "from companion import api\nclass Odd(api.TrickGame):\n    points = winners_of = None\n"
    fields = "name='odd', title='', deck=None, deck_kind='', players=(), pages=()"
    (tmp_path / "odd.py").write_text(f"{odd}ENTRY = api.GameEntry(rules=lambda: Odd({fields}), api=3)\n", "utf-8")
    said = run(tmp_path, "--companion-game", "odd:ENTRY")
    assert "ERROR: odd:ENTRY: Odd does not say who takes a trick: it needs `strength`, or a `winner` of" in said


def test_an_entry_point_with_another_name_than_its_game_is_told(tmp_path: Path) -> None:
    place = "companion.games.birddog.entry:ENTRY"
    (tmp_path / "pyproject.toml").write_text(f'[project.entry-points."companion.games"]\nbird = "{place}"\n', "utf-8")
    said = run(tmp_path, "--companion-game", place)
    assert "its entry point is called “bird”, but its game “birddog”: give both one name" in said


def test_a_pytest_that_does_not_ask_for_the_kit_loads_nothing_of_it() -> None:
    program = (
        "import sys, companion.testing.plugin; print(*(name for name in sys.modules if name.startswith('companion')))"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert set(done.stdout.split()) == {"companion", "companion.testing", "companion.testing.plugin"}


BUILT_FROM = {".py", ".pyc", ".po", ".pot"}
"""Code is packed by itself; catalogues are compiled from the texts."""


def test_who_installs_the_companion_has_the_option_and_whatever_lies_beside_the_code() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["pytest11"] == {"companion.testing.plugin": "companion.testing.plugin"}
    root, patterns = ROOT / "companion", project["tool"]["setuptools"]["package-data"]["companion"]
    there = {path for path in root.rglob("*") if path.is_file() and path.suffix not in BUILT_FROM}
    assert there - {path for pattern in patterns for path in root.glob(pattern)} == set(), "files that no wheel has"
