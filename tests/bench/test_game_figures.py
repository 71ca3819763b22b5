"""What a whole deal costs on the wires: `pytest -s tests/bench/test_game_figures.py`.

Bytes and transfers are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import LineAnswer, answers
from companion.match.match import Match
from companion.runtime.devices import Devices
from companion.runtime.loop import TURN_S
from companion.runtime.panel import PanelControl
from companion.runtime.simulated_devices import I2C_HZ
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup, deck_for
from companion.simulation.replay import Replay
from companion.storage.records import Store
from companion.table.apply_statements import say
from companion.table.state import House, Table
from hardware.drivers.oled import OledDisplay
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import SimSsd1306
from tests.bench.figures import counted
from tests.evening import RECORDS, picture_of
from tests.panels import CONTROLLERS, PANELS, display_on
from tools.gallery.examples import EXAMPLES

FULL_FRAME = 1034
RECORD = RECORDS["birddog-full-deal"]


def lines() -> tuple[LineAnswer, ...]:
    return tuple(answers(RECORD.read_text("utf-8"), GAMES))


def tables() -> Iterator[Table]:
    """The opened table, then the table after each applied statement."""
    table: Table | None = None
    for line in lines():
        if line.match is None or line.match.said is None:
            continue
        if table is None:
            table = Table(House(GAMES), match=Match(line.match.header))
            yield table
        table = say(table, (line.match.said,)).table
        yield table


def test_a_full_deal_costs_at_most_24_percent_of_full_frames_on_the_displays_wire() -> None:
    wire = SimI2c({0x3C: SimSsd1306()})
    display = OledDisplay(wire)
    opened, *played = tables()
    display.show(picture_of(opened).pages)
    before = wire.traffic
    for table in played:
        display.show(picture_of(table).pages)
    octets, bar = wire.traffic.since(before).octets, 0.24 * FULL_FRAME * len(played)
    assert len(played) == 28
    counted("the display of a full deal, bar: 24 % of full frames", octets, bar, "bytes")


PAUSE_S = 6.0
"""Between two cards of people who think, on the average."""


@pytest.mark.parametrize(("fault", "bar"), [("", 0.425), ("panel-unreadable", 1.0)])
def test_what_a_panel_costs_that_may_lose_its_power_while_people_play(fault: str, bar: float) -> None:
    """A full deal at the pace of people: a question at each input or the picture in pieces, a refresh in a pause."""
    faults, clock = Faults(), SimClock()
    if fault:
        faults.switch_on(fault)
    wire = SimI2c({0x3C: SimSsd1306()}, clock, faults=faults)
    face = PanelControl(Devices(clock, (), OledDisplay(wire), Unmoved(), Unmoved()))
    opened, *played = tables()
    face.show(opened)
    face.refresh(clock.now())
    before, began = wire.traffic, clock.now()
    for table in played:
        face.wake(table)
        face.show(table)
        while clock.now() - began < PAUSE_S * (played.index(table) + 1):
            face.refresh(clock.now())
            clock.sleep(TURN_S)
    octets, seconds = wire.traffic.since(before).octets, clock.now() - began
    name = f"the same at the pace of people, {fault or 'the panel tells'}"
    counted(f"{name}, bar: {bar} of full frames", octets, bar * FULL_FRAME * len(played), "bytes")
    counted(f"{name}, an evening of four hours", 4 * 3600 / seconds * octets / 1000, 2500, "kB")
    counted(f"{name}, the wire is busy", 100 * 9 * octets / I2C_HZ / seconds, 0.4, "%")


class Unmoved:
    """A reader, buttons and a sounder that nobody asks."""

    names: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_frame_of_the_spinning_skull_is_its_three_rows_of_the_panel(controller: str) -> None:
    wire = SimI2c({0x3C: PANELS[controller]()})
    display, table = display_on(wire, controller), EXAMPLES["bonehead-cleared"].table()
    display.show(picture_of(table).pages)
    octets = []
    for frame in range(1, 5):
        before = wire.traffic
        display.show(picture_of(table, frame).pages)
        octets.append(wire.traffic.since(before).octets)
    name = f"{controller}, a frame of the skull at most, bar: 12 % of a full one"
    counted(name, max(octets), 0.12 * FULL_FRAME, "bytes", repeats=len(octets))


def test_a_full_deal_tapped_and_pressed_through_the_machine(tmp_path: Path) -> None:
    found = lines()
    opening, *played = Replay(found, tmp_path).run(found)
    reader = sum(shown.wires.reader_transfers for shown in played)
    octets = sum(shown.wires.display_octets for shown in played)
    name = "a full deal tapped and pressed"
    counted(f"{name}, the display, bar: 26 % of full frames", octets, 0.26 * FULL_FRAME * 28, "bytes")
    counted(f"{name}, the display", sum(shown.wires.display_ms for shown in played), 171, "virtual ms")
    counted(f"{name}, the reader", reader, 5000, "transfers")
    counted(f"{name}, the display as it opens", opening.wires.display_octets, 1300, "bytes")


def test_an_idle_loop_asks_the_reader_seldom_and_briefly_and_leaves_the_display_alone(tmp_path: Path) -> None:
    machine = SimulatedBox(
        Store(tmp_path), SimulatedSetup(replace(SIMULATED, regulars=()), deck=deck_for(GAMES["birddog"]))
    )
    machine.turn(1.0)
    turns, shown, began = 0, 0, machine.wires.clock.now()
    reader, display = machine.wires.reader_wire.traffic, machine.wires.i2c.traffic

    def stop() -> bool:
        nonlocal turns, shown
        turns, shown = turns + 1, machine.wires.i2c.traffic.since(display).octets
        return turns > 150

    machine.loop.run(stop)  # which says goodbye at its end
    turns, seconds = turns - 1, machine.wires.clock.now() - began
    transfers = machine.wires.reader_wire.traffic.since(reader).transfers
    counted("an idle loop, turns a second", turns / seconds, 15.001, "turns", repeats=turns)
    counted("an idle loop, the reader's transfers a turn", transfers / turns, 8.1, "transfers", repeats=turns)
    counted("an idle loop, the display", shown, 0, "bytes", repeats=turns)
