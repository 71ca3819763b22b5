"""docs/adding-a-game.md: its first game is played as it stands there, and what it names is there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from companion import api
from companion.api import players, screens, tags
from companion.games.registry import not_installed
from companion.testing.kit import conforms

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
EXAMPLE = tomllib.loads((ROOT / "examples/ohhell/pyproject.toml").read_text("utf-8"))
DOORS = {"api": api, "players": players, "screens": screens, "tags": tags}

MOST_LINES = 30
ENTERS = 250
"""More than a match of Whist takes: three deals of 52 cards at most, and a press for each."""


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def whist(tmp_path: Path) -> Path:
    """The first game of the guide, saved as it says."""
    path = tmp_path / "whist.py"
    path.write_text(blocks("python")[0], "utf-8")
    return path


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


def test_the_kit_finds_of_it_what_the_guide_says(whist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(whist.parent))
    found = conforms(not_installed("whist:ENTRY").entry, lambda *_: None, 0.1)
    assert {finding.partition(",")[0] for finding in found} == {"records", "rules-with-records"}
    assert str(whist.parent / "records") in found[0]


def test_every_name_of_the_door_that_the_guide_names_is_there() -> None:
    named = set(re.findall(r"(?<![-\w])(api|players|screens|tags)\.([A-Za-z_]+)", GUIDE))
    assert len(named) > 20
    assert [name for door, name in sorted(named) if name not in DOORS[door].__all__] == []


@pytest.mark.parametrize("door", DOORS)
def test_every_name_of_the_door_has_a_meaning_where_it_comes_from(door: str) -> None:
    module = DOORS[door]
    assert sorted(module.__all__) == sorted(set(module.__all__))
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    named = (getattr(module, name) for name in module.__all__)
    assert [one for one in named if isinstance(one, type | FunctionType) and not one.__doc__] == []


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
