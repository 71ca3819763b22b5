"""How long the hard tests may take: a part of everything in the suite, the whole with `make torture`."""

from __future__ import annotations

import os

import pytest

TORTURE = bool(os.environ.get("TORTURE"))
MUTANTS = bool(os.environ.get("MUTANTS"))
only_with_torture = pytest.mark.skipif(not TORTURE, reason="takes long: make torture")


def so_many(in_the_suite: int, with_torture: int) -> int:
    """A number of cases."""
    return with_torture if TORTURE else in_the_suite


def some_of(seeds: int) -> range:
    """A third of the seeds; all of them with torture, and where mutants are tried."""
    return range(seeds if TORTURE or MUTANTS else -(-seeds // 3))
