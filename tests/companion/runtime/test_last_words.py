"""The program falls, again and again: why, and where, stands on the panel until the table plays again."""

from __future__ import annotations

import errno
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli.play import NOT_SAVED, play
from companion.runtime import first_picture, splash
from companion.runtime.devices import picture_messages
from companion.runtime.last_words import place_of, reason_of
from companion.runtime.service import CANNOT_RUN, run_table
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.screens.layouts import draw
from companion.screens.notices import last_words, wrong_settings
from companion.screens.templates import fill
from companion.screens.words import CANNOT_START, SPLASH
from companion.settings.schema import DEFAULTS
from companion.settings.search_path import EX_CONFIG
from companion.simulation.box import deck_for
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.tags.tag_decks import Shelf
from companion.testing.screens import canvas_of
from hardware.bus import DeviceError
from tests.evening import BIRD_DOG_ONLY, FULL_DEAL_RECORD, REGULARS, begun, finds
from tests.slots import slots

SERVICE = {"NOTIFY_SOCKET": "/nowhere"}


@dataclass
class Box:
    """A service that is started again and again, its one panel, and its directory in the middle of a trick."""

    root: Path
    wires: Simulation

    def has_power_again(self) -> None:
        """The panel is dark, and shows what a start shows before the program is loaded."""
        self.wires.panel.reset()
        for early in (splash, first_picture):
            early.show(("play", "--data", str(self.root)), SERVICE, lambda _: self.wires.i2c)

    def starts(self) -> int:
        self.has_power_again()
        words = {"config": None, "simulate": False, "terminal": False, "port": None, "game": None, "deck": None}
        return play(Namespace(**words, scores=None, seed=None, data=str(self.root), panel=None))

    @property
    def shown(self) -> bytes:
        return self.wires.panel.picture()


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    begun(tmp_path, *FULL_DEAL_RECORD[:9])
    Store(tmp_path).decks.save(deck_for(BIRD_DOG_ONLY["birddog"], REGULARS))
    wires = simulation_of()
    monkeypatch.setenv("NOTIFY_SOCKET", SERVICE["NOTIFY_SOCKET"])
    monkeypatch.setenv("COMPANION_CONFIG", "")
    finds(monkeypatch, tmp_path, wires.devices)
    monkeypatch.setattr("companion.runtime.devices.LinuxI2c", lambda _: wires.i2c)
    return Box(tmp_path, wires)


def raises(fault: Exception) -> Callable[..., Any]:
    def falls(*_: object, **__: object) -> None:
        raise fault

    return falls


PLACES = (
    "companion.table.timing.next_step",
    "companion.runtime.recorder.resume",
    "companion.runtime.service.real",
    "companion.runtime.panel.draw",
)
"""While a turn looks what is due, while the game is resumed, while pins are taken, while the first picture is drawn."""


@pytest.mark.parametrize("place", PLACES)
def test_the_reason_of_a_crash_stands_on_the_panel_from_one_start_to_the_next(
    box: Box, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(place, raises(AssertionError("a card lies in two places")))
    pictures = set()
    for _ in range(3):
        with pytest.raises(AssertionError) as fell:
            box.starts()
        pictures.add(box.shown)
        words = last_words("a card lies in two places", place_of(fell.value))
        assert any(" line " in line for line in slots(words).lines)
        assert pictures == {draw(words).pages}
        box.has_power_again()
        assert box.shown in pictures


def test_a_card_that_cannot_be_read_is_named_on_the_panel(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = StorageError.caused_by(OSError(errno.EIO, "Input/output error"), "cannot read the record", box.root / "x")
    monkeypatch.setattr("companion.runtime.recorder.Recorder.open_table", raises(fault))
    assert box.starts() == NOT_SAVED
    assert box.shown == draw(last_words("cannot read the record (Input/output error)", "x")).pages


def test_a_service_that_cannot_start_says_so_on_the_panel_until_it_can(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", raises(AssertionError("it is to be tried again within two seconds")))
    with Store(box.root).alone():
        for _ in range(2):
            assert box.starts() == CANNOT_RUN
            assert box.shown == draw(fill(CANNOT_START)).pages
    box.has_power_again()
    assert box.shown == draw(fill(CANNOT_START)).pages


def test_a_wrong_setting_stands_on_the_panel_from_one_start_to_the_next(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    (box.root / "config.toml").write_text("[sounds]\non = 1\n", "utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(box.root / "config.toml"))
    assert box.starts() == EX_CONFIG
    told_why = box.shown
    assert told_why == draw(wrong_settings(2, "sounds.on", "1", "true or false")).pages
    box.has_power_again()
    assert box.shown == told_why


def test_the_splash_is_back_as_soon_as_the_table_plays_again(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("companion.table.timing.next_step", raises(KeyError("QS")))
        with pytest.raises(KeyError):
            box.starts()
    assert splash.load(box.root, DEFAULTS.panel) != picture_messages(draw(fill(SPLASH)).pages, DEFAULTS)
    assert run_table(Store(box.root), Shelf(), box.wires.devices, lambda: True) is False
    assert splash.load(box.root, DEFAULTS.panel) == picture_messages(draw(fill(SPLASH)).pages, DEFAULTS)


def test_no_card_and_no_tag_of_a_foreign_error_is_told() -> None:
    assert reason_of(KeyError("04A1B2C3")) == "KeyError"
    assert reason_of(AssertionError()) == "AssertionError"
    assert reason_of(AssertionError("a line without a record")) == "a line without a record"
    assert reason_of(DeviceError("in use", bus="i2c-1")) == "in use"
    assert place_of(DeviceError("in use", bus="i2c-1")) == "i2c-1"
    assert place_of(ValueError()) == ""


@pytest.mark.parametrize("reason", ["x" * 200, "long words " * 20, ""])
def test_any_reason_fits(reason: str) -> None:
    assert not canvas_of(last_words(reason, "a file with a long name that goes on and on line 10000")).overflow
