"""The examples in docstrings: each module that has some is imported and tries them."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def modules_with_examples() -> list[str]:
    """Only these are imported: to look for examples in every module takes longer than to collect all tests."""
    paths = [path for place in ("companion", "hardware", "tests") for path in (ROOT / place).rglob("*.py")]
    found = (path.relative_to(ROOT) for path in paths if path != Path(__file__) and ">>> " in path.read_text("utf-8"))
    return sorted(".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in found)


@pytest.mark.parametrize("name", modules_with_examples())
def test_an_example_in_a_docstring_is_true(name: str) -> None:
    tried = doctest.testmod(import_module(name))
    assert tried.attempted
    assert not tried.failed
