"""A reader that types the numbers of tags, as a keyboard on USB does.

It types a number when a tag is laid down; some type it again and again while the tag lies there. Nobody sees the tag
being lifted. Nothing tells a dead reader from an empty field: only one that is unplugged is reported as a fault.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.bus import Clock, DeviceError, Sighting
from hardware.drivers.retried import SerialLine
from hardware.frames.keys import BadLine, KeyLines

MOST_TAPS = 3
"""Numbers in one poll that people can tap: more of them are a fault of the reader."""
FLOOD = "it types more numbers than anybody can tap"
NO_READER = "letters were typed that no tag number has: is this a keyboard? It is left alone until the next start"


class KeyReader:
    """A `hardware.bus.Reader`, one tag at a time. `number_of` reads a line (None: it is no number).

    A number that is typed again within `again_s` is the same tap; a tag counts as present for that long.
    """

    def __init__(
        self, line: SerialLine, clock: Clock, number_of: Callable[[str], bytes | None], *, again_s: float
    ) -> None:
        self._line = line
        self._clock = clock
        self._number_of = number_of
        self._again_s = again_s
        self._keys = KeyLines()
        self._untold: list[bytes] = []  # numbers that wait for a poll
        self._present: bytes | None = None
        self._typed_at = 0.0
        self._is_keyboard = False
        self.unread = ""
        """The last line that was no number, or why it was none; for the doctor."""
        self.typed = ""
        """The last line that was a number, as it was typed."""

    def poll(self) -> Sighting:
        """Read what was typed since the last poll; unclear if it is no number. Raises DeviceError.

        One number a poll: those that come together wait for the next polls.
        A device with which somebody types is given back, and not taken again: each time it would swallow a letter.
        """
        now = self._clock.now()
        try:
            lines = [] if self._is_keyboard else self._keys.feed(self._line.read(), now)
        except DeviceError:
            self._forget()
            raise
        if self._is_keyboard or BadLine.LETTERS in lines:
            self._is_keyboard = True
            self.close()
            raise DeviceError(NO_READER, bus=self._line.bus)
        numbers = [self._read(line) for line in lines]
        self._untold = list(dict.fromkeys([*self._untold, *filter(None, numbers)]))
        if len(self._untold) > MOST_TAPS:
            self._untold = []
            raise DeviceError(FLOOD, bus=self._line.bus)
        if now - self._typed_at > self._again_s:
            self._present = None
        if self._untold:
            self._present, self._typed_at = self._untold.pop(0), now
        return Sighting(frozenset({self._present} if self._present else ()), unclear=None in numbers)

    def close(self) -> None:
        """Give the device back to those who type."""
        self._forget()
        self._line.close()

    def _read(self, line: str | BadLine) -> bytes | None:
        text, number = (line.value, None) if isinstance(line, BadLine) else (line, self._number_of(line))
        if number is None:
            self.unread = text
        else:
            self.typed = text
        return number

    def _forget(self) -> None:
        self._keys = KeyLines()
        self._untold = []
        self._present = None
