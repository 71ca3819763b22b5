from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import for_each


@for_each(("number", "word"), [(1, "one"), (2, "two")])
@for_each("letter", "ab")
def test_a_law_is_called_with_each_case_and_with_the_fixtures(
    number: int, word: str, letter: str, tmp_path: Path
) -> None:
    (tmp_path / f"{number}{word}{letter}").touch()
    assert tmp_path.name.startswith("test_a_law_is_called")


def test_every_case_that_breaks_the_law_is_listed_with_its_fault() -> None:
    @for_each("number", range(6))
    def holds(number: int) -> None:
        assert number % 2 == 0, f"{number} is odd"

    with pytest.raises(ExceptionGroup, match=r"^broken by 3 of 6 cases:\n1\n3\n5") as broken:
        holds()
    assert [str(fault).partition("\n")[0] for fault in broken.value.exceptions] == ["1 is odd", "3 is odd", "5 is odd"]


def test_a_law_without_a_case_is_refused() -> None:
    with pytest.raises(AssertionError, match="holds nothing"):
        for_each("number", [])
