"""The text on an NTAG as bytes in its memory: NFC Forum Type 2 Tag (TLV blocks), NDEF 1.0, RTD Text 1.0."""

from __future__ import annotations

import doctest

import pytest

from hardware.drivers import mfrc522_ndef
from hardware.drivers.mfrc522_ndef import ndef_message, ndef_text, text_of

ACE = "D1 01 06 54 02 65 6E 41 63 65"  # a short text record in English: Ace


def test_the_worked_examples_hold() -> None:
    outcome = doctest.testmod(mfrc522_ndef)
    assert outcome.attempted >= 3
    assert outcome.failed == 0


@pytest.mark.parametrize(
    ("pages", "text", "asked"),
    [
        (f"E1 10 12 00 03 0A {ACE} FE", "Ace", [3]),
        (f"E1 10 12 00 01 03 A0 0C 34 03 0A {ACE}", "Ace", [3, 7]),
        (f"E1 10 12 00 00 00 00 03 FF 00 0A {ACE} FE", "Ace", [3, 7]),
        (f"E1 10 02 00 01 03 A0 0C 34 03 0A {ACE}", "Ace", [3, 7]),
        (f"E1 10 01 00 01 03 A0 0C 34 03 0A {ACE}", None, [3]),
        (f"E1 10 04 00 {'00 ' * 28} 03 0A {ACE}", "Ace", [3, 7, 11]),
        (f"E1 10 03 00 {'00 ' * 28} 03 0A {ACE}", None, [3, 7]),
        (f"E1 10 05 00 {'00 ' * 44} 03 0A {ACE}", None, [3, 7, 11]),
        (f"E1 10 12 0F 03 0A {ACE} FE", "Ace", [3]),
        (f"E0 10 12 00 03 0A {ACE} FE", None, [3]),
        ("E1 10 12 00 FE", None, [3]),
        ("E1 10 12 00 03 20 D1 01", None, [3, 7]),
        (f"E1 10 FF 00 {'00 ' * 2040}", None, list(range(3, 256, 4))),  # claims more pages than READ can address
    ],
)
def test_the_memory_is_read_as_far_as_its_first_message_goes(pages: str, text: str | None, asked: list[int]) -> None:
    memory, read = bytes.fromhex(pages), []

    def four_pages(page: int) -> bytes | None:
        read.append(page)
        at = 4 * (page - 3)
        return memory[at : at + 16].ljust(16, b"\0") if at < len(memory) else None

    assert (ndef_text(four_pages), read) == (text, asked)


@pytest.mark.parametrize(
    ("area", "message"),
    [
        ("03 00", b""),
        ("03 02 AA BB", b"\xaa\xbb"),
        ("01 02 03 03 03 01 AA", b"\xaa"),
        ("03 FF 00 01 AA", b"\xaa"),
        ("01 FF 00 02 03 01 03 01 BB", b"\xbb"),
        ("03 FF 01 00 AA", None),
        ("03 FF 00", None),
        ("03", None),
        ("01 05", None),
        ("", None),
    ],
)
def test_a_block_has_one_byte_of_length_or_three(area: str, message: bytes | None) -> None:
    assert ndef_message(bytes.fromhex(area)) == message


@pytest.mark.parametrize("length", range(16))
def test_a_message_cut_short_asks_for_more_and_never_fails(length: int) -> None:
    whole = bytes.fromhex("01 03 a0 0c 34 00 03 07 d1 01 03 54 02 65 6e fe")
    assert ndef_message(whole[:length]) in {None, whole[8:15]}


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (ACE, "Ace"),
        (f"{ACE} 51 01 01 54 00", "Ace"),
        ("D1 01 01 54 00", ""),
        ("D1 01 02 54 00 41", "A"),
        ("D1 01 04 54 01 65 41 42", "AB"),
        ("D1 01 03 54 80 00 41", "A"),
        ("D1 01 04 54 01 64 C3 A9", "é"),
        ("D1 01 07 54 82 65 6E 00 4B 00 48", "KH"),  # UTF-16
        ("", None),
        ("D1 01 00 54", None),
        ("D1 01 00 54 00", None),
        ("D1 01 03 54 00 41", None),
        ("D1 02 01 54 00", None),
        ("D1 01 01 55 00", None),
        ("D2 01 01 54 00", None),
        ("C1 01 01 54 00", None),
    ],
)
def test_a_short_text_record_is_read_and_nothing_else(message: str, text: str | None) -> None:
    assert text_of(bytes.fromhex(message)) == text
