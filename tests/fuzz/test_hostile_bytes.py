"""Whatever bytes come from a card, a tag, a wire or a file: an answer or a named error, and little is remembered."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import for_each
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
@for_each("filler", [b"\0", b"0", b" ", b"[", b"\xff"])
def test_what_begins_rightly_and_does_not_end_is_taken(name: str, filler: bytes) -> None:
    for right in TARGETS[name].right:
        for size in {1, 2, 5, len(right) // 2, len(right) - 1}:
            TARGETS[name].takes(right[:size] + filler * LONGEST)


@pytest.mark.parametrize("name", TARGETS)
def test_the_right_ones_are_taken_whole_and_cut_anywhere(name: str) -> None:
    for right in TARGETS[name].right:
        for size in {*range(0, len(right), so_many(37, 1)), len(right)}:
            TARGETS[name].takes(right[:size])


LONG_NAME = "n" * 65
LONG_PERSON = json.dumps(
    {"format": 1, "name": "d", "kind": "french", "tags": {"04A1B2C3D4E5F6": {"person": LONG_NAME}}}
)
NASTY = {
    "nested without end": b"[" * 200_000,
    "objects without end": b'{"a":' * 50_000,
    "a number of many digits": b'{"format": ' + b"9" * 5000 + b"}",
    "one letter, very often": b"a" * 300_000,
    "half a surrogate": b'{"format": 1, "name": "\\ud800", "kind": "french", "tags": {}}',
    "a very long name": LONG_PERSON.encode(),
    "a very long player": f"game birddog\nplayers {LONG_NAME} Bob Cid\ndealer Bob\ndeal\n".encode(),
    "a very long undo": b"game birddog\nplayers 3\ndealer P1\ndeal\nundo " + b"9" * 5000,
    "a seal with many digits": b"deal ; n=" + b"9" * 5000 + b" at=x crc=00000000\n",
    "a frame without end": b"\x02" + b"0" * 100_000,
    "a frame that announces 16 KB": bytes.fromhex("00 00 FF FF FF 40 00 C0") + bytes(10_000),
    "a tag that announces 64 KB": bytes.fromhex("E1 10 12 00 03 FF FF FF D1 01 FF 54 02 65 6E") + b"A" * 70_000,
}
"""What a fuzzer does not come upon: each breaks one cap."""


@for_each("nasty", NASTY)
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_made_to_hurt_is_taken_with_little_memory(name: str, nasty: str) -> None:
    octets = NASTY[nasty]
    tracemalloc.start()
    try:
        TARGETS[name].takes(octets)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000 + 64 * len(octets)
