"""Chips of a stand-in of gpiod."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from hardware import linux_pins
from tests.stand_in_gpiod import Chip, modules


@pytest.fixture
def chips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Chip]:
    """The chips by their nodes; a node without a chip is forbidden."""
    nodes = {str(tmp_path / name): Chip(label) for name, label in (("0", "gpio-brcmstb"), ("4", "pinctrl-rp1"))}
    for node in nodes:
        (tmp_path / node).touch()

    def opened(node: str) -> Chip:
        if node not in nodes:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), node)
        return nodes[node]

    for name, module in modules(opened).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(linux_pins, "PIN_CHIPS", tuple(nodes))
    return nodes


@pytest.fixture
def header(chips: dict[str, Chip]) -> Chip:
    """The chip of the header."""
    return list(chips.values())[1]
