"""Boxes for tests: the preloaded library is built once, and every box is switched off at the end."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.needs import COMPILER
from tests.wires.board import ZERO_2, Board, Pi, compiled

NEEDED = ("spidev", "smbus2", "gpiozero", "gpiod")


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Skips without Linux, a compiler, or one of the real libraries."""
    if not (sys.platform.startswith("linux") and shutil.which("cc") and all(map(find_spec, NEEDED))):
        pytest.skip(COMPILER)
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
