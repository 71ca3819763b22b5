"""The model of the chip, seen by the unmodified public `mfrc522` package, which knows nothing of it.

The counts were first measured on another model, written from the same data sheet by other hands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag
from tests.hardware.stock_reader import stock_reader

# Defect: the package writes ~ for not in its wait loop; on its last turn that warns.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion")

CARD = bytes.fromhex("de ad be ef")


@dataclass
class Stock:
    """The package's reader on a simulated chip, and the wire between them."""

    field: Field
    clock: SimClock
    wire: SimMfrc522
    reader: Any

    def cost(self, call: Callable[[], object]) -> tuple[int, int]:
        """Transfers and bytes of one call."""
        before = self.wire.traffic
        call()
        spent = self.wire.traffic.since(before)
        return spent.transfers, spent.octets


def stock(*tags: Tag, overhead_s: float = 0.0) -> Stock:
    field, clock = Field(), SimClock()
    chip = SimMfrc522(field, clock, overhead_s=overhead_s)
    wire = chip
    reader = stock_reader(wire, chip.reset_pin)
    for tag in tags:
        field.place(tag)
    return Stock(field, clock, wire, reader)


def test_it_reads_the_number_of_a_card_and_its_check_byte() -> None:
    assert stock(Tag(CARD, sak=0x08)).reader.read_id_no_block() == 0xDEADBEEF22


def test_it_misses_a_card_that_lies_still_at_every_other_poll() -> None:
    reader = stock(Tag(CARD, sak=0x08)).reader
    assert [reader.read_id_no_block() is not None for _ in range(6)] == [True, False] * 3


def test_setting_up_takes_ten_transfers() -> None:
    host = stock()
    assert (host.wire.traffic.transfers, host.wire.traffic.octets) == (10, 20)


def test_an_empty_field_costs_it_two_thousand_transfers() -> None:
    host = stock()
    assert host.cost(host.reader.read_id_no_block) == (2013, 4026)


@pytest.mark.parametrize(("overhead_us", "transfers"), [(0, 109), (20, 72), (50, 57)])
def test_reading_a_number_costs_as_many_transfers_as_fit_into_the_air_time(overhead_us: int, transfers: int) -> None:
    host = stock(Tag(CARD, sak=0x08), overhead_s=overhead_us * 1e-6)
    assert host.cost(host.reader.read_id_no_block) == (transfers, 2 * transfers)


@pytest.mark.parametrize("uid", ["04 11 22 33 44 55 66", "04 11 22 aa bb cc dd"])
def test_it_takes_two_stickers_for_one(uid: str) -> None:
    assert stock(Tag(bytes.fromhex(uid))).reader.read_id_no_block() == 0x88041122BF


def test_it_sees_nothing_where_two_cards_lie() -> None:
    reader = stock(Tag(CARD, sak=0x08), Tag(b"\x01\x02\x03\x04", sak=0x08)).reader
    assert [reader.read_id_no_block() for _ in range(4)] == [None] * 4


@pytest.mark.parametrize(("fault", "transfers"), [("miso-low", 2013), ("miso-high", 15)])
def test_it_takes_a_broken_wire_for_an_empty_field(fault: str, transfers: int) -> None:
    host = stock(Tag(CARD, sak=0x08))
    host.field.faults.switch_on(fault)
    assert host.cost(host.reader.read_id_no_block) == (transfers, 2 * transfers)


def test_it_never_recovers_from_a_brown_out() -> None:
    host = stock(Tag(CARD, sak=0x08))
    host.field.faults.switch_on("chip-reset")
    assert [host.reader.read_id_no_block() for _ in range(3)] == [None] * 3
