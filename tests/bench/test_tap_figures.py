"""What a tap costs the processor, from the tag's number to display bytes, beside luma drawing text: all five games.

`pytest -s tests/bench/test_tap_figures.py`. A tap is a turn of the real loop: presence, rules, record line, screen and
writer, luma's share a canvas, five lines of text and its `display()`; both without what is under them: wires and the
wait for the card. Each tap of a recorded match counts by the median of the rounds, and each round begins with empty
caches of texts and answers, as an evening does.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from PIL import ImageFont

from companion.__main__ import RARELY
from companion.games.registry import GAMES
from companion.inputs.inputs import Stranger, Tapped
from companion.match.checker import answers
from companion.rules.statements import Statement
from companion.runtime.devices import Devices, Station
from companion.runtime.loop import CALM_S, Loop
from companion.runtime.recorder import Recorder
from companion.screens.glyphs import ink
from companion.simulation.box import SIMULATED, deck_for
from companion.simulation.gesture_search import Gesture, gesture_for
from companion.simulation.replay import seats_scanned
from companion.storage.disk import Disk
from companion.storage.records import Store
from companion.support.caching import forget
from companion.table.apply_statements import say
from companion.table.handling import answer, handle
from companion.table.reply import Reply
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table, with_shelf
from companion.tags.tag_decks import Shelf
from hardware.bus import DeviceError, Edge, Note, Sighting
from hardware.drivers.oled import OledDisplay
from hardware.sim.clock import SimClock
from tests.bench.figures import calls, counted, timed
from tests.evening import RECORDS, uid_of

LUMA_LINES = ("Bird Dog  d1 t4/7", "Trump D   Dog 10H", "Ann to lead", "Bob K  Cid 10", "Ann 7  Bob 4  Cid 9")
RECORDED = {
    "birddog": "full-deal",
    "birdhead": "full-deal",
    "bonehead": "example",
    "rook": "full-deal-set",
    "toriatama": "example",
}
MEDIAN_CALLS, MOST_CALLS = 1270, 2430
"""What a tap may call, returns counted, too: calls are the same wherever they are counted."""
ROUNDS = 7 if os.environ.get("BENCH") else 1
"""One round shows that the figures can be had."""


class Nowhere:
    """A wire to a controller without pixels, which tells whether it is lit: only the program's own time counts."""

    def __init__(self) -> None:
        self._off = False

    def write(self, address: int, sent: bytes) -> None:
        """Take everything; the last command switches off or not."""
        self._off = sent[:1] == b"\x00" and sent[-1:] == b"\xae"

    def read(self, _address: int, count: int) -> bytes:
        """The status byte."""
        return bytes((0x40 * self._off,)) * count


class NoWire:
    """The serial interface of luma, and no more of it than ours has."""

    def command(self, *octets: int) -> None:
        """Nothing is below."""

    def data(self, octets: list[int]) -> None:
        """The same."""

    def cleanup(self) -> None:
        """Nothing to release."""


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

    names = ()
    faults = MappingProxyType[str, DeviceError]({})

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


class Story(NamedTuple):
    """A recorded match as gestures; None: no gesture says it."""

    opened: Reply
    shelf: Shelf
    told: list[tuple[Statement, Gesture | None]]

    @property
    def table(self) -> Table:
        """The opened table."""
        return with_shelf(self.opened.table, self.shelf)


def recorded(game: str) -> Story:
    """The recorded match of a game."""
    record = RECORDS[f"{game}-{RECORDED[game]}"].read_text("utf-8")
    moments = [line.match for line in answers(record, GAMES) if line.match and line.match.said and line.answer.applied]
    scanned = seats_scanned(moment.said for moment in moments if moment.said)
    opened = begin(Table(House(GAMES)), moments[-1].header, scanned)
    story = Story(opened, Shelf((deck_for(GAMES[game]),)), [])
    table = story.table
    for moment in moments:
        gesture = gesture_for(table, moment.statement, moment)
        for given in gesture or ():
            table = handle(table, given, lambda _: 0).table
        story.told.append((moment.statement, gesture))
        table = say(table, (moment.statement,)).table if gesture is None else table
    return story


def taps(root: Path, story: Story, cost: Callable[[Callable[[], None]], float]) -> Iterator[float]:
    """The cost of each tap."""
    clock, hand = SimClock(), Hand()
    devices = Devices(clock, (Station(hand),), OledDisplay(Nowhere()), Absent(), Absent())
    recorder = Recorder(Store(root, Unsynced()), lambda: "2026-11-20T20:15:03")
    recorder.keep(story.opened)
    loop = Loop(devices, recorder, story.table, SIMULATED)
    loop.turn()
    (deck,) = story.shelf.decks
    for said, gesture in story.told:
        for given in gesture or ():
            if isinstance(given, Tapped):
                hand.uids = frozenset(uid_of(deck, piece) for piece in given.pieces if not isinstance(piece, Stranger))
                yield cost(loop.turn)
                hand.uids = frozenset()
            else:
                loop._keep(answer(loop.table, given, lambda _: 0))
            for _ in range(4):
                clock.sleep(CALM_S / 4)
                loop.turn()
        if gesture is None:
            loop.table = say(loop.table, (said,)).table
    assert loop.table.playing.said == story.told[-1][0]
    recorder.close()


def bounded_caches() -> list[Any]:
    """All caches of ours that keep the latest so many answers. Those without a bound are made once a start."""
    found: list[Any] = [cached for cached in gc.get_objects() if isinstance(cached, type(ink))]
    return [
        cached
        for cached in found
        if cached.__module__.startswith("companion.") and cached.cache_parameters()["maxsize"]
    ]


def seconds(turn: Callable[[], None]) -> float:
    """Processor time."""
    began = process_time()
    turn()
    return process_time() - began


@pytest.fixture
def luma_us() -> Callable[[Any], float]:
    """How long stock luma takes to draw five lines of text in a font and to have their bytes, in microseconds."""
    from luma.core.render import canvas  # noqa: PLC0415 - third-party hardware packages stay out of the imports
    from luma.oled import device  # noqa: PLC0415

    panel: Any = device.ssd1306(NoWire())

    def draw_s(font: Any) -> float:
        began = process_time()
        with canvas(panel) as draw:
            for place, line in enumerate(LUMA_LINES):
                draw.text((0, 12 * place), line, fill="white", font=font)
        return process_time() - began

    return lambda font: 1e6 * median(draw_s(font) for _ in range(15))


@pytest.mark.parametrize("game", RECORDED)
def test_a_tap_beside_luma_drawing_the_text_alone(game: str, tmp_path: Path, luma_us: Callable[[Any], float]) -> None:
    story = recorded(game)
    for warm in ("cold", "warmer", "warm"):  # fewer calls are told of code that has run often
        list(taps(tmp_path / warm, story, seconds))
    made = list(taps(tmp_path / "counted", story, calls))
    gc.collect()
    caches = bounded_caches()
    gc.freeze()  # as the loop does
    often = gc.get_threshold()
    gc.set_threshold(RARELY)  # as the program does
    rounds, kept_us, bitmap_us = [], [], []
    for number in range(ROUNDS):
        forget()
        for cache in caches:
            cache.cache_clear()
        rounds.append(list(taps(tmp_path / str(number), story, seconds)))
        kept_us.append(luma_us(ImageFont.load_default()))
        bitmap_us.append(luma_us(ImageFont.load_default_imagefont()))
    gc.set_threshold(*often)
    gc.unfreeze()
    spent = [1e6 * median(times) for times in zip(*rounds, strict=True)]
    kept, bitmap = median(kept_us), median(bitmap_us)
    middle, late, slowest = median(spent), quantiles(spent, n=100, method="inclusive")[98], max(spent)
    of = f"{game}, {len(spent)} taps"
    counted(f"{of}, median", median(made), MEDIAN_CALLS, "calls", repeats=len(made))
    counted(f"{of}, the slowest", max(made), MOST_CALLS, "calls", repeats=len(made))
    timed(f"{of}, median, bar: half of luma, its font kept", middle, kept / 2, "us", repeats=ROUNDS)
    timed(f"{of}, median, bar: half of luma with its bitmap font", middle, bitmap / 2, "us", repeats=ROUNDS)
    timed(f"{of}, 99 in 100, bar: luma with its bitmap font", late, bitmap, "us", repeats=ROUNDS)
    timed(f"{of}, the slowest, bar: the same", slowest, bitmap, "us", repeats=ROUNDS)
