"""The unmodified program with its real libraries: from power to the first picture, and what a press does there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wires.board import BOARDS, PI_5_BEFORE, Board, Pi, until

if TYPE_CHECKING:
    from collections.abc import Callable


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
    assert "4 pins, none is down" in said
