"""The chip at its SPI pins: transfers, registers, FIFO, commands, resets, with the data sheet's own numbers."""

from __future__ import annotations

import pytest

from hardware.bus import DeviceError
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import State, Tag
from tests.hardware.chip_bench import IDLE, Bench

CARD = bytes.fromhex("de ad be ef")


def fresh_chip() -> SimMfrc522:
    return SimMfrc522(Field(), SimClock())


RESET_VALUES = [
    # MFRC522 data sheet rev 3.9, "reset value" of each register table
    (0x01, 0x20),
    (0x02, 0x80),
    (0x03, 0x00),
    (0x04, 0x14),
    (0x06, 0x00),
    (0x07, 0x21),
    (0x0A, 0x00),
    (0x0B, 0x08),
    (0x0C, 0x10),
    (0x0D, 0x00),
    (0x11, 0x3F),
    (0x12, 0x00),
    (0x13, 0x00),
    (0x14, 0x80),
    (0x15, 0x00),
    (0x24, 0x26),
    (0x26, 0x48),
    (0x2A, 0x00),
    (0x2B, 0x00),
    (0x37, 0x92),
]


@pytest.mark.parametrize(("address", "value"), RESET_VALUES)
def test_registers_begin_with_the_values_of_the_data_sheet(address: int, value: int) -> None:
    assert fresh_chip().transfer(bytes([0x80 | address << 1, 0])) == bytes([0, value])


def test_in_a_read_burst_each_byte_names_the_register_of_the_next() -> None:
    sent = bytes([0x80 | 0x37 << 1, 0x80 | 0x11 << 1, 0x80 | 0x26 << 1, 0])
    assert fresh_chip().transfer(sent) == bytes([0, 0x92, 0x3F, 0x48])


def test_a_write_burst_goes_into_one_register() -> None:
    bench = Bench()
    bench.write(0x09, 1, 2, 3)
    assert bench.read(0x0A) == 3
    assert bench.fifo() == b"\x01\x02\x03"


def test_a_transfer_takes_its_time_on_the_bus() -> None:
    clock = SimClock()
    SimMfrc522(Field(), clock, speed_hz=4_000_000, overhead_s=50e-6).transfer(bytes(10))
    assert clock.now() == pytest.approx(70e-6)
    assert SimMfrc522(Field(), clock).transfer(b"") == b""


@pytest.mark.parametrize("address", [0x06, 0x07, 0x21, 0x22, 0x37])
def test_registers_of_status_cannot_be_written(address: int) -> None:
    bench = Bench()
    before = bench.read(address)
    bench.write(address, before ^ 0xFF)
    assert bench.read(address) == before


def test_the_fifo_takes_64_bytes_and_reports_the_one_too_many() -> None:
    bench = Bench()
    bench.write(0x09, *range(64))
    assert bench.read(0x06) == 0
    bench.write(0x09, 64)
    assert bench.read(0x06) == 0x10
    assert bench.read(0x0A) == 64
    bench.write(0x0A, 0x80)
    assert (bench.read(0x0A), bench.read(0x06), bench.read(0x09)) == (0, 0, 0)


def test_the_highest_bit_of_an_interrupt_register_says_whether_to_set_or_clear() -> None:
    bench = Bench()
    bench.write(0x09, *range(20))  # away from both alerts of the FIFO
    bench.write(0x04, 0x7F)
    assert bench.read(0x04) == 0
    bench.write(0x04, 0x80 | 0x51)
    assert bench.read(0x04) == 0x51
    bench.write(0x04, 0x41)
    assert bench.read(0x04) == 0x10


@pytest.mark.parametrize(("level", "alerts"), [(0, 0x01), (8, 0x01), (9, 0), (55, 0), (56, 0x02), (64, 0x02)])
def test_the_fifo_gives_alerts_at_the_water_level(level: int, alerts: int) -> None:
    bench = Bench()
    bench.write(0x09, *bytes(level)) if level else None
    assert bench.read(0x07) & 0x03 == alerts
    assert bench.read(0x04) & 0x08 == alerts << 2 & 0x08


@pytest.mark.parametrize(
    ("preset", "octets", "result"),
    [(0x3D, "00 00", 0x1EA0), (0x3D, "12 34", 0xCF26), (0x3F, "00 00 00", 0xC6CC ^ 0xFFFF)],
)
def test_the_coprocessor_computes_the_check_sums_of_the_standard(preset: int, octets: str, result: int) -> None:
    bench = Bench()
    bench.write(0x11, preset)
    bench.write(0x09, *bytes.fromhex(octets))
    bench.write(0x01, 0x03)
    assert bench.read(0x05) & 0x04
    assert bench.read(0x21) << 8 | bench.read(0x22) == result


def test_an_unknown_command_ends_at_once() -> None:
    bench = Bench()
    bench.write(0x04, 0x7F)
    bench.write(0x01, 0x05)
    assert bench.read(0x01) & 0x0F == 0
    assert bench.read(0x04) & IDLE


def test_no_command_change_leaves_the_command_alone() -> None:
    bench = Bench()
    bench.write(0x01, 0x0C)
    bench.write(0x01, 0x27)
    assert bench.read(0x01) == 0x2C


def test_a_soft_reset_loses_the_set_up_and_the_field() -> None:
    bench = Bench(tag := Tag(CARD))
    bench.exchange(b"\x26", 0x07)
    bench.write(0x01, 0x0F)
    assert (bench.read(0x2A), bench.read(0x14), bench.read(0x01)) == (0, 0x80, 0x20)
    assert tag.state is State.IDLE


def test_the_reset_pin_stops_the_chip_until_some_time_after_it_rises() -> None:
    bench = Bench()
    bench.chip.reset_pin.set(False)
    assert bench.read(0x37) == 0
    bench.chip.reset_pin.set(True)
    assert bench.read(0x37) == 0
    bench.clock.sleep(0.001)
    assert bench.read(0x37) == 0x92
    assert bench.read(0x14) == 0x80
    bench.chip.reset_pin.set(True)
    assert bench.read(0x37) == 0x92


def test_a_stuck_line_reads_the_same_for_ever() -> None:
    bench = Bench()
    bench.field.faults.switch_on("miso-low")
    assert bench.read(0x37) == 0x00
    bench.field.faults.switch_off("miso-low")
    bench.field.faults.switch_on("miso-high")
    assert bench.read(0x37) == 0xFF
    assert bench.read(0x0A) == 0xFF


def test_a_refused_transfer_says_what_was_sent() -> None:
    bench = Bench()
    bench.field.faults.switch_on("spi-error", Strike(times=1))
    with pytest.raises(DeviceError, match=r"spi0\.0.*sent ee 00"):
        bench.read(0x37)
    assert bench.read(0x37) == 0x92


def test_a_brown_out_resets_the_chip_once() -> None:
    bench = Bench(tag := Tag(CARD))
    bench.exchange(b"\x26", 0x07)
    bench.field.faults.switch_on("chip-reset")
    assert bench.read(0x14) == 0x80
    assert tag.state is State.IDLE
    bench.write(0x14, 0x83)
    assert bench.read(0x14) == 0x83
