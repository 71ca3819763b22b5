"""What a reader says to a tag, frame by frame."""

from __future__ import annotations

from hardware.sim.air import Frame, crc_a, has_crc_a
from hardware.sim.tags import Tag, TagState

REQA = Frame(0x26, 7)
WUPA = Frame(0x52, 7)
ANTICOLLISION = Frame.of(b"\x93\x20")
STICKER = bytes.fromhex("04 11 22 33 44 55 66")
CARD = bytes.fromhex("de ad be ef")


def checked(text: str) -> Frame:
    octets = bytes.fromhex(text)
    return Frame.of(octets + crc_a(octets))


def ask(tag: Tag, frame: Frame) -> str | None:
    """The answer in hex, its check sum verified and cut off when it has one."""
    answer = tag.hear(frame)
    if answer is None:
        return None
    octets = answer.octets()
    return (octets[:-2] if has_crc_a(octets) else octets).hex(" ")


def select(tag: Tag) -> None:
    """Bring a tag to ACTIVE through all its levels, believing its own bits."""
    tag.lose_power()
    tag.hear(WUPA)
    for sel in (0x93, 0x95, 0x97):
        if tag.state is TagState.READY:
            heard = tag.hear(Frame.of(bytes([sel, 0x20])))
            assert heard is not None
            tag.hear(checked((bytes([sel, 0x70]) + heard.octets()).hex()))


def awake(tag: Tag) -> Tag:
    select(tag)
    assert tag.state is TagState.ACTIVE
    return tag


SELECT_CARD = checked("93 70 de ad be ef 22")
