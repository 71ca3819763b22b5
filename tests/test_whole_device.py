"""Walks by chance through everything that people and cables may do to the whole machine, under a simulated clock.

A state machine of hypothesis for each game: a walk that fails is told with the few steps that it needs. One rule
draws among all that may befall a device by weight: rules in their turn would hardly ever come to the end of a deal.
"""

from __future__ import annotations

from collections.abc import Callable

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion.games.registry import GAMES
from companion.storage.record_file import RecordFile
from tests.torture import every_so_many, so_many
from tests.whole_device import BUTTONS, READERS, Device

STEPS, WALKS = 250, so_many(1, 800)
"""In a walk, and how many of each game."""

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

BY_WEIGHT = [kind for kind, (weight, _) in BEFALLS.items() for _ in range(weight)]
CHANCE = st.integers(0, (1 << 16) - 1)


class Walk(RuleBasedStateMachine):
    """One device, from power-on."""

    game = ""

    @initialize(reader=st.sampled_from(READERS), scanned=st.booleans(), seed=CHANCE)
    def is_switched_on(self, reader: str, seed: int, *, scanned: bool) -> None:
        self.device = Device(self.game, reader, str(seed), scanned=scanned)

    @rule(kind=st.sampled_from(BY_WEIGHT), chance=CHANCE)
    def befalls(self, kind: str, chance: int) -> None:
        BEFALLS[kind][1](self.device, chance)


def walk(game: str, walks: int, steps: int) -> None:
    """So many walks; raises what is wrong, with the steps that lead to it in its notes."""
    how = settings(
        max_examples=walks,
        stateful_step_count=steps,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(type("Walk", (Walk,), {"game": game}), settings=how)


@pytest.mark.timeout(so_many(1200, 0))  # 0: none
@pytest.mark.parametrize("game", every_so_many(4, GAMES))
def test_whatever_befalls_it_the_card_says_what_was_shown(game: str) -> None:
    walk(game, WALKS, STEPS)


def test_a_box_that_shows_before_it_is_saved_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsynced(record: RecordFile, sealed: bytes) -> None:
        assert record._descriptor is not None
        record._disk.write(record._descriptor, sealed)
        record.size += len(sealed)

    monkeypatch.setattr(RecordFile, "append", unsynced)
    with pytest.raises(AssertionError, match="something shown is not on the card") as caught:
        walk("toriatama", 5, 40)
    assert len(caught.value.__notes__) < 12, "the steps told are more than are needed"


def test_a_box_that_forgets_its_last_line_at_a_restart_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Device._found

    def forgetful(box: Device) -> dict[str, tuple[str, ...]]:
        return {name: lines[:-1] for name, lines in whole(box).items()}

    monkeypatch.setattr(Device, "_found", forgetful)
    box = Device("birddog", "mfrc522", "0")
    for _ in range(12):
        box.goes_on()
    with pytest.raises(AssertionError, match="lost of"):
        box.loses_power()
