"""The table of the promises: every row has a test that exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"\| (P\d+) \| (.+) \| (.+) \| (.+) \|")


def rows(text: str) -> dict[str, str]:
    """What stands in the last column, by the row's number."""
    return {found[1]: found[4] for found in map(ROW.fullmatch, text.splitlines()) if found}


def missing(named: str) -> list[str]:
    """Those of the tests named as `path::test` that do not exist."""
    places = [name.partition("::") for name in re.findall(r"`(.+?)`", named)]
    return [f"{path}::{test}" for path, _, test in places if test not in names_in(ROOT / path)]


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8")) if path.is_file() else ast.parse("")
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


TABLE = rows((ROOT / "tests" / "README.md").read_text("utf-8"))


def test_every_promise_has_its_row() -> None:
    numbers = [int(name.removeprefix("P")) for name in TABLE]
    assert numbers == sorted(numbers)
    assert {*range(1, 27), 28} <= set(numbers)


@pytest.mark.parametrize("promise", sorted(TABLE))
def test_a_promise_names_tests_that_exist(promise: str) -> None:
    assert "`" in TABLE[promise]
    assert missing(TABLE[promise]) == []


def test_a_test_that_does_not_exist_is_found_out() -> None:
    assert missing("`tests/test_promises.py::test_every_promise_has_its_row`") == []
    assert missing("`tests/test_promises.py::test_nothing` `tests/none.py::test_x`") == [
        "tests/test_promises.py::test_nothing",
        "tests/none.py::test_x",
    ]
