"""What the serial readers cost on their lines, both directions counted, beside the bars that must not be passed.

The milliseconds are virtual: how long a poll blocks, and from the laying of a tag to the poll that sees it.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.parts.reader_kind import ReaderSettings
from companion.runtime.loop import TURN_S
from companion.runtime.simulated_devices import simulation_of
from companion.settings.schema import Settings
from hardware.bus import Sighting
from tests.bench.figures import counted

ROUNDS = 60


class Cost(NamedTuple):
    """Of one poll, on average and the longest."""

    octets: float
    longest_ms: float


class Bench:
    """A reader of one kind, polled as the loop does."""

    def __init__(self, kind: str, *uids: bytes) -> None:
        self.wires = simulation_of(Settings(reader=ReaderSettings(kind=kind)))
        self.cost()
        for uid in uids:
            self.wires.lay(uid)
        self.cost()

    def polled(self) -> tuple[Sighting, float]:
        began = self.wires.clock.now()
        sighting = self.wires.devices.stations[0].reader.poll()
        blocked = self.wires.clock.now() - began
        self.wires.clock.sleep(TURN_S - blocked)
        return sighting, blocked

    def cost(self) -> Cost:
        before = self.wires.reader_wire.traffic
        longest = max(self.polled()[1] for _ in range(ROUNDS))
        return Cost(self.wires.reader_wire.traffic.since(before).octets / ROUNDS, 1000 * longest)

    def seen_after_ms(self, uid: bytes) -> float:
        began = self.wires.clock.now()
        self.wires.lay(uid)
        while True:
            at = self.wires.clock.now()
            if uid in self.polled()[0].uids:
                return 1000 * (at - began)


STICKERS = (bytes.fromhex("04112233445566"), bytes.fromhex("04112233445577"))
NUMBER = bytes.fromhex("010063E9AE")


@pytest.mark.parametrize(
    ("kind", "uids", "bar"),
    [
        ("pn532", (), 54),
        ("pn532", STICKERS[:1], 66),
        ("pn532", STICKERS, 78),
        ("rdm6300", (), 0),
        ("rdm6300", (NUMBER,), 15),
        ("id12la", (NUMBER,), 1),
    ],
)
def test_a_poll_stays_below_its_bar(kind: str, uids: tuple[bytes, ...], bar: int) -> None:
    cost = Bench(kind, *uids).cost()
    name = f"{kind}, a poll with {len(uids)} tags lying still"
    counted(name, cost.octets, bar, "bytes", repeats=ROUNDS)
    counted(f"{name}, the longest", cost.longest_ms, 30, "virtual ms", repeats=ROUNDS)


@pytest.mark.parametrize(("kind", "uid", "bar"), [("pn532", STICKERS[0], 70), ("rdm6300", NUMBER, 140)])
def test_a_tag_is_seen_in_time(kind: str, uid: bytes, bar: int) -> None:
    after_ms = Bench(kind).seen_after_ms(uid)
    counted(f"{kind}, from the tag on the reader to its sighting", after_ms, bar, "virtual ms")
