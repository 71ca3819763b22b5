"""The whole machine with a tag that answers and cannot be read: the panel says so, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.parts.reader_kind import READERS
from companion.table.state import CannotRead, Refused
from hardware.sim.air import Frame
from hardware.sim.tags import Tag
from tests.evening import Evening


class Faint(Tag):
    """Answers REQA and WUPA, and has no power left for its number."""

    def _single_out(self, frame: Frame) -> Frame | None:
        super()._single_out(frame)
        return None


FAINT = Faint(bytes.fromhex("04112233445566"))


@pytest.fixture
def playing(tmp_path: Path) -> Evening:
    """Bird Dog in trick 1: Bob plays next."""
    evening = Evening(tmp_path)
    evening.sits_down()
    evening.does("10D", "DOWN", "OK", "AC")
    return evening


def test_after_two_seconds_the_panel_says_lift_and_tap_again_until_it_is_taken_up(playing: Evening) -> None:
    before, saved = playing.seen(), playing.saved()
    playing.box.wires.fields[""].place(FAINT)
    playing.box.turn(1.8)
    assert playing.seen() == before
    playing.box.turn(0.5)
    assert isinstance(playing.overlay, CannotRead)
    assert playing.seen() != before
    playing.box.wires.fields[""].lift(FAINT)
    playing.box.turn(0.5)
    assert playing.seen() == before
    assert playing.saved() == saved


def test_a_card_that_is_read_in_the_end_counts_as_if_nothing_had_been(playing: Evening) -> None:
    playing.box.wires.faults.switch_on("bit-errors")
    playing.box.wires.lay(playing.box.uid("10C"))
    playing.box.turn(3.0)
    assert isinstance(playing.overlay, CannotRead)
    playing.box.wires.faults.switch_off("bit-errors")
    playing.box.turn(0.3)
    assert playing.overlay is None
    assert playing.saved()[-1] == "Bob 10C"


def test_it_stands_in_the_way_of_no_button_and_of_no_other_card(playing: Evening) -> None:
    playing.box.wires.fields[""].place(FAINT)
    playing.box.turn(3.0)
    playing.does("HOLD")
    assert playing.asks == "menu"
    playing.does("BACK")
    playing.box.turn(3.0)
    assert playing.overlay is None  # told once
    playing.box.wires.fields[""].lift(FAINT)
    playing.does("10C")
    assert playing.saved()[-1] == "Bob 10C"


def test_a_refusal_gives_way_to_it_for_the_next_tap_has_come(playing: Evening) -> None:
    playing.does("AC")
    assert isinstance(playing.overlay, Refused)
    playing.box.wires.fields[""].place(FAINT)
    playing.box.turn(3.0)
    assert isinstance(playing.overlay, CannotRead)


def test_a_dark_panel_wakes_for_it(playing: Evening) -> None:
    playing.does("10C", "KC")
    playing.box.turn(601.0)
    assert not any(playing.box.glass.pages)
    playing.box.wires.fields[""].place(FAINT)
    playing.box.turn(3.0)
    assert any(playing.box.glass.pages)


@pytest.mark.parametrize("kind", READERS)
def test_a_fault_of_the_line_on_an_empty_field_is_no_tag(tmp_path: Path, kind: str) -> None:
    evening = Evening(tmp_path, reader=kind)
    evening.sits_down()
    for fault in ("bit-errors", "busy-computer", "line-noise"):
        evening.box.wires.faults.switch_on(fault)
        evening.box.turn(5.0)
        evening.box.wires.faults.switch_off(fault)
        assert evening.overlay is None


def test_a_tag_that_stays_while_the_computer_is_busy_is_not_called_unreadable(playing: Evening) -> None:
    playing.box.wires.faults.switch_on("busy-computer")
    playing.box.wires.lay(playing.box.uid("10C"))
    overlays = set()
    for _ in range(25):
        playing.box.turn(0.1)
        overlays.add(type(playing.overlay))
    assert CannotRead not in overlays
    assert playing.saved()[-1] == "Bob 10C"
