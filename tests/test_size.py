"""The check stays small: how many tests there are, and how many one function makes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.torture import TORTURE

MOST = 10_000
MOST_OF_A_FUNCTION = 160
"""A law of more cases is one test: `tests.cases.for_each`."""


@pytest.mark.skipif(TORTURE, reason="this is not the check")
def test_the_check_has_few_tests_and_no_function_makes_hundreds(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    made = Counter(item.nodeid.partition("[")[0] for item in items)
    assert {name: number for name, number in made.items() if number > MOST_OF_A_FUNCTION} == {}
    assert len(items) <= MOST
