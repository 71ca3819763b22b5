"""Walks by chance through everything that people and cables may do to the whole machine, under a simulated clock.

A step takes some 5 ms of CPU, so ten seconds in the suite buy 2,000 steps; `make torture` walks a million. A plain
walk it is, and no state machine of hypothesis: in as many steps that came to fewer deals, and found nothing of what
this one found. A walk that fails is told with the steps that it needs.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games import GAMES
from companion.storage import RecordFile
from tests.torture import so_many
from tests.whole_device import BUTTONS, READERS, Device

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Step = tuple[str, int]

STEPS, WALKS, PARTS = 250, so_many(8, 4000), 4
SECONDS = (0.1, 0.5, 4.0)

BEFALLS: dict[str, tuple[int, Callable[[Device, int], None]]] = {
    "goes on": (60, lambda device, _: device.goes_on()),
    "taps": (8, lambda device, chance: device.taps(chance)),
    "taps twice": (3, lambda device, chance: device.taps(chance, times=2)),
    "taps two": (1, lambda device, chance: device.taps_together(chance, chance // 97)),
    "taps what is not ours": (1, lambda device, _: device.taps_what_is_not_ours()),
    "lays": (2, lambda device, chance: device.lays(chance, SECONDS[chance % 3])),
    "presses": (10, lambda device, chance: device.presses(BUTTONS[chance % 4])),
    "holds": (2, lambda device, chance: device.presses("OK" if chance % 4 == 0 else "BACK", held=True)),
    "chooses": (2, lambda device, chance: device.chooses(chance % 8, chance // 8 % 4)),
    "waits": (1, lambda device, chance: device.waits(SECONDS[chance % 3])),
    "fails": (1, lambda device, chance: device.fails(chance)),
    "is mended": (2, lambda device, _: device.is_mended()),
    "loses power": (3, lambda device, _: device.loses_power()),
    "loses power at": (2, lambda device, chance: device.loses_power_at(chance % 12)),
}
"""What may befall a device, how often among a hundred, and what is left to chance in it."""


def device(walk: int) -> Device:
    """A box of its own for each walk: games and readers in turn, hands scanned in every other."""
    games = sorted(GAMES)
    return Device(games[walk % len(games)], READERS[walk % len(READERS)], str(walk), scanned=walk // 15 % 2 == 0)


def steps(walk: int) -> list[Step]:
    chance = Random(walk)
    weights = [weight for weight, _ in BEFALLS.values()]
    return [(kind, chance.randrange(1 << 16)) for kind in chance.choices(list(BEFALLS), weights, k=STEPS)]


def fault(walk: int, taken: Sequence[Step]) -> str:
    """What is wrong at the end of these steps; empty: nothing."""
    box = device(walk)
    try:
        for kind, chance in taken:
            BEFALLS[kind][1](box, chance)
    except Exception as wrong:  # noqa: BLE001 - whatever it is, it is a fault
        return f"{type(wrong).__name__}: {wrong}"
    return ""


def shortest(walk: int, taken: Sequence[Step]) -> Sequence[Step]:
    """The steps that are needed to fail: halves, quarters … that are not needed are left out."""
    size = len(taken) // 2
    while size:
        for begin in range(len(taken) - size, -1, -size):
            without = (*taken[:begin], *taken[begin + size :])
            if fault(walk, without):
                taken = without
        size //= 2
    return taken


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_befalls_it_the_card_says_what_was_shown(part: int) -> None:
    for walk in range(part, WALKS, PARTS):
        wrong = fault(walk, steps(walk))
        assert not wrong, f"walk {walk}: {wrong}: {shortest(walk, steps(walk))}"


def test_a_box_that_shows_before_it_is_saved_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsynced(record: RecordFile, sealed: bytes) -> None:
        assert record._descriptor is not None
        record._disk.write(record._descriptor, sealed)
        record.size += len(sealed)

    monkeypatch.setattr(RecordFile, "append", unsynced)
    assert "something shown is not on the card" in fault(0, steps(0))
    assert len(shortest(0, steps(0)[:40])) < 10


def test_a_box_that_forgets_its_last_line_at_a_restart_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Device._found

    def forgetful(box: Device) -> dict[str, tuple[str, ...]]:
        return {name: lines[:-1] for name, lines in whole(box).items()}

    monkeypatch.setattr(Device, "_found", forgetful)
    assert "lost of" in fault(0, [("goes on", 0)] * 12 + [("loses power", 0)])
