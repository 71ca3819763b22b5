"""What a whole deal costs on the wires and in the processor: `pytest -s tests/bench/test_game_figures.py`.

Bytes and transfers are the same everywhere and asserted. The processor's time is measured against stock luma on
the same machine in the same run; only their ratio is asserted, and its bar is what the stock library takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.runtime.devices import Devices, Station
from companion.runtime.loop import TURN_S, Loop
from companion.runtime.panel import PanelControl
from companion.runtime.recorder import Recorder
from companion.simulation.box import Chances, SimulatedBox, deck_for
from companion.simulation.replay import Replay
from companion.storage.disk import Disk
from companion.storage.records import Store
from companion.table.apply_statements import say
from companion.table.enrolling import with_shelf
from companion.table.new_game import begin
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy, Shelf
from hardware.bus import Edge, Note, Sighting
from hardware.drivers.oled import CONTROLLERS, OledDisplay
from hardware.sim.clock import SimClock
from hardware.sim.faults import Faults
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import PANELS, SimSsd1306
from tests.evening import RECORDS, picture_of, uid_of
from tests.hardware.sim_smbus import SimSmbus
from tools.gallery.examples import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.match.checker import LineAnswer

FULL_FRAME = 1034
LUMA_LINES = ("Bird Dog  d1 t4/7", "Trump D   Dog 10H", "Ann to lead", "Bob K  Cid 10", "Ann 7  Bob 4  Cid 9")
RECORD = RECORDS["birddog-full-deal"]
DECK = deck_for(GAMES["birddog"])
ROUNDS = 7


def say_figure(figure: str) -> None:
    print(f"\n{figure}", end="")  # noqa: T201 - figures are to be read


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


def test_a_full_deal_costs_at_most_22_percent_of_full_frames_on_the_displays_wire() -> None:
    wire = SimI2c({0x3C: SimSsd1306()})
    display = OledDisplay(wire)
    opened, *played = tables()
    display.show(picture_of(opened).pages)
    before = wire.traffic
    for table in played:
        display.show(picture_of(table).pages)
    octets, full = wire.traffic.since(before).octets, FULL_FRAME * len(played)
    say_figure(f"a full deal, {len(played)} updates: {octets} display bytes of luma's {full}: {octets / full:.3f}")
    assert len(played) == 28
    assert octets <= 0.22 * full


PAUSE_S = 6.0
"""Between two cards of people who think, on the average."""


@pytest.mark.parametrize(("fault", "bar"), [("", 0.42), ("panel-unreadable", 1.0)])
def test_what_a_panel_costs_that_may_lose_its_power_while_people_play(fault: str, bar: float) -> None:
    """A full deal at the pace of people: a question at each input or the picture in pieces, a refresh in a pause."""
    faults, clock = Faults(), SimClock()
    if fault:
        faults.switch_on(fault)
    wire = SimI2c({0x3C: SimSsd1306()}, clock, faults=faults)
    face = PanelControl(Devices(clock, (), OledDisplay(wire), Unmoved(), Unmoved()))
    opened, *played = tables()
    face.show(opened)
    face.refresh()
    before, began = wire.traffic, clock.now()
    for table in played:
        face.wake(table)
        face.show(table)
        while clock.now() - began < PAUSE_S * (played.index(table) + 1):
            face.refresh()
            clock.sleep(TURN_S)
    octets, minutes = wire.traffic.since(before).octets, (clock.now() - began) / 60
    ratio, busy = octets / (FULL_FRAME * len(played)), 9 * octets / 400_000 / (60 * minutes)
    say_figure(
        f"the same in {minutes:.1f} min, {fault or 'the panel tells'}: {octets} display bytes, {ratio:.3f}; "
        f"an evening of four hours {240 / minutes * octets / 1000:.0f} kB, {busy:.2%} of the wire's time"
    )
    assert ratio <= bar


class Unmoved:
    """A reader, buttons and a sounder that nobody asks."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(name)


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_a_frame_of_the_spinning_skull_is_its_three_rows_of_the_panel(controller: str) -> None:
    wire = SimI2c({0x3C: PANELS[controller]()})
    display, table = OledDisplay(wire, controller), EXAMPLES["bonehead-cleared"].table()
    display.show(picture_of(table).pages)
    octets = []
    for frame in range(1, 5):
        before = wire.traffic
        display.show(picture_of(table, frame).pages)
        octets.append(wire.traffic.since(before).octets)
    say_figure(
        f"{controller}: a frame of the skull {octets} display bytes, {max(octets) / FULL_FRAME:.3f} of a full one"
    )
    assert max(octets) <= 0.12 * FULL_FRAME


def test_a_full_deal_tapped_and_pressed_through_the_machine(tmp_path: Path) -> None:
    found = lines()
    opening, *played = Replay(found, tmp_path).run(found)
    reader = sum(shown.wires.reader_transfers for shown in played)
    octets = sum(shown.wires.display_octets for shown in played)
    busy_ms = sum(shown.wires.display_ms for shown in played)
    say_figure(
        f"the same tapped and pressed, cursor moves included: {octets} display bytes, {busy_ms:.0f} ms of the bus; "
        f"{reader} SPI transfers; opening: {opening.wires.display_octets} bytes"
    )
    assert octets <= 0.25 * FULL_FRAME * 28
    assert reader <= 5500


def test_an_idle_loop_asks_the_reader_seldom_and_briefly_and_leaves_the_display_alone(tmp_path: Path) -> None:
    machine = SimulatedBox(Store(tmp_path), Chances(deck=DECK, regulars=()))
    machine.turn(1.0)
    turns, shown, began = 0, 0, machine.wires.clock.now()
    reader, display = machine.wires.spi.traffic, machine.wires.i2c.traffic

    def stop() -> bool:
        nonlocal turns, shown
        turns, shown = turns + 1, machine.wires.i2c.traffic.since(display).octets
        return turns > 150

    machine.loop.run(stop)  # which says goodbye at its end
    turns, seconds = turns - 1, machine.wires.clock.now() - began
    transfers = machine.wires.spi.traffic.since(reader).transfers
    say_figure(f"idle: {turns / seconds:.1f} turns a second, {transfers / turns:.1f} SPI transfers a turn")
    assert turns <= 15.001 * seconds
    assert transfers <= 12 * turns
    assert shown == 0


class Nowhere:
    """A wire without a panel, so that only the program's own time counts."""

    def write(self, address: int, sent: bytes) -> None:
        """Everything is acknowledged."""

    def read(self, _address: int, count: int) -> bytes:
        """Nothing is known of it."""
        return bytes(count)


class Unsynced(Disk):
    """Writes as always, but does not wait for the card."""

    def fdatasync(self, descriptor: int) -> None:
        """Nothing is waited for."""


@dataclass(slots=True)
class Hand:
    """A reader that sees what is held under it."""

    uids: frozenset[bytes] = field(default_factory=frozenset)

    def poll(self) -> Sighting:
        return Sighting(self.uids)

    def close(self) -> None:
        """Nothing to release."""


class Absent:
    """Buttons that nobody presses, buzzer and light that nobody hears."""

    def edges(self) -> list[Edge]:
        return []

    def wait(self, seconds: float) -> None:
        """No time."""

    def play(self, notes: tuple[Note, ...]) -> None:
        """Silence."""

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Darkness."""

    def tick(self) -> None:
        """Nothing to move on."""

    def close(self) -> None:
        """Nothing to release."""


def hops_s(root: Path) -> list[float]:
    """From a tag's number to display bytes, for every card of the deal: presence, rules, record line, screen, writer.

    One turn of the real loop each, in seconds.
    """
    clock, hand = SimClock(), Hand()
    devices = Devices(clock, (Station(hand),), OledDisplay(Nowhere()), Absent(), Absent())
    keeper = Recorder(Store(root, Unsynced()), lambda: "2026-11-20T20:15:03")
    opened = begin(Table(House(GAMES)), lines()[-1].match.header, ())  # type: ignore[union-attr] # the record has players
    keeper.keep(opened)
    loop = Loop(devices, keeper, with_shelf(opened.table, Shelf((DECK,))), lambda _: 0)
    loop.turn()
    spent = []
    for line in lines():
        said = line.match.said if line.match else None
        if said is None:
            continue
        if said.word != "play":
            loop.table = say(loop.table, (said,)).table
            loop.turn()
            continue
        uid = uid_of(DECK, CardCopy(str(said.cards[0])))
        assert uid is not None
        hand.uids = frozenset({uid})
        begun = perf_counter()
        loop.turn()
        spent.append(perf_counter() - begun)
        hand.uids = frozenset()
        for _ in range(4):
            clock.sleep(0.1)
            loop.turn()
    assert loop.table.playing.scores == (1, 2, 1)
    keeper.close()
    return spent


@pytest.fixture
def luma_s(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """How long stock luma takes to draw and send five lines of text, in seconds."""
    import smbus2  # noqa: PLC0415 - third-party hardware packages stay out of the module's imports
    from luma.core.interface.serial import i2c  # noqa: PLC0415
    from luma.core.render import canvas  # noqa: PLC0415
    from luma.oled import device  # noqa: PLC0415

    monkeypatch.setattr(smbus2, "SMBus", lambda _port: SimSmbus(Nowhere()))
    panel: Any = device.ssd1306(i2c(port=1, address=0x3C))

    def draw_s() -> float:
        begun = perf_counter()
        with canvas(panel) as draw:
            for place, line in enumerate(LUMA_LINES):
                draw.text((0, 12 * place), line, fill="white")
        return perf_counter() - begun

    return draw_s


def test_from_tag_to_display_bytes_takes_no_longer_than_luma_takes_for_the_text_alone(
    tmp_path: Path, luma_s: Callable[[], float]
) -> None:
    hops_s(tmp_path / "warm")
    luma_s()
    ratios = []
    for number in range(ROUNDS):
        ours = median(hops_s(tmp_path / str(number)))
        luma = median(luma_s() for _ in range(21))
        ratios.append(ours / luma)
        say_figure(f"a tap, all hops {1e6 * ours:.0f} us; luma, five lines {1e6 * luma:.0f} us: {ratios[-1]:.2f}")
    say_figure(f"median {median(ratios):.2f}\n")
    assert median(ratios) <= 1
