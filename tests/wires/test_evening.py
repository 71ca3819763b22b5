"""An evening on the real libraries: tags are enrolled, a deal is played to its score, parts fail and come back."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.screens.picture import Picture
from companion.simulation.box import deck_for
from companion.storage.records import Store
from hardware.default_wiring import SOUNDER
from tests.evening import BUTTONS, DEAL_GESTURES, begun, below_the_top, picture_after, whole
from tests.patience import until
from tests.torture import only_with_torture
from tests.wires.board import BOARDS, I2C, SPI, Board, Pi

DECK = deck_for(BIRD_DOG)
NUMBERS = {str(piece): uid for uid, piece in DECK.pieces.items()}
LINES = whole("birddog-full-deal")
FIRST, LAST_TRICK = LINES.index("deal") + 1, 3
ANNS, BOBS = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")
ALL_WORKS = "Everything works."
SWINGS = 50
"""A computer with much else to do swings a tone of a tenth of a second at 1 kHz at least so often."""


def sits(pi: Pi, *lines: str) -> None:
    """A table that goes on after these lines."""
    Store(pi.data).decks.save(DECK)
    begun(pi.data, *lines)


def shows(pi: Pi, *lines: str) -> bool:
    """The glass, below its top, is what a table shows after these lines."""
    return below_the_top(pi.glass) == below_the_top(picture_after(*lines))


def saved(pi: Pi) -> list[str]:
    """The running record."""
    (record,) = (pi.data / "records/running").glob("*.table")
    return record.read_text("utf-8").splitlines()


def tags(pi: Pi, deck: str) -> dict[str, str]:
    """The persons of a deck by the numbers of their tags."""
    found = json.loads((pi.data / f"decks/{deck}.json").read_text("utf-8"))["tags"]
    return {number.lower(): what["person"] for number, what in found.items()}


def saved_since(pi: Pi, before: list[str]) -> bool:
    """The record has grown."""
    return len(saved(pi)) > len(before)


def changed(pi: Pi, before: Picture) -> bool:
    """The glass shows something else."""
    return pi.glass != before


def does(pi: Pi, *gestures: str) -> None:
    """Presses and taps, each after what the one before has put into the record."""
    for gesture in gestures:
        if gesture in BUTTONS:
            pi.press(gesture)
        else:
            before = saved(pi)
            pi.tap(NUMBERS[gesture])
            assert until(partial(saved_since, pi, before)), gesture


def test_reader_and_display_fail_and_come_back_and_the_last_trick_brings_the_score(pi: Pi) -> None:
    sits(pi, *LINES[:-LAST_TRICK])
    first, *others = DEAL_GESTURES[-LAST_TRICK:]
    program = pi.plays("--deck", DECK.name)
    pi.faults.switch_on("spi-error")
    assert "STATUS=Reader: " in pi.told_until("STATUS=Reader: ", program)
    pi.faults.switch_off("spi-error")
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program)
    pi.faults.switch_on("panel-absent")
    does(pi, first)
    assert "STATUS=Display: " in pi.told_until("STATUS=Display: ", program)
    pi.faults.switch_off("panel-absent")
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program)
    does(pi, *others)
    assert until(lambda: shows(pi, *LINES))
    assert until(lambda: pi.rises(SOUNDER["BUZZER"]) > SWINGS)
    assert pi.rises(SOUNDER["GREEN"]) > 0
    journal = pi.ends(program)
    assert [line for line in journal.splitlines() if line.endswith("works again")] == [
        "companion: Reader: works again",
        "companion: Display: works again",
    ]


def test_name_tags_are_enrolled(pi: Pi) -> None:
    program = pi.starts("enrol", "persons", "--person", "Ann", "--person", "Bob", "--data", str(pi.data))
    assert "READY=1" in pi.told_until("READY=1", program)
    for number in (ANNS, BOBS):
        before = pi.glass
        pi.tap(number)
        assert until(partial(changed, pi, before))
    assert until(lambda: tags(pi, "persons") == {ANNS.hex(): "Ann", BOBS.hex(): "Bob"})
    pi.ends(program)


@pytest.mark.parametrize("board", BOARDS)
@only_with_torture
def test_a_whole_deal_is_played_to_its_score_on_every_board(board: str, switched_on: Callable[[Board], Pi]) -> None:
    pi = switched_on(BOARDS[board])
    sits(pi, *LINES[:FIRST])
    program = pi.plays("--deck", DECK.name)
    does(pi, *DEAL_GESTURES)
    assert until(lambda: shows(pi, *LINES))
    assert pi.ends(program) == ""


@only_with_torture
def test_buses_that_are_forbidden_or_missing_at_the_start_are_named_and_taken_when_they_come(pi: Pi) -> None:
    pi.nodes.forbid(SPI)
    pi.nodes.remove(I2C)
    program = pi.plays()
    told = pi.told_until("STATUS=", program)
    assert "Display: i2c-1: /dev/i2c-1 not found" in told
    assert "Reader: spi0.0: no permission for /dev/spidev0.0" in told
    pi.nodes.allow(SPI)
    pi.nodes.place(I2C, lambda: pi.i2c)
    assert ALL_WORKS in pi.told_until(ALL_WORKS, program, 60)
    assert until(lambda: any(pi.glass.pages))
    pi.ends(program)
