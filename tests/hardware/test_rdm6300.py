"""The 125 kHz reader: what is believed, how long a tag counts as present, and what silence means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bus import DeviceError, Sighting
from hardware.drivers.rdm6300 import HOLD_S, Rdm6300
from hardware.drivers.serial_line import RETRY_S
from tests.hardware.serial_bench import GONE, ScriptedPort, line_on

A, B = bytes.fromhex("010063E9AE"), bytes.fromhex("100086F444")
FRAME_A, FRAME_B = b"\x02010063E9AE25\x03", b"\x02100086F44426\x03"
WRONG_A = b"\x02010063E8AF25\x03"
"""Two bits of FRAME_A wrong in the same column: the check sum holds."""
UNSURE = Sighting(unclear=True)
FIRST = Sighting(unclear=True, pending=True)
"""A number has been heard once, after silence."""
PERIOD_S = 0.065


def polled(*arrivals: bytes | None, proof: int = 2) -> list[Sighting]:
    """The sighting at each arrival, one frame period apart."""
    line, _, clock = line_on(ScriptedPort(*arrivals))
    reader = Rdm6300(line, clock, proof=proof)
    sightings = []
    for _ in arrivals:
        clock.sleep(PERIOD_S)
        sightings.append(reader.poll())
    return sightings


def seen(*uids: bytes, unclear: bool = False) -> Sighting:
    return Sighting(frozenset(uids), unclear=unclear)


@pytest.mark.parametrize(
    ("arrivals", "sightings"),
    [
        ([FRAME_A], [FIRST]),
        ([FRAME_A, FRAME_A], [FIRST, seen(A)]),
        ([FRAME_A + FRAME_A], [seen(A)]),
        ([FRAME_A, b"", FRAME_A], [FIRST, seen(), seen(A)]),
        ([FRAME_A, WRONG_A, FRAME_A], [FIRST, UNSURE, UNSURE]),
        ([FRAME_A, FRAME_A, WRONG_A, FRAME_A], [FIRST, seen(A), seen(A, unclear=True), seen(A)]),
        ([FRAME_A[:7], FRAME_A[7:] + FRAME_A], [seen(), seen(A)]),
        ([FRAME_A, FRAME_A, FRAME_B, FRAME_B], [FIRST, seen(A), seen(A, unclear=True), seen(B)]),
        ([FRAME_A, FRAME_A, b"\x02nonsense\x03"], [FIRST, seen(A), seen(A, unclear=True)]),
        ([b"\xff\x00garbage"], [seen()]),
    ],
)
def test_a_number_is_believed_after_two_equal_frames(arrivals: list[bytes], sightings: list[Sighting]) -> None:
    assert polled(*arrivals) == sightings


def test_two_equal_frames_far_apart_are_no_proof() -> None:
    assert polled(FRAME_A, *[b""] * 5, FRAME_A)[-1] == FIRST


def test_a_board_that_says_each_number_once_is_believed_at_once() -> None:
    assert polled(FRAME_A, b"", FRAME_B, proof=1) == [seen(A), seen(A), seen(B)]


def test_a_tag_is_gone_when_its_frames_have_stopped_for_a_while() -> None:
    sightings = polled(FRAME_A, FRAME_A, *[b""] * 8)
    held = int(HOLD_S / PERIOD_S)
    assert sightings[1:] == [seen(A)] * (1 + held) + [seen()] * (8 - held)


def test_one_or_two_lost_frames_are_no_absence() -> None:
    assert set(polled(FRAME_A, FRAME_A, b"", b"", FRAME_A, b"", FRAME_A)[1:]) == {seen(A)}


def test_silence_is_no_fault() -> None:
    assert set(polled(*[b""] * 1000)) == {seen()}


def test_half_a_frame_is_thrown_away_when_the_port_goes() -> None:
    line, _, clock = line_on(
        ScriptedPort(FRAME_A + FRAME_A, FRAME_B + FRAME_B[:9], GONE), ScriptedPort(FRAME_B[9:], FRAME_B)
    )
    reader = Rdm6300(line, clock)
    assert [reader.poll(), reader.poll()] == [seen(A), seen(A, unclear=True)]
    with pytest.raises(DeviceError, match="ttyS9: the port is gone"):
        reader.poll()
    clock.sleep(RETRY_S)
    assert [reader.poll(), reader.poll()] == [seen(), FIRST]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 13), st.integers(0, 7)), max_size=30))
def test_flipped_bits_never_make_a_wrong_number(errors: list[tuple[int, int]]) -> None:
    frames = [FRAME_A[:at] + bytes([FRAME_A[at] ^ 1 << bit]) + FRAME_A[at + 1 :] for at, bit in errors]
    assert frozenset[bytes]().union(*(sighting.uids for sighting in polled(*frames))) <= {A}


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=20))
def test_any_bytes_are_taken(arrivals: list[bytes]) -> None:
    assert len(polled(*arrivals)) == len(arrivals)
