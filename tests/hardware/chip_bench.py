"""A host at the SPI pins of the simulated MFRC522; addresses in hex as the data sheet prints them."""

from __future__ import annotations

from hardware.sim.air import crc_a
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag

TIMER, ERR, RX, IDLE, TX = 0x01, 0x02, 0x20, 0x10, 0x40
"""Bits of ComIrqReg."""


class Bench:
    """A chip on the table, its field on and its timer set to 25 us ticks, and the few moves of a host."""

    def __init__(self, *tags: Tag, absolute_coll_pos: bool = False) -> None:
        self.clock = SimClock()
        self.field = Field()
        self.chip = SimMfrc522(self.field, self.clock, absolute_coll_pos=absolute_coll_pos)
        for tag in tags:
            self.field.place(tag)
        for setting in ("2A 80", "2B A9", "2C 00", "2D C8", "11 3D", "15 40", "14 83"):  # a time-out of 5 ms
            self.write(*bytes.fromhex(setting))

    def write(self, address: int, *octets: int) -> None:
        self.chip.transfer(bytes([address << 1, *octets]))

    def read(self, address: int) -> int:
        return self.chip.transfer(bytes([0x80 | address << 1, 0]))[1]

    def fifo(self) -> bytes:
        return bytes(self.read(0x09) for _ in range(self.read(0x0A)))

    def fill(self, octets: bytes) -> None:
        """Stop what runs, and put these bytes into the FIFO."""
        for setting in ((0x01, 0x00), (0x04, 0x7F), (0x0A, 0x80), (0x09, *octets)):
            self.write(*setting)

    def send(self, octets: bytes, framing: int = 0) -> None:
        self.fill(octets)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | framing)

    def exchange(self, octets: bytes, framing: int = 0) -> bytes:
        """Send and wait longer than any frame lasts; what the FIFO then holds."""
        self.send(octets, framing)
        self.clock.sleep(0.012)
        return self.fifo()

    def exchange_checked(self, text: str) -> bytes:
        octets = bytes.fromhex(text)
        return self.exchange(octets + crc_a(octets))


def woken(*tags: Tag, absolute_coll_pos: bool = False) -> Bench:
    """A bench whose tags have answered REQA; bits after a collision read as zero."""
    bench = Bench(*tags, absolute_coll_pos=absolute_coll_pos)
    bench.write(0x0E, 0x00)
    bench.exchange(b"\x26", 0x07)
    return bench
