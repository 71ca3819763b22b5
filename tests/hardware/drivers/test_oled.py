"""The panel driver beyond the display contract: recovery, what luma says, and any sequence of edits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bus import PICTURE_BYTES, DeviceError
from hardware.drivers.oled import OledDisplay
from hardware.sim.faults import Faults, Strike
from hardware.sim.i2c import SimI2c
from hardware.sim.oled import SimSh1106, SimSsd1306
from tests.panels import CONTROLLERS, PANELS, display_on

ROOT = Path(__file__).parents[3]
ADDRESS = 0x3C
CHECKERED = bytes(range(256)) * 4

every_controller = pytest.mark.parametrize("controller", CONTROLLERS)
edits = st.lists(st.tuples(st.integers(0, PICTURE_BYTES - 1), st.binary(min_size=1, max_size=150)), max_size=6)


class Bench:
    """A display on a counted wire to a panel."""

    def __init__(self, controller: str, rotation: int = 0) -> None:
        self.faults = Faults()
        self.panel = PANELS[controller](seed=2)
        self.wire = SimI2c({ADDRESS: self.panel}, faults=self.faults)
        self.display = display_on(self.wire, controller, rotation=rotation)

    def cost_of(self, picture: bytes) -> int:
        before = self.wire.traffic.octets
        self.display.show(picture)
        return self.wire.traffic.octets - before


def turned(picture: bytes) -> bytes:
    return bytes(int(f"{octet:08b}"[::-1], 2) for octet in reversed(picture))


def edited(picture: bytes, places: list[tuple[int, bytes]]) -> bytes:
    for start, new in places:
        picture = (picture[:start] + new + picture[start + len(new) :])[:PICTURE_BYTES]
    return picture


@pytest.mark.parametrize("rotation", [0, 180])
@every_controller
@settings(max_examples=25, deadline=None)
@given(story=st.lists(edits, min_size=1, max_size=8))
def test_whatever_is_edited_the_panel_shows_what_was_asked(
    controller: str, rotation: int, story: list[list[tuple[int, bytes]]]
) -> None:
    bench, picture = Bench(controller, rotation), CHECKERED
    for places in story:
        picture = edited(picture, places)
        bench.display.show(picture)
        assert bench.panel.picture() == (turned(picture) if rotation else picture)


@every_controller
@settings(max_examples=25, deadline=None)
@given(message=st.integers(0, 8), octet=st.integers(0, 40), level=st.integers(0, 255), places=edits)
def test_wherever_a_message_breaks_off_the_next_picture_is_whole(
    controller: str, message: int, octet: int, level: int, places: list[tuple[int, bytes]]
) -> None:
    bench = Bench(controller)
    bench.faults.switch_on("i2c-nack", Strike(after=message, times=1, where=(octet,)))
    evening: tuple[Callable[[], None], ...] = (
        partial(bench.display.show, CHECKERED),
        partial(bench.display.contrast, level),
        partial(bench.display.show, edited(CHECKERED, places)),
        bench.display.refresh,
        bench.display.wake,
    )
    for step in evening:
        with suppress(DeviceError):
            step()
    bench.faults.switch_off("i2c-nack")
    bench.display.show(CHECKERED)
    assert bench.panel.lit
    assert bench.panel.picture() == CHECKERED
    bench.display.contrast(level)
    assert bench.panel.contrast == level


class Watcher(SimI2c):
    """A wire that keeps each message, and the glass after it."""

    def __init__(self, controller: str) -> None:
        self._panel = PANELS[controller]()
        super().__init__({ADDRESS: self._panel})
        self.display = display_on(self, controller)
        self.messages: list[bytes] = []
        self.seen: list[bytes] = []

    def write(self, address: int, sent: bytes) -> None:
        super().write(address, sent)
        self.messages.append(sent)
        self.seen.append(self._panel.picture())


@every_controller
@pytest.mark.parametrize(("again", "times", "octets"), [("refresh", 1, 1130), ("repeat", 8, 1420)])
def test_a_picture_sent_again_is_invisible_on_a_panel_that_is_well(
    controller: str, again: str, times: int, octets: int
) -> None:
    watcher = Watcher(controller)
    watcher.display.show(CHECKERED)
    watcher.seen.clear()
    before = watcher.traffic.octets
    for _ in range(times):
        getattr(watcher.display, again)()
    assert set(watcher.seen) == {CHECKERED}
    assert watcher.traffic.octets - before <= octets


@every_controller
def test_the_first_picture_comes_after_bytes_that_a_command_cut_off_may_swallow_and_garbage_is_never_seen(
    controller: str,
) -> None:
    watcher = Watcher(controller)
    watcher.display.show(CHECKERED)
    assert watcher.messages[0].startswith(b"\x00\xe3\xe3")
    assert set(watcher.seen) == {bytes(PICTURE_BYTES), CHECKERED}


@every_controller
def test_set_up_contrast_and_switching_on_cost_about_forty_bytes(controller: str) -> None:
    frame = {"sh1106": 1080}.get(controller, 1034)
    bench = Bench(controller, rotation=180)
    assert bench.cost_of(CHECKERED) - frame <= 40


def test_before_the_first_picture_and_asleep_nothing_is_sent_again_or_asked() -> None:
    bench = Bench("ssd1306")
    bench.display.refresh()
    bench.display.close()
    assert bench.wire.traffic.octets == 0
    bench.display.show(CHECKERED)
    bench.display.sleep()
    before = bench.wire.traffic
    bench.display.refresh()
    bench.display.recover()
    bench.display.repeat()
    assert bench.wire.traffic == before


def test_the_other_address_is_used_when_given() -> None:
    panel = SimSsd1306()
    OledDisplay(SimI2c({0x3D: panel}), address=0x3D).show(CHECKERED)
    assert panel.picture() == CHECKERED


def test_a_picture_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1023"):
        Bench("ssd1306").display.show(bytes(1023))


IN_A_NEW_INTERPRETER = """
import sys
from hardware.drivers.oled import OledDisplay
class Wire:
    def write(self, address, sent): print(sent[:2].hex())
display = OledDisplay(Wire())
assert not {name.split(".")[0] for name in sys.modules} & {"luma", "PIL", "smbus2"}
display.show(bytes(1024))
display.close(keep_picture=True)
print("closed")
"""


def test_luma_is_imported_late_and_its_exit_hook_does_not_reach_the_panel() -> None:
    run = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", IN_A_NEW_INTERPRETER], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert run.stdout.split()[-2:] == ["00af", "closed"]
    assert run.stderr == ""


# -- power lost without a word ---------------------------------------------------------------------------------------


@every_controller
def test_a_panel_that_tells_is_whole_again_at_the_next_question_and_costs_two_bytes_while_it_is_well(
    controller: str,
) -> None:
    bench = Bench(controller)
    bench.display.show(CHECKERED)
    assert bench.display.recover()
    before = bench.wire.traffic.octets
    assert bench.display.recover()
    assert bench.wire.traffic.octets - before == 2
    bench.panel.reset()
    assert bench.display.recover()
    assert bench.panel.picture() == CHECKERED


@every_controller
@pytest.mark.parametrize(
    ("fault", "where"),
    [("panel-unreadable", ()), ("panel-lies", (0x00,)), ("panel-lies", (0x40,)), ("panel-lies", (0xFF,))],
)
def test_a_panel_that_cannot_be_asked_is_found_out_and_stays_lit(
    controller: str, fault: str, where: tuple[int, ...]
) -> None:
    bench = Bench(controller)
    bench.faults.switch_on(fault, Strike(where=where))
    bench.display.show(CHECKERED)
    for _ in range(3):
        assert not bench.display.recover()
        assert bench.panel.picture() == CHECKERED


@every_controller
@pytest.mark.parametrize("lost_after", range(8))
def test_eight_pieces_or_a_refresh_bring_back_a_panel_that_lost_power(controller: str, lost_after: int) -> None:
    bench = Bench(controller, rotation=180)
    bench.display.show(CHECKERED)
    bench.display.contrast(40)
    for _ in range(lost_after):
        bench.display.repeat()
    bench.panel.reset()
    for _ in range(8):
        bench.display.repeat()
    assert (bench.panel.picture(), bench.panel.contrast) == (turned(CHECKERED), 40)
    bench.panel.reset()
    bench.display.refresh()
    assert (bench.panel.picture(), bench.panel.contrast) == (turned(CHECKERED), 40)


@every_controller
@settings(max_examples=40, deadline=None)
@given(octet=st.integers(0, 40), message=st.integers(0, 6), asks=st.booleans())
def test_a_question_or_a_piece_that_breaks_off_leaves_the_next_picture_whole(
    controller: str,
    octet: int,
    message: int,
    asks: bool,  # noqa: FBT001 - hypothesis passes by position
) -> None:
    bench = Bench(controller)
    bench.display.show(CHECKERED)
    bench.faults.switch_on("i2c-nack", Strike(after=message, times=1, where=(octet,)))
    with suppress(DeviceError):
        bench.display.recover() if asks else bench.display.repeat()
    bench.faults.switch_off("i2c-nack")
    other = CHECKERED[::-1]
    bench.display.show(other)
    assert bench.panel.picture() == other


# -- the column at which the glass begins ------------------------------------------------------------------------------


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("first", [None, 0, 2])
@every_controller
def test_a_module_of_either_make_shows_the_whole_picture_when_the_driver_knows_it(
    controller: str, first: int | None, rotation: int
) -> None:
    panel = PANELS[controller](seed=3, first_column=first)
    display = display_on(SimI2c({ADDRESS: panel}), controller, rotation=rotation, first_column=first)
    for picture in (CHECKERED, bytes(PICTURE_BYTES), edited(CHECKERED, [(300, b"\xff" * 9)])):
        display.show(picture)
        assert panel.picture() == (turned(picture) if rotation else picture)


def test_an_sh1106_told_of_no_margin_shows_the_picture_two_columns_off_beside_what_is_in_its_memory() -> None:
    pictures = []
    for seed in (1, 2):
        panel = SimSh1106(seed, first_column=2)
        display_on(SimI2c({ADDRESS: panel}), "sh1106", first_column=0).show(CHECKERED)
        pictures.append(panel.picture())
    rows = [slice(at, at + 128) for at in range(0, PICTURE_BYTES, 128)]
    for row in rows:
        assert pictures[0][row][:-2] == CHECKERED[row][2:]
    garbage = [[picture[row][-2:] for row in rows] for picture in pictures]
    assert garbage[0] != garbage[1]


def test_an_sh1106_with_128_columns_told_of_a_margin_shows_the_picture_two_columns_off() -> None:
    panel = SimSh1106(first_column=0)
    display_on(SimI2c({ADDRESS: panel}), "sh1106", first_column=2).show(CHECKERED)
    for at in range(0, PICTURE_BYTES, 128):
        row = CHECKERED[at : at + 128]
        assert panel.picture()[at : at + 128] == row[-2:] + row[:-2]  # the pointer turns at the end of a page
