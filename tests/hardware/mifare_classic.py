"""A MIFARE Classic 1K card with the factory keys: what the public `mfrc522` package reads and writes.

MF1S50YYX product data sheet rev 3.2, chapters 8 to 12. The reader chip implements Crypto1; here keys are only compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.sim.air import Authentication, Frame, has_crc_a
from hardware.sim.tags import Tag, TagState

if TYPE_CHECKING:
    from collections.abc import Mapping


ACK: Final = Frame(0xA, 4)
READ: Final = 0x30
WRITE: Final = 0xA0
KEY: Final = b"\xff" * 6


class MifareClassic(Tag):
    """64 blocks of 16 bytes, zeros unless given, in sectors of four; silent where a card answers NAK."""

    def __init__(self, uid: bytes, blocks: Mapping[int, bytes] | None = None) -> None:
        super().__init__(uid, sak=0x08)
        self.blocks = [bytes(16)] * 64
        for number, content in (blocks or {}).items():
            self.blocks[number] = content
        self._open_sector = 0
        self._written_block: int | None = None

    def authenticate(self, request: Authentication) -> bool:
        """Open a block's sector if key and UID match."""
        listens = self.state is TagState.ACTIVE and request.secret is self._secret
        if not listens or (request.key, request.uid) != (KEY, self.uid[-4:]):
            return super().authenticate(request)
        self._secret, self._open_sector = True, request.block // 4
        return True

    def _execute(self, frame: Frame) -> Frame | None:
        octets = frame.octets()
        written, self._written_block = self._written_block, None
        if not has_crc_a(octets) or not self._secret:
            return None
        if written is not None:
            self.blocks[written] = octets[:-2]
            return ACK
        code, block = octets[:2]
        if block // 4 != self._open_sector:
            return None
        if code == READ:
            return Frame.with_crc(self.blocks[block])
        self._written_block = block if code == WRITE else None
        return ACK if code == WRITE else None
