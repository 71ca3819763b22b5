"""Boxes for tests: the preloaded library is built once, and every box is switched off at the end."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.wires.board import ZERO_2, Board, Pi, compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NEEDED = ("spidev", "smbus2", "gpiod")


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Skips without Linux, a compiler, or one of the real libraries."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if not sys.platform.startswith("linux") or shutil.which("cc") is None or missing:
        pytest.skip(f"needs Linux, a C compiler and {', '.join(missing) or 'the real libraries'}")
    return compiled(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def switched_on(shim: Path) -> Iterator[Callable[[Board], Pi]]:
    """Makes boxes on a board."""
    boxes: list[Pi] = []

    def one(board: Board) -> Pi:
        boxes.append(Pi(shim, board))
        return boxes[-1]

    yield one
    for box in boxes:
        box.close()


@pytest.fixture
def pi(switched_on: Callable[[Board], Pi]) -> Pi:
    """A Zero 2 W."""
    return switched_on(ZERO_2)
