"""The forms in which readers type the number of a tag."""

from __future__ import annotations

from random import Random

import pytest

from companion.parts.readers.typed_numbers import forms_of, number_of
from tests.cases import for_each

PRINTED = bytes.fromhex("010063E9AE")
"""A 125 kHz card on which 0006547886 099,59822 is printed."""
STICKER, CARD = bytes.fromhex("04112233445566"), bytes.fromhex("DEADBEEF")


@for_each(
    ("text", "form", "number"),
    [
        ("0006547886", "auto", "000063E9AE"),  # 8H10D
        ("09959822", "auto", "000063E9AE"),  # 3D5D
        ("0063E9AE", "auto", "000063E9AE"),
        ("010063E9AE", "auto", "010063E9AE"),
        ("63E9AE", "hex", "000063E9AE"),
        ("0004301515182", "auto", "010063E9AE"),  # 10H13D
        ("2934530816", "dec-rev", "000063E9AE"),
        ("AEE96300", "hex-rev", "000063E9AE"),
        ("06547886", "dec", "000063E9AE"),  # 6H8D
        ("09959822", "3+5", "000063E9AE"),
        ("99999999", "auto", "0005F5E0FF"),  # 999 is no byte
    ],
)
def test_of_a_tag_of_125_khz(text: str, form: str, number: str) -> None:
    assert number_of(text, form, low=True) == bytes.fromhex(number)


@for_each(
    ("text", "form", "number"),
    [
        ("3735928559", "auto", "DEADBEEF"),
        ("4022250974", "dec-rev", "DEADBEEF"),
        ("DEADBEEF", "auto", "DEADBEEF"),
        ("EFBEADDE", "hex-rev", "DEADBEEF"),
        ("04112233445566", "auto", "04112233445566"),
        ("66554433221104", "hex-rev", "04112233445566"),
        ("01144738493519206", "auto", "04112233445566"),
        ("12345678", "auto", "12345678"),
    ],
)
def test_of_a_tag_of_13_56_mhz(text: str, form: str, number: str) -> None:
    assert number_of(text, form, low=False) == bytes.fromhex(number)


@pytest.mark.parametrize("text", ["", "1", "000654788", "00065478861", "4294967296", "0006547886ABCDEF0123456"])
@pytest.mark.parametrize("form", ["auto", "dec", "hex", "3+5"])
def test_half_a_number_or_too_much_of_it_is_none(text: str, form: str) -> None:
    if (form, text) != ("hex", "4294967296"):
        assert number_of(text, form, low=False) is None
    assert number_of(text, form, low=True) is None or text == "4294967296"


def test_a_number_whose_first_byte_means_a_phone_is_taken_from_behind() -> None:
    assert number_of("08112233", low=False) == bytes.fromhex("33221108")
    assert number_of("08112233", "hex", low=False) == bytes.fromhex("08112233")


def test_what_any_reader_makes_of_a_tag_is_among_what_is_expected() -> None:
    chance = Random(1)
    for _ in range(300):
        low = bytes(chance.randrange(256) for _ in range(5))
        texts = (
            low.hex(),
            f"{int.from_bytes(low[1:], 'big'):010d}",
            f"{low[2]:03d}{int.from_bytes(low[3:], 'big'):05d}",
        )
        assert {number_of(text, low=True) for text in texts} <= forms_of(low)
        high = b"\x04" + bytes(chance.randrange(256) for _ in range(6))
        for part in (high[:4], high[3:], high[3::-1]):
            assert number_of(part.hex(), low=False) in forms_of(high)
            assert number_of(f"{int.from_bytes(part, 'big'):010d}", low=False) in forms_of(high)
