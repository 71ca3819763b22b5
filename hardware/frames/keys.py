"""What a reader types, from the kernel's input events: the lines of characters between two presses of Enter.

An event is `struct input_event` of linux/input.h: seconds and microseconds, of the machine's word each, then type (2
bytes), code (2) and value (4). A key has its place on the keyboard as its code (linux/input-event-codes.h), not its
letter: a reader that is set to French types Q for A, and digits with Shift. A line ends with Enter or Tab, or where the
reader pauses.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum

EVENT = struct.Struct("@llHHi")
EV_SYN, EV_KEY = 0, 1
SYN_DROPPED = 3
PRESS = 1

CHARACTERS = dict(enumerate("1234567890", 2))
CHARACTERS |= dict(zip((79, 80, 81, 75, 76, 77, 71, 72, 73, 82), "1234567890", strict=True))  # on the number pad
CHARACTERS |= {30: "A", 16: "A", 48: "B", 46: "C", 32: "D", 18: "E", 33: "F"}  # 16 is Q, where the French have A
ENDS = {28, 96, 15}
"""Enter, that of the number pad, Tab."""
SILENT = {29, 42, 54, 56, 58, 69, 97, 100, 125, 126}
"""Control, Shift, Alt, Caps Lock, Num Lock, Meta: they type nothing."""
PAUSE_S = 0.15
"""Seconds after its last character at which a line without Enter is over."""
LONGEST = 24
"""Characters; a longer line is no number."""


class BadLine(Enum):
    """Why what was typed is no number."""

    SPOILT = "a part was lost, or it is too long"
    LETTERS = "keys that no number has: somebody types on a keyboard"


@dataclass(slots=True)
class KeyLines:
    """Splits events into lines. Accepts any bytes, and keeps a line of LONGEST characters at most."""

    _rest: bytes = b""
    _line: str = ""
    _spoilt: bool = False
    _skips: bool = False  # events were lost: the rest of this report, too
    _at: float = 0.0

    def feed(self, octets: bytes, now: float) -> list[str | BadLine]:
        """The lines that end in these bytes, or have ended by now."""
        lines: list[str | BadLine] = []
        octets = self._rest + octets
        whole = len(octets) - len(octets) % EVENT.size
        self._rest = octets[whole:]
        for _, _, kind, code, value in EVENT.iter_unpack(octets[:whole]):
            if kind == EV_SYN:
                self._skips = code == SYN_DROPPED
                if self._skips:
                    self._spoilt, self._at = True, now
            elif kind == EV_KEY and value == PRESS and not self._skips and code not in SILENT:
                lines += self._press(code)
                self._at = now
        if now - self._at > PAUSE_S:
            lines += self._end()
        return lines

    def _press(self, code: int) -> list[str | BadLine]:
        if code in ENDS:
            return self._end()
        char = CHARACTERS.get(code)
        if char is None:
            self._line, self._spoilt = "", False
            return [BadLine.LETTERS]
        self._spoilt |= len(self._line) >= LONGEST
        self._line += char * (not self._spoilt)
        return []

    def _end(self) -> list[str | BadLine]:
        line: list[str | BadLine] = [BadLine.SPOILT] if self._spoilt else [self._line] if self._line else []
        self._line, self._spoilt = "", False
        return line
