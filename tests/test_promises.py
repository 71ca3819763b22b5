"""The table of the promises: every row has a test that exists, and every known breakage a place and such a test."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.promises import PROMISED, ROOT, TABLE, named
from tests.sabotage import Breakage, read

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

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


@pytest.mark.parametrize("promise", sorted(TABLE))
def test_a_promise_names_tests_that_exist(promise: str) -> None:
    assert named(TABLE[promise])
    assert missing(named(TABLE[promise])) == []


def test_a_test_that_does_not_exist_is_found_out() -> None:
    assert missing(["tests/test_promises.py::test_every_promise_has_its_row"]) == []
    absent = ["tests/test_promises.py::test_nothing", "tests/none.py::test_x"]
    assert missing(absent) == absent


# ---------------------------------------------------------------- the breakages of `make sabotage`


@pytest.mark.parametrize("breakage", BREAKAGES, ids=str)
def test_a_breakage_has_its_one_place_and_tests_that_its_promise_names(breakage: Breakage) -> None:
    assert breakage.broken(ROOT)
    assert set(breakage.tests) <= set(named(TABLE[breakage.promise]))
    assert breakage.tests


def test_no_two_breakages_are_called_alike() -> None:
    assert max(Counter(map(str, BREAKAGES)).values()) == 1
    assert {test for breakage in BREAKAGES for test in breakage.tests} <= PROMISED
