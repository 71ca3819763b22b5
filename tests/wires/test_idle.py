"""Nobody plays: what the real libraries make the computer do."""

from __future__ import annotations

import time

from hardware.default_wiring import BUTTONS, SOUNDER
from tests.patience import until
from tests.wires.board import Pi

WAKE_UPS = 25
OF_A_POLL = 8
"""Transfers, and one wait for what is on the air."""
TRANSFERS = 12 * 16
"""Twelve a poll, fifteen polls a second."""
TUNE_S = 1.5


def test_an_idle_box_that_has_sounded_wakes_at_most_25_times_a_second_beside_its_transfers(pi: Pi) -> None:
    program = pi.plays()
    assert until(lambda: BUTTONS["OK"] in pi.header.held)
    pi.press("OK")  # while gpiozero is loaded
    assert until(lambda: pi.rises(SOUNDER["BUZZER"]))
    time.sleep(TUNE_S)
    idle = pi.idle(program, 2.0)
    assert 0 < idle.transfers <= TRANSFERS
    assert idle.sleeps - idle.calls - idle.transfers / OF_A_POLL <= WAKE_UPS
    assert idle.sleeps_of_others <= 1
