"""Frames on the air, against the worked examples of ISO/IEC 14443-3."""

from __future__ import annotations

import pytest

from hardware.sim.air import AntennaAnswer, Frame, crc16, crc_a, has_crc_a, superpose, with_bit_errors
from hardware.sim.clock import SimClock


@pytest.mark.parametrize(
    ("octets", "checked"),
    [
        ("00 00", "a0 1e"),  # ISO/IEC 14443-3, B.1
        ("12 34", "26 cf"),  # ISO/IEC 14443-3, B.1
        ("50 00", "57 cd"),  # HLTA
        ("08", "b6 dd"),  # SAK of a Classic 1K, as every sniffer trace shows it
    ],
)
def test_the_check_sum_is_that_of_the_standard(octets: str, checked: str) -> None:
    assert crc_a(bytes.fromhex(octets)) == bytes.fromhex(checked)
    assert has_crc_a(bytes.fromhex(octets + checked))


def test_a_check_sum_alone_checks_nothing() -> None:
    assert not has_crc_a(crc_a(b""))
    assert not has_crc_a(bytes.fromhex("12 34 26 ce"))


def test_the_preset_of_type_b_gives_the_check_sum_of_type_b() -> None:
    # ISO/IEC 14443-3, B.2: 00 00 00 -> CC C6, complemented by the standard, not by the coprocessor.
    assert crc16(bytes(3), 0xFFFF) ^ 0xFFFF == 0xC6CC


def test_a_frame_of_bits_keeps_the_lowest_of_its_last_byte() -> None:
    assert Frame.of(b"\x26", 7) == Frame(0x26, 7)
    assert Frame.of(b"\x93\x21\xff", 1) == Frame(0x1_21_93, 17)
    assert Frame.of(b"\x93\x21\xff", 1).octets() == b"\x93\x21\x01"


def test_a_byte_on_the_air_costs_nine_bits_and_a_frame_two_more() -> None:
    assert Frame.of(b"\x26", 7).air_s == pytest.approx(9 * 9.44e-6, rel=1e-3)
    assert Frame.of(bytes(5)).air_s == pytest.approx(47 * 9.44e-6, rel=1e-3)


@pytest.mark.parametrize(
    ("first", "second", "heard", "collision"),
    [
        ("04 00", "04 00", "04 00", None),
        ("44 00", "04 00", "44 00", 6),
        ("86", "16", "96", 4),
        ("00 80", "00 00", "00 80", 15),
    ],
)
def test_answers_are_superposed_and_the_first_difference_is_the_collision(
    first: str, second: str, heard: str, collision: int | None
) -> None:
    frames = [Frame.of(bytes.fromhex(first)), Frame.of(bytes.fromhex(second))]
    assert superpose(frames) == AntennaAnswer(Frame.of(bytes.fromhex(heard)), collision)


def test_silence_is_no_answer() -> None:
    assert superpose([]) is None


def test_a_longer_frame_goes_on_alone_without_collision() -> None:
    assert superpose([Frame(0xA, 4), Frame(0xFA, 8)]) == AntennaAnswer(Frame(0xFA, 8))


@pytest.mark.parametrize(
    ("length", "flipped", "parity_ok"),
    [(16, (3,), False), (16, (3, 5), True), (16, (7, 8), False), (16, (99,), True), (4, (2,), True)],
)
def test_parity_finds_an_odd_number_of_errors_in_a_whole_byte(
    length: int, flipped: tuple[int, ...], *, parity_ok: bool
) -> None:
    answer = with_bit_errors(AntennaAnswer(Frame(0, length)), flipped)
    assert answer.parity_ok is parity_ok
    assert answer.frame.bits == sum(1 << place for place in flipped if place < length)


def test_virtual_time_moves_only_forward() -> None:
    clock = SimClock(100.0)
    clock.sleep(0.25)
    clock.advance(0.5)
    clock.sleep(-3)
    assert clock.now() == 100.75
