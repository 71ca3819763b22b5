from __future__ import annotations

import pytest

from hardware.bus import Note
from hardware.default_wiring import BUTTONS, SOUNDER
from hardware.drivers.sounder import GpioSounder
from hardware.sim.clock import SimClock
from hardware.sim.pins import SimPins

RED = (1.0, 0.0, 0.0)
AMBER = (1.0, 0.25, 0.0)
WHITE = (1.0, 1.0, 1.0)
DARK = (0.0, 0.0, 0.0)


class Box:
    """A sounder on simulated pins, and its ear and eye."""

    def __init__(self, *, common_anode: bool = False) -> None:
        self.clock = SimClock()
        self.pins = SimPins(self.clock, BUTTONS | SOUNDER, common_anode=common_anode)
        self.sounder = GpioSounder(self.clock, self.pins, common_anode=common_anode)

    def heard(self, ms: int, step_ms: int = 10) -> list[float]:
        """The tone just before each step and after it was ticked, equal neighbours once."""
        tones = [self.pins.tone_hz]
        for _ in range(0, ms, step_ms):
            self.clock.advance(step_ms / 1000)
            self.sounder.tick()
            if self.pins.tone_hz != tones[-1]:
                tones.append(self.pins.tone_hz)
        return tones


def test_a_tune_is_heard_note_by_note_with_its_rest_and_ends_in_silence() -> None:
    box = Box()
    box.sounder.play((Note(880, 50), Note(0, 30), Note(1760, 50)))
    assert box.heard(200) == [880, 0, 1760, 0]


def test_a_note_lasts_its_milliseconds() -> None:
    box = Box()
    box.sounder.play((Note(2000, 50),))
    assert box.heard(49, step_ms=7) == [2000]
    box.clock.advance(0.002)
    box.sounder.tick()
    assert box.pins.tone_hz == 0


@pytest.mark.parametrize("hz", [50, 219, 440, 881, 4000])
def test_a_tone_outside_the_octaves_of_tonal_buzzer_sounds_too(hz: int) -> None:
    box = Box()
    box.sounder.play((Note(hz, 50),))
    assert box.pins.tone_hz == hz


def test_no_note_is_skipped_when_the_loop_was_late() -> None:
    box = Box()
    box.sounder.play((Note(880, 20), Note(1760, 20)))
    box.clock.advance(1)
    assert box.heard(100) == [880, 1760, 0]


def test_a_new_tune_cuts_the_old_one_off() -> None:
    box = Box()
    box.sounder.play((Note(880, 500), Note(990, 500)))
    box.sounder.play((Note(220, 20),))
    assert box.heard(2000) == [220, 0]


def test_an_empty_tune_is_silence() -> None:
    box = Box()
    box.sounder.play((Note(880, 500),))
    box.sounder.play(())
    assert box.pins.tone_hz == 0


@pytest.mark.parametrize("common_anode", [False, True])
def test_the_light_glows_for_its_time_and_goes_dark(*, common_anode: bool) -> None:
    box = Box(common_anode=common_anode)
    assert box.pins.light == DARK
    box.sounder.light(AMBER, 300)
    assert box.pins.light == AMBER
    box.heard(290)
    assert box.pins.light == AMBER
    box.heard(20)
    assert box.pins.light == DARK


def test_a_light_without_a_time_stays_until_the_next_call() -> None:
    box = Box()
    box.sounder.light(AMBER, 100)
    box.sounder.light(RED, 0)
    box.heard(60_000, step_ms=1000)
    assert box.pins.light == RED
    box.sounder.light(DARK, 0)
    assert box.pins.light == DARK


def test_the_tune_and_the_light_do_not_disturb_each_other() -> None:
    box = Box()
    box.sounder.light(RED, 1000)
    box.sounder.play((Note(880, 20),))
    assert box.heard(100) == [880, 0]
    assert box.pins.light == RED


def test_a_plain_colour_and_silence_need_no_pulses() -> None:
    box = Box()
    box.sounder.light(AMBER, 0)
    box.sounder.play((Note(880, 20),))
    box.sounder.light(RED, 0)
    box.heard(100)
    assert {pin.state for pin in box.pins.factory.opened.values()} == {0, 1}


def test_close_silences_darkens_and_frees_the_pins() -> None:
    box = Box()
    box.sounder.play((Note(880, 500),))
    box.sounder.light(RED, 500)
    box.sounder.close()
    assert (box.pins.tone_hz, box.pins.light) == (0, DARK)
    box.heard(1000)  # a late tick touches no closed pin
    box.sounder.close()
    again = GpioSounder(box.clock, box.pins)
    again.light(RED, 0)
    assert box.pins.light == RED


def test_a_busy_pin_is_named_and_the_other_parts_work_and_it_does_what_is_due_when_it_is_had() -> None:
    box = Box()
    box.sounder.close()
    box.pins.take("RED")
    box.sounder.light(WHITE, 0)
    box.sounder.play((Note(880, 5000),))
    assert list(map(str, box.sounder.faults.values())) == ["gpio17: in use by another"]
    assert (box.pins.light, box.pins.tone_hz) == ((0, 1, 1), 880)
    box.pins.give_back("RED")
    box.heard(1100)
    assert (box.pins.light, box.sounder.faults) == (WHITE, {})
