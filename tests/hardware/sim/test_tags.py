"""What stickers and cards hold and say, against their data sheets."""

from __future__ import annotations

import pytest

from hardware.sim.air import Authentication, Frame
from hardware.sim.tags import MifareClassic, Ntag213, State
from tests.hardware.tag_talk import CARD, FACTORY_KEY, STICKER, ask, awake, checked, select


def test_a_sticker_holds_its_number_with_check_bytes_in_its_first_pages() -> None:
    assert ask(awake(Ntag213(STICKER)), checked("30 00")) == "04 11 22 bf 33 44 55 66 44 48 00 00 e1 10 12 00"


def test_the_text_of_a_sticker_is_the_record_that_phones_write() -> None:
    # The user memory shown in NXP's community, thread 748580: one text record "elephant".
    tag = awake(Ntag213(STICKER, "elephant"))
    lock_control = "01 03 a0 0c 34 "
    expected = lock_control + "03 0f d1 01 0b 54 02 65 6e 65 6c 65 70 68 61 6e 74 fe 00 00 00 00 00"
    assert ask(tag, checked("3a 04 0a")) == expected[: 3 * 28 - 1]


def test_a_new_sticker_holds_an_empty_message() -> None:
    assert ask(awake(Ntag213(STICKER)), checked("3a 04 05")) == "01 03 a0 0c 34 03 00 fe"


def test_a_sticker_tells_its_version() -> None:
    assert ask(awake(Ntag213(STICKER)), checked("60")) == "00 04 04 02 01 00 0f 03"


def test_reading_beyond_the_last_page_goes_on_at_the_first() -> None:
    answer = ask(awake(Ntag213(STICKER)), checked("30 2c"))
    assert answer is not None
    assert answer.endswith("04 11 22 bf 33 44 55 66 44 48 00 00")


def test_a_page_can_be_written() -> None:
    tag = awake(Ntag213(STICKER))
    assert tag.hear(checked("a2 27 01 02 03 04")) == Frame(0xA, 4)
    assert ask(tag, checked("3a 27 27")) == "01 02 03 04"


@pytest.mark.parametrize(
    ("frame", "nak"),
    [
        (checked("30 2d"), 0x0),
        (checked("3a 05 04"), 0x0),
        (checked("3a 00 2d"), 0x0),
        (checked("a2 03 00 00 00 00"), 0x0),
        (checked("a2 04 00 00 00"), 0x0),
        (checked("99"), 0x0),
        (Frame.of(bytes.fromhex("30 00 00 00")), 0x1),
    ],
)
def test_a_sticker_refuses_in_four_bits_and_must_be_selected_again(frame: Frame, nak: int) -> None:
    tag = awake(Ntag213(STICKER))
    assert tag.hear(frame) == Frame(nak, 4)
    assert tag.state is State.IDLE


def test_a_sticker_takes_seven_bytes_and_a_short_text() -> None:
    with pytest.raises(ValueError, match="has 7"):
        Ntag213(CARD)
    Ntag213(STICKER, "x" * 129)
    with pytest.raises(ValueError, match="holds 144"):
        Ntag213(STICKER, "x" * 130)


def opened(card: MifareClassic, block: int = 8, key: bytes = FACTORY_KEY, *, key_b: bool = False) -> bool:
    select(card)
    return card.authenticate(Authentication(key_b, block, key, card.uid[-4:]))


def hidden(text: str) -> Frame:
    frame = checked(text)
    return Frame(frame.bits, frame.length, secret=True)


@pytest.mark.parametrize("uid", [CARD, STICKER])
@pytest.mark.parametrize("key_b", [False, True])
def test_a_card_opens_to_either_key(uid: bytes, *, key_b: bool) -> None:
    card = MifareClassic(uid)
    assert opened(card, key_b=key_b)
    assert ask(card, hidden("30 08")) == bytes(16).hex(" ")


def test_a_card_keeps_shut_to_a_wrong_key() -> None:
    card = MifareClassic(CARD)
    assert not opened(card, key=b"secret")
    assert card.state is State.IDLE


def test_keys_stand_in_the_sector_trailer() -> None:
    trailer = b"letme1" + bytes.fromhex("ff 07 80 69") + b"letme2"
    card = MifareClassic(CARD, {11: trailer})
    assert not opened(card)
    assert opened(card, key=b"letme1")
    assert opened(card, key=b"letme2", key_b=True)
    assert ask(card, hidden("30 0b")) == (bytes(6) + trailer[6:]).hex(" ")


def test_a_block_is_written_in_two_steps() -> None:
    card = MifareClassic(CARD)
    opened(card)
    assert card.hear(hidden("a0 09")) == Frame(0xA, 4)
    assert card.hear(hidden(b"ace of spades   ".hex())) == Frame(0xA, 4)
    assert card.blocks[9] == b"ace of spades   "


@pytest.mark.parametrize(
    ("frame", "nak"),
    [
        (hidden("30 0c"), 0x4),  # another sector
        (hidden("a0 0c"), 0x4),
        (hidden("ff"), 0x4),
        (Frame(0x1234, 16, secret=True), 0x5),
    ],
)
def test_a_card_refuses_what_it_may_not_do(frame: Frame, nak: int) -> None:
    card = MifareClassic(CARD)
    opened(card)
    assert card.hear(frame) == Frame(nak, 4)
    assert card.state is State.IDLE


def test_the_manufacturer_block_cannot_be_written() -> None:
    card = MifareClassic(CARD)
    opened(card, 0)
    assert card.hear(hidden("a0 00")) == Frame(0x4, 4)


def test_plain_words_are_noise_to_a_card_that_expects_cipher() -> None:
    card = MifareClassic(CARD)
    opened(card)
    assert card.hear(checked("30 08")) is None
    assert card.state is State.IDLE


def test_cipher_is_noise_to_a_card_that_expects_plain_words() -> None:
    card = MifareClassic(CARD)
    select(card)
    assert card.hear(hidden("30 08")) is None


def test_a_block_has_sixteen_bytes() -> None:
    with pytest.raises(ValueError, match="block 4: 3 bytes"):
        MifareClassic(CARD, {4: b"abc"})


def test_the_second_half_of_a_write_has_sixteen_bytes() -> None:
    card = MifareClassic(CARD)
    opened(card)
    card.hear(hidden("a0 09"))
    assert card.hear(hidden("01 02 03")) == Frame(0x4, 4)
    assert card.blocks[9] == bytes(16)


def test_an_open_card_opens_another_sector_only_in_cipher() -> None:
    card = MifareClassic(CARD)
    opened(card)
    assert card.authenticate(Authentication(key_b=False, block=12, key=FACTORY_KEY, uid=CARD, secret=True))
    assert ask(card, hidden("30 0c")) == bytes(16).hex(" ")
    assert not card.authenticate(Authentication(key_b=False, block=12, key=FACTORY_KEY, uid=CARD))


def test_a_card_has_64_blocks_and_sleeps_through_requests_before_it_is_woken() -> None:
    card = MifareClassic(CARD)
    assert not opened(card, block=64)
    assert not card.authenticate(Authentication(key_b=False, block=8, key=FACTORY_KEY, uid=CARD))


def test_a_tag_shows_how_to_make_it_again() -> None:
    assert repr(Ntag213(STICKER)) == "Ntag213(bytes.fromhex('04112233445566'))"
