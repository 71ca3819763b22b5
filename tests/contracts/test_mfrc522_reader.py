from __future__ import annotations

from hardware.bus import Reader
from hardware.drivers.mfrc522 import Mfrc522
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag
from tests.contracts.reader_contract import ReaderContract


class TestMfrc522(ReaderContract):
    garbage = "bit-errors"
    uids = (
        bytes.fromhex("DEADBEEF"),
        bytes.fromhex("04112233445566"),
        bytes.fromhex("04112233445566778899"),
        bytes.fromhex("8801EFC0"),
    )

    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        return clock, Mfrc522(SimMfrc522(self.field, clock), clock)

    def lay(self, uid: bytes) -> None:
        self.field.place(Tag(uid))

    def unplug(self) -> None:
        self.field.faults.switch_on("miso-low")

    def plug_in(self) -> None:
        self.field.faults.switch_off("miso-low")


class TestMfrc522OneTagAtATime(TestMfrc522):
    several = False

    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        return clock, Mfrc522(SimMfrc522(self.field, clock), clock, several=False)


class TestMfrc522WithoutBursts(TestMfrc522):
    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        return clock, Mfrc522(SimMfrc522(self.field, clock), clock, burst=False)
