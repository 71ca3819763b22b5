"""The text on an NTAG: NFC Forum Type 2 memory, TLV blocks, one NDEF text record.

A hint for import, never an identity. Page numbers are those of the NTAG213/215/216 data sheet, revision 3.2.
"""

from __future__ import annotations

from collections.abc import Callable

CAPABILITY_PAGE = 3
NDEF_MAGIC = 0xE1
LARGEST = 4 * (256 - CAPABILITY_PAGE)
"""READ addresses a page in one byte; a tag may claim more."""
NULL_TLV, NDEF_TLV, TERMINATOR_TLV = 0x00, 0x03, 0xFE


def ndef_text(read: Callable[[int], bytes | None]) -> str | None:
    """The text of the first NDEF message of a tag; None: no text.

    `read` returns the 16 bytes from a page on; None: the tag refuses or is gone.
    """
    memory = read(CAPABILITY_PAGE)
    if memory is None or memory[0] != NDEF_MAGIC:
        return None
    size = min(4 + 8 * memory[2], LARGEST)
    while (message := ndef_message(memory[4:])) is None and len(memory) < size:
        more = read(CAPABILITY_PAGE + len(memory) // 4)
        if more is None:
            return None
        memory += more
    return text_of(message or b"")


def ndef_message(area: bytes) -> bytes | None:
    r"""The value of the first NDEF block in this beginning of the memory area; empty if there surely is none.

    None means that the memory has to be read further (Type 2 Tag, 2.3).

    >>> ndef_message(bytes.fromhex("00 03 02 D0 00 FE"))
    b'\xd0\x00'
    >>> ndef_message(bytes.fromhex("03 05 D1")) is None, ndef_message(bytes.fromhex("FE"))
    (True, b'')
    """
    at = 0
    while at < len(area):
        kind = area[at]
        if kind == TERMINATOR_TLV:
            return b""
        if kind == NULL_TLV:
            at += 1
            continue
        start, length = _value(area, at)
        value = area[start : start + length]
        if kind == NDEF_TLV:
            return value if len(value) == length else None
        at = start + length
    return None


def _value(area: bytes, at: int) -> tuple[int, int]:
    """The start and the length of the value of the block at this place; FF announces two bytes of length."""
    if area[at + 1 : at + 2] == b"\xff":
        return at + 4, int.from_bytes(area[at + 2 : at + 4].ljust(2, b"\xff"), "big")
    return at + 2, int.from_bytes(area[at + 1 : at + 2] or b"\xff", "big")


def text_of(message: bytes) -> str | None:
    """The text of a message whose first record is a short text record (NDEF 1.0, 3.2; RTD Text 1.0, 3.2).

    >>> text_of(bytes.fromhex("D1 01 06 54 02 65 6E") + b"Ace")
    'Ace'
    """
    if len(message) < 5 or message[0] & 0x1F != 0x11 or message[1] != 1 or message[3:4] != b"T":
        return None  # unless a short record without id, well-known type of one letter, "T"
    payload = message[4 : 4 + message[2]]
    if len(payload) != message[2] or not payload:
        return None
    encoding = "utf-16-be" if payload[0] & 0x80 else "utf-8"
    return payload[1 + (payload[0] & 0x3F) :].decode(encoding, errors="replace")
