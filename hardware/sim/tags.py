"""The tags that people glue under cards: how they are woken, selected, read and halted.

Type A tags: ISO/IEC 14443-3:2011, 6.3 to 6.5. A tag knows no reader: it hears frames.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import reduce
from operator import xor
from typing import Final

from hardware.sim.air import Frame, has_crc_a

REQA: Final = Frame(0x26, 7)
WUPA: Final = Frame(0x52, 7)
HLTA: Final = Frame.with_crc(b"\x50\x00")
CASCADE_TAG: Final = b"\x88"
RANDOM_NUMBER: Final = b"\x08"
SEL_CODES: Final = (0x93, 0x95, 0x97)
NVB_SELECT: Final = 0x70
SAK_INCOMPLETE: Final = 0x04


class TagState(Enum):
    """The states of figure 7; a star marks READY and ACTIVE of a tag that was woken from HALT."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


def cascade_levels(uid: bytes) -> tuple[bytes, ...]:
    """The four bytes and check byte BCC sent at each cascade level, for a UID of 4, 7 or 10 bytes (6.5.4)."""
    if len(uid) not in {4, 7, 10}:
        raise ValueError(f"uid {uid.hex()}: {len(uid)} bytes, allowed are 4, 7 or 10")
    parts = [*(CASCADE_TAG + uid[at : at + 3] for at in range(0, len(uid) - 4, 3)), uid[-4:]]
    return tuple(part + bytes([reduce(xor, part)]) for part in parts)


class Tag:
    """A type A tag that can be found and selected, and then ignores every command.

    Args:
        uid: 4, 7 or 10 bytes, in the order of the standard.
        sak: the SELECT acknowledge of the last level: 00 is a sticker such as an NTAG213, 08 a MIFARE Classic 1K card,
            bit 20 a bank card.
    """

    def __init__(self, uid: bytes, *, sak: int = 0x00) -> None:
        self.uid = uid
        self._level = 0
        self._levels = cascade_levels(uid)
        self.sak = sak
        self.lose_power()

    def lose_power(self) -> None:
        """Forget all state: out of the field, or the field is off."""
        self.state = self._resting = TagState.IDLE

    def hear(self, frame: Frame) -> Frame | None:
        """Hear one frame of the reader; the answer, or None for silence."""
        match self.state:
            case TagState.IDLE | TagState.HALT:
                return self._wake(frame)
            case TagState.READY:
                answer = self._single_out(frame)
            case TagState.ACTIVE:
                answer = self._execute(frame)
        if answer is None:  # halted, an error, or a frame for another tag
            self.state = self._resting
        return answer

    def _wake(self, frame: Frame) -> Frame | None:
        if frame == WUPA or (frame == REQA and self.state is TagState.IDLE):
            self._resting = self.state
            self.state = TagState.READY
            self._level = 0
            return Frame(0x0004 | (len(self._levels) - 1) << 6, 16)  # ATQA: the size of the UID (6.5.2)
        return None

    def _single_out(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        if len(octets) < 2 or octets[0] != SEL_CODES[self._level]:
            return None
        return self._select(octets) if octets[1] == NVB_SELECT else self._anticollision(frame, octets[1])

    def _anticollision(self, frame: Frame, nvb: int) -> Frame | None:
        """The rest of the UID after the bits that the reader knows; None if the known bits differ (6.5.3)."""
        known = frame.length - 16
        whole = int.from_bytes(self._levels[self._level], "little")
        sent = frame.bits >> 16
        if 8 * (nvb >> 4) + (nvb & 7) != frame.length or known >= 40 or sent != whole & ((1 << known) - 1):
            return None
        return Frame(whole >> known, 40 - known)

    def _select(self, octets: bytes) -> Frame | None:
        if len(octets) != 9 or not has_crc_a(octets) or octets[2:7] != self._levels[self._level]:
            return None
        self._level += 1
        if self._level < len(self._levels):
            return Frame.with_crc(bytes([SAK_INCOMPLETE]))
        self.state = TagState.ACTIVE
        return Frame.with_crc(bytes([self.sak]))

    def _execute(self, frame: Frame) -> Frame | None:
        """HLTA halts the tag without an answer; any other command is an error."""
        if frame == HLTA:
            self._resting = TagState.HALT
        return None


class Em4100:
    """A 125 kHz tag, which repeats its number while a field powers it; deaf to frames of 13.56 MHz.

    Args:
        uid: five bytes: version or customer, then the 32 bits that are printed on the tag in decimal.
    """

    def __init__(self, uid: bytes) -> None:
        if len(uid) != 5:
            raise ValueError(f"uid {uid.hex()}: {len(uid)} bytes, an EM4100 has 5")
        self.uid = uid

    def lose_power(self) -> None:
        """Nothing to forget."""

    def hear(self, _frame: Frame) -> Frame | None:
        """Silence."""
        return None
