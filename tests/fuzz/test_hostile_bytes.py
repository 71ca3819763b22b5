"""Whatever bytes come from a card, a tag, a wire or a file: an answer or a named error, and little is remembered."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import LONGEST, TARGETS
from tests.torture import so_many

PLACES = st.integers(0, LONGEST)
Edits = list[tuple[int, int, bytes]]

EDITS = st.lists(st.tuples(PLACES, st.integers(0, 12), st.binary(max_size=8)), min_size=1, max_size=6)
"""Where, how many bytes are lost, and which come instead."""


def edited(right: bytes, edits: Edits) -> bytes:
    for place, lost, instead in edits:
        begin = place % (len(right) + 1)
        right = right[:begin] + instead + right[begin + lost :]
    return right


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=so_many(40, 5000), deadline=None)
@given(octets=st.binary(max_size=LONGEST))
def test_any_bytes_are_taken(name: str, octets: bytes) -> None:
    TARGETS[name].takes(octets)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=so_many(60, 10_000), deadline=None)
@given(place=PLACES, edits=EDITS)
def test_right_ones_with_a_few_bytes_changed_are_taken(name: str, place: int, edits: Edits) -> None:
    target = TARGETS[name]
    target.takes(edited(target.right[place % len(target.right)], edits))


@pytest.mark.parametrize("name", TARGETS)
def test_the_right_ones_are_taken_whole_and_cut_anywhere(name: str) -> None:
    for right in TARGETS[name].right:
        for size in {*range(0, len(right), so_many(37, 1)), len(right)}:
            TARGETS[name].takes(right[:size])
