"""The table of the promises: every row has a test that exists, and every known breakage a place and such a test."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.cases import for_each
from tests.mutants import SURVIVORS, TESTS
from tests.promises import PROMISED, ROOT, TABLE, named
from tests.sabotage import Breakage, read
from tests.torture import every_so_many

BREAKAGES = read()


def missing(tests: Iterable[str]) -> list[str]:
    """Those of the tests that do not exist."""
    places = [name.partition("::") for name in tests]
    return [f"{path}::{test}" for path, _, test in places if test not in names_in(ROOT / path)]


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8")) if path.is_file() else ast.parse("")
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_promise_has_its_row() -> None:
    numbers = [int(name.removeprefix("P")) for name in TABLE]
    assert numbers == sorted(numbers)
    assert {*range(1, 27), 28} <= set(numbers)


@for_each("promise", sorted(TABLE))
def test_a_promise_names_tests_that_exist(promise: str) -> None:
    assert named(TABLE[promise])
    assert missing(named(TABLE[promise])) == []


def test_a_test_that_does_not_exist_is_found_out() -> None:
    assert missing(["tests/test_promises.py::test_every_promise_has_its_row"]) == []
    absent = ["tests/test_promises.py::test_nothing", "tests/none.py::test_x"]
    assert missing(absent) == absent


@pytest.mark.parametrize(("ci", "outcome"), every_so_many(2, [("1", "1 error"), ("", "1 skipped")]))
def test_a_promise_that_is_skipped_is_red_in_ci_only(ci: str, outcome: str, tmp_path: Path) -> None:
    """Without strace, say: no program is found where nothing is."""
    test = "tests/storage/test_unmodified_program.py::test_no_cut_of_a_whole_match_loses_or_invents_a_line"
    assert test in PROMISED
    ran = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-m", "pytest", "-q", test],
        cwd=ROOT,
        env={**os.environ, "COMPANION_CI": ci, "PATH": str(tmp_path)},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert outcome in ran.stdout
    assert "no strace: sudo apt install strace" in ran.stdout or not ci


# ---------------------------------------------------------------- the breakages of `make sabotage`


@for_each("breakage", BREAKAGES)
def test_a_breakage_has_its_one_place_and_tests_that_its_promise_names(breakage: Breakage) -> None:
    assert breakage.broken(ROOT)
    assert set(breakage.tests) <= set(named(TABLE[breakage.promise]))
    assert breakage.tests


def test_no_two_breakages_are_called_alike() -> None:
    assert max(Counter(map(str, BREAKAGES)).values()) == 1
    assert {test for breakage in BREAKAGES for test in breakage.tests} <= PROMISED


# ---------------------------------------------------------------- the table of `make mutants`


def test_every_module_of_the_mutants_its_tests_and_survivors_are_there() -> None:
    survivors = [line for line in SURVIVORS.read_text("utf-8").splitlines() if line and not line.startswith(" ")]
    words = [*TESTS, *(word for runs in TESTS.values() for run in runs for word in run.split())]
    named_files = {word for word in (*words, *(line.split()[0] for line in survivors)) if word.endswith(".py")}
    assert [name for name in sorted(named_files) if not (ROOT / name).is_file()] == []
