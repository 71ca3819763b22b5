from __future__ import annotations

from typing import ClassVar

from companion.parts.reader_kind import ReaderSettings, reader_kind
from hardware.bus import Reader
from hardware.drivers.retried import SerialLine
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.keys import SimKeys, SimKeysPort
from hardware.sim.pcsc import SimPcsc
from hardware.sim.tags import Em4100, Tag
from tests.contracts.reader_contract import ReaderContract

HIGH_UIDS = tuple(map(bytes.fromhex, ("DEADBEEF", "04112233445566", "04112233445566778899", "8801EFC0")))


class TestPcsc(ReaderContract):
    uids = HIGH_UIDS
    several = False
    garbage = "bit-errors"

    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        kind = reader_kind("pcsc")
        return clock, kind.driver(SimPcsc(self.field), clock, ReaderSettings("pcsc"), None)

    def lay(self, uid: bytes) -> None:
        self.field.place(Tag(uid))

    def unplug(self) -> None:
        self.field.faults.switch_on("pcsc-cut")

    def plug_in(self) -> None:
        self.field.faults.switch_off("pcsc-cut")


class TestKeyboard(ReaderContract):
    """One that types a number once: a second lay of a tag is one if it comes later than `again_ms`."""

    kind = "keyboard"
    uids: ClassVar[tuple[bytes, ...]] = HIGH_UIDS
    several = False
    repeats = False
    garbage = "keys-lost"
    tells_chip_cards = False
    repeat_s = 0.0

    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        self.clock = clock
        self.plug_in()
        line = SerialLine(self.plugged, clock, bus="usb")
        return clock, reader_kind(self.kind).driver(line, clock, ReaderSettings(self.kind, again_ms=300), None)

    def plugged(self) -> SimKeysPort:
        return self.port.plug()

    def lay(self, uid: bytes) -> None:
        self.field.place(Em4100(uid) if len(uid) == 5 else Tag(uid))

    def unplug(self) -> None:
        self.field.faults.switch_on("keys-cut")

    def plug_in(self) -> None:
        self.field.faults.switch_off("keys-cut")
        reader = SimKeys(self.field, self.clock, low=self.kind == "keys125", repeat_s=self.repeat_s)
        self.port = SimKeysPort(reader, self.field.faults)


class TestKeyboardThatRepeats(TestKeyboard):
    repeats = True
    repeat_s = 0.2


class TestKeyboard125(TestKeyboard):
    kind = "keys125"
    uids = (bytes.fromhex("010063E9AE"), bytes.fromhex("100086F444"), bytes.fromhex("0C000621A5"))
