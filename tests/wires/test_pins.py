"""Pins that another program holds, or that cannot be had at all: play goes on without the part, and takes it back."""

from __future__ import annotations

from collections.abc import Callable

from companion.settings.schema import DEFAULTS
from hardware.default_wiring import BUTTONS, SOUNDER
from tests.patience import until
from tests.wires.board import PI_5, Board, Pi

HELD = {
    "Button DOWN": BUTTONS["DOWN"],
    "Buzzer": SOUNDER["BUZZER"],
    "Red light": SOUNDER["RED"],
    "Reader": DEFAULTS.pins.reset,
}
ALL_WORKS = "Everything works."


def test_pins_that_another_program_holds_are_named_with_their_parts_and_taken_back(pi: Pi) -> None:
    for line in HELD.values():
        pi.header.take(line)
    program = pi.plays()
    told = pi.told_until("Button DOWN: ", program)
    assert all(f"{part}: gpio{line}: in use by another" in told for part, line in HELD.items()), told
    assert until(lambda: any(pi.glass.pages))
    pi.told_until("WATCHDOG=1", program)
    before = pi.glass
    pi.press("OK")
    assert until(lambda: pi.glass != before)
    for line in HELD.values():
        pi.header.free(line)
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program)
    assert set(HELD.values()) <= pi.header.held.keys()
    before = pi.glass
    pi.press("DOWN")
    assert until(lambda: pi.glass != before)
    journal = pi.ends(program)
    assert all(f"companion: {part}: works again\n" in journal for part in HELD), journal


def test_without_the_chip_of_pins_the_table_plays_and_takes_all_pins_when_it_is_there(
    switched_on: Callable[[Board], Pi],
) -> None:
    pi = switched_on(PI_5)
    pi.nodes.remove(pi.pins)
    program = pi.plays()
    told = pi.told_until("Buttons: ", program)
    assert "no chip of the header's pins (no /dev/gpiochip0)" in told, told
    assert until(lambda: any(pi.glass.pages))
    pi.comes_back(pi.pins)
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program)
    before = pi.glass
    pi.press("OK")
    assert until(lambda: pi.glass != before)
    pi.ends(program)


def test_a_chip_of_pins_that_is_forbidden_stops_neither_table_nor_doctor(pi: Pi) -> None:
    pi.nodes.forbid(pi.pins)
    status, said = pi.says("doctor", "--no-questions", "--data", str(pi.data))
    assert (status, "Traceback" in said) == (1, False), said
    assert "may not use /dev/gpiochip0" in said
    program = pi.plays()
    told = pi.told_until("Buttons: ", program)
    assert "usermod -aG gpio" in told
    pi.nodes.allow(pi.pins)
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program)
    pi.ends(program)


def test_the_doctor_names_pins_that_another_program_holds(pi: Pi) -> None:
    for line in HELD.values():
        pi.header.take(line)
    status, said = pi.says("doctor", "--no-questions", "--data", str(pi.data))
    assert (status, "Traceback" in said) == (1, False), said
    assert " ".join(said.split()).count("in use by another") == len(HELD), said
