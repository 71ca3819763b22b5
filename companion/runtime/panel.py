"""The face of the box: which picture the panel shows and how brightly, whatever becomes of the panel meanwhile.

A panel that fails is tried again and named; what it shows is whole again when it comes back. Loaded before whatever
answers taps and presses, so that a start has its picture early.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING

from companion.runtime.part_health import BUTTONS, DISPLAY, Condition
from companion.screens.choice import screen_for
from companion.screens.notices import GONE, NOT_SAVED, SAVING, STOPPED
from companion.screens.screen import draw, moved
from companion.settings.schema import DEFAULTS
from companion.support.values import replace
from hardware.bus import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.runtime.devices import Devices
    from companion.settings.schema import Panel
    from companion.table.state import Table

DIM = 0x10
RETRY_S = 2.0
REFRESH_S, CALM_S = 30.0, 2.0
"""The whole picture goes out again so often, but not right after an input."""
REPEAT_S, PIECES = 10.0, 8
"""A panel that cannot say that it lost power gets its picture again in so long after an input, in so many pieces."""

FRAME_S = 0.15
"""So long a frame of a moving picture stands at least: with the turns of the loop five a second are seen."""


class PanelControl:
    """The panel of one table. `condition` is how all its parts do; the loop tells it of the others."""

    def __init__(self, devices: Devices, panel: Panel = DEFAULTS.panel) -> None:
        self.condition = Condition((*(station.part for station in devices.stations), BUTTONS))
        self._display, self._clock = devices.display, devices.clock
        self._shown: Table | None = None
        self._screen = NOT_SAVED
        self._frame = 0
        self._brightness: int | None = None  # the panel was not told yet
        self._bright, self._dim = panel.brightness, min(DIM, panel.brightness)
        self._dim_after_s, self._dark_after_s = panel.dim_after_s or inf, panel.dark_after_s or inf
        self._active_at = self._retry_at = self._refreshed_at = self._framed_at = self._clock.now()
        self._touched = True  # nobody has asked the panel since the last input, or the start
        self._repeats_until = self._repeat_at = self._active_at

    def show(self, table: Table) -> None:
        """Show the table if it changed."""
        if table is not self._shown and self._took(lambda: self._send_screen(table)):
            self._shown = table

    def move(self, table: Table) -> None:
        """The next frame where something moves, as long as the panel is bright; it never keeps an input waiting."""
        now = self._clock.now()
        idle = now - self._active_at >= self._dim_after_s or table is not self._shown
        if self._screen.frames and not idle and now - self._framed_at >= FRAME_S:
            self._took(lambda: self._send_frame(self._frame + 1))

    def refresh(self) -> None:
        """A panel may have lost power without a word: it is asked, or gets its picture again in pieces or whole."""
        now = self._clock.now()
        if self._touched and self._took(self._recover):
            self._touched = False
        if self._repeat_at <= now < self._repeats_until and self._took(self._display.repeat):
            self._repeat_at, self._refreshed_at = now + REPEAT_S / PIECES, now
        due = now - self._refreshed_at >= REFRESH_S and now - self._active_at >= CALM_S
        if due and self._took(self._display.refresh):
            self._refreshed_at = now

    def _recover(self) -> None:
        """After an input, or at the start: the panel says how it is, or cannot."""
        if not self._display.recover():
            self._repeats_until = self._active_at + REPEAT_S

    def wakes(self, table: Table) -> bool:
        """Somebody is here: the panel is bright at once. True when it was dark, so that a press only woke it."""
        now = self._clock.now()
        was_dark = self._brightness == 0 and now - self._active_at >= self._dark_after_s
        self._active_at, self._touched = now, True
        self.rest(table)
        return was_dark

    def rest(self, table: Table) -> None:
        """Dim after a while, dark after a longer one, never during a question."""
        idle = self._clock.now() - self._active_at
        if idle >= min(self._dim_after_s, self._dark_after_s) and _asks(table):
            idle = 0.0
        wanted = 0 if idle >= self._dark_after_s else self._dim if idle >= self._dim_after_s else self._bright
        if wanted != self._brightness and self._took(lambda: self._shine(wanted)):
            self._brightness = wanted

    def say_saving(self) -> None:
        """Over what it shows: the card takes its time, and nothing new is there to be shown yet."""
        saving = replace(self._screen, title="", place=SAVING)
        if self._shown is not None and self._took(lambda: self._display.show(draw(saving).pages)):
            self._shown = None

    def say_not_saved(self, *, gone: bool = False) -> None:
        """What stays on the panel after the card has failed, or what it had is `gone`."""
        with suppress(DeviceError):
            self._display.show(draw(GONE if gone else NOT_SAVED).pages)

    def say_stopped(self) -> None:
        """What stays on the panel, also on one that was dark."""
        with suppress(DeviceError):
            self._shine(self._dim)
            self._display.show(draw(STOPPED).pages)

    def _send_screen(self, table: Table) -> None:
        self._screen = screen_for(table)
        self._send_frame(0)

    def _send_frame(self, frame: int) -> None:
        self._frame, self._framed_at = frame, self._clock.now()
        self._display.show(draw(moved(self._screen, frame)).pages)

    def _shine(self, brightness: int) -> None:
        if brightness == 0:
            self._display.sleep()
        elif self._brightness == 0:
            self._display.wake()
            self._shown = None
        if brightness:
            self._display.contrast(brightness)

    def _took(self, say: Callable[[], None]) -> bool:
        """Whether the panel took it; one that fails is tried again later, and play goes on."""
        now = self._clock.now()
        if now < self._retry_at:
            return False
        try:
            say()
        except DeviceError as fault:
            self.condition.ails(DISPLAY, f"{fault.bus}: {fault.what}", now)
            self._shown = None
            self._retry_at = now + RETRY_S
            return False
        self.condition.works(DISPLAY)
        return True


def _asks(table: Table) -> bool:
    return table.question is not None or bool(table.damaged or table.offered)
