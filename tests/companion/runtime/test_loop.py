"""The loop: presses and the picture they answered, light and sound, a panel that sleeps."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Health
from companion.runtime.loop import CALM_S, TURN_S
from companion.runtime.panel import DIM
from companion.screens.picture import Picture
from companion.simulation.box import SimulatedBox
from companion.storage.disk import NEARLY_FULL_BYTES, Disk
from companion.table.choices import Page
from companion.table.cues import CUES
from companion.table.handling import handle
from companion.table.reply import Outcome
from hardware.sim.faults import Strike
from tests.evening import DEAL_GESTURES, SLEEPY, Evening, begun, picture_of
from tools.gallery.examples import BONEHEAD, CLEARED, expand

DARK = Picture()
DIM_AFTER_S, DARK_AFTER_S = SLEEPY.dim_after_s, SLEEPY.dark_after_s


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Three people have sat down; Cid deals."""
    evening = Evening(tmp_path, panel=SLEEPY)
    evening.sits_down()
    return evening


class Slow(Disk):
    """A card that takes its time: `meanwhile` happens once, during the next sync."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], None] = lambda: None

    def fdatasync(self, descriptor: int) -> None:
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        super().fdatasync(descriptor)


class Filling(Disk):
    """A disk on which others write, too."""

    free = NEARLY_FULL_BYTES

    def free_bytes(self, path: Path) -> int:
        assert path.is_dir()
        return self.free


def test_a_disk_that_is_nearly_full_is_told_while_everything_still_fits(tmp_path: Path) -> None:
    disk = Filling()
    evening = Evening(tmp_path, disk=disk)
    evening.sits_down()
    evening.box.turn(61)
    assert evening.box.table.health.trouble == ""
    disk.free -= 1
    evening.box.turn(61)
    assert str(evening.box.table.health.trouble) == "Disk: nearly full"
    assert evening.box.loop.troubles["Disk"].startswith("nearly full, 63 MB left: copy old records away")
    evening.does(*DEAL_GESTURES)
    assert evening.box.table.scored
    disk.free += 1
    evening.box.turn(61)
    assert evening.box.table.health.trouble == ""


# ---------------------------------------------------------------- buttons


def test_a_bouncing_button_is_one_press(evening: Evening) -> None:
    evening.does("10D")
    evening.box.wires.faults.switch_on("bounce")
    evening.does("DOWN")
    assert evening.box.table.cursor == 1
    evening.does("DOWN", "OK")
    assert evening.saved()[-2:] == ["Ann pass", "Bob declare"]


def test_a_stuck_button_acts_once(evening: Evening) -> None:
    evening.does("10D")
    evening.box.wires.faults.switch_on("stuck", Strike(button="DOWN"))
    evening.does("DOWN")
    evening.box.turn(5.0)
    assert evening.box.table.cursor == 1
    evening.does("OK")
    assert evening.saved()[-1] == "Ann declare"


def test_a_press_that_answered_an_older_picture_is_ignored_with_a_low_beep(tmp_path: Path) -> None:
    disk = Slow()
    evening = Evening(tmp_path, disk=disk)
    evening.sits_down()
    disk.meanwhile = lambda: _press_quickly(evening.box)
    evening.box.wires.lay(evening.box.uid("10D"))
    evening.box.turn(0.3)
    evening.box.turn()
    assert evening.saved()[-1] == "up 10D"
    assert evening.box.table.cursor == 0
    assert evening.box.wires.pins.tone_hz == CUES[Outcome.MEANINGLESS].notes[0][0]


def _press_quickly(box: SimulatedBox) -> None:
    """Impatience while the card is slow: DOWN is pressed before the new picture is there."""
    box.wires.clock.sleep(0.3)
    box.wires.pins.press("DOWN")
    box.wires.clock.sleep(0.1)
    box.wires.pins.release("DOWN")
    box.wires.clock.sleep(0.3)


# ---------------------------------------------------------------- light and sound


def test_the_panel_dims_and_goes_dark_and_a_tap_wakes_it_and_counts(playing: Evening) -> None:
    playing.box.turn(DIM_AFTER_S + 1)
    assert playing.box.wires.panel.contrast == DIM
    playing.box.turn(DARK_AFTER_S - DIM_AFTER_S)
    assert playing.box.glass == DARK
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"
    assert playing.box.wires.panel.contrast > DIM
    assert playing.seen() != DARK


@pytest.mark.parametrize("gesture", ["UP", "BACK", "OK", "HOLD"])
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_a_press_only_wakes_a_dark_panel(playing: Evening, gesture: str) -> None:
    shown = playing.seen()
    playing.box.turn(DARK_AFTER_S + 1)
    playing.does(gesture)
    assert playing.seen() == shown
    playing.does("UP")
    assert playing.page is Page.SCORES


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_a_long_press_that_wakes_the_panel_acts_no_more_than_a_short_one(playing: Evening) -> None:
    shown = playing.seen()
    playing.box.turn(DARK_AFTER_S + 1)
    playing.box.press("BACK", 0.5)
    assert playing.seen() == shown


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_the_panel_never_goes_dark_over_a_question(evening: Evening) -> None:
    evening.does("10D")
    evening.box.turn(DARK_AFTER_S + 1)
    assert evening.box.wires.panel.contrast > DIM
    assert evening.seen() != DARK


def test_a_muted_box_is_silent_but_still_shines(playing: Evening) -> None:
    playing.does("HOLD", *("DOWN",) * 6, "OK")
    assert playing.box.table.house.muted
    playing.box.turn(2.0)
    tones = []
    playing.box.wires.lay(playing.box.uid("QS"))
    for _ in range(5):
        playing.box.turn(TURN_S)
        tones.append(playing.box.wires.pins.tone_hz)
    assert playing.box.wires.pins.light == (0.0, 1.0, 0.0)
    assert set(tones) == {0.0}


# ---------------------------------------------------------------- a picture that moves


@pytest.fixture
def cleared(tmp_path: Path) -> Evening:
    """Ann has cleared the pile with a ten: a skull spins until the next tap."""
    begun(tmp_path, *CLEARED_RECORD.splitlines())
    return Evening(tmp_path, games=GAMES, panel=SLEEPY)


CLEARED_RECORD = expand("bonehead", BONEHEAD, CLEARED)


def frames(evening: Evening, seconds: float) -> list[Picture]:
    """The pictures on the glass, one after the other."""
    seen = [evening.seen()]
    for _ in range(round(seconds / TURN_S)):
        evening.box.turn(TURN_S / 2)
        if evening.seen() != seen[-1]:
            seen.append(evening.seen())
    return seen


def test_the_skull_over_a_cleared_pile_spins_four_to_eight_frames_a_second(cleared: Evening) -> None:
    seen = frames(cleared, 4.0)
    assert 4 <= len(seen) / 4.0 <= 8
    assert len(set(seen)) == 4
    assert seen[:4] == seen[4:8]
    rows = [[row for page in range(2, 5) for row in picture.rows()[page * 8 : page * 8 + 8]] for picture in seen[:4]]
    assert len({tuple(row[:24] for row in shot) for shot in rows}) == 4
    assert len({tuple(row[24:] for row in shot) for shot in rows}) == 1


@pytest.mark.parametrize("gesture", ["4C", "10S", "UP", "HOLD", "9H"])
def test_the_next_tap_or_press_ends_the_spin(cleared: Evening, gesture: str) -> None:
    cleared.box.turn(0.5)
    cleared.does(gesture)
    assert cleared.box.glass == picture_of(cleared.box.table)
    assert len(frames(cleared, 1.0)) == 1


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_the_skull_stops_when_nobody_is_there(cleared: Evening) -> None:
    cleared.box.turn(DIM_AFTER_S + 1)
    assert cleared.box.wires.panel.contrast == DIM
    assert len(frames(cleared, 1.0)) == 1
    cleared.box.turn(DARK_AFTER_S - DIM_AFTER_S)
    assert cleared.box.glass == DARK


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_a_panel_that_comes_back_goes_on_spinning(cleared: Evening) -> None:
    cleared.box.turn(DARK_AFTER_S + 1)
    cleared.does("UP")
    assert len(set(frames(cleared, 1.0))) == 4


def test_a_picture_in_which_nothing_moves_is_drawn_once(playing: Evening) -> None:
    playing.box.turn(1.0)
    before = playing.box.wires.i2c.traffic.octets
    playing.box.turn(5.0)
    assert playing.box.wires.i2c.traffic.octets == before


def test_the_last_fault_is_known_with_the_minutes_since_then(evening: Evening) -> None:
    faults = evening.box.wires.faults
    faults.switch_on("spi-error")
    evening.box.turn(1.0)
    faults.switch_off("spi-error")
    evening.box.turn(1.0)
    assert (evening.box.table.health.last, evening.box.table.health.ago_min) == ("Reader: no answer", 0)
    evening.box.turn(61.0)
    assert evening.box.table.health.ago_min == 1


def test_polls_that_lost_a_card_while_it_lay_there_are_counted(playing: Evening) -> None:
    uid, wires = playing.box.uid("QS"), playing.box.wires
    wires.lay(uid)
    playing.box.turn(0.3)
    wires.lift(uid)
    playing.box.turn()
    wires.lay(uid)
    playing.box.turn(0.3)
    wires.lift(uid)
    playing.box.turn(0.5)
    assert playing.box.table.health.weak == (("Q♠", 1),)


def test_a_reader_that_goes_on_as_it_was_gives_nothing_to_draw(evening: Evening) -> None:
    table = evening.box.table
    assert handle(table, Health(), lambda _: 0).table is table
    silent = handle(table, Health("Reader: no answer"), lambda _: 0).table
    assert silent is not table
    assert handle(silent, Health("Reader: no answer"), lambda _: 0).table is silent


# ---------------------------------------------------------------- garbage


def test_garbage_is_collected_when_nobody_waits_and_what_is_left_never_again(evening: Evening) -> None:
    clock, loop, pins = evening.box.wires.clock, evening.box.loop, evening.box.wires.pins
    begins, pressed_at, calm = clock.now(), [clock.now()], list[float]()

    def noted(phase: str, _: object) -> None:
        if phase == "start" and len(pressed_at) > 1:
            calm.append(clock.now() - pressed_at[-1])

    def three_presses() -> bool:
        pins.release("DOWN")
        if len(pressed_at) <= 3 and clock.now() - pressed_at[-1] >= 2 * CALM_S:
            pins.press("DOWN")
            pressed_at.append(clock.now())
        return clock.now() - begins > 60

    gc.disable()
    gc.callbacks.append(noted)
    try:
        loop.run(three_presses)
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.callbacks.remove(noted)
        gc.unfreeze()
        gc.enable()
    assert len(calm) == 3
    assert min(calm) >= CALM_S
