"""Each fault of the wires while people play: play goes on, no card is lost and none is invented."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, product
from pathlib import Path

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.parts.reader_kind import READERS, ReaderSettings, reader_kind
from companion.runtime.loop import Loop
from companion.runtime.panel import DIM, REFRESH_S, REPEAT_S
from companion.runtime.recorder import Recorder
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw, lines_of
from companion.screens.picture import Picture
from companion.settings.schema import DEFAULTS, Panel, Settings
from companion.simulation.box import CLOCK_BEGINS, PRESS_S, SIMULATED, deck_for
from companion.storage.records import Store
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Refused
from companion.tags.tag_decks import Shelf
from hardware.bus import Note
from hardware.default_wiring import BUTTONS, SOUNDER
from hardware.drivers.buttons import STUCK_S
from hardware.drivers.mfrc522 import MUTE_S
from hardware.drivers.retried import AGAIN_S
from hardware.sim.faults import FAULTS, FaultPlace, Strike
from hardware.sim.serial import SimSerial
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, SLEEPY, Evening, picture_after, picture_of, whole
from tests.torture import MUTANTS, TORTURE, every_so_many

DECK = deck_for(BIRD_DOG)
DARK = Picture()
FULL_FRAME = 1034


CONTROLLERS = ("ssd1306", "ssd1309", "sh1106")
every_controller = pytest.mark.parametrize("controller", CONTROLLERS)


def at_the_second_trick(
    root: Path, *faults: str, controller: str = "ssd1306", reader: str = "mfrc522", panel: Panel = DEFAULTS.panel
) -> Evening:
    """Bird Dog after the first three cards of trick 1, on a box that was switched on with these faults."""
    evening = Evening(root, controller=controller, reader=reader, panel=panel)
    if faults:
        evening.box.pull_the_plug()
        evening.switch_on(faults=faults)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    return evening


def suffers(evening: Evening, fault: str, seconds: float, mended_s: float, strike: Strike | None = None) -> None:
    """A fault comes and goes, and so much time passes with it and after it."""
    evening.box.wires.faults.switch_on(fault, strike)
    evening.box.turn(seconds)
    evening.box.wires.faults.switch_off(fault)
    evening.box.turn(mended_s)


# ---------------------------------------------------------------- what the journal is told


@pytest.mark.parametrize(
    ("fault", "part"), [("spi-error", "Reader"), ("miso-high", "Reader"), ("panel-absent", "Display")]
)
def test_a_part_that_does_not_answer_is_named_until_it_works_again(playing: Evening, fault: str, part: str) -> None:
    assert playing.box.loop.troubles == {}
    playing.box.wires.faults.switch_on(fault)
    playing.box.wires.lay(playing.box.uid("QS"))
    playing.box.turn(REFRESH_S + 3)
    ((named, why),) = playing.box.loop.troubles.items()
    assert named == part
    assert playing.box.uid("QS").hex() not in why.replace(" ", "")
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(3.0)
    assert playing.box.loop.troubles == {}


# ---------------------------------------------------------------- faults of the reader


PLACES = {reader_kind(reader).bus.fault_place for reader in READERS}
SERIAL = tuple(reader for reader in READERS if reader_kind(reader).baud)
CUT = {
    reader: fault
    for fault in ("line-cut", "keys-cut", "pcsc-cut")
    for reader in READERS
    if reader_kind(reader).bus.fault_place == FAULTS[fault].place.name
}
"""Each reader with a plug, and the fault that pulls it."""
FAULTS_OF = {
    reader: [
        name
        for name, fault in FAULTS.items()
        if fault.place in {FaultPlace.READER, FaultPlace[reader_kind(reader).bus.fault_place]}
    ]
    for reader in READERS
}
LOOKS_LIFTED = {"no-answer"}
"""A mute field and an empty one cannot be told apart: what lay there was lifted and laid again."""
PULLED = {"tag-pulled"}
"""The card itself is gone: that is a card which was never tapped."""
SPEAKS_ONCE = {"id12la", "keyboard", "keys125"}
"""What is lost is lost until the card is laid again."""
SAID = [("mfrc522", fault) for fault in ("miso-low", "miso-high", "spi-error", "overheated")]
"""Faults by which the reader itself is known to be at fault."""
ONE_TAP = [("mfrc522", fault) for fault in sorted(set(FAULTS_OF["mfrc522"]) - LOOKS_LIFTED)]
ONE_TAP += [(reader, fault) for reader in ("pn532", "rdm6300") for fault in ("line-cut", "line-noise", "chip-reset")]


def mended_s(reader: str, fault: str) -> float:
    """How long a fault of a reader outlasts its cause."""
    return MUTE_S if fault == "chip-deaf" else 1.0 if reader == "mfrc522" else 2.0


def faults_of(readers: Iterable[str], *without: str) -> list[tuple[str, str]]:
    """Each of these readers with each fault that can befall it."""
    return [(reader, fault) for reader in readers for fault in FAULTS_OF[reader] if fault not in without]


def each_once(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs with a reader or a fault that no earlier pair has; all pairs with torture, and for mutants."""
    chosen: list[tuple[str, str]] = []
    for reader, fault in pairs:
        if TORTURE or MUTANTS or {reader, fault} - {*chain.from_iterable(chosen)}:
            chosen.append((reader, fault))
    return chosen


@pytest.mark.parametrize(("reader", "fault"), each_once(faults_of(READERS)))
def test_play_goes_on_after_a_fault_of_the_reader(tmp_path: Path, reader: str, fault: str) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    suffers(playing, fault, 3.0, mended_s(reader, fault))
    assert playing.saved()[-1] == "Cid KC"
    playing.does(*DEAL_GESTURES[8:])
    assert playing.seen() == picture_after(*FULL_DEAL_RECORD)


@pytest.mark.parametrize(("reader", "fault"), every_so_many(2, ONE_TAP))
def test_a_card_that_lies_through_a_fault_is_one_tap(tmp_path: Path, reader: str, fault: str) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    playing.box.wires.lay(playing.box.uid("QS"))
    playing.box.turn(0.5)
    strike = Strike(times=None) if (reader, fault) == ("mfrc522", "chip-reset") else None
    suffers(playing, fault, 1.0, mended_s(reader, ""), strike)
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]
    assert not isinstance(playing.overlay, Refused)


@pytest.mark.parametrize(
    ("reader", "fault"),
    each_once(faults_of([reader for reader in reversed(READERS) if reader not in SPEAKS_ONCE], *PULLED)),
)
def test_a_card_laid_during_a_fault_is_not_lost(tmp_path: Path, reader: str, fault: str) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    playing.box.wires.lay(playing.box.uid("QS"))
    suffers(playing, fault, 1.0, mended_s(reader, fault))
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]
    assert not isinstance(playing.overlay, Refused)


def test_no_tag_is_called_weak_because_the_computer_is_busy(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.box.wires.faults.switch_on("busy-computer")
    evening.sits_down()
    evening.does(*DEAL_GESTURES)
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)
    assert evening.box.table.health.weak == ()


@pytest.mark.parametrize(("reader", "fault"), SAID + list(CUT.items()))
def test_a_reader_at_fault_is_said_within_two_seconds_and_so_is_its_recovery(
    tmp_path: Path, reader: str, fault: str
) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    well = playing.seen()
    playing.box.wires.faults.switch_on(fault)
    playing.box.turn(2.0)
    assert playing.box.table.health.trouble in lines_of(screen_for(playing.box.table))
    assert playing.seen() != well
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(2.0)
    assert playing.seen() == well
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"


@pytest.mark.parametrize("reader", SERIAL)
def test_with_a_serial_reader_a_full_deal_is_tapped_on_its_line(tmp_path: Path, reader: str) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    playing.does(*DEAL_GESTURES[8:])
    assert playing.seen() == picture_after(*FULL_DEAL_RECORD)
    assert playing.saved() == whole("birddog-full-deal")
    assert playing.box.table.health.weak == ()
    wire = playing.box.wires.reader_wire
    assert isinstance(wire, SimSerial)
    assert wire.traffic.octets > 0


@pytest.mark.parametrize("reader", SERIAL)
def test_two_cards_at_once_are_refused_by_the_reader_that_hears_both_and_unseen_by_those_that_hear_neither(
    tmp_path: Path, reader: str
) -> None:
    playing = at_the_second_trick(tmp_path, reader=reader)
    playing.does("QS+9S")
    assert isinstance(playing.overlay, Refused) == (reader == "pn532")
    assert playing.saved()[-1] == "Cid KC"


@pytest.mark.parametrize("reader", READERS)
def test_only_the_faults_that_can_befall_a_reader_are_offered(reader: str) -> None:
    offered = {FAULTS[name].place for name in simulation_of(Settings(reader=ReaderSettings(kind=reader))).known_faults}
    assert offered & {FaultPlace[place] for place in PLACES} == {FaultPlace[reader_kind(reader).bus.fault_place]}


def test_a_reader_at_fault_costs_no_display_bytes_after_it_was_said(playing: Evening) -> None:
    playing.box.wires.faults.switch_on("spi-error")
    playing.box.turn(1.0)
    before = playing.box.wires.i2c.traffic
    playing.box.turn(5.0)
    assert playing.box.wires.i2c.traffic.since(before).octets == 0


# ---------------------------------------------------------------- faults of the panel


STRIKES = [
    ("i2c-nack", None),
    ("i2c-nack", Strike(every=3, where=(7,))),
    ("i2c-nack", Strike(after=1, times=1, where=(2,))),
    ("panel-absent", None),
    ("panel-reset", Strike(after=1, times=1)),
]


@pytest.mark.parametrize(
    ("controller", "fault", "strike"),
    every_so_many(3, [(controller, *strike) for controller in CONTROLLERS for strike in STRIKES]),
)
def test_play_goes_on_without_a_panel_and_its_picture_comes_back_whole(
    tmp_path: Path, controller: str, fault: str, strike: Strike | None
) -> None:
    evening = at_the_second_trick(tmp_path, controller=controller)
    evening.box.wires.faults.switch_on(fault, strike)
    evening.does(*DEAL_GESTURES[8:14])
    evening.box.wires.faults.switch_off(fault)
    evening.box.turn(REFRESH_S + 3.0)
    assert evening.saved()[-1] == "Bob KH"
    assert evening.box.wires.panel.contrast > DIM
    assert evening.seen() != DARK


@pytest.mark.parametrize(("message", "controller"), every_so_many(4, product(range(8), CONTROLLERS)))
def test_a_picture_that_broke_off_half_way_is_sent_again_whole(tmp_path: Path, controller: str, message: int) -> None:
    evening = at_the_second_trick(tmp_path, controller=controller)
    before = evening.seen()
    evening.box.wires.faults.switch_on("i2c-nack", Strike(after=message, times=1, where=(3,)))
    evening.box.press("UP")  # the scores: every page is another one
    evening.box.turn(3.0)
    assert not evening.box.wires.faults.on()
    assert evening.seen() != before


@every_controller
def test_a_panel_that_tells_of_its_lost_power_is_whole_with_the_next_input(tmp_path: Path, controller: str) -> None:
    evening = at_the_second_trick(tmp_path, controller=controller)
    evening.box.wires.panel.reset()
    assert evening.box.glass == DARK
    evening.does("QS")
    assert evening.seen() == picture_of(evening.box.table)


@every_controller
@pytest.mark.parametrize("fault", ["panel-unreadable", "panel-lies"])
def test_a_panel_that_cannot_tell_is_whole_within_ten_seconds_of_an_input(
    tmp_path: Path, controller: str, fault: str
) -> None:
    evening = at_the_second_trick(tmp_path, fault, controller=controller)
    for card in DEAL_GESTURES[8:11]:
        evening.box.turn(4.0)
        evening.box.wires.panel.reset()
        evening.does(card)
        evening.box.turn(REPEAT_S)
        assert evening.seen() == picture_of(evening.box.table)


def test_while_people_tap_a_panel_that_cannot_tell_gets_one_whole_picture_in_ten_seconds(tmp_path: Path) -> None:
    evening = at_the_second_trick(tmp_path, "panel-unreadable")
    sent, seconds = 0, 6 * REPEAT_S
    for _ in range(int(seconds)):
        evening.box.press("UP")
        evening.box.press("BACK")
        before = evening.box.wires.i2c.traffic
        evening.box.turn(1.0 - PRESS_S)
        sent += evening.box.wires.i2c.traffic.since(before).octets
    assert sent <= 1.3 * FULL_FRAME * (seconds / REPEAT_S + 1)


def test_a_panel_that_is_absent_at_the_start_does_not_stop_the_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.box.pull_the_plug()
    evening.switch_on(faults=("panel-absent",))
    evening.sits_down()
    evening.does(*DEAL_GESTURES)
    assert evening.box.glass == DARK
    evening.box.wires.faults.switch_off("panel-absent")
    evening.box.turn(3.0)
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)


def test_a_panel_that_is_gone_when_it_should_sleep_or_wake_is_bright_again_when_it_is_back(tmp_path: Path) -> None:
    playing = at_the_second_trick(tmp_path, panel=SLEEPY)
    playing.box.wires.faults.switch_on("panel-absent")
    playing.box.turn(SLEEPY.dark_after_s + 1)
    playing.does("QS")
    playing.box.wires.faults.switch_off("panel-absent")
    playing.box.turn(3.0)
    assert playing.saved()[-1] == "Ann QS"
    assert playing.seen() != DARK
    playing.does("UP")
    assert playing.page is not None


def test_a_panel_that_fails_just_when_it_is_refreshed_is_whole_again_later(playing: Evening) -> None:
    shown = playing.seen()
    playing.box.turn(REFRESH_S - 1.0 - playing.box.wires.clock.now())
    playing.box.wires.panel.reset()
    playing.box.wires.faults.switch_on("i2c-nack")
    playing.box.turn(3.0)
    playing.box.wires.faults.switch_off("i2c-nack")
    playing.box.turn(3.0)
    assert playing.seen() == shown


# ---------------------------------------------------------------- pins that cannot be had


@pytest.fixture
def opened(tmp_path: Path) -> tuple[Simulation, Loop]:
    wires, keeper = simulation_of(), Recorder(Store(tmp_path), lambda: CLOCK_BEGINS)
    table = open_table(House(GAMES, shelf=Shelf((DECK,))))
    return wires, Loop(wires.devices, keeper, table, SIMULATED)


def test_a_pin_that_another_program_holds_takes_its_part_away_and_no_other(opened: tuple[Simulation, Loop]) -> None:
    wires, loop = opened
    for name in ("OK", "RED"):
        wires.pins.take(name)
    loop.turn()
    assert {part: why[:14] for part, why in loop.troubles.items()} == {
        "Button OK": "gpio26: in use",
        "Red light": "gpio17: in use",
    }
    loop.turn()
    assert loop.table.health.trouble == "Button OK: pins refused"
    assert loop.table.health.last == "Red light: pins refused"
    wires.devices.sounder.play((Note(440, 500),))
    wires.devices.sounder.light((1, 1, 1), 0)
    assert (wires.pins.tone_hz, wires.pins.light) == (440, (0, 1, 1))
    before = loop.table
    wires.pins.press("DOWN")
    loop.turn()
    assert loop.table is not before
    for name in ("OK", "RED"):
        wires.pins.give_back(name)
    wires.clock.sleep(AGAIN_S)
    loop.turn()
    assert (loop.troubles, wires.pins.light) == ({}, (1, 1, 1))
    wires.pins.press("OK")
    before = loop.table
    loop.turn()
    assert loop.table is not before


def test_pins_that_are_all_refused_are_one_trouble(opened: tuple[Simulation, Loop]) -> None:
    wires, loop = opened
    for name in (*BUTTONS, *SOUNDER):
        wires.pins.take(name)
    loop.turn()
    assert set(loop.troubles) == {"Buttons", "Buzzer, light"}
    wires.pins.give_back("BACK")
    wires.clock.sleep(AGAIN_S)
    loop.turn()
    assert set(loop.troubles) == {"Button UP", "Button DOWN", "Button OK", "Buzzer, light"}


@pytest.mark.parametrize("since_power_on", [True, False])
def test_a_button_that_is_stuck_is_told_on_the_panel_until_it_is_let_go(
    opened: tuple[Simulation, Loop], *, since_power_on: bool
) -> None:
    wires, loop = opened
    if not since_power_on:
        loop.turn()
    wires.pins.press("UP")
    loop.turn()
    wires.clock.sleep(STUCK_S - 0.1)
    loop.turn()
    assert loop.troubles == {}
    wires.clock.sleep(0.2)
    for _ in (*BUTTONS, "and its picture"):
        loop.turn()
    assert loop.troubles["Button UP"].startswith("gpio6: down for five seconds")
    assert loop.table.health.trouble == "Button UP: stuck"
    assert wires.panel.picture() == draw(screen_for(loop.table)).pages
    wires.pins.release("UP")
    loop.turn()
    assert loop.troubles == {}
