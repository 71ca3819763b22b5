"""How much of the hard tests runs: a part in the suite, all with `make torture`."""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

Cases = TypeVar("Cases")
TORTURE = bool(os.environ.get("TORTURE"))
MUTANTS = bool(os.environ.get("MUTANTS"))
only_with_torture = pytest.mark.skipif(not TORTURE, reason="takes long: make torture")


def so_many(in_the_suite: Cases, with_torture: Cases) -> Cases:
    """A number of cases, or the cases themselves."""
    return with_torture if TORTURE else in_the_suite


def some_of(seeds: int) -> range:
    """A third of the seeds; all of them with torture, and for mutants."""
    return range(seeds if TORTURE or MUTANTS else -(-seeds // 3))
