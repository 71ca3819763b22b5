"""Frames of the PN532: the examples of its manual, and whatever else may come along a wire."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.frames.pn532 import LONGEST, Pn532Frames, Signal, targets, to_frame
from tests.flips import flips

ACK, NACK = bytes.fromhex("0000FF00FF00"), bytes.fromhex("0000FFFF0000")
REFUSAL = bytes.fromhex("0000FF01FF7F8100")
FIRMWARE = bytes.fromhex("0000FF06FAD50332010607E800")
TWO_TAGS = bytes.fromhex("D54B 02 01 0044 00 07 04112233445566 02 0004 08 04 DEADBEEF")


def chip_frame(content: bytes) -> bytes:
    """Content with TFI, in a normal frame, by the arithmetic of 6.2.1.1."""
    return b"\0\0\xff" + bytes([len(content), -len(content) % 256]) + content + bytes([-sum(content) % 256, 0])


def extended(content: bytes) -> bytes:
    """The same in an extended frame (6.2.1.2)."""
    size = len(content).to_bytes(2)
    return b"\0\0\xff\xff\xff" + size + bytes([-sum(size) % 256]) + content + bytes([-sum(content) % 256, 0])


def fed(octets: bytes) -> list[Signal | bytes]:
    return Pn532Frames().feed(octets)


@pytest.mark.parametrize(
    ("frame", "meaning"),
    [
        (ACK, Signal.ACK),
        (NACK, Signal.NACK),
        (REFUSAL, Signal.REFUSAL),
        (FIRMWARE, bytes.fromhex("0332010607")),
        (chip_frame(TWO_TAGS), TWO_TAGS[1:]),
        (extended(b"\xd5\x41" + bytes(260)), b"\x41" + bytes(260)),
    ],
)
def test_the_frames_of_the_manual_are_read(frame: bytes, meaning: Signal | bytes) -> None:
    assert fed(frame) == [meaning]
    frames = Pn532Frames()
    assert [complete for octet in b"\x55\x01" + frame for complete in frames.feed(bytes([octet]))] == [meaning]


@pytest.mark.parametrize(
    ("command", "frame"),
    [
        ("02", "0000FF02FED4022A00"),  # GetFirmwareVersion, as in the application note
        ("14011401", "0000FF05FBD4140114010200"),  # SAMConfiguration
        ("4A0200", "0000FF04FCD44A0200E000"),  # InListPassiveTarget, two targets
        ("4A0100", "0000FF04FCD44A0100E100"),  # NXP community, thread 474941
    ],
)
def test_commands_are_framed_as_others_send_them(command: str, frame: str) -> None:
    assert to_frame(bytes.fromhex(command)) == bytes.fromhex(frame)


def test_frames_follow_one_another() -> None:
    assert fed(ACK + FIRMWARE + ACK + REFUSAL) == [Signal.ACK, FIRMWARE[6:11], Signal.ACK, Signal.REFUSAL]


ADDS_UP_TO_NOTHING = chip_frame(b"\xd5\x2b")  # its check sum is 00


@pytest.mark.parametrize("frame", [ACK, NACK, REFUSAL, FIRMWARE, ADDS_UP_TO_NOTHING])
def test_the_00_behind_a_frame_may_be_the_one_before_the_next(frame: bytes) -> None:
    assert fed(frame[:-1] + FIRMWARE[1:]) == fed(frame) + fed(FIRMWARE)


@pytest.mark.parametrize("frame", [NACK, ADDS_UP_TO_NOTHING])
def test_the_last_00_of_a_frame_begins_no_other(frame: bytes) -> None:
    assert fed(frame[:-1] + FIRMWARE[2:]) == fed(frame)


def test_a_refusal_is_one_byte_long() -> None:
    assert fed(chip_frame(b"\x7f\x02")) == []


def test_the_longest_frame_has_265_bytes_of_content() -> None:
    assert fed(extended(b"\xd5" + bytes(264))) == [bytes(264)]
    assert fed(extended(b"\xd5" + bytes(265))) == []


@pytest.mark.parametrize("frame", [ACK, REFUSAL, FIRMWARE, chip_frame(TWO_TAGS), extended(TWO_TAGS)])
def test_no_flipped_bit_makes_another_answer(frame: bytes) -> None:
    heard = {answer for flipped in flips(frame) for answer in fed(flipped) if isinstance(answer, bytes)}
    assert heard <= set(fed(frame))


@pytest.mark.parametrize("frame", [ACK, FIRMWARE, chip_frame(TWO_TAGS), extended(TWO_TAGS)])
def test_a_flipped_frame_delays_those_behind_it_by_one_longest_frame_at_most(frame: bytes) -> None:
    behind = frame * (1 + (LONGEST + 8) // len(frame))
    assert all(fed(frame)[0] in fed(flipped + behind) for flipped in flips(frame))


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_any_bytes_are_taken_and_little_is_remembered(octets: bytes) -> None:
    frames = Pn532Frames()
    frames.feed(octets)
    assert len(frames._received) <= LONGEST + 8


def test_a_length_that_no_frame_has_is_not_waited_for() -> None:
    endless = bytes.fromhex("00 00 FF FF FF 7F FF 82")
    assert fed(endless + FIRMWARE) == fed(FIRMWARE)


@given(st.lists(st.sampled_from([b"\0", b"\0\xff", b"\xff", b"\xd5", ACK, FIRMWARE, b"\x7f", b"\x81"]), max_size=40))
def test_where_the_bytes_are_cut_makes_no_difference(pieces: list[bytes]) -> None:
    frames = Pn532Frames()
    assert [frame for piece in pieces for frame in frames.feed(piece)] == fed(b"".join(pieces))


@given(st.binary(min_size=1, max_size=254))
def test_any_content_comes_through_whole(content: bytes) -> None:
    assert fed(chip_frame(b"\xd5" + content)) == [content]


def test_numbers_of_every_length_are_listed() -> None:
    assert list(targets(TWO_TAGS[2:])) == [bytes.fromhex("04112233445566"), bytes.fromhex("DEADBEEF")]
    assert targets(b"\x00") == {}
    assert targets(bytes.fromhex("01 01 0344 20 0A 00010203040506070809 06 7577810280")) == {bytes(range(10)): 0x20}


def test_an_ats_may_be_missing_and_is_not_expected_of_other_tags() -> None:
    assert targets(bytes.fromhex("01 01 0344 20 04 DEADBEEF")) == {bytes.fromhex("DEADBEEF"): 0x20}
    mini_first = bytes.fromhex("02 01 0004 09 04 DEADBEEF 02 0004 08 04 CAFEBABE")
    assert targets(mini_first) == {bytes.fromhex("DEADBEEF"): 0x09, bytes.fromhex("CAFEBABE"): 0x08}


@given(st.lists(st.integers(3, 11), max_size=3, unique=True))
def test_any_answer_is_a_list_of_numbers_or_none(sizes: list[int]) -> None:
    with suppress(ValueError):
        found = targets(bytes([len(sizes)]) + b"".join(b"\1\0\4\x08" + bytes([size]) * (size + 1) for size in sizes))
        assert [*map(len, found)] == sizes
        assert {*sizes} <= {4, 7, 10}


@pytest.mark.parametrize("end", range(len(TWO_TAGS) - 2))
def test_a_list_cut_short_is_none(end: int) -> None:
    with pytest.raises(ValueError, match="no list of targets"):
        targets(TWO_TAGS[2:][:end])


@pytest.mark.parametrize("at", range(3))
def test_a_list_with_impossible_lengths_is_none(at: int) -> None:
    wrong = bytearray(TWO_TAGS[2:])
    wrong[[0, 5, 17][at]] ^= 0x03
    with pytest.raises(ValueError, match="no list of targets"):
        targets(bytes(wrong))
