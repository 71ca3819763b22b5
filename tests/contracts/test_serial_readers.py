from __future__ import annotations

import pytest

from companion.parts.reader_kind import ReaderSettings, reader_kind
from hardware.bus import Clock, OutputPin, Reader, SerialPort
from hardware.drivers.retried import SerialLine
from hardware.linux import open_serial
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.pn532 import SimPn532
from hardware.sim.rdm6300 import SimRdm6300
from hardware.sim.serial import SimSerial, UartChip
from hardware.sim.tags import Em4100, Tag
from tests.contracts.pty_line import HostEnd, PtyLine, PumpingClock
from tests.contracts.reader_contract import ReaderContract


class SerialContract(ReaderContract):
    """On a simulated line; the port and the chip that come back know nothing of those that went."""

    garbage = "line-noise"
    kind: str

    def build(self) -> tuple[SimClock, Reader]:
        clock, self.field = SimClock(), Field()
        self.chip = self.chip_on(clock)
        return clock, self.driver(clock, _Line(self))

    def driver(self, clock: Clock, reset: OutputPin | None = None) -> Reader:
        kind = reader_kind(self.kind)
        line = SerialLine(lambda: self.plugged(kind.baud), clock, bus="serial")
        return kind.driver(line, clock, ReaderSettings(self.kind), reset)

    def chip_on(self, clock: SimClock) -> UartChip:
        raise NotImplementedError

    def plugged(self, baud: int) -> SerialPort:
        return SimSerial(self.chip, self.field.faults).plug(baud)

    def unplug(self) -> None:
        self.field.faults.switch_on("line-cut")

    def plug_in(self) -> None:
        self.field.faults.switch_off("line-cut")
        self.chip = self.chip_on(self.clock)  # without power it forgot everything


class _Line:
    """The reset line of whatever board is there."""

    def __init__(self, contract: SerialContract) -> None:
        self._contract = contract

    def set(self, high: bool) -> None:  # noqa: FBT001 - a level is what a pin has
        if isinstance(self._contract.chip, SimRdm6300):
            self._contract.chip.reset_pin.set(high)


class PtyContract(SerialContract):
    """On a terminal of the system through pyserial; what comes back is another terminal under another name."""

    bits = 0, 7
    line: PtyLine | None = None
    names = 0

    def build(self) -> tuple[SimClock, Reader]:
        self.pumping, self.field = PumpingClock(), Field()
        self.plug_in()
        return self.pumping, self.driver(self.pumping)

    def plugged(self, baud: int) -> SerialPort:
        port = open_serial(f"{self.directory}/usb-*", baud)
        assert self.line is not None
        return HostEnd(port, self.line)

    def unplug(self) -> None:
        self.clear()

    def plug_in(self) -> None:
        chip = self.chip_on(self.pumping)
        self.line = self.pumping.line = PtyLine(SimSerial(chip, self.field.faults).plug(chip.baud))
        self.names += 1
        (self.directory / f"usb-reader-{self.names}").symlink_to(self.line.place)

    @pytest.mark.parametrize("every", [2, 13])
    def test_garbage_never_makes_a_number_and_is_over_when_it_is_over(self, every: int) -> None:
        super().test_garbage_never_makes_a_number_and_is_over_when_it_is_over(every)

    def clear(self) -> None:
        if self.line is not None:
            self.line.cut()
            self.line = self.pumping.line = None
            (self.directory / f"usb-reader-{self.names}").unlink()


class TestPn532(SerialContract):
    kind = "pn532"
    uids = (
        bytes.fromhex("DEADBEEF"),
        bytes.fromhex("04112233445566"),
        bytes.fromhex("04112233445566778899"),
        bytes.fromhex("8801EFC0"),
    )

    def chip_on(self, clock: SimClock) -> UartChip:
        return SimPn532(self.field, clock)

    def lay(self, uid: bytes) -> None:
        self.field.place(Tag(uid))


class TestRdm6300(SerialContract):
    kind = "rdm6300"
    uids = (bytes.fromhex("010063E9AE"), bytes.fromhex("100086F444"), bytes.fromhex("0C000621A5"))
    several = False
    tells_chip_cards = False

    def chip_on(self, clock: SimClock) -> UartChip:
        return SimRdm6300(self.field, clock)

    def lay(self, uid: bytes) -> None:
        self.field.place(Em4100(uid))


class TestId12la(TestRdm6300):
    kind = "id12la"
    repeats = False

    def chip_on(self, clock: SimClock) -> UartChip:
        return SimRdm6300(self.field, clock, once=True)


class TestPn532OnATerminal(PtyContract, TestPn532):
    pass


class TestRdm6300OnATerminal(PtyContract, TestRdm6300):
    pass
