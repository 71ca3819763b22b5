"""gpiozero's pin factories: ours in a program of somebody else, and another one below the table."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.util import find_spec

import pytest

from hardware.default_wiring import SOUNDER
from tests.patience import until
from tests.wires.board import PI_5_BEFORE, Board, Pi

CHOICE = "GPIOZERO_PIN_FACTORY"
PROGRAM = """
import signal
from gpiozero import PWMLED, DigitalInputDevice
light = PWMLED(17)
ok = DigitalInputDevice(26, pull_up=True)
def pressed():
    light.value = 0.5
    print("pressed", flush=True)
def released():
    light.off()
    print("released", flush=True)
ok.when_activated, ok.when_deactivated = pressed, released
print("up", flush=True)
signal.pause()
"""
"""As in gpiozero's book: events, no loop."""


def test_any_gpiozero_program_has_our_pins_and_sleeps_until_one_changes(switched_on: Callable[[Board], Pi]) -> None:
    pi = switched_on(PI_5_BEFORE)
    pi.environment[CHOICE] = "gpiod"
    program = pi.runs("-c", PROGRAM)
    assert program.stdout is not None
    assert program.stdout.readline() == "up\n"
    assert until(lambda: rests(pi, program))
    for _ in range(2):
        pi.finger("OK", down=True)
        assert program.stdout.readline() == "pressed\n"
        assert until(lambda: pi.rises(SOUNDER["RED"]) > 3)
        pi.finger("OK", down=False)
        assert program.stdout.readline() == "released\n"
    assert until(lambda: rests(pi, program)), "the thread that dimmed the light ends"


def rests(pi: Pi, program: subprocess.Popen[str]) -> bool:
    """Whether no thread of it wakes for half a second. Before, each may still be on its way to rest."""
    idle = pi.idle(program, 0.5)
    return (idle.sleeps, idle.sleeps_of_others) == (0, 0)


@pytest.mark.skipif(find_spec("lgpio") is None, reason="no lgpio: .venv/bin/python -m pip install lgpio")
def test_the_table_plays_on_another_factory_of_gpiozero(pi: Pi) -> None:
    pi.environment[CHOICE] = "lgpio"
    program = pi.plays()
    assert until(lambda: any(pi.glass.pages))
    pi.told_until("WATCHDOG=1", program)
    for button in ("OK", "DOWN", "BACK"):
        before = pi.glass
        pi.press(button)
        assert until(lambda: pi.glass != before), button  # noqa: B023 - used at once
    assert all(pi.rises(SOUNDER[part]) > 0 for part in ("BUZZER", "GREEN"))
    pi.ends(program)


def test_a_factory_that_gpiozero_does_not_know_is_named_and_the_table_plays_without_pins(pi: Pi) -> None:
    pi.environment[CHOICE] = "none-such"
    program = pi.plays()
    told = pi.told_until("Buttons: ", program)
    assert f"Buttons: {CHOICE}=none-such: the pins fail (Unable to find pin factory 'none-such')" in told, told
    assert until(lambda: any(pi.glass.pages))
    pi.ends(program)
