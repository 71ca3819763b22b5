"""The whole machine with a reader on a serial line instead of the RC522: the same evening, card for card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.runtime.devices import simulated
from companion.screens.current_screen import screen_for
from companion.settings.schema import READERS, Reader, Settings
from companion.table.state import Refused
from hardware.sim.faults import FAULTS, Place
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, Evening, picture_after

if TYPE_CHECKING:
    from pathlib import Path

SERIAL = READERS[1:]
HEARS_AGAIN = ("pn532", "rdm6300")
"""An ID-12LA speaks once for each tag: what is lost is lost until the card is laid again."""
FAULTS_OF_A_LINE = [name for name, fault in FAULTS.items() if fault.place in {Place.READER, Place.LINE}]


@pytest.fixture(params=SERIAL)
def playing(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    """Bird Dog after the first three cards of trick 1 with each kind of reader: Ann plays next."""
    return at_the_second_trick(tmp_path, request.param)


def at_the_second_trick(root: Path, reader: str) -> Evening:
    evening = Evening(root, reader=reader)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    assert evening.saved()[-1] == "Cid KC"
    return evening


def test_a_full_deal_is_tapped_and_its_score_stands_on_the_glass(playing: Evening) -> None:
    playing.does(*DEAL_GESTURES[8:])
    assert playing.seen() == picture_after(*FULL_DEAL_RECORD)
    spoken = (line.split("#")[0].strip() for line in FULL_DEAL_RECORD)
    assert playing.saved() == [line for line in spoken if line]
    assert playing.box.table.health.weak == ()


def test_nothing_passes_on_the_bus_of_the_reader_that_is_not_there(playing: Evening) -> None:
    assert playing.box.wires.spi.traffic.transfers == 0
    assert playing.box.wires.serial.traffic.octets > 0


def test_a_pulled_plug_is_said_within_two_seconds_and_so_is_its_return(playing: Evening) -> None:
    well = playing.seen()
    playing.box.wires.faults.switch_on("line-cut")
    playing.box.turn(2.0)
    assert screen_for(playing.box.table).mark == "!"
    playing.box.wires.faults.switch_off("line-cut")
    playing.box.turn(2.0)
    assert playing.seen() == well
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"


@pytest.mark.parametrize("fault", FAULTS_OF_A_LINE)
def test_play_goes_on_after_a_fault(playing: Evening, fault: str) -> None:
    playing.box.wires.faults.switch_on(fault)
    playing.box.turn(3.0)
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(2.0)
    playing.does(*DEAL_GESTURES[8:])
    assert playing.seen() == picture_after(*FULL_DEAL_RECORD)


@pytest.mark.parametrize("reader", HEARS_AGAIN)
@pytest.mark.parametrize("fault", sorted(set(FAULTS_OF_A_LINE) - {"tag-pulled"}))
def test_a_card_laid_during_a_fault_is_not_lost(tmp_path: Path, reader: str, fault: str) -> None:
    playing = at_the_second_trick(tmp_path, reader)
    playing.box.wires.faults.switch_on(fault)
    playing.box.wires.lay(playing.box.uid("QS"))
    playing.box.turn(1.0)
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(2.0)
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]
    assert not isinstance(playing.overlay, Refused)


@pytest.mark.parametrize("reader", HEARS_AGAIN)
@pytest.mark.parametrize("fault", ["line-cut", "line-noise", "chip-reset"])
def test_a_card_that_lies_through_a_fault_is_one_tap(tmp_path: Path, reader: str, fault: str) -> None:
    playing = at_the_second_trick(tmp_path, reader)
    playing.box.wires.lay(playing.box.uid("QS"))
    playing.box.turn(0.5)
    playing.box.wires.faults.switch_on(fault)
    playing.box.turn(1.0)
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(2.0)
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]
    assert not isinstance(playing.overlay, Refused)


def test_two_cards_at_once_are_refused_by_the_reader_that_hears_both_and_unseen_by_those_that_hear_neither(
    playing: Evening,
) -> None:
    playing.does("QS+9S")
    assert isinstance(playing.overlay, Refused) == (playing.reader == "pn532")
    assert playing.saved()[-1] == "Cid KC"


@pytest.mark.parametrize("reader", READERS)
def test_only_the_faults_that_can_befall_a_reader_are_offered(reader: str) -> None:
    offered = {FAULTS[name].place for name in simulated(Settings(reader=Reader(kind=reader))).known_faults}
    assert (Place.LINE in offered, Place.SPI in offered) == (reader != "mfrc522", reader == "mfrc522")
