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
from tests.hardware.stock_reader import stock_reader

HEALTH_CHECK = 1


@dataclass(frozen=True, slots=True)
class Cost:
    transfers: int
    octets: int
    ms: float


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


def show(what: str, cost: Cost, bar: int | None = None) -> None:
    limit = "" if bar is None else f"  (bar {bar})"
    print(f"\n{what:<48}{cost.transfers:>6} transfers{cost.octets:>6} bytes{cost.ms:>8.2f} ms{limit}", end="")  # noqa: T201 - the table is the point


def test_a_poll_of_an_empty_field_stays_below_its_bar() -> None:
    cost, sighting = Bench().cost()
    show("poll, no tag, health check included", cost, 12)
    assert sighting == Sighting()
    assert cost.transfers <= 12
    assert cost.transfers - HEALTH_CHECK <= 10


@pytest.mark.parametrize(("uid", "bar"), [("DEADBEEF", 55), ("04112233445566", 73), ("04112233445566778899", 95)])
def test_reading_and_halting_a_new_tag_stays_below_its_bar(uid: str, bar: int) -> None:
    bench = Bench()
    bench.place(uid)
    cost, sighting = bench.cost()
    show(f"poll, a new tag of {len(uid) // 2} bytes, everything included", cost, bar)
    assert sighting.uids == {bytes.fromhex(uid)}
    assert cost.transfers <= bar


@pytest.mark.parametrize(("uid", "bar"), [("DEADBEEF", 33), ("04112233445566", 41)])
def test_a_steady_tag_costs_no_more_than_its_presence_check(uid: str, bar: int) -> None:
    bench = Bench()
    bench.place(uid)
    bench.cost()
    cost, sighting = bench.cost()
    show(f"poll, a tag of {len(uid) // 2} bytes lying still, everything included", cost, bar)
    assert sighting.uids == {bytes.fromhex(uid)}
    assert cost.transfers <= bar
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
    show(f"four similar new tags, in {len(costs)} polls", total, 400)
    show("  the longest of these polls", max(costs, key=lambda c: c.ms))
    assert len(costs) <= 4
    assert total.transfers <= 400
    assert max(c.ms for c in costs) < 30


def test_the_stock_package_is_what_we_are_better_than() -> None:
    clock, field = SimClock(), Field()
    wire = SimMfrc522(field, clock)
    stock = stock_reader(wire)
    before, begun = wire.traffic, clock.now()
    assert stock.read_id_no_block() is None
    spent = wire.traffic.since(before)
    show("the same with the stock package, no tag", Cost(spent.transfers, spent.octets, 1000 * (clock.now() - begun)))
    ours, _ = Bench().cost()
    assert spent.transfers > 100 * ours.transfers
    print()  # noqa: T201 - ends the table
