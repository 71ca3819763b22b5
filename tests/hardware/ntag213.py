"""An NTAG213 for readers that look into a sticker: its pages, and the text in them.

NTAG213/215/216 product data sheet rev 3.2, chapters 8 and 10; NFC Forum Type 2 Tag 1.1 and NDEF 1.0.
"""

from __future__ import annotations

from typing import Final

from hardware.sim.air import Frame, has_crc_a
from hardware.sim.tags import CASCADE_TAG, Tag

READ: Final = 0x30
FAST_READ: Final = 0x3A
WRITE_PAGE: Final = 0xA2
GET_VERSION: Final = 0x60
ACK: Final = Frame(0xA, 4)
NAK_ARGUMENT: Final = Frame(0x0, 4)
NAK_CHECK: Final = Frame(0x1, 4)


def ndef_text(text: str, language: str = "en") -> bytes:
    """An NDEF message of one short text record, in its TLV, then the terminator TLV (Type 2 Tag, 2.3)."""
    payload = bytes([len(language)]) + language.encode("ascii") + text.encode()
    message = bytes([0xD1, 1, len(payload)]) + b"T" + payload
    return bytes([0x03, len(message)]) + message + b"\xfe"


class Ntag213(Tag):
    """An NTAG213 sticker: 7-byte UID, 45 pages of four bytes, 36 of them for the user.

    Args:
        uid: seven bytes.
        text: an NDEF text record after the lock control TLV of the factory; None: as delivered, an empty
            message. Up to 129 bytes of UTF-8; ValueError for more.
    """

    PAGES: Final = 45
    USER_PAGES: Final = range(4, 40)
    VERSION: Final = bytes.fromhex("00 04 04 02 01 00 0f 03")
    _FIRST_PAGES_END: Final = bytes.fromhex("48 00 00 e1 10 12 00")  # static lock bytes, room for 144 bytes
    _LOCK_CONTROL_TLV: Final = bytes.fromhex("01 03 a0 0c 34")
    _EMPTY_MESSAGE: Final = bytes.fromhex("03 00 fe")
    _CONFIGURATION: Final = bytes.fromhex("00 00 00 bd 04 00 00 ff 00 05 00 00 00 00 00 00 00 00 00 00")

    def __init__(self, uid: bytes, text: str | None = None) -> None:
        if len(uid) != 7:
            raise ValueError(f"uid {uid.hex()}: {len(uid)} bytes, an NTAG213 has 7")
        super().__init__(uid)
        tlvs = self._LOCK_CONTROL_TLV + (self._EMPTY_MESSAGE if text is None else ndef_text(text))
        room = 4 * len(self.USER_PAGES)
        if len(tlvs) > room:
            raise ValueError(f"text of {len(tlvs)} bytes with its TLVs: an NTAG213 holds {room}")
        serial = b"".join(self._levels)[len(CASCADE_TAG) :]  # with its check bytes
        self.memory = bytearray(serial + self._FIRST_PAGES_END + tlvs.ljust(room, b"\0") + self._CONFIGURATION)

    def _execute(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        if not has_crc_a(octets):
            return self._refuse(NAK_CHECK)
        match list(octets[:-2]):
            case [code, page] if code == READ and page < self.PAGES:
                around = bytes(self.memory + self.memory[:12])
                return Frame.with_crc(around[4 * page : 4 * page + 16])
            case [code, first, last] if code == FAST_READ and first <= last < self.PAGES:
                return Frame.with_crc(bytes(self.memory[4 * first : 4 * last + 4]))
            case [code, page, *content] if code == WRITE_PAGE and page in self.USER_PAGES and len(content) == 4:
                self.memory[4 * page : 4 * page + 4] = bytes(content)
                return ACK
            case [code] if code == GET_VERSION:
                return Frame.with_crc(self.VERSION)
            case _:
                return self._refuse(NAK_ARGUMENT)

    def _refuse(self, nak: Frame) -> Frame:
        """Refuse in four bits and fall back: the tag must be selected again (NTAG21x, 9.3)."""
        self._fall_back()
        return nak
