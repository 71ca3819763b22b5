"""The tool of `make sabotage` on a tree of two small files: which breakages count as noticed, and which not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sabotage import Breakage, try_all

PROGRAM = """\
LIMIT = 3
UNUSED = 7


def taken(cards):
    return cards[:LIMIT]
"""
TESTS = """\
import pytest

@pytest.fixture
def limit():
    from program import LIMIT
    assert LIMIT == 3
    return LIMIT


def test_three_are_taken():
    from program import taken
    assert taken("abcd") == "abc"


@pytest.mark.parametrize("cards", ["", "abcd"])
def test_no_more_than_three(cards):
    from program import taken
    assert len(taken(cards)) <= 3


def test_with_the_limit(limit):
    pass


@pytest.mark.skip(reason="today")
def test_skipped():
    raise AssertionError


def test_red():
    raise AssertionError
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    (root / "program.py").write_text(PROGRAM, "utf-8")
    (root / "test_it.py").write_text(TESTS, "utf-8")
    return root


def breakage(stands: str, breaks: str, *tests: str) -> Breakage:
    return Breakage("P1", "taken", "program.py", stands, breaks, tuple(f"test_it.py::test_{test}" for test in tests))


CASES = {
    breakage("LIMIT = 3", "LIMIT = 4", "three_are_taken", "no_more_than_three"): "",
    breakage("LIMIT = 3", "LIMIT = 2", "three_are_taken", "no_more_than_three"): (
        "test_it.py::test_no_more_than_three passed"
    ),
    breakage("def taken", "def token", "three_are_taken"): "test_it.py::test_three_are_taken did not run",
    breakage("LIMIT = 3", "LIMIT = 5", "with_the_limit"): "test_it.py::test_with_the_limit did not run",
    breakage("LIMIT = 3", "LIMIT = 4", "red"): "without it, test_it.py::test_red failed",
    breakage("LIMIT = 3", "LIMIT = 4", "skipped"): "without it, test_it.py::test_skipped did not run",
}
"""What is said of each."""


def test_only_a_test_that_ran_and_fails_by_it_notices_a_breakage(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    left = try_all(tree, list(CASES))
    assert {unlike: left.get(unlike, "") for unlike in CASES} == CASES


@pytest.mark.parametrize(
    ("stands", "breaks", "why"),
    [
        ("LIMIT", "LESS", "stands 2 times in program.py: 'LIMIT'"),
        ("nowhere", "", "stands 0 times in program.py: 'nowhere'"),
        ("LIMIT = 3", "LIMIT =", "program.py does not compile"),
        ("LIMIT = 3", "LIMIT = 3", "breaks nothing"),
    ],
)
def test_a_list_that_is_stale_is_refused_before_anything_is_run(
    tree: Path, stands: str, breaks: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.run", None)
    with pytest.raises(ValueError, match=f"P1 taken: {why}"):
        try_all(tree, [breakage(stands, breaks, "three_are_taken")])
