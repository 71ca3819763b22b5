"""A bus of the real libraries hangs: each call blocks for a second. Cards are read as ever, and the doctor says why."""

from __future__ import annotations

import json
import subprocess
import time

from hardware.hung_wires import FIRST_PAUSE_S
from tests.patience import until
from tests.torture import TORTURE, only_with_torture
from tests.wires.board import LAY_S, SOON_S, Pi
from tests.wires.buses import HANG_S

TAPS = 30 if TORTURE else 5
APART_S = 0.3
DOCTOR_S = 5.0
ALL_WORKS = "Everything works."


FIRST = bytes.fromhex("04A1B2C3D4E5F6")


def number(tap: int) -> bytes:
    return bytes.fromhex("04A1B2C3D400") + bytes([tap])


def read(pi: Pi) -> set[bytes]:
    """The numbers of the tags that were read."""
    (deck,) = (pi.data / "decks").glob("*.unfinished")
    return set(map(bytes.fromhex, json.loads(deck.read_text("utf-8"))["tags"]))


def taps_for_a_moment(pi: Pi, uid: bytes) -> None:
    """Lay a tag down for LAY_S and no longer if a call blocks; a computer that is only slow is waited for."""
    polled = pi.spi.transfers + 100
    pi.lay(uid)
    time.sleep(LAY_S)
    until(lambda: pi.nodes.blocked or pi.spi.transfers > polled)
    pi.lift()
    time.sleep(APART_S)


def enrolling_on_a_hung_bus(pi: Pi) -> subprocess.Popen[str]:
    """Cards are enrolled, and the first tap has found that the panel's bus hangs."""
    program = pi.starts("enrol", "french", "--data", str(pi.data))
    assert "READY=1" in pi.told_until("READY=1", program)
    pi.i2c.hangs = True
    pi.tap(FIRST)
    assert "STATUS=Display: i2c-1" in pi.told_until("STATUS=Display: ", program)
    return program


def test_no_tap_is_lost_after_the_first_hang_of_the_displays_bus(pi: Pi) -> None:
    program, taps = enrolling_on_a_hung_bus(pi), set(map(number, range(TAPS)))
    for uid in sorted(taps):
        taps_for_a_moment(pi, uid)
    assert taps - read(pi) == set()
    pi.ends(program)


def test_the_doctor_says_within_five_seconds_that_a_line_of_the_bus_is_held_low(pi: Pi) -> None:
    pi.i2c.hangs = True
    status, said = pi.says("doctor", "--no-questions", "--data", str(pi.data))
    assert status == 1
    assert "i2c-1: each call hangs: SDA or SCL is held low" in said
    assert len(pi.i2c.hung) * HANG_S < DOCTOR_S


def test_a_bus_that_hangs_from_the_start_to_the_end_costs_one_call_each_for_start_and_stop(pi: Pi) -> None:
    pi.i2c.hangs = True
    program = pi.plays()
    assert "STATUS=Display: i2c-1: each call hangs" in pi.told_until("STATUS=Display", program)
    assert len(pi.i2c.hung) == 1
    pi.press("OK")
    pi.ends(program)
    assert len(pi.i2c.hung) == 1


@only_with_torture
def test_a_bus_that_hangs_no_more_is_used_again_by_itself(pi: Pi) -> None:
    pi.i2c.hangs = True
    program = pi.plays()
    assert "STATUS=Display: i2c-1: each call hangs" in pi.told_until("STATUS=Display", program)
    pi.i2c.hangs = False
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program, FIRST_PAUSE_S + SOON_S)
    assert len(pi.i2c.hung) == 1
    assert until(lambda: any(pi.glass.pages))
    pi.ends(program)


def test_a_reader_whose_bus_hangs_leaves_the_buttons_and_the_panel_alone(pi: Pi) -> None:
    program = pi.plays()
    assert until(lambda: any(pi.glass.pages))
    pi.spi.hangs = True
    assert "STATUS=Reader: spi0.0: each call hangs" in pi.told_until("STATUS=Reader", program)
    before = pi.glass

    def answers() -> bool:
        """The first press may be for the words that have just come, or before the buttons are opened."""
        pi.press("OK")
        return pi.glass != before

    assert until(answers, FIRST_PAUSE_S / 2)
    assert len(pi.spi.hung) == 1
    pi.ends(program)
