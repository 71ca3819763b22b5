"""A simulated service of PC/SC with one reader, an ACR122U over a field.

Sources: PC/SC part 3 (GET DATA; ATR of contactless cards); ACR122U application programming interface V2.04. It
lists one card at a time, and counts those that come.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from hardware.bus import DeviceError, Traffic
from hardware.sim.field import Field
from hardware.sim.tags import Tag

NAME = "ACS ACR122U PICC Interface 00 00"
ULTRALIGHT, CLASSIC = bytes.fromhex("03 00 03"), bytes.fromhex("03 00 01")
OTHER = bytes.fromhex("3B 80 80 01 01")
OK, FAILED, UNKNOWN = b"\x90\x00", b"\x63\x00", b"\x6d\x00"


def storage_atr(sort: bytes) -> bytes:
    """The ATR of a storage card of ISO/IEC 14443-3 A: header, the workgroup's number, standard and name, check byte."""
    atr = bytes.fromhex("3B 8F 80 01 80 4F 0C A0 00 00 03 06") + sort + bytes(4)
    return atr + bytes([reduce(xor, atr[1:])])


class SimPcsc:
    """A `hardware.bus.CardService`. Asks all faults of PC/SC, and of the field no-answer, bit-errors and tag-pulled."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self._lies: Tag | None = None
        self._changes = 0
        self.beeps = self.lit = True
        self.traffic = Traffic()

    def readers(self) -> list[str]:
        """Its one reader, unless that is unplugged."""
        faults = self._field.faults
        if faults.strikes("pcscd-missing"):
            raise DeviceError("no service", bus="pcsc")
        if faults.strikes("pcsc-cut") or faults.strikes("pcscd-blocked"):
            self._lies, self.beeps, self.lit = None, True, True  # without power it forgot everything
            return []
        return [NAME]

    def card(self, reader: str) -> tuple[int, bytes] | None:
        """The card that has lain on it the longest."""
        self._check(reader)
        tags = [tag for tag in self._field.tags if isinstance(tag, Tag)]
        lies = tags[0] if tags and not self._field.faults.is_on("no-answer") else None
        if lies is not self._lies:
            self._lies = lies
            self._changes += 1
        return (self._changes, self._atr(lies)) if lies else None

    def transmit(self, reader: str, sent: bytes) -> bytes:
        """The answer of the card, or of the reader in its place."""
        self._check(reader)
        self.traffic = self.traffic.plus(len(sent))
        faults = self._field.faults
        if self._lies is None or faults.strikes("pcsc-lost"):
            raise DeviceError("the card was removed", bus=reader)
        if sent[:1] == b"\xff" and sent[2:3] in {b"\x52", b"\x40"}:
            return self.control(reader, sent)
        if sent != b"\xff\xca\x00\x00\x00":
            return UNKNOWN
        if faults.strikes("tag-pulled"):
            self._field.lift(self._lies)
        return FAILED if faults.strikes("bit-errors") else self._lies.uid + OK

    def control(self, reader: str, sent: bytes) -> bytes:
        """Commands to the ACR122U itself."""
        self._check(reader)
        match list(sent):
            case [0xFF, 0x00, 0x52, beeps, 0x00]:
                self.beeps = beeps != 0
            case [0xFF, 0x00, 0x40, state, 0x04, _, _, _, _]:
                self.lit = self.lit and state & 0x0F != 0x0C
            case _:
                return UNKNOWN
        return OK

    def close(self) -> None:
        """Nothing to leave."""

    def _check(self, reader: str) -> None:
        if reader != NAME or self._field.faults.strikes("pcsc-cut"):
            raise DeviceError("no such reader", bus=reader)

    @staticmethod
    def _atr(tag: Tag) -> bytes:
        return {0x00: storage_atr(ULTRALIGHT), 0x08: storage_atr(CLASSIC)}.get(tag.sak, OTHER)
