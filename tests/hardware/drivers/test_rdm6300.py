"""The 125 kHz reader: what is believed, how long a tag counts as present, and what silence means."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bus import DeviceError, Sighting
from hardware.drivers.rdm6300 import HOLD_S, PAIR_S, Rdm6300
from hardware.drivers.retried import AGAIN_S, SerialLine
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.serial import SimSerial
from hardware.sim.tags import Em4100
from tests.hardware.serial_bench import GONE, ScriptedPort, line_on

A, B = bytes.fromhex("010063E9AE"), bytes.fromhex("100086F444")
FRAME_A, FRAME_B = b"\x02010063E9AE25\x03", b"\x02100086F44426\x03"
WRONG_A = b"\x02010063E8AF25\x03"
"""Two bits of FRAME_A wrong in the same column: the check sum holds."""
UNSURE = Sighting(unclear=True)
FIRST = Sighting(unclear=True, pending=True)
"""A number has been heard once, after silence."""
PERIOD_S = 0.065


NOTHING = b"\x02" + 12 * b"0" + b"\x03"
"""What a receiver without a tag may say: the check sum holds."""


def polled(*arrivals: bytes | None, repeats: bool = True) -> list[Sighting]:
    """The sighting at each arrival, one frame period apart."""
    line, _, clock = line_on(ScriptedPort(*arrivals))
    reader = Rdm6300(line, clock, repeats=repeats)
    sightings = []
    for _ in arrivals:
        clock.sleep(PERIOD_S)
        sightings.append(reader.poll())
    return sightings


def seen(*uids: bytes, unclear: bool = False) -> Sighting:
    return Sighting(frozenset(uids), unclear=unclear, alone=bool(uids))


@pytest.mark.parametrize(
    ("arrivals", "sightings"),
    [
        ([FRAME_A], [FIRST]),
        ([FRAME_A, FRAME_A], [FIRST, seen(A)]),
        ([FRAME_A + FRAME_A], [seen(A)]),
        ([FRAME_A, b"", FRAME_A], [FIRST, seen(), seen(A)]),
        ([FRAME_A, WRONG_A, FRAME_A], [FIRST, UNSURE, UNSURE]),
        ([FRAME_A, FRAME_A, WRONG_A, FRAME_A], [FIRST, seen(A), seen(A, unclear=True), seen(A)]),
        ([3 * FRAME_A + 3 * FRAME_B, b"", b""], [seen(A), seen(B), seen(B)]),
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


def test_zeros_are_no_tag_and_no_sign_of_one() -> None:
    assert polled(NOTHING, NOTHING, NOTHING) == [seen()] * 3
    assert polled(FRAME_A, NOTHING, FRAME_A, NOTHING)[1:] == [seen(), seen(A), seen(A)]


@pytest.mark.parametrize("wrong", [WRONG_A, FRAME_B])
def test_one_frame_of_a_board_that_says_each_number_once_is_not_believed(wrong: bytes) -> None:
    assert polled(wrong, *[b""] * 50, repeats=False)[1:] == [seen()] * 50
    assert polled(wrong, b"", FRAME_A, b"", FRAME_A, repeats=False)[1:] == [seen(), UNSURE, seen(), seen(A)]


def test_two_taps_within_three_seconds_prove_a_number_where_no_line_resets_the_board() -> None:
    taps = [FRAME_A, *[b""] * int(0.9 * PAIR_S / PERIOD_S), FRAME_A]
    assert polled(*taps, repeats=False)[-1] == seen(A)
    assert polled(FRAME_A, *[b""] * int(1.1 * PAIR_S / PERIOD_S), FRAME_A, repeats=False)[-1] == FIRST


@pytest.mark.parametrize("held", [False, True])
def test_a_board_that_speaks_once_is_reset_and_read_twice_in_one_tap(held: bool) -> None:  # noqa: FBT001 - a level
    clock, field = SimClock(), Field()
    board = SimRdm6300(field, clock, once=True)
    if held:
        board.reset_pin.set(False)  # GPIO25 is low until somebody drives it
    line = SerialLine(lambda: SimSerial(board).plug(board.baud), clock, bus="serial")
    reader = Rdm6300(line, clock, repeats=False, reset=board.reset_pin)
    reader.poll()
    field.place(Em4100(A))
    sightings = []
    for _ in range(8):  # half a second: a short tap
        clock.sleep(PERIOD_S)
        sightings.append(reader.poll())
    assert seen(A) in sightings


def test_a_board_whose_reset_line_failed_while_it_was_held_is_started_at_the_next_poll() -> None:
    clock, field, calls = SimClock(), Field(), count()
    board = SimRdm6300(field, clock, once=True)

    class Line:
        def set(self, high: bool) -> None:  # noqa: FBT001 - a level
            if next(calls) == 2:  # started, stopped, and not started
                raise DeviceError("the pins fail", bus="gpio25")
            board.reset_pin.set(high)

    line = SerialLine(lambda: SimSerial(board).plug(board.baud), clock, bus="serial")
    reader = Rdm6300(line, clock, repeats=False, reset=Line())
    reader.poll()
    field.place(Em4100(A))
    sightings, faults = [], 0
    for _ in range(10):
        clock.sleep(PERIOD_S)
        try:
            sightings.append(reader.poll())
        except DeviceError:
            faults += 1
    assert (faults, seen(A) in sightings) == (1, True)


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
    clock.sleep(AGAIN_S)
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
