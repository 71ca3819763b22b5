"""The frames of 125 kHz readers: RDM6300, and ID-12LA with two bytes more.

    02  d d d d d d d d d d  s s  [0D 0A]  03

Ten hexadecimal digits are the five bytes of the tag's number, two their exclusive or ("RDM6300 specification", data
format; "ID-12LA datasheet", output data format, where CR LF stand before the end). Nothing is ever sent to such a
reader. The check sum finds every single wrong bit, but not every pair: the driver waits for a second frame. It also
accepts all zeros, which a receiver without a tag may output: that is no tag.
"""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

STX, ETX = 0x02, 0x03
LONGEST = 14
"""Bytes between STX and ETX; a longer frame is invalid."""
NO_TAG = bytes(5)
NUMBER = re.compile(rb"([0-9A-F]{10})([0-9A-F]{2})(?:\r\n)?", re.ASCII)


def number_of(body: bytes) -> bytes | None:
    """The five bytes between STX and ETX, NO_TAG among them; None: invalid.

    >>> number_of(b"0C000621A58E").hex()  # ID-12LA datasheet, the worked check sum
    '0c000621a5'
    """
    match = NUMBER.fullmatch(body)
    if match is None:
        return None
    number, check = (bytes.fromhex(digits.decode("ascii")) for digits in match.groups())
    return number if reduce(xor, number) == check[0] else None


class Rdm6300Numbers:
    """Splits a byte stream into numbers. Accepts any bytes, and stores LONGEST of them at most."""

    def __init__(self) -> None:
        self._body: bytearray | None = None  # None: between frames

    def feed(self, octets: bytes) -> list[bytes | None]:
        """The numbers of the frames that end in these bytes; None for an invalid frame, nothing for NO_TAG."""
        numbers: list[bytes | None] = []
        for octet in octets:
            if octet == STX:
                self._body = bytearray()
            elif self._body is not None and octet == ETX:
                number = number_of(bytes(self._body))
                numbers += [] if number == NO_TAG else [number]
                self._body = None
            elif self._body is not None:
                self._body.append(octet)
                if len(self._body) > LONGEST:
                    self._body = None
        return numbers
