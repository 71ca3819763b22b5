"""The registry of faults and when they strike."""

from __future__ import annotations

import pytest

from hardware.sim.faults import FAULTS, FaultPlace, Faults, Strike


def strikes(faults: Faults, name: str, occasions: int) -> list[int]:
    """The occasions, from 1, at which a fault strikes."""
    return [n for n in range(1, occasions + 1) if faults.strikes(name)]


def test_every_place_has_faults_and_every_fault_a_sentence() -> None:
    assert {fault.place for fault in FAULTS.values()} == set(FaultPlace)
    assert all(fault.sentence.endswith(".") for fault in FAULTS.values())


def test_nothing_strikes_unless_switched_on() -> None:
    faults = Faults()
    assert not any(faults.strikes(name) for name in FAULTS)
    assert faults.on() == ()


@pytest.mark.parametrize(
    ("strike", "expected"),
    [
        (Strike(), [1, 2, 3, 4, 5, 6]),
        (Strike(after=2), [3, 4, 5, 6]),
        (Strike(every=3), [1, 4]),
        (Strike(times=2), [1, 2]),
        (Strike(after=1, every=2, times=2), [2, 4]),
    ],
)
def test_a_fault_strikes_as_told(strike: Strike, expected: list[int]) -> None:
    faults = Faults()
    faults.switch_on("no-answer", strike)
    assert strikes(faults, "no-answer", 6) == expected


def test_a_spent_fault_is_off_again() -> None:
    faults = Faults()
    faults.switch_on("chip-reset")
    assert strikes(faults, "chip-reset", 3) == [1]
    assert not faults.is_on("chip-reset")


def test_a_fault_switched_off_strikes_no_more() -> None:
    faults = Faults()
    faults.switch_on("miso-low")
    faults.switch_off("miso-low")
    faults.switch_off("miso-low")
    assert faults.strikes("miso-low") is None


def test_faults_are_listed_in_the_order_of_the_registry() -> None:
    faults = Faults()
    faults.switch_on("stuck")
    faults.switch_on("bit-errors", Strike(where=(1, 2)))
    assert faults.on() == ("bit-errors", "stuck")
    assert faults.strikes("bit-errors") == Strike(where=(1, 2))


def test_an_unknown_fault_is_an_error() -> None:
    with pytest.raises(KeyError):
        Faults().switch_on("gremlins")
