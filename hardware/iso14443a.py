"""ISO/IEC 14443-3 type A as arithmetic: check sums, cascade levels, the meaning of SAK and UID.

Bytes in, bytes out; no reader, no wire, no time. Section numbers are those of ISO/IEC 14443-3:2011.

>>> cl1, cl2 = cascade(bytes.fromhex("04E141124C2880"))
>>> cl1.hex(" "), cl2.hex(" ")
('88 04 e1 41', '12 4c 28 80')
>>> assemble([cl1, cl2]).hex()
'04e141124c2880'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

REQA = 0x26
"""Wakes tags in IDLE; a short frame of seven bits (6.4.1)."""
WUPA = 0x52
"""Wakes tags in IDLE and in HALT; a short frame of seven bits (6.4.1)."""
SHORT_FRAME_BITS = 7

SEL = (0x93, 0x95, 0x97)
"""Select code of cascade levels 1, 2 and 3 (6.5.3.1)."""
NVB_WHOLE = 0x70
"""Number of valid bits of a SELECT: seven bytes (6.5.3.2)."""
CASCADE_TAG = 0x88
"""First byte of a level that does not end the UID (6.5.4)."""
SAK_CASCADE = 0x04
"""Bit 3 of the SAK: the UID is not complete (6.5.3.4)."""
SAK_14443_4 = 0x20
"""Bit 6 of the SAK: the tag speaks ISO/IEC 14443-4 (6.5.3.4)."""
SAK_NFC_DEP = 0x40
"""Bit 7 of the SAK: the tag speaks to other devices, as phones do (NFC Forum Digital 1.1, 4.8)."""
RANDOM_NUMBER = 0x08
"""First byte of a number of four bytes that the tag makes up each time the field is switched on (6.5.4)."""

UID_LENGTHS = (4, 7, 10)


def crc_a(message: bytes) -> bytes:
    """The two bytes of CRC_A, in the order of transmission (6.2.4; examples of annex B).

    >>> crc_a(bytes([0x00, 0x00])).hex(" ")
    'a0 1e'
    >>> crc_a(bytes([0x12, 0x34])).hex(" ")
    '26 cf'
    """
    crc = 0x6363
    for octet in message:
        crc ^= octet
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def with_crc(message: bytes) -> bytes:
    """The message as it goes over the air.

    >>> with_crc(bytes([0x50, 0x00])).hex(" ")  # HLTA, 6.4.3
    '50 00 57 cd'
    """
    return message + crc_a(message)


def crc_holds(frame: bytes) -> bool:
    """Whether a received frame, its two last bytes being CRC_A, arrived whole.

    >>> crc_holds(bytes.fromhex("08 B6 DD")), crc_holds(bytes.fromhex("09 B6 DD"))
    (True, False)
    """
    return len(frame) > 2 and crc_a(frame[:-2]) == frame[-2:]


def bcc(level: bytes) -> int:
    """The check byte over the four bytes of a cascade level: their exclusive or (6.5.3.3).

    >>> f"{bcc(bytes.fromhex('DEADBEEF')):02x}"
    '22'
    """
    return reduce(xor, level, 0)


def cascade(uid: bytes) -> list[bytes]:
    """The four bytes sent at each cascade level; 7 = 3 + 4, 10 = 3 + 3 + 4 (6.5.4).

    Raises ValueError for any length but 4, 7 and 10.
    """
    if len(uid) not in UID_LENGTHS:
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}: {uid.hex(' ')}")
    last = len(uid) - 4
    head = [bytes([CASCADE_TAG]) + uid[at : at + 3] for at in range(0, last, 3)]
    return [*head, uid[last:]]


def assemble(levels: Sequence[bytes]) -> bytes:
    """The UID from the four bytes of each level; the last level is the one whose SAK says that the UID is complete.

    Drops the first byte of all levels but the last without looking at it: against the standard, there are UIDs of four
    bytes that begin with 88.

    >>> assemble([bytes.fromhex("8801EFC0")]).hex()
    '8801efc0'
    """
    return b"".join(level[1:] for level in levels[:-1]) + levels[-1]


def is_complete(sak: int) -> bool:
    """Whether the UID ends with the level that this SAK answers (6.5.3.4).

    >>> is_complete(0x04), is_complete(0x00), is_complete(0x08)  # next level; NTAG; MIFARE Classic 1K
    (False, True, True)
    """
    return not sak & SAK_CASCADE


def is_chip_card(sak: int) -> bool:
    """Whether the tag speaks ISO/IEC 14443-4 or NFC-DEP, as bank cards, DESFire cards, passports and phones do.

    >>> is_chip_card(0x20), is_chip_card(0x28), is_chip_card(0x08)  # a bank card; a SmartMX with MIFARE; a MIFARE
    (True, True, False)
    """
    return bool(sak & (SAK_14443_4 | SAK_NFC_DEP))


def is_random(uid: bytes) -> bool:
    """Whether the number is made up anew each time the field is switched on (6.5.4).

    >>> is_random(bytes.fromhex("08C0FFEE")), is_random(bytes.fromhex("08A1B2C3D4E5F6"))
    (True, False)
    """
    return len(uid) == 4 and uid[0] == RANDOM_NUMBER
