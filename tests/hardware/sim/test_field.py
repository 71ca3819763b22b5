"""Several tags in one field."""

from __future__ import annotations

import random

from hardware.sim.air import Frame
from hardware.sim.field import Field
from hardware.sim.tags import Tag, TagState
from tests.cases import for_each
from tests.hardware.tag_talk import CARD, REQA, SELECT_CARD, checked


def test_a_halted_tag_that_loses_power_is_idle_again() -> None:
    field, tag = Field(), Tag(CARD)
    field.place(tag)
    field.power(on=True)
    for frame in (REQA, SELECT_CARD, checked("50 00")):
        field.exchange(frame)
    assert field.exchange(REQA) is None
    field.lift(tag)
    field.place(tag)
    assert field.exchange(REQA) is not None


def test_a_field_that_is_off_wakes_nobody_and_lets_all_forget() -> None:
    field, tag = Field(), Tag(CARD)
    field.place(tag)
    assert field.exchange(REQA) is None
    field.power(on=True)
    field.exchange(REQA)
    field.power(on=False)
    assert tag.state is TagState.IDLE


def uids_found(field: Field) -> set[bytes]:
    """An inventory by the flow chart of ISO/IEC 14443-3, 6.5.1, on the bare field."""
    found: set[bytes] = set()
    while field.exchange(REQA) is not None:
        uid = b""
        for sel in (0x93, 0x95, 0x97):
            level = one_level(field, sel)
            octets = level.to_bytes(5, "little")
            sak = field.exchange(checked(bytes([sel, 0x70]).hex() + octets.hex()))
            assert sak is not None
            if not sak.frame.bits & 0x04:
                uid += octets[:4]
                break
            uid += octets[1:4]
        found.add(uid)
        field.exchange(checked("50 00"))
    return found


def one_level(field: Field, sel: int) -> int:
    known, bits = 0, 0
    while True:
        nvb = (16 + known) // 8 << 4 | known % 8
        heard = field.exchange(Frame(sel | nvb << 8 | bits << 16, 16 + known))
        assert heard is not None
        bits |= heard.frame.bits << known
        if heard.collision is None:
            return bits
        known += heard.collision + 1
        bits &= (1 << known) - 1


@for_each("seed", range(40))
def test_the_flow_chart_of_the_standard_finds_every_tag(seed: int) -> None:
    chance = random.Random(seed)
    family = chance.randbytes(10)
    uids = {
        (family[: chance.randrange(size)] + chance.randbytes(size))[:size]
        for size in chance.choices([4, 7, 10], k=chance.randint(1, 8))
    }
    field = Field()
    for uid in uids:
        field.place(Tag(uid))
    field.power(on=True)
    assert uids_found(field) == uids


def test_a_tag_placed_twice_lies_there_once_and_a_field_can_be_cleared() -> None:
    field, tag = Field(), Tag(CARD)
    field.place(tag)
    field.place(tag)
    assert field.tags == (tag,)
    field.clear()
    field.lift(tag)
    assert not field.tags
