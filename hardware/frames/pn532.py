"""The frames between a PN532 and its host (UM0701-02 PN532 User Manual rev. 02, 6.2.1), and the commands we need.

    00 00 FF LEN LCS TFI PD0 .. PDn DCS 00             LEN counts TFI and PD; LEN + LCS = 0; TFI + PD + DCS = 0
    00 00 FF FF FF LENM LENL LCS TFI PD .. DCS 00      extended, for more than 255 bytes
    00 00 FF 00 FF 00  ACK    00 00 FF FF 00 00  NACK    00 00 FF 01 FF 7F 81 00  the command was no command

TFI is D4 towards the chip and D5 back; all sums are modulo 256.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

TO_CHIP, TO_HOST, REFUSAL = 0xD4, 0xD5, 0x7F
START: Final = b"\x00\xff"
LONGEST: Final = 265
"""Bytes of TFI and PD in the longest extended frame (6.2.1.2)."""

WAKE_UP: Final = bytes.fromhex("55 55 00 00 00")
"""Wakes a sleeping chip before a command: its serial line wakes at the fifth rising edge (7.2.11)."""

SAM_CONFIGURATION: Final = bytes.fromhex("14 01 14 01")
"""Normal mode, no SAM; the time-out (20 x 50 ms) is for virtual cards only (7.2.10)."""
GET_FIRMWARE_VERSION: Final = bytes.fromhex("02")
"""Answer: IC (32 for a PN532), version, revision, what it supports (7.2.2)."""
TWO_TRIES: Final = bytes.fromhex("32 05 FF 01 01")
"""RFConfiguration, item 5: a search is repeated once and then ends; by default it never ends (7.3.1)."""
FIELD_OFF: Final = bytes.fromhex("32 01 00")
"""RFConfiguration, item 1: switch the field off; the next search switches it on (7.3.1)."""
LIST_ONE_TAG: Final = bytes.fromhex("4A 01 00")
LIST_TWO_TAGS: Final = bytes.fromhex("4A 02 00")
"""InListPassiveTarget: up to one or two tags, the chip's maximum, 106 kBd type A (7.3.5)."""
UID_LENGTHS: Final = (4, 7, 10)
SPEAKS_14443_4: Final = 0x20
"""A bit of SEL_RES: an ATS follows the number, its length in its first byte."""


class Signal(Enum):
    """Frames without content."""

    ACK = "ack"
    NACK = "nack"
    REFUSAL = "refusal"


def to_frame(command: bytes) -> bytes:
    """A command code and its parameters, 254 bytes at most, as they go to the chip.

    >>> to_frame(GET_FIRMWARE_VERSION).hex(" ")  # the example of 7.2.2
    '00 00 ff 02 fe d4 02 2a 00'
    """
    content = bytes([TO_CHIP]) + command
    length = len(content)
    return b"\0" + START + bytes([length, -length % 256]) + content + bytes([-sum(content) % 256, 0])


def targets(answer: bytes) -> dict[bytes, int]:
    """The tags in the answer to InListPassiveTarget, after its code: SEL_RES by number, without cascade tags.

    A number has 4, 7 or 10 bytes. Each target is Tg, SENS_RES (two bytes), SEL_RES, the length of the number, the
    number, and for a tag that speaks ISO 14443-4 the ATS, its length in its first byte. Raises ValueError when the
    bytes do not come out even.
    """
    count, rest = answer[:1], answer[1:]
    found = {}
    for _ in range(int.from_bytes(count)):
        if len(rest) < 5 or rest[4] not in UID_LENGTHS or len(rest) < 5 + rest[4]:
            raise ValueError(f"no list of targets: {answer.hex(' ')}")
        end = 5 + rest[4]
        found[rest[5:end]] = rest[3]
        ats = rest[end] if rest[3] & SPEAKS_14443_4 and len(rest) > end else 0
        rest = rest[end + ats :]
    if rest or not count:
        raise ValueError(f"no list of targets: {answer.hex(' ')}")
    return found


class Pn532Frames:
    """Splits a byte stream into frames. Accepts any bytes, and stores one frame at most."""

    def __init__(self) -> None:
        self._received = bytearray()

    def feed(self, octets: bytes) -> list[Signal | bytes]:
        """The frames that end in these bytes: signals, and the chip's answers from their code on.

        Skips an invalid frame; the search continues right after its start code.
        """
        frames: list[Signal | bytes] = []
        for begin in range(0, len(octets), LONGEST):
            self._received += octets[begin : begin + LONGEST]
            while (found := self._next()) is not None:
                frames.extend(found)
        return frames

    def _next(self) -> list[Signal | bytes] | None:
        """The first frame received, empty if its place held no frame; None: more bytes are needed."""
        start = self._received.find(START)
        del self._received[: len(self._received) - 1 if start < 0 else start]
        header = bytes(self._received[2:7])
        match list(header):
            case [0x00, 0xFF, *_]:
                return [self._take(4, Signal.ACK)]
            case [0xFF, 0x00, *_]:
                return [self._take(4, Signal.NACK)]
            case [0xFF, 0xFF, high, low, check]:
                length = high << 8 | low
                return self._content(7, length) if not (high + low + check) % 256 else self._skip()
            case [0xFF, 0xFF, *_] | [_] | []:
                return None
            case [length, check, *_] if not (length + check) % 256:
                return self._content(4, length)
            case _:
                return self._skip()

    def _content(self, begin: int, length: int) -> list[Signal | bytes] | None:
        if not 0 < length <= LONGEST:
            return self._skip()
        end = begin + length
        if len(self._received) <= end:
            return None
        content = bytes(self._received[begin:end])
        if (sum(content) + self._received[end]) % 256:
            return self._skip()
        match content[0]:
            case code if code == REFUSAL and length == 1:
                return [self._take(end + 1, Signal.REFUSAL)]
            case code if code == TO_HOST:
                return [self._take(end + 1, content[1:])]
            case _:
                return self._skip()

    def _take(self, length: int, frame: Signal | bytes) -> Signal | bytes:
        del self._received[:length]
        return frame

    def _skip(self) -> list[Signal | bytes]:
        del self._received[: len(START)]
        return []
