"""A tag's number from the digits that a reader types as a keyboard, and the forms in which readers type it.

Such a reader types eight or ten decimal digits, or hexadecimal ones, in either order of bytes, and often a part of the
number only: the last three or four bytes of a 125 kHz tag, the first or last four of a 13.56 MHz tag. "8H10D"
stands on many: eight hexadecimal digits, typed as ten decimal ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.parts.reader_kind import FORMS, HIGH, LOW

AUTO, DECIMAL, DECIMAL_REVERSED, HEX, HEX_REVERSED, PARTS = FORMS
"""`PARTS`: three digits for one byte, then five for two."""

_DECIMAL_BYTES = {8: 4, 10: 4, 13: 5, 17: 7}
"""Digits -> bytes."""
_SHORTEST_HEX = 6
_HEX_DIGITS = {_SHORTEST_HEX, 8, 10, 14, 20}
_CASCADE = b"\x88"
_RANDOM = b"\x08"
_LOW_ORDER, _HIGH_ORDER = (PARTS, DECIMAL, HEX), (HEX, DECIMAL)
"""The forms in which a text is read, the most usual first, of 125 kHz and of 13.56 MHz tags."""


def number_of(text: str, form: str = AUTO, *, low: bool) -> bytes | None:
    """The number that a reader has typed; `low`: of a 125 kHz tag. None: it is no number in this form.

    The number of a 125 kHz tag has five bytes; 00 stands for a first byte that the reader keeps back. A given form has
    the order of bytes of other readers; `auto` takes the bytes as they come, and the known tags settle the rest.

    >>> number_of("0006547886", low=True).hex(), number_of("09959822", low=True).hex()  # of one card
    ('000063e9ae', '000063e9ae')
    >>> number_of("0287454020", low=False).hex(), number_of("0287454020", "dec-rev", low=False).hex()
    ('11223344', '44332211')
    >>> number_of("123456", low=False)
    """
    if form == AUTO:
        if len(text) == _SHORTEST_HEX:
            return None  # as likely half a number
        read = (_read(text, way, low=low) for way in (_LOW_ORDER if low else _HIGH_ORDER))
        number = next((one_way for one_way in read if one_way is not None), None)
        # Four bytes that begin with 08 look as if a phone had made them up: so they are taken from behind.
        return number[::-1] if number and len(number) == 4 and number[:1] == _RANDOM else number
    return _read(text, form, low=low)


def _read(text: str, form: str, *, low: bool) -> bytes | None:
    try:
        octets = _octets(text, form)
    except (ValueError, OverflowError):
        return None
    if octets is None:
        return None
    if form in {DECIMAL_REVERSED, HEX_REVERSED}:
        octets = octets[::-1]
    if low:
        return octets.rjust(LOW.bought, b"\0") if len(octets) <= LOW.bought else None
    return octets if len(octets) in HIGH.lengths else None


def _octets(text: str, form: str) -> bytes | None:
    """The bytes in the order in which they were typed. Raises ValueError, OverflowError."""
    if form in {HEX, HEX_REVERSED}:
        return bytes.fromhex(text) if len(text) in _HEX_DIGITS else None
    if form == PARTS:
        return int(text[:3]).to_bytes(1, "big") + int(text[3:]).to_bytes(2, "big") if len(text) == 8 else None
    return int(text).to_bytes(_DECIMAL_BYTES[len(text)], "big") if len(text) in _DECIMAL_BYTES else None


def forms_that_fit(text: str, number: bytes, *, low: bool) -> tuple[str, ...]:
    """The forms in which a reader types this text for the tag with this number; of 125 kHz tags the first byte is free.

    >>> forms_that_fit("1144201745", bytes.fromhex("11223344"), low=False)
    ('dec-rev',)
    >>> forms_that_fit("09959822", bytes.fromhex("000063E9AE"), low=True)
    ('3+5',)
    """
    readings = ((form, number_of(text, form, low=low)) for form in FORMS[1:])
    return tuple(form for form, read in readings if read and (read == number or (low and read[1:] == number[1:])))


def read_printed(text: str, *, low: bool) -> bytes | None:
    """The number that people read on a card, or in the NFC app of a phone. None: it is no number.

    A 125 kHz card has ten digits on it, or three and five, or both; an app shows hexadecimal digits.

    >>> read_printed("0006547886 099,59822", low=True) == read_printed("099,59822", low=True)
    True
    >>> read_printed("04:a2:b5:32", low=False).hex()
    '04a2b532'
    """
    if not low:
        return number_of(re.sub(r"[\s:-]", "", text), HEX, low=False)
    if found := re.fullmatch(r"\s*(\d{10})(\s+\d{3}[, ]\d{5})?\s*", text, re.ASCII):
        return number_of(found[1], DECIMAL, low=True)
    found = re.fullmatch(r"\s*(\d{3})[, ](\d{5})\s*", text, re.ASCII)
    return number_of(found[1] + found[2], PARTS, low=True) if found else None


def forms_of(uid: bytes) -> frozenset[bytes]:
    """The numbers that this tag may have at a reader of any form, if nobody has told its form; its own is among them.

    >>> sorted(number.hex() for number in forms_of(bytes.fromhex("04112233445566")))
    ['04112233', '04112233445566', '22110488', '33221104', '33445566', '66554433', '66554433221104', '88041122']
    """
    low = len(uid) == LOW.bought
    high = {uid, uid[:4], uid[-4:], (_CASCADE + uid[:3] if len(uid) > 4 else uid)}
    parts = (uid, uid[1:], uid[2:]) if low else high
    texts = (text for part in parts for ordered in (part, part[::-1]) for text in _texts(ordered))
    return frozenset({uid} | {number for text in texts if (number := number_of(text, low=low)) is not None})


def _texts(part: bytes) -> Iterator[str]:
    """This part of a number in every form."""
    yield part.hex().upper()
    digits = {3: 8, 4: 10, 5: 13, 7: 17}.get(len(part))
    if digits:
        yield f"{int.from_bytes(part, 'big'):0{digits}d}"
    if len(part) == 3:
        yield f"{part[0]:03d}{int.from_bytes(part[1:], 'big'):05d}"
