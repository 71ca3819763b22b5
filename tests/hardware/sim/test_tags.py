"""Tags as the state machines of ISO/IEC 14443-3: woken, singled out, halted."""

from __future__ import annotations

import pytest

from hardware.sim.air import Frame
from hardware.sim.tags import Tag, TagState
from tests.hardware.tag_talk import ANTICOLLISION, CARD, REQA, SELECT_CARD, STICKER, WUPA, ask, awake, checked


@pytest.mark.parametrize(
    ("tag", "atqa", "sak"),
    [
        (Tag(CARD, sak=0x08), "04 00", "08"),  # AN10833: Classic 1K is 0004 / 08
        (Tag(STICKER), "44 00", "04"),  # NTAG213 is 0044, and 00 after its second level
        (Tag(bytes(10)), "84 00", "04"),
    ],
)
def test_a_tag_introduces_itself_as_its_data_sheet_says(tag: Tag, atqa: str, sak: str) -> None:
    assert ask(tag, REQA) == atqa
    level = tag.hear(ANTICOLLISION)
    assert level is not None
    assert ask(tag, checked("93 70" + level.octets().hex())) == sak


def test_a_seven_byte_number_comes_in_two_levels_with_the_cascade_tag() -> None:
    tag = Tag(STICKER)
    tag.hear(REQA)
    assert ask(tag, ANTICOLLISION) == "88 04 11 22 bf"
    assert ask(tag, checked("93 70 88 04 11 22 bf")) == "04"
    assert ask(tag, Frame.of(b"\x95\x20")) == "33 44 55 66 44"
    assert ask(tag, checked("95 70 33 44 55 66 44")) == "00"
    assert tag.state is TagState.ACTIVE


def test_a_ten_byte_number_comes_in_three_levels() -> None:
    tag = Tag(bytes.fromhex("01 02 03 04 05 06 07 08 09 0a"))
    tag.hear(REQA)
    levels = ["93 70 88 01 02 03 88", "95 70 88 04 05 06 8f", "97 70 07 08 09 0a 0c"]
    assert [ask(tag, checked(level)) for level in levels] == ["04", "04", "00"]
    assert tag.state is TagState.ACTIVE


def test_a_four_byte_number_may_begin_like_a_cascade_tag() -> None:
    tag = awake(Tag(bytes.fromhex("88 01 02 03"), sak=0x08))
    assert tag.state is TagState.ACTIVE


@pytest.mark.parametrize("length", [0, 3, 5, 8, 11])
def test_no_other_lengths_of_numbers_exist(length: int) -> None:
    with pytest.raises(ValueError, match="allowed are 4, 7 or 10"):
        Tag(bytes(length))


@pytest.mark.parametrize(
    ("known_bits", "expected"),
    [(0, 40), (1, 39), (8, 32), (17, 23), (39, 1)],
)
def test_a_tag_sends_only_the_bits_that_the_reader_does_not_know(known_bits: int, expected: int) -> None:
    tag = Tag(CARD)
    whole = int.from_bytes(bytes.fromhex("de ad be ef 22"), "little")
    tag.hear(REQA)
    nvb = (16 + known_bits) // 8 << 4 | known_bits % 8
    told = whole & ((1 << known_bits) - 1)
    answer = tag.hear(Frame(0x93 | nvb << 8 | told << 16, 16 + known_bits))
    assert answer == Frame(whole >> known_bits, expected)


TRANSITIONS = [
    # frames heard one after the other, the state after them, whether the last one is answered
    ([], TagState.IDLE, False),
    ([REQA], TagState.READY, True),
    ([WUPA], TagState.READY, True),
    ([ANTICOLLISION], TagState.IDLE, False),
    ([REQA, REQA], TagState.IDLE, False),
    ([REQA, WUPA], TagState.IDLE, False),
    ([REQA, ANTICOLLISION], TagState.READY, True),
    ([REQA, Frame.of(b"\x95\x20")], TagState.IDLE, False),
    ([REQA, Frame(0x01_21_93, 17)], TagState.IDLE, False),  # a one where the tag has a zero
    ([REQA, Frame.of(b"\x93\x21")], TagState.IDLE, False),  # NVB promises a bit that is not there
    ([REQA, SELECT_CARD], TagState.ACTIVE, True),
    ([REQA, checked("93 70 de ad be ef 23")], TagState.IDLE, False),
    ([REQA, Frame.of(bytes.fromhex("93 70 de ad be ef 22 00 00"))], TagState.IDLE, False),
    ([REQA, SELECT_CARD, REQA], TagState.IDLE, False),
    ([REQA, SELECT_CARD, checked("50 00")], TagState.HALT, False),
    ([REQA, SELECT_CARD, checked("50 00"), REQA], TagState.HALT, False),
    ([REQA, SELECT_CARD, checked("50 00"), WUPA], TagState.READY, True),
    ([REQA, SELECT_CARD, checked("50 00"), WUPA, REQA], TagState.HALT, False),
    ([REQA, SELECT_CARD, checked("50 00"), WUPA, checked("93 70 01 02 03 04 04")], TagState.HALT, False),
    ([REQA, SELECT_CARD, checked("50 00"), WUPA, SELECT_CARD], TagState.ACTIVE, True),
    ([REQA, SELECT_CARD, checked("50 00"), WUPA, SELECT_CARD, REQA], TagState.HALT, False),
    ([REQA, SELECT_CARD, checked("30 00")], TagState.IDLE, False),
]


@pytest.mark.parametrize(("frames", "state", "answered"), TRANSITIONS)
def test_a_tag_follows_the_states_of_the_standard(frames: list[Frame], state: TagState, *, answered: bool) -> None:
    tag = Tag(CARD)
    answers = [tag.hear(frame) for frame in frames]
    assert tag.state is state
    assert bool(answers and answers[-1]) is answered
