"""How much of the hard tests runs: a part in the check, those of the pages by `make page`, all by `make torture`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")
Cases = TypeVar("Cases")
TORTURE = bool(os.environ.get("TORTURE"))
PAGE = bool(os.environ.get("PAGE"))
MUTANTS = bool(os.environ.get("MUTANTS"))
only_with_torture = pytest.mark.skipif(not TORTURE, reason="takes long: make torture")
only_with_page = pytest.mark.skipif(not (PAGE or TORTURE), reason="more of the pages: make page")


def so_many(in_the_suite: Cases, with_torture: Cases) -> Cases:
    """A number of cases, or the cases themselves."""
    return with_torture if TORTURE else in_the_suite


def every_so_many(number: int, cases: Iterable[Case]) -> list[Case]:
    """One of so many cases; all of them with torture, and for mutants."""
    return [*cases][:: 1 if TORTURE or MUTANTS else number]


def some_of(seeds: int) -> range:
    """A twelfth of the seeds; all of them with torture, and for mutants."""
    return range(seeds if TORTURE or MUTANTS else -(-seeds // 12))
