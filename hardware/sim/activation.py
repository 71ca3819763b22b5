"""The activation of a type A tag: how it is woken, selected and halted.

Source: ISO/IEC 14443-3:2011, 6.3 to 6.5. A tag knows no reader: it hears frames.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import reduce
from operator import xor
from typing import Final

from hardware.sim.air import Authentication, Frame, has_crc_a

REQA: Final = Frame(0x26, 7)
WUPA: Final = Frame(0x52, 7)
HLTA: Final = Frame.checked(b"\x50\x00")
CASCADE_TAG: Final = b"\x88"
SEL_CODES: Final = (0x93, 0x95, 0x97)
NVB_SELECT: Final = 0x70
SAK_INCOMPLETE: Final = 0x04


class State(Enum):
    """The states of figure 7; a star marks READY and ACTIVE of a tag that was woken from HALT."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


def cascade_levels(uid: bytes) -> tuple[bytes, ...]:
    """The four bytes and check byte BCC sent at each cascade level, for a UID of 4, 7 or 10 bytes (6.5.4)."""
    match len(uid):
        case 4:
            parts = [uid]
        case 7:
            parts = [CASCADE_TAG + uid[:3], uid[3:]]
        case 10:
            parts = [CASCADE_TAG + uid[:3], CASCADE_TAG + uid[3:6], uid[6:]]
        case length:
            raise ValueError(f"uid {uid.hex()}: {length} bytes, allowed are 4, 7 or 10")
    return tuple(part + bytes([reduce(xor, part)]) for part in parts)


class Tag:
    """A tag that can be found and selected, and then ignores every command.

    Args:
        uid: 4, 7 or 10 bytes, in the order of the standard.
        sak: the SELECT acknowledge of the last level.
        atqa: the answer to REQA as data sheets print it, high byte first; None: from the size of the UID.
    """

    def __init__(self, uid: bytes, *, sak: int = 0x00, atqa: int | None = None) -> None:
        self.uid = uid
        self.state = State.IDLE
        self._woken_from_halt = False
        self._level = 0
        self._secret = False
        levels = cascade_levels(uid)
        self._levels = tuple(int.from_bytes(level, "little") for level in levels)
        self._atqa = Frame(0x0004 | (len(levels) - 1) << 6 if atqa is None else atqa, 16)
        last = len(levels) - 1
        self._saks = tuple(Frame.checked(bytes([sak if n == last else SAK_INCOMPLETE])) for n in range(len(levels)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(bytes.fromhex('{self.uid.hex()}'))"

    def lose_power(self) -> None:
        """Forget all state: out of the field, or the field is off."""
        self.state = State.IDLE
        self._woken_from_halt = False
        self._secret = False

    def hear(self, frame: Frame) -> Frame | None:
        """Hear one frame of the reader; the answer, or None for silence."""
        match self.state:
            case State.IDLE | State.HALT:
                return self._wake(frame)
            case State.READY:
                return self._single_out(frame)
            case State.ACTIVE:
                return self._active(frame)

    def authenticate(self, request: Authentication) -> bool:  # noqa: ARG002 - for kinds of tags that have keys
        """Three-pass authentication as one step; a tag without keys treats it as an error and is silent."""
        self._fall_back()
        return False

    def _execute(self, frame: Frame) -> Frame | None:  # noqa: ARG002 - for kinds of tags that know commands
        """A frame other than HLTA in ACTIVE state."""
        self._fall_back()
        return None

    def _wake(self, frame: Frame) -> Frame | None:
        if frame == WUPA or (frame == REQA and self.state is State.IDLE):
            self._woken_from_halt = self.state is State.HALT
            self.state = State.READY
            self._level = 0
            return self._atqa
        return None

    def _single_out(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        if frame.secret or len(octets) < 2 or octets[0] != SEL_CODES[self._level]:
            self._fall_back()
            return None
        if octets[1] == NVB_SELECT:
            return self._select(octets)
        return self._anticollision(frame, octets[1])

    def _anticollision(self, frame: Frame, nvb: int) -> Frame | None:
        """The rest of the UID after the bits that the reader knows; None if the known bits differ (6.5.3)."""
        known = frame.length - 16
        whole = self._levels[self._level]
        told = frame.bits >> 16
        if 8 * (nvb >> 4) + (nvb & 7) != frame.length or known >= 40 or told != whole & ((1 << known) - 1):
            self._fall_back()
            return None
        return Frame(whole >> known, 40 - known)

    def _select(self, octets: bytes) -> Frame | None:
        if len(octets) != 9 or not has_crc_a(octets) or octets[2:7] != self._levels[self._level].to_bytes(5, "little"):
            self._fall_back()
            return None
        sak = self._saks[self._level]
        self._level += 1
        if self._level == len(self._levels):
            self.state = State.ACTIVE
        return sak

    def _active(self, frame: Frame) -> Frame | None:
        if frame.secret is not self._secret:
            self._fall_back()
            return None
        if frame.bits == HLTA.bits and frame.length == HLTA.length:
            self.state = State.HALT
            self._secret = False
            return None
        return self._execute(frame)

    def _fall_back(self) -> None:
        """An error, or a frame for another tag: back to the state before it was woken."""
        self.state = State.HALT if self._woken_from_halt else State.IDLE
        self._secret = False
