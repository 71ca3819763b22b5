"""The panel: which picture it shows and how brightly, through faults and power loss.

A panel that fails is retried and reported; it gets the whole picture when it is back. Does not import the modules that
handle inputs, so that the first picture comes early.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf

from companion.runtime.devices import Devices
from companion.runtime.part_health import DISPLAY, PartHealth
from companion.screens.current_screen import screen_for
from companion.screens.layouts import at_frame, at_place, draw, frames_of
from companion.screens.templates import fill
from companion.screens.words import GONE, NOT_SAVED, STOPPED
from companion.settings.schema import DEFAULTS, Panel
from companion.support.messages import language
from companion.table.modes import AtClub, GoingToSleep, NextBoard
from companion.table.state import Table
from hardware.bus import DeviceError

DIM = 0x10
RETRY_S = 2.0
REFRESH_S, CALM_S = 30.0, 2.0
"""Seconds between two whole pictures, and the pause after an input in which none is sent."""
REPEAT_S, PIECES = 10.0, 8
"""A panel that cannot report a power loss gets its picture again: within REPEAT_S of an input, in PIECES."""

FRAME_S = 0.15
"""Minimum seconds of an animation frame: with the turns of the loop this gives five frames a second."""


class PanelControl:
    """The panel of one table. `part_health` covers all its parts; the loop reports the others."""

    def __init__(self, devices: Devices, panel: Panel = DEFAULTS.panel) -> None:
        self.part_health = PartHealth(tuple(station.part for station in devices.stations), devices.buttons.names)
        self._display, self._clock = devices.display, devices.clock
        self._shown: Table | None = None
        self._busy = self._language = ""
        self._screen = fill(NOT_SAVED)
        self._frame = 0
        self._pictures: dict[int, bytes] = {}  # of the screen, by frame: an animation repeats them
        self._brightness: int | None = None  # not set yet
        self.adjust(panel)
        self._active_at = self._refreshed_at = self._framed_at = self._clock.now()
        self._retry_at = 0.0  # after a fault
        self._recovers = True  # an input, or the start, since the last `recover`
        self._repeats_until = self._repeat_at = self._active_at

    def show(self, table: Table, busy: str = "") -> None:
        """Show the table if it or the language changed.

        `busy` stands where the place does, while something takes time.
        """
        asked = table, busy, language()
        known = table is self._shown and asked[1:] == (self._busy, self._language)
        if not known and self._try(lambda: self._send_screen(table, busy)):
            self._shown, self._busy, self._language = asked

    def adjust(self, panel: Panel) -> None:
        """Take brightness and times of these settings, from the next turn on."""
        self._bright, self._dim = panel.brightness, min(DIM, panel.brightness)
        self._dim_after_s, self._dark_after_s = panel.dim_after_s or inf, panel.dark_after_s or inf

    def animate(self, table: Table, now: float) -> None:
        """Show the next frame of an animation while the panel is bright; never delays an input."""
        idle = now - self._active_at >= self._dim_after_s or table is not self._shown
        if not idle and now - self._framed_at >= FRAME_S and frames_of(self._screen) > 1:
            self._try(lambda: self._send_frame(self._frame + 1))

    def refresh(self, now: float) -> None:
        """Restore the picture after a power loss: ask the panel, repeat the picture in pieces, or send it whole."""
        if self._recovers and self._try(self._recover):
            self._recovers = False
        if self._repeat_at <= now < self._repeats_until and self._try(self._display.repeat):
            self._repeat_at, self._refreshed_at = now + REPEAT_S / PIECES, now
        due = now - self._refreshed_at >= REFRESH_S and now - self._active_at >= CALM_S
        if due and self._try(self._display.refresh):
            self._refreshed_at = now

    def _recover(self) -> None:
        """Restore a panel that reports a power loss; repeat the picture on a panel that cannot."""
        if not self._display.recover():
            self._repeats_until = self._active_at + REPEAT_S

    def wake(self, table: Table) -> bool:
        """Brighten the panel after an input. True if it was dark: then the press only wakes it."""
        now = self._clock.now()
        was_dark = self._brightness == 0 and now - self._active_at >= self._dark_after_s
        self._active_at, self._recovers = now, True
        self.dim(table, now)
        return was_dark

    def dim(self, table: Table, now: float) -> None:
        """Dim the panel, and later switch it off, after the seconds in the settings; never during a question."""
        idle = now - self._active_at
        if (idle >= self._dim_after_s or idle >= self._dark_after_s) and _asks(table):
            idle = 0.0
        wanted = 0 if idle >= self._dark_after_s else self._dim if idle >= self._dim_after_s else self._bright
        if wanted != self._brightness and self._try(lambda: self._set_brightness(wanted)):
            self._brightness = wanted

    def show_not_saved(self, *, gone: bool = False) -> None:
        """Show that nothing is saved; `gone`: that the record or its directory is missing."""
        with suppress(DeviceError):
            self._display.show(draw(fill(GONE if gone else NOT_SAVED)).pages)

    def show_stopped(self) -> None:
        """Show that the table has stopped, also on a dark panel."""
        with suppress(DeviceError):
            self._set_brightness(self._dim)
            self._display.show(draw(fill(STOPPED)).pages)

    def _send_screen(self, table: Table, busy: str) -> None:
        screen = screen_for(table)
        self._screen = at_place(screen, busy) if busy else screen
        self._pictures.clear()
        self._send_frame(0)

    def _send_frame(self, frame: int) -> None:
        self._frame, self._framed_at = frame, self._clock.now()
        place = frame and frame % frames_of(self._screen)
        if place not in self._pictures:
            self._pictures[place] = draw(at_frame(self._screen, frame)).pages
        self._display.show(self._pictures[place])

    def _set_brightness(self, brightness: int) -> None:
        if brightness == 0:
            self._display.sleep()
        elif self._brightness == 0:
            self._display.wake()
            self._shown = None
        if brightness:
            self._display.contrast(brightness)

    def _try(self, say: Callable[[], None]) -> bool:
        """Whether the panel took it; after a fault it is retried later and play goes on."""
        if self._retry_at and self._clock.now() < self._retry_at:
            return False
        try:
            say()
        except DeviceError as fault:
            now = self._clock.now()
            self.part_health.report_fault(DISPLAY, f"{fault.bus}: {fault.what}", now)
            self._shown = None
            self._retry_at = now + RETRY_S
            return False
        self.part_health.report_working(DISPLAY)
        return True


def _asks(table: Table) -> bool:
    club = isinstance(table.mode, NextBoard) or (isinstance(table.mode, AtClub) and table.mode.wanted is not None)
    asks = club or isinstance(table.mode, GoingToSleep) or table.question is not None
    return asks or bool(table.reported or table.offered)
