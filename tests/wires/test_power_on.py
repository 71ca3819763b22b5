"""The unmodified program with its real libraries: from power to the first picture, and what a press does there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.patience import until
from tests.wires.board import BOARDS, I2C, PI_5_BEFORE, SPI, Board, Pi


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_comes_to_its_first_picture_and_answers_a_press(
    board: str, switched_on: Callable[[Board], Pi]
) -> None:
    pi = switched_on(BOARDS[board])
    program = pi.plays()
    assert until(lambda: any(pi.glass.pages))
    pi.told_until("WATCHDOG=1", program)
    before = pi.glass
    pi.press("OK")
    assert until(lambda: pi.glass != before)
    assert pi.spi.transfers > 0
    assert pi.ends(program) == ""


def test_the_doctor_finds_every_part_well_where_the_header_is_the_fifth_chip(
    switched_on: Callable[[Board], Pi],
) -> None:
    pi = switched_on(PI_5_BEFORE)
    status, said = pi.says("doctor", "--no-questions", "--data", str(pi.data))
    assert status == 0, said
    assert "/dev/gpiochip4 (pinctrl-rp1)" in said
    assert "4 pins, no button is down" in said


def test_a_bus_without_its_module_is_told_with_the_module_and_no_restart(pi: Pi) -> None:
    for node, bus in ((I2C, "i2c/devices/i2c-1"), (SPI, "spi/devices/spi0.0")):
        (pi.root / "sys/bus" / bus).mkdir(parents=True)
        pi.nodes.remove(node)
    status, said = pi.says("doctor", "--no-questions", "--data", str(pi.data))
    said = " ".join(said.split())
    assert status == 1
    assert "no /dev/i2c-1: its bus is on, but the module i2c-dev is not loaded" in said
    assert "sudo modprobe spidev" in said
    assert "reboot" not in said
    pi.nodes.place(SPI, lambda: pi.spi)
    program = pi.plays()
    assert "load its module with `sudo modprobe i2c-dev`" in pi.told_until("STATUS=Display", program)
    pi.ends(program)
