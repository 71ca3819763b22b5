from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import iso14443a
from hardware.iso14443a import UID_LENGTHS, assemble, bcc, cascade, crc_a, crc_holds, is_complete, with_crc

UIDS = st.sampled_from(UID_LENGTHS).flatmap(lambda size: st.binary(min_size=size, max_size=size))


def test_the_worked_examples_hold() -> None:
    outcome = doctest.testmod(iso14443a)
    assert outcome.attempted >= 10
    assert outcome.failed == 0


@pytest.mark.parametrize(
    ("message", "on_air"),
    [
        ("00 00", "00 00 a0 1e"),  # ISO/IEC 14443-3, annex B, example 1
        ("12 34", "12 34 26 cf"),  # ISO/IEC 14443-3, annex B, example 2
        ("50 00", "50 00 57 cd"),  # HLTA as every sniffer shows it
        ("30 00", "30 00 02 a8"),  # READ of page 0
        ("e0 50", "e0 50 bc a5"),  # RATS
        ("04", "04 da 17"),  # SAK of a UID that goes on (MIFARE Ultralight data sheet)
        ("08", "08 b6 dd"),  # SAK of a MIFARE Classic 1K
        ("00", "00 fe 51"),  # SAK of an NTAG
    ],
)
def test_check_sums_are_those_of_the_standard_and_of_public_traces(message: str, on_air: str) -> None:
    assert with_crc(bytes.fromhex(message)) == bytes.fromhex(on_air)
    assert crc_holds(bytes.fromhex(on_air))


@given(st.binary(min_size=1, max_size=18), st.data())
def test_one_or_two_flipped_bits_never_pass_the_check_sum(message: bytes, data: st.DataObject) -> None:
    frame = with_crc(message)
    flips = data.draw(st.sets(st.integers(0, 8 * len(frame) - 1), min_size=1, max_size=2))
    damaged = int.from_bytes(frame, "little") ^ sum(1 << flip for flip in flips)
    assert not crc_holds(damaged.to_bytes(len(frame), "little"))


@pytest.mark.parametrize("frame", [b"", b"\x63", b"\x63\x63"])
def test_a_frame_without_content_does_not_pass(frame: bytes) -> None:
    assert not crc_holds(frame)


@given(UIDS)
def test_taking_apart_and_assembling_gives_the_uid_back(uid: bytes) -> None:
    levels = cascade(uid)
    assert {len(level) for level in levels} == {4}
    assert assemble(levels) == uid


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("DEADBEEF", ["deadbeef"]),
        ("8801EFC0", ["8801efc0"]),
        ("04112233445566", ["88041122", "33445566"]),
        ("04112233445566778899", ["88041122", "88334455", "66778899"]),
    ],
)
def test_seven_bytes_are_three_and_four_and_ten_are_three_three_and_four(uid: str, levels: list[str]) -> None:
    assert [level.hex() for level in cascade(bytes.fromhex(uid))] == levels


@pytest.mark.parametrize("length", [0, 3, 5, 8, 11])
def test_other_lengths_are_refused_by_name(length: int) -> None:
    with pytest.raises(ValueError, match=f"not {length}"):
        cascade(bytes(length))


def test_the_check_byte_makes_the_exclusive_or_of_five_bytes_zero() -> None:
    level = bytes.fromhex("88041122")
    assert bcc(level + bytes([bcc(level)])) == 0


@pytest.mark.parametrize(
    ("sak", "complete"),
    [(0x04, False), (0x24, False), (0x00, True), (0x08, True), (0x18, True), (0x20, True)],
)
def test_only_bit_three_of_the_sak_says_that_the_uid_goes_on(sak: int, *, complete: bool) -> None:
    assert is_complete(sak) is complete


def test_the_check_sum_of_nothing_is_its_start_value() -> None:
    assert crc_a(b"") == bytes([0x63, 0x63])


def test_commands_and_bits_are_those_of_the_standard() -> None:
    assert (iso14443a.REQA, iso14443a.WUPA, iso14443a.SHORT_FRAME_BITS) == (0x26, 0x52, 7)  # 6.4.1
    assert iso14443a.SEL == (0x93, 0x95, 0x97)  # 6.5.3
    assert (iso14443a.NVB_WHOLE, iso14443a.CASCADE_TAG) == (0x70, 0x88)  # 6.5.3, 6.5.4
    assert (iso14443a.SAK_CASCADE, iso14443a.SAK_14443_4) == (1 << 2, 1 << 5)  # bits 3 and 6, counted from 1 (6.5.3.4)
    assert iso14443a.SAK_NFC_DEP == 1 << 6  # NFC Forum Digital 1.1, 4.8
