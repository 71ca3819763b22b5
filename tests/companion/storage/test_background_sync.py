"""Slow syncs: nothing is lost or shown too early, and the display says that it saves."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

import pytest

from companion.runtime.loop import MAX_WAITING, SAVING_S, TURN_S
from companion.runtime.systemd import Supervisor
from companion.screens.current_screen import screen_for
from companion.screens.layouts import at_place, draw
from companion.screens.picture import Picture
from companion.screens.templates import fill
from companion.screens.words import NOT_SAVED, SAVING
from companion.storage import background_sync
from companion.storage.background_sync import BackgroundSyncDisk
from companion.storage.disk import Disk, StorageError
from companion.table.cues import CUES
from companion.table.modes import Reading
from companion.table.reply import Outcome
from tests.evening import DEAL_GESTURES, Evening, picture_of

SLOW_S = 1.5


class SlowCard(Disk):
    """Each sync takes a time of the simulated clock; `happens` turn by turn, during the next one only."""

    def __init__(self) -> None:
        self.evening: Evening | None = None
        self.takes_s = 0.0
        self.fails = False
        self.happens: Callable[[float], None] = lambda _: None
        self._meanwhile: Callable[[], None] = lambda: None

    def call_while_syncing(self, meanwhile: Callable[[], None]) -> None:
        self._meanwhile = meanwhile

    def fdatasync(self, descriptor: int) -> None:
        for turn in range(round(self.takes_s / TURN_S)):
            assert self.evening is not None
            self.evening.box.wires.clock.sleep(TURN_S)
            self.happens(turn * TURN_S)
            self._meanwhile()
        self.happens = lambda _: None
        if self.fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        super().fdatasync(descriptor)


@pytest.fixture
def card() -> SlowCard:
    return SlowCard()


@pytest.fixture
def slow(tmp_path: Path, card: SlowCard) -> Evening:
    """Ann is to play QS, and from now on a sync takes a second and a half."""
    card.evening = evening = Evening(tmp_path, disk=card)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    card.takes_s = SLOW_S
    return evening


def at(when_s: float, does: Callable[[], None]) -> Callable[[float], None]:
    """Do this once, so long after the sync began."""
    due = [does]

    def happens(passed_s: float) -> None:
        if passed_s >= when_s and due:
            due.pop()()

    return happens


def laid_and_lifted(evening: Evening, word: str) -> Callable[[float], None]:
    """A hand lays a card half a second after the sync began, and takes it up well before it ends."""
    uid, wires = evening.box.uid(word), evening.box.wires
    lays, lifts = at(0.5, lambda: wires.lay(uid)), at(0.9, lambda: wires.lift(uid))
    return lambda passed_s: (lays(passed_s), lifts(passed_s))[0]


def test_a_card_laid_and_lifted_during_a_slow_save_is_played_after_it(slow: Evening, card: SlowCard) -> None:
    card.happens = laid_and_lifted(slow, "KS")
    slow.does("QS")
    slow.box.turn()
    assert slow.saved()[-2:] == ["Ann QS", "Bob KS"]
    assert slow.seen() == picture_of(slow.box.table)


def test_nothing_is_shown_heard_or_lit_before_the_sync_is_done(slow: Evening, card: SlowCard) -> None:
    before, pins, signs = slow.box.table, slow.box.wires.pins, []
    light, saving = pins.light, draw(at_place(screen_for(before), SAVING))
    shown = {slow.box.glass, saving}

    def look(_: float) -> None:
        signs.append((slow.box.table is before, slow.box.glass in shown, pins.tone_hz, pins.light))

    card.happens = look
    slow.does("QS")
    assert len(signs) > SLOW_S / TURN_S - 1
    assert set(signs) == {(True, True, 0, light)}
    assert slow.saved()[-1] == "Ann QS"


def test_after_half_a_second_the_panel_says_that_it_saves(slow: Evening, card: SlowCard) -> None:
    shown: list[tuple[float, Picture]] = []
    before = at_place(screen_for(slow.box.table), SAVING)
    card.happens = lambda passed_s: shown.append((passed_s, slow.box.glass))
    slow.does("QS")
    early = {picture for passed_s, picture in shown if passed_s < SAVING_S - TURN_S}
    late = {picture for passed_s, picture in shown if passed_s > SAVING_S + TURN_S}
    assert draw(before) not in early
    assert late == {draw(before)}
    assert slow.seen() == picture_of(slow.box.table)


def test_a_quick_card_is_never_said_to_save(slow: Evening, card: SlowCard) -> None:
    card.takes_s = SAVING_S - 2 * TURN_S
    octets: list[int] = []
    card.happens = lambda _: octets.append(slow.box.wires.i2c.traffic.octets)
    slow.does("QS")
    assert len(set(octets)) == 1


def test_a_press_during_a_slow_save_answers_the_picture_that_it_saw(slow: Evening, card: SlowCard) -> None:
    pins = slow.box.wires.pins
    presses, releases = at(0.6, lambda: pins.press("UP")), at(0.8, lambda: pins.release("UP"))
    card.happens = lambda passed_s: (presses(passed_s), releases(passed_s))[0]
    slow.does("QS")
    slow.box.turn()
    assert not isinstance(slow.box.table.mode, Reading)
    slow.does("UP")
    assert isinstance(slow.box.table.mode, Reading)


def test_more_than_hands_can_do_is_refused_with_a_sound(slow: Evening, card: SlowCard) -> None:
    card.takes_s = 60.0
    pins, tones, waiting = slow.box.wires.pins, set(), []

    def drums(passed_s: float) -> None:
        (pins.press if round(passed_s / TURN_S) % 4 < 2 else pins.release)("UP")
        tones.add(pins.tone_hz)
        waiting.append(len(slow.box.loop._waiting))

    card.happens = drums
    slow.does("QS")
    assert max(waiting) == MAX_WAITING
    assert tones == {0, CUES[Outcome.REJECTED].notes[0][0]}
    assert slow.saved()[-1] == "Ann QS"


def test_a_slow_sync_that_fails_is_not_saved_and_what_waited_is_not_taken(slow: Evening, card: SlowCard) -> None:
    saved, match = slow.saved(), slow.box.table.match
    card.fails, card.happens = True, laid_and_lifted(slow, "KS")
    with pytest.raises(StorageError, match="not saved"):
        slow.does("QS")
    assert slow.box.glass == draw(fill(NOT_SAVED))
    card.fails, card.takes_s = False, 0.0
    slow.again()
    assert slow.saved() == saved
    assert slow.box.table.match == match


class Beats(Supervisor):
    """Counts what the watchdog is told."""

    def __init__(self) -> None:
        super().__init__({})
        self.at: list[float] = []

    def turn_done(self, now: float, troubles: Mapping[str, str]) -> None:
        self.at.append(now)
        super().turn_done(now, troubles)


def test_the_watchdog_is_fed_during_a_slow_save(slow: Evening, card: SlowCard) -> None:
    beats = Beats()
    uid, left = slow.box.uid("QS"), iter(range(10))
    slow.box.wires.lay(uid)
    card.takes_s = 20.0
    slow.box.loop.run(lambda: next(left, None) is None, beats)
    assert slow.saved()[-1] == "Ann QS"
    assert max(after - before for before, after in zip(beats.at, beats.at[1:], strict=False)) < 1.0


# ---------------------------------------------------------------- the real thread


class Held(BackgroundSyncDisk):
    """The real one, in which `happens` before each look of the loop."""

    def __init__(self) -> None:
        super().__init__()
        self.happens: Callable[[], None] = lambda: None

    def call_while_syncing(self, meanwhile: Callable[[], None]) -> None:
        def both() -> None:
            self.happens()
            meanwhile()

        super().call_while_syncing(both)


def test_a_card_laid_while_the_real_sync_blocks_in_its_thread_is_played_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, blocks, ends = Held(), Event(), Event()
    evening = Evening(tmp_path, disk=disk)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:8])
    real, looks = os.fdatasync, iter(range(1000))

    def sync(descriptor: int) -> None:
        blocks.set()
        assert ends.wait(60)
        real(descriptor)

    def happens() -> None:
        assert blocks.is_set()
        look, clock = next(looks), evening.box.wires.clock
        clock.sleep(TURN_S)
        hand = {2: evening.box.wires.lay, 8: evening.box.wires.lift}.get(look)
        if hand:
            hand(evening.box.uid("KS"))
        if look == 20:
            assert evening.box.glass == draw(at_place(screen_for(evening.box.table), SAVING))
            ends.set()

    monkeypatch.setattr(os, "fdatasync", sync)
    disk.happens = happens
    evening.does("QS")
    evening.box.turn()
    assert evening.saved()[-2:] == ["Ann QS", "Bob KS"]


@pytest.mark.parametrize("fault", [errno.EIO, errno.ENOSPC])
def test_a_fault_of_the_sync_in_its_thread_is_raised_where_it_was_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    def fails(_: int) -> None:
        raise OSError(fault, os.strerror(fault))

    disk = BackgroundSyncDisk()
    disk.call_while_syncing(lambda: None)
    for call in ("fdatasync", "fsync"):
        monkeypatch.setattr(os, call, fails)
        with pytest.raises(OSError, match=os.strerror(fault)):
            getattr(disk, call)(0)
    del tmp_path


def test_a_sync_that_never_ends_is_given_up_and_starves_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    ends, looks = Event(), []
    monkeypatch.setattr(background_sync, "TIMEOUT_S", 5 * TURN_S)
    monkeypatch.setattr(os, "fdatasync", lambda _: ends.wait(60))
    disk = BackgroundSyncDisk()
    disk.call_while_syncing(lambda: looks.append(1))
    try:
        with pytest.raises(TimeoutError):
            disk.fdatasync(0)
    finally:
        ends.set()
    assert len(looks) == 5


@pytest.mark.parametrize("waits", [False, True], ids=["nobody waits yet", "the loop waits"])
def test_each_sync_that_is_asked_for_reaches_the_system_once(monkeypatch: pytest.MonkeyPatch, *, waits: bool) -> None:
    """Before the loop runs, too: what the start finishes or cuts off is synced as well."""
    synced: list[tuple[str, int]] = []
    for call in ("fdatasync", "fsync"):
        monkeypatch.setattr(os, call, lambda descriptor, call=call: synced.append((call, descriptor)))
    disk = BackgroundSyncDisk()
    if waits:
        disk.call_while_syncing(lambda: None)
    disk.fdatasync(7)
    disk.fsync(8)
    assert synced == [("fdatasync", 7), ("fsync", 8)]
