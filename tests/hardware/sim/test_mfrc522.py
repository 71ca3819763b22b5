"""The chip at its SPI pins: transfers, registers, FIFO, commands, resets, with the data sheet's own numbers."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag, TagState
from tests.hardware.chip_bench import IDLE, Bench

CARD = bytes.fromhex("de ad be ef")

RESET_VALUES = bytes.fromhex(
    # MFRC522 data sheet rev 3.9, "reset value" of each register table: address, value
    "01 20  02 80  03 00  04 14  06 00  0A 00  0B 08  0C 10  0D 00"
    "11 3F  12 00  13 00  14 80  15 00  24 26  26 48  2A 00  2B 00  37 92"
)


@pytest.mark.parametrize(("address", "value"), [*zip(RESET_VALUES[::2], RESET_VALUES[1::2], strict=True)])
def test_registers_begin_with_the_values_of_the_data_sheet(address: int, value: int) -> None:
    assert SimMfrc522(Field(), SimClock()).transfer(bytes([0x80 | address << 1, 0])) == bytes([0, value])


def test_in_a_read_burst_each_byte_names_the_register_of_the_next() -> None:
    sent = bytes([0x80 | 0x37 << 1, 0x80 | 0x11 << 1, 0x80 | 0x26 << 1, 0])
    assert SimMfrc522(Field(), SimClock()).transfer(sent) == bytes([0, 0x92, 0x3F, 0x48])


def test_a_transfer_takes_its_time_on_the_bus() -> None:
    clock = SimClock()
    SimMfrc522(Field(), clock, speed_hz=4_000_000, overhead_s=50e-6).transfer(bytes(10))
    assert clock.now() == pytest.approx(70e-6)
    assert SimMfrc522(Field(), clock).transfer(b"") == b""


SESSIONS = {
    # what is written (address, octets), and what is read then (address, value, mask if not all bits matter)
    "a write burst goes into one register": ([(0x09, 1, 2, 3)], [(0x0A, 3), (0x09, 1), (0x09, 2), (0x09, 3)]),
    "the FIFO takes 64 bytes": ([(0x09, *range(64))], [(0x06, 0), (0x0A, 64)]),
    "the FIFO reports the byte too many": ([(0x09, *range(65))], [(0x06, 0x10), (0x0A, 64)]),
    "a flush empties the FIFO": ([(0x09, *range(65)), (0x0A, 0x80)], [(0x0A, 0), (0x06, 0), (0x09, 0)]),
    "bit 7 clear clears requests": ([(0x04, 0x7F)], [(0x04, 0)]),
    "bit 7 set sets requests": ([(0x04, 0x7F), (0x04, 0x80 | 0x51)], [(0x04, 0x51)]),
    "others stay": ([(0x04, 0x7F), (0x04, 0x80 | 0x51), (0x04, 0x41)], [(0x04, 0x10)]),
    "an unknown command ends at once": ([(0x04, 0x7F), (0x01, 0x05)], [(0x01, 0, 0x0F), (0x04, IDLE, IDLE)]),
    "NoCmdChange leaves the command alone": ([(0x01, 0x0C), (0x01, 0x27)], [(0x01, 0x2C)]),
    "the cipher cannot be switched on by hand": ([(0x08, 0x08)], [(0x08, 0, 0x08)]),
    "a soft reset loses the set-up": ([(0x01, 0x0F)], [(0x2A, 0), (0x14, 0x80), (0x01, 0x20)]),
    **{
        f"{address:02x} is for reading": ([(address, 0x5A)], [(address, value)])
        for address, value in ((0x06, 0), (0x21, 0xFF), (0x22, 0xFF), (0x37, 0x92))
    },
    **{
        f"CRC of {octets}": (
            [(0x11, mode), (0x09, *bytes.fromhex(octets)), (0x01, 0x03)],
            [(0x05, 0x04, 0x04), (0x21, crc >> 8), (0x22, crc & 0xFF)],
        )
        for mode, octets, crc in ((0x3D, "00 00", 0x1EA0), (0x3D, "12 34", 0xCF26), (0x3F, "00 00 00", 0xC6CC ^ 0xFFFF))
    },
}


@pytest.mark.parametrize(("written", "read"), SESSIONS.values(), ids=SESSIONS)
def test_registers_answer_as_the_data_sheet_says(written: list[tuple[int, ...]], read: list[tuple[int, ...]]) -> None:
    bench = Bench()
    for address, *octets in written:
        bench.write(address, *octets)
    for address, value, *mask in read:
        assert bench.read(address) & (mask[0] if mask else 0xFF) == value


@pytest.mark.parametrize("brown_out", [False, True])
def test_a_reset_loses_the_field(*, brown_out: bool) -> None:
    bench = Bench(tag := Tag(CARD))
    bench.exchange(b"\x26", 0x07)
    if brown_out:
        bench.field.faults.switch_on("chip-reset")
    else:
        bench.write(0x01, 0x0F)
    assert bench.read(0x14) == 0x80
    assert tag.state is TagState.IDLE
    bench.write(0x14, 0x83)
    assert bench.read(0x14) == 0x83


def test_the_reset_pin_stops_the_chip_until_some_time_after_it_rises() -> None:
    bench = Bench()
    bench.chip.reset_pin.set(False)
    assert bench.read(0x37) == 0
    bench.chip.reset_pin.set(True)
    assert bench.read(0x37) == 0
    bench.clock.sleep(0.001)
    assert (bench.read(0x37), bench.read(0x14)) == (0x92, 0x80)
    bench.chip.reset_pin.set(True)
    assert bench.read(0x37) == 0x92


@pytest.mark.parametrize(("fault", "octet"), [("miso-low", 0x00), ("miso-high", 0xFF)])
def test_a_stuck_line_reads_the_same_for_ever(fault: str, octet: int) -> None:
    bench = Bench()
    bench.field.faults.switch_on(fault)
    assert (bench.read(0x37), bench.read(0x0A)) == (octet, octet)


def test_a_refused_transfer_says_what_was_sent() -> None:
    bench = Bench()
    bench.field.faults.switch_on("spi-error", Strike(times=1))
    with pytest.raises(DeviceError, match=r"spi0\.0.*sent ee 00"):
        bench.read(0x37)
    assert bench.read(0x37) == 0x92
