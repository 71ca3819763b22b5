"""The trials of the reader's chip and wires, before any driver trusts them."""

from __future__ import annotations

import pytest

from hardware.drivers import mfrc522_trials as trial
from hardware.sim.clock import SimClock
from hardware.sim.faults import Strike
from hardware.sim.field import Field
from hardware.sim.mfrc522 import SimMfrc522


@pytest.fixture
def chip() -> SimMfrc522:
    return SimMfrc522(Field(), SimClock())


def fails(chip: SimMfrc522, fault: str, strike: Strike | None = None) -> SimMfrc522:
    chip._field.faults.switch_on(fault, strike)
    return chip


@pytest.mark.parametrize(("fault", "found"), [(None, 0x92), ("clone-chip", 0xB2), ("miso-low", 0), ("miso-high", 0xFF)])
def test_the_version_tells_genuine_chips_clones_and_nobody(chip: SimMfrc522, fault: str | None, found: int) -> None:
    (version,) = trial.versions(fails(chip, fault) if fault else chip)
    assert version == found
    assert (version in trial.GENUINE, version in trial.NOBODY) == (found == 0x92, found in {0x00, 0xFF})


def test_a_loose_contact_shows_as_several_versions_of_one_chip(chip: SimMfrc522) -> None:
    assert trial.versions(fails(chip, "miso-loose")) == {0x92, 0x92 ^ 0x08}


def test_a_pulse_on_the_reset_line_is_seen_in_a_register(chip: SimMfrc522) -> None:
    assert trial.forgets(chip, chip.reset_pin, SimClock()) is False, "the chip has had no time to start"
    assert trial.forgets(chip, chip.reset_pin, chip._clock) is True
    assert trial.forgets(fails(chip, "no-reset-wire"), chip.reset_pin, chip._clock) is False


def test_every_pattern_comes_back_on_good_wires(chip: SimMfrc522) -> None:
    assert trial.disagreements(chip) == 0
    assert len(trial.PATTERNS) == 100
    assert len(set(trial.PATTERNS)) == 100


def test_too_long_wires_agree_up_to_their_speed(chip: SimMfrc522) -> None:
    fails(chip, "long-wires")
    well = []
    for chip.speed_hz in trial.SPEEDS_HZ:
        well += [] if trial.disagreements(chip) else [chip.speed_hz]
    assert well == [100_000, 250_000, 500_000]


@pytest.mark.parametrize("fault", ["miso-low", "miso-high"])
def test_no_pattern_comes_back_from_a_line_that_nobody_drives(chip: SimMfrc522, fault: str) -> None:
    assert trial.disagreements(fails(chip, fault)) == 100


def test_one_bad_transfer_is_one_disagreement(chip: SimMfrc522) -> None:
    assert trial.disagreements(fails(chip, "miso-high", Strike(after=10, times=1, every=1))) <= 1
    assert trial.disagreements(fails(chip, "miso-high", Strike(after=2, times=1))) == 1


def test_bursts_agree_with_single_transfers_unless_the_chip_takes_one_register_only(chip: SimMfrc522) -> None:
    assert trial.bursts_agree(chip)
    assert not trial.bursts_agree(fails(chip, "burst-broken"))
