"""What the reader costs on its bus, counted on the simulated chip at 1 MHz, beside the bars that must not be passed.

Nothing here is timed: the milliseconds are virtual, bus and air together.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hardware.bus import Sighting
from hardware.drivers.mfrc522 import Mfrc522
from hardware.sim.clock import SimClock
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522
from hardware.sim.tags import Tag
from tests.bench.figures import counted
from tests.hardware.stock_reader import stock_reader


@dataclass(frozen=True, slots=True)
class Cost:
    transfers: int
    octets: int
    ms: float  # virtual


class Bench:
    def __init__(self) -> None:
        self.clock = SimClock()
        self.field = Field()
        self.wire = SimMfrc522(self.field, self.clock)
        self.reader = Mfrc522(self.wire, self.clock)
        self.reader.poll()
        self.clock.sleep(0.05)

    def place(self, *uids: str) -> None:
        for uid in uids:
            self.field.place(Tag(bytes.fromhex(uid)))

    def cost(self) -> tuple[Cost, Sighting]:
        before, begun = self.wire.traffic, self.clock.now()
        sighting = self.reader.poll()
        spent = self.wire.traffic.since(before)
        return Cost(spent.transfers, spent.octets, 1000 * (self.clock.now() - begun)), sighting


def show(what: str, cost: Cost, transfers: int, octets: int, ms: float = 30) -> None:
    """The figures beside their bars."""
    counted(what, cost.transfers, transfers, "transfers")
    counted(what, cost.octets, octets, "bytes")
    counted(what, cost.ms, ms, "virtual ms")


def test_a_poll_of_an_empty_field_stays_below_its_bar() -> None:
    cost, sighting = Bench().cost()
    show("poll, no tag, health check included", cost, 8, 42)
    assert sighting == Sighting()


@pytest.mark.parametrize(
    ("uid", "bars"), [("DEADBEEF", (38, 136)), ("04112233445566", (54, 191)), ("04112233445566778899", (70, 246))]
)
def test_reading_and_halting_a_new_tag_stays_below_its_bar(uid: str, bars: tuple[int, int]) -> None:
    bench = Bench()
    bench.place(uid)
    cost, sighting = bench.cost()
    show(f"poll, a new tag of {len(uid) // 2} bytes, everything included", cost, *bars)
    assert sighting.uids == {bytes.fromhex(uid)}


@pytest.mark.parametrize(("uid", "bars"), [("DEADBEEF", (30, 111)), ("04112233445566", (38, 141))])
def test_a_steady_tag_costs_no_more_than_its_presence_check(uid: str, bars: tuple[int, int]) -> None:
    bench = Bench()
    bench.place(uid)
    bench.cost()
    cost, sighting = bench.cost()
    show(f"poll, a tag of {len(uid) // 2} bytes lying still, everything included", cost, *bars)
    assert sighting.uids == {bytes.fromhex(uid)}
    assert {bench.cost()[0].transfers for _ in range(20)} == {cost.transfers}


def test_four_similar_tags_are_read_over_a_few_polls_none_of_which_is_long() -> None:
    bench = Bench()
    bench.place("04112233445566", "04112233445577", "04112233665577", "04112244665577")
    costs, sighting = [], Sighting()
    while len(sighting.uids) < 4:
        cost, sighting = bench.cost()
        costs.append(cost)
        bench.clock.sleep(0.05)
    total = Cost(sum(c.transfers for c in costs), sum(c.octets for c in costs), sum(c.ms for c in costs))
    show(f"four similar new tags, in {len(costs)} polls", total, 400, 1400, 60)
    show("the longest of these polls", max(costs, key=lambda c: c.ms), 150, 500)
    assert len(costs) <= 4


def test_the_stock_package_is_what_we_are_better_than() -> None:
    clock, field = SimClock(), Field()
    wire = SimMfrc522(field, clock)
    stock = stock_reader(wire)
    before, begun = wire.traffic, clock.now()
    assert stock.read_id_no_block() is None
    spent = wire.traffic.since(before)
    ours, _ = Bench().cost()
    name = "a poll without a tag, bar: a hundredth of the stock package's"
    show(name, ours, spent.transfers // 100, spent.octets // 50, 1000 * (clock.now() - begun) / 20)
