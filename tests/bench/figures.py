"""Figures for people to read: each with its bar, the ratio to it (at most 1 is wanted), and how often it was measured.

A counted figure is the same on every computer and in every run, so that a missed bar fails the run. A timed one
depends on the computer and on what else it does: a missed bar is only told.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from math import inf
from typing import Any

import pytest

only_with_bench = pytest.mark.skipif(not os.environ.get("BENCH"), reason="times are told, not held: make bench")
"""Nothing is counted there that could fail."""


def counted(name: str, value: float, bar: float, unit: str, *, repeats: int = 1) -> None:
    """Print a count, and fail if it passes its bar."""
    _print(name, value, bar, unit, repeats)
    assert value <= bar, f"{name}: {value} {unit}, at most {bar} wanted"


def timed(name: str, value: float, bar: float, unit: str, *, repeats: int) -> None:
    """Print a time, or what depends on the computer like one, and tell if it passes its bar."""
    _print(name, value, bar, unit, repeats)
    print("  missed" if value > bar else "", end="")  # noqa: T201 - figures are to be read


def calls(does: Callable[[], Any]) -> int:
    """How many functions were called and came back, those of C among them."""
    count = 0

    def counts(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(counts)
    try:
        does()
    finally:
        sys.setprofile(before)
    return count


def _print(name: str, value: float, bar: float, unit: str, repeats: int) -> None:
    ratio = value / bar if bar else inf if value else 0.0
    figures = f"{_short(value):>8} {unit:<10} bar {_short(bar):>7}  ratio {ratio:5.2f}  {repeats:>4}x"
    print(f"\n{name:<76} {figures}", end="")  # noqa: T201 - figures are to be read


def _short(value: float) -> str:
    """At most three digits after the point, as many as three significant ones take."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
