"""Display, buttons and sounder that are a page: what it must show and sound, and what is pressed on it.

The loop's thread shows and sounds; the server's thread reads `shown`, which is replaced as a whole, and presses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from threading import Event
from types import MappingProxyType
from typing import Final

from companion.inputs.inputs import Button
from companion.support.values import dataclass, replace
from hardware.bus import PICTURE_BYTES, Clock, DeviceError, Edge, Note

FULL: Final = 255
RELEASED_AFTER_S: Final = 2.0
"""Seconds after which a button comes up by itself if its release is lost. The longest hold with a meaning is 0.8 s."""
MOST_WAIT_S: Final = 0.02
"""Maximum seconds between two polls of the readers: a computer can poll them more often than a small Pi."""
REMEMBERED: Final = 64
"""Number of pictures of which it is remembered when they were replaced."""
MOST_EDGES: Final = 64
"""Maximum edges that wait for the loop."""
NO_FAULTS: Final[Mapping[str, DeviceError]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PageShown:
    """What the page shows and sounds, without the table.

    `number` counts pictures, `tune_number` tunes, and `flash_number` the colours of the light, which shines for
    `flash_ms`. `brightness` 0 is a display that sleeps.
    """

    number: int = 0
    picture: bytes = bytes(PICTURE_BYTES)
    brightness: int = FULL
    tune_number: int = 0
    tune: tuple[Note, ...] = ()
    flash_number: int = 0
    flash: tuple[float, float, float] = (0.0, 0.0, 0.0)
    flash_ms: int = 0


class PageState:
    """What the page shows; `changed` is called after each change, in the thread that made it."""

    def __init__(self, clock: Clock) -> None:
        self.shown = PageShown()
        self.changed: Callable[[], None] = lambda: None
        self._clock = clock
        self._replaced = deque[tuple[int, float]](maxlen=REMEMBERED)  # the number of a picture, and until when it stood

    def show(self, shown: PageShown) -> None:
        """Show this from now on."""
        if shown.number != self.shown.number:
            self._replaced.append((self.shown.number, self._clock.now()))
        self.shown = shown
        self.changed()

    def replaced_at(self, number: int) -> float | None:
        """When the picture of this number was replaced; None: it still stands there. 0: long ago."""
        if number == self.shown.number:
            return None
        return next((until for replaced, until in tuple(self._replaced) if replaced == number), 0.0)


class PageDisplay:
    """`hardware.bus.Display`: a picture is a value, so nothing is lost on a wire."""

    def __init__(self, state: PageState) -> None:
        self._state = state
        self._contrast = FULL

    def show(self, picture: bytes) -> None:
        """Show a picture."""
        shown = self._state.shown
        if picture != shown.picture:
            self._state.show(replace(shown, picture=picture, number=shown.number + 1))

    def refresh(self) -> None:
        """Do nothing: the page has its picture, or asks for it."""

    def recover(self) -> bool:
        """There is nothing to send again."""
        return True

    def repeat(self) -> None:
        """Do nothing, as `refresh`."""

    def sleep(self) -> None:
        """Darken the picture."""
        self._shine(0)

    def wake(self) -> None:
        """Light the picture as bright as it was."""
        self._shine(self._contrast)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0..255."""
        self._contrast = level
        self._shine(level)

    def close(self, *, keep_picture: bool = False) -> None:
        """Darken the picture, unless it stays."""
        if not keep_picture:
            self.sleep()

    def _shine(self, brightness: int) -> None:
        if brightness != self._state.shown.brightness:
            self._state.show(replace(self._state.shown, brightness=brightness))


class PageButtons:
    """`hardware.bus.Buttons`: pressed by `push`, which any thread may call. People see when the page is lost."""

    names = tuple(button.value for button in Button)
    faults = NO_FAULTS

    def __init__(self, state: PageState, clock: Clock) -> None:
        self._state, self._clock = state, clock
        self._edges = deque[Edge](maxlen=MOST_EDGES)
        self._down: dict[str, float] = {}
        self._pressed = Event()

    def push(self, button: str, *, down: bool, number: int) -> None:
        """A button went down or came up while the page showed the picture of this number.

        OK answers that picture. If another one has replaced it, the press is dated back to that moment, and the loop
        refuses it as too old.
        """
        gone = self._state.replaced_at(number) if down and button == Button.OK.value else None
        if gone is None:
            self._edges.append(Edge(button, down, self._clock.now()))
        else:
            self._edges += [Edge(button, way, gone) for way in (True, False)]
        self._pressed.set()

    def edges(self) -> list[Edge]:
        """The changes since the last call. The same change by two pages counts once."""
        self._pressed.clear()
        now = self._clock.now()
        for button in [button for button, since in self._down.items() if now - since >= RELEASED_AFTER_S]:
            self._edges.append(Edge(button, down=False, at=now))
        return [edge for edge in self._take() if self._is_news(edge, now)]

    def _take(self) -> list[Edge]:
        return [self._edges.popleft() for _ in range(len(self._edges))]

    def _is_news(self, edge: Edge, now: float) -> bool:
        if edge.down == (edge.button in self._down):
            return False
        if edge.down:
            self._down[edge.button] = now
        else:
            del self._down[edge.button]
        return True

    def wait(self, seconds: float) -> None:
        """Wait for a press or a release, at most `seconds`; not longer than MOST_WAIT_S, for the readers."""
        self._pressed.wait(min(seconds, MOST_WAIT_S))

    def close(self) -> None:
        """Do nothing: there are no pins."""


class PageSounder:
    """`hardware.bus.Sounder`: the page keeps the time of notes and light. No part of it can fail alone."""

    names = ()
    faults = NO_FAULTS

    def __init__(self, state: PageState) -> None:
        self._state = state

    def play(self, notes: tuple[Note, ...]) -> None:
        """Start a tune."""
        shown = self._state.shown
        self._state.show(replace(shown, tune=notes, tune_number=shown.tune_number + 1))

    def light(self, rgb: tuple[float, float, float], ms: int) -> None:
        """Show a colour for `ms` milliseconds."""
        shown = self._state.shown
        self._state.show(replace(shown, flash=rgb, flash_ms=ms, flash_number=shown.flash_number + 1))

    def tick(self) -> None:
        """Do nothing, as the page has a clock."""

    def close(self) -> None:
        """Do nothing: a tune ends by itself."""
