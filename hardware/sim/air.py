"""Bits on the air between a reader and ISO 14443A tags, at 106 kBd.

Source: ISO/IEC 14443-3:2011, 6.2 (frames, frame delay time) and annex B (CRC_A). Parity bits count in the air time but
are not stored: an answer only says whether its parity is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

CARRIER_HZ: Final = 13_560_000
BIT_S: Final = 128 / CARRIER_HZ
"""One bit lasts 9.44 us."""
FRAME_DELAY_S: Final = 1236 / CARRIER_HZ
"""A tag answers 91.2 us after the reader's last bit."""

CRC_A_PRESET: Final = 0x6363


def _crc_table() -> tuple[int, ...]:
    table = []
    for octet in range(256):
        crc = octet
        for _ in range(8):
            crc = (crc >> 1) ^ (0x8408 if crc & 1 else 0)
        table.append(crc)
    return tuple(table)


_CRC_TABLE: Final = _crc_table()


def crc16(octets: bytes, preset: int = CRC_A_PRESET) -> int:
    """The check sum x^16 + x^12 + x^5 + 1, least significant bit first."""
    crc = preset
    for octet in octets:
        crc = (crc >> 8) ^ _CRC_TABLE[(crc ^ octet) & 0xFF]
    return crc


def crc_a(octets: bytes) -> bytes:
    """CRC_A in the order in which it is sent."""
    return crc16(octets).to_bytes(2, "little")


def has_crc_a(octets: bytes) -> bool:
    """Whether the last two bytes are the CRC_A of those before (a CRC over its own result is zero)."""
    return len(octets) > 2 and crc16(octets) == 0


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of bits, the first one sent in bit 0 of `bits`."""

    bits: int
    length: int

    @classmethod
    def of(cls, octets: bytes, last_bits: int = 0) -> Frame:
        """Whole bytes, or only the lowest 1..7 `last_bits` of the last one (0: all of it)."""
        length = 8 * len(octets) - (-last_bits % 8)
        return cls(int.from_bytes(octets, "little") & ((1 << length) - 1), length)

    @classmethod
    def with_crc(cls, octets: bytes) -> Frame:
        """Bytes followed by their CRC_A."""
        return cls.of(octets + crc_a(octets))

    def octets(self) -> bytes:
        """The bits in bytes, the last one filled up with zeros."""
        return self.bits.to_bytes((self.length + 7) // 8, "little")

    @property
    def air_s(self) -> float:
        """The duration: the bits, a parity bit for each whole byte, start and end of communication."""
        return (self.length + self.length // 8 + 2) * BIT_S


@dataclass(frozen=True, slots=True)
class AntennaAnswer:
    """The answer at the reader's antenna: the superposed frame and its errors.

    `collision` is the index of the first bit on which two tags differ; None: no collision.
    """

    frame: Frame
    collision: int | None = None
    parity_ok: bool = True


def superpose(frames: Iterable[Frame]) -> AntennaAnswer | None:
    """Superpose the answers of several tags; None: silence.

    In Manchester coding a one over a zero modulates both halves of the bit: that is a collision. A frame that has ended
    modulates nothing.
    """
    heard: Frame | None = None
    differing = 0
    for frame in frames:
        if heard is None:
            heard = frame
            continue
        common = (1 << min(heard.length, frame.length)) - 1
        differing |= (heard.bits ^ frame.bits) & common
        heard = Frame(heard.bits | frame.bits, max(heard.length, frame.length))
    if heard is None:
        return None
    collision = (differing & -differing).bit_length() - 1 if differing else None
    return AntennaAnswer(heard, collision)


def with_bit_errors(answer: AntennaAnswer, places: Iterable[int]) -> AntennaAnswer:
    """Flip the bits at these indices; an odd number of them in a whole byte breaks its parity."""
    length = answer.frame.length
    errors = 0
    for place in places:
        if place < length:
            errors ^= 1 << place
    parity_ok = all((errors >> byte & 0xFF).bit_count() % 2 == 0 for byte in range(0, length - 7, 8))
    frame = Frame(answer.frame.bits ^ errors, length)
    return AntennaAnswer(frame, answer.collision, parity_ok=answer.parity_ok and parity_ok)
