"""The tags that people glue under cards: NTAG213 stickers and MIFARE Classic 1K cards.

Sources: NTAG213/215/216 product data sheet rev 3.2, chapters 8 and 10; NFC Forum Type 2 Tag 1.1 and NDEF 1.0; MF1S50YYX
product data sheet rev 3.2, chapters 8 to 12. A plain `Tag` has a UID and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.sim.activation import State, Tag
from hardware.sim.air import Frame, has_crc_a

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.sim.air import Authentication

__all__ = ["MifareClassic", "Ntag213", "State", "Tag", "ndef_text"]

ACK: Final = Frame(0xA, 4)
NAK_ARGUMENT: Final = Frame(0x0, 4)
NAK_CHECK: Final = Frame(0x1, 4)
NAK_CLASSIC: Final = Frame(0x4, 4)
NAK_CLASSIC_CHECK: Final = Frame(0x5, 4)

READ: Final = 0x30
FAST_READ: Final = 0x3A
WRITE_PAGE: Final = 0xA2
GET_VERSION: Final = 0x60
WRITE_BLOCK: Final = 0xA0

FACTORY_KEY: Final = bytes.fromhex("ff ff ff ff ff ff")
TRANSPORT_ACCESS: Final = bytes.fromhex("ff 07 80 69")


def ndef_text(text: str, language: str = "en") -> bytes:
    """An NDEF message of one short text record, in its TLV, then the terminator TLV (Type 2 Tag, 2.3)."""
    payload = bytes([len(language)]) + language.encode("ascii") + text.encode()
    message = bytes([0xD1, 1, len(payload)]) + b"T" + payload
    return bytes([0x03, len(message)]) + message + b"\xfe"


class Ntag213(Tag):
    """An NTAG213 sticker: 7-byte UID, 45 pages of four bytes, 144 of them for the user.

    Args:
        uid: seven bytes.
        text: an NDEF text record after the lock control TLV of the factory; None: as delivered, an empty
            message. Up to 129 bytes of UTF-8; ValueError for more.
    """

    PAGES: Final = 45
    USER_PAGES: Final = range(4, 40)
    VERSION: Final = bytes.fromhex("00 04 04 02 01 00 0f 03")
    _LOCK_CONTROL_TLV: Final = bytes.fromhex("01 03 a0 0c 34")
    _EMPTY_MESSAGE: Final = bytes.fromhex("03 00 fe")
    _CONFIGURATION: Final = bytes.fromhex("00 00 00 bd 04 00 00 ff 00 05 00 00 00 00 00 00 00 00 00 00")

    def __init__(self, uid: bytes, text: str | None = None) -> None:
        if len(uid) != 7:
            raise ValueError(f"uid {uid.hex()}: {len(uid)} bytes, an NTAG213 has 7")
        super().__init__(uid, sak=0x00, atqa=0x0044)
        self.memory = bytearray(self._serial_pages() + self._user_memory(text) + self._CONFIGURATION)

    def _serial_pages(self) -> bytes:
        """Pages 0 to 3: UID with its check bytes, static lock bytes, capability container for 144 bytes."""
        first, second = (level.to_bytes(5, "little") for level in self._levels)
        return first[1:] + second + bytes.fromhex("48 00 00 e1 10 12 00")

    def _user_memory(self, text: str | None) -> bytes:
        tlvs = self._LOCK_CONTROL_TLV + (self._EMPTY_MESSAGE if text is None else ndef_text(text))
        room = 4 * len(self.USER_PAGES)
        if len(tlvs) > room:
            raise ValueError(f"text of {len(tlvs)} bytes with its TLVs: an NTAG213 holds {room}")
        return tlvs.ljust(room, b"\0")

    def _execute(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        if not has_crc_a(octets):
            return self._refuse(NAK_CHECK)
        match list(octets[:-2]):
            case [code, page] if code == READ and page < self.PAGES:
                around = bytes(self.memory + self.memory[:12])
                return Frame.checked(around[4 * page : 4 * page + 16])
            case [code, first, last] if code == FAST_READ and first <= last < self.PAGES:
                return Frame.checked(bytes(self.memory[4 * first : 4 * last + 4]))
            case [code, page, *content] if code == WRITE_PAGE and page in self.USER_PAGES and len(content) == 4:
                self.memory[4 * page : 4 * page + 4] = bytes(content)
                return ACK
            case [code] if code == GET_VERSION:
                return Frame.checked(self.VERSION)
            case _:
                return self._refuse(NAK_ARGUMENT)

    def _refuse(self, nak: Frame) -> Frame:
        """Refuse in four bits and fall back: the tag must be selected again (NTAG21x, 9.3)."""
        self._fall_back()
        return nak


class MifareClassic(Tag):
    """A MIFARE Classic 1K card: 16 sectors of four blocks, the last one with keys A and B.

    The reader chip implements Crypto1; here keys are only compared. Access bits beyond the transport configuration are
    ignored: either key opens its sector for reading and writing.

    Args:
        uid: 4 or 7 bytes.
        blocks: content of blocks by number, 16 bytes each; sector trailers among them set the keys. Others
            are as delivered: zeros, and the factory key.
    """

    BLOCKS: Final = 64

    def __init__(self, uid: bytes, blocks: Mapping[int, bytes] | None = None) -> None:
        super().__init__(uid, sak=0x08)
        trailer = FACTORY_KEY + TRANSPORT_ACCESS + FACTORY_KEY
        self.blocks = [trailer if number % 4 == 3 else bytes(16) for number in range(self.BLOCKS)]
        self.blocks[0] = self._manufacturer_block()
        for number, content in (blocks or {}).items():
            if len(content) != 16:
                raise ValueError(f"block {number}: {len(content)} bytes, a block has 16")
            self.blocks[number] = content
        self._open_sector: int | None = None
        self._written_block: int | None = None

    def _manufacturer_block(self) -> bytes:
        serial = self._levels[0].to_bytes(5, "little") if len(self.uid) == 4 else self.uid
        return (serial + b"\x08\x04\x00").ljust(16, b"\0")

    def authenticate(self, request: Authentication) -> bool:
        """Open a block's sector if key and UID match (four bytes: of a 7-byte UID the last ones)."""
        if self._agrees(request):
            self._secret = True
            self._open_sector = request.block // 4
            self._written_block = None
            return True
        if self.state in {State.READY, State.ACTIVE}:
            self._fall_back()
        return False

    def _agrees(self, request: Authentication) -> bool:
        listens = self.state is State.ACTIVE and request.secret is self._secret
        if not listens or request.block >= self.BLOCKS:
            return False
        key = self._key(request.block // 4, key_b=request.key_b)
        return request.uid == self.uid[-4:] and request.key == key

    def _key(self, sector: int, *, key_b: bool) -> bytes:
        trailer = self.blocks[4 * sector + 3]
        return trailer[10:] if key_b else trailer[:6]

    def _execute(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        if not has_crc_a(octets):
            return self._refuse(NAK_CLASSIC_CHECK)
        written, self._written_block = self._written_block, None
        if written is not None:
            return self._write(written, octets[:-2])
        match list(octets[:-2]):
            case [code, block] if code == READ and self._is_open(block):
                return Frame.checked(self._readable(block))
            case [code, block] if code == WRITE_BLOCK and self._is_open(block) and block != 0:
                self._written_block = block
                return ACK
            case _:
                return self._refuse(NAK_CLASSIC)

    def _is_open(self, block: int) -> bool:
        return self._secret and block // 4 == self._open_sector

    def _readable(self, block: int) -> bytes:
        """Key A of a sector trailer always reads as zeros (8.6.3)."""
        content = self.blocks[block]
        return bytes(6) + content[6:] if block % 4 == 3 else content

    def _write(self, block: int, content: bytes) -> Frame:
        """The second half of WRITE: sixteen bytes."""
        if len(content) != 16:
            return self._refuse(NAK_CLASSIC)
        self.blocks[block] = content
        return ACK

    def _refuse(self, nak: Frame) -> Frame:
        self._written_block = None
        self._fall_back()
        return nak
