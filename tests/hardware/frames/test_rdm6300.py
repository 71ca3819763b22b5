"""Numbers out of bytes of 125 kHz readers: the worked examples, and whatever else may come along a wire."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.frames.rdm6300 import LONGEST, Rdm6300Numbers
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.tags import Em4100
from tests.flips import flips

EXAMPLES = {
    "010063E9AE": b"\x02010063E9AE25\x03",  # an Arduino forum's capture; printed on the tag: 0006547886
    "100086F444": b"\x02100086F44426\x03",  # a capture of the seller hobbycomponents
    "0C000621A5": b"\x020C000621A58E\r\n\x03",  # "ID-12LA datasheet": the worked check sum
}


def fed(octets: bytes) -> list[bytes | None]:
    return Rdm6300Numbers().feed(octets)


@pytest.mark.parametrize(("number", "frame"), EXAMPLES.items())
def test_the_worked_examples_are_read(number: str, frame: bytes) -> None:
    assert fed(frame) == [bytes.fromhex(number)]


def test_the_number_printed_on_the_tag_is_that_of_the_last_four_bytes() -> None:
    (number,) = fed(EXAMPLES["010063E9AE"])
    assert number is not None
    assert int.from_bytes(number[1:]) == 6547886


@pytest.mark.parametrize("frame", EXAMPLES.values())
def test_a_frame_may_come_byte_by_byte_and_between_rubbish(frame: bytes) -> None:
    frames = Rdm6300Numbers()
    numbers = [number for octet in b"\xff12\x03" + frame + b"9\x00" for number in frames.feed(bytes([octet]))]
    assert numbers == fed(frame)


@pytest.mark.parametrize("frame", EXAMPLES.values())
def test_no_flipped_bit_makes_another_number(frame: bytes) -> None:
    heard = {number for flipped in flips(frame) for number in fed(flipped)}
    assert heard <= {None, *fed(frame)}


@pytest.mark.parametrize("frame", EXAMPLES.values())
def test_a_frame_after_a_flipped_one_is_read_again(frame: bytes) -> None:
    assert all(fed(flipped + frame + frame)[-1:] == fed(frame) for flipped in flips(frame))


@pytest.mark.parametrize(
    "octets",
    [
        b"\x02010063E9AE24\x03",
        b"\x02010063e9ae25\x03",
        b"\x02010063E9AE\x03",
        b"\x02010063E9AE25\n\x03",
        b"\x02\x03",
    ],
)
def test_a_frame_that_does_not_hold_is_told_as_such(octets: bytes) -> None:
    assert fed(octets) == [None]


@pytest.mark.parametrize("ending", [b"\x03", b"\r\n\x03"])
def test_nothing_but_zeros_has_a_right_sum_and_is_no_number(ending: bytes) -> None:
    assert fed(b"\x02" + 12 * b"0" + ending) == []
    assert fed(b"\x02" + 9 * b"0" + b"101" + ending) == [bytes.fromhex("0000000001")]


def test_what_is_too_long_for_a_frame_is_skipped() -> None:
    digits_and_cr_lf = 12 + 2
    assert fed(b"\x02" + b"0" * digits_and_cr_lf + b"\x03") == [None]
    assert fed(b"\x02" + b"0" * (digits_and_cr_lf + 1) + b"\x03") == []


@given(st.lists(st.binary(max_size=40) | st.sampled_from((b"\x02", b"\x03", *EXAMPLES.values()))).map(b"".join))
def test_any_bytes_are_taken_and_little_is_remembered(octets: bytes) -> None:
    frames = Rdm6300Numbers()
    assert all(number is None or len(number) == 5 for number in frames.feed(octets))
    assert len(frames._body or b"") <= LONGEST


PIECES = (b"\x02", b"\x03", b"\r\n", b"0100", b"E9AE", *EXAMPLES.values())
"""No three of the halves have a sum that holds: only the examples can be read."""


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_where_the_bytes_are_cut_makes_no_difference(pieces: list[bytes]) -> None:
    frames = Rdm6300Numbers()
    numbers = [number for piece in pieces for number in frames.feed(piece)]
    assert numbers == fed(b"".join(pieces))
    assert set(numbers) <= {None, *map(bytes.fromhex, EXAMPLES)}


@settings(deadline=None)
@given(st.binary(min_size=5, max_size=5).filter(any), st.booleans())
def test_what_the_simulated_board_says_is_the_number_of_its_tag(number: bytes, once: bool) -> None:  # noqa: FBT001 - drawn
    clock, field = SimClock(), Field()
    board = SimRdm6300(field, clock, once=once)
    field.place(Em4100(number))
    board.speak()
    clock.sleep(0.07)
    assert fed(board.speak()) == [number]
