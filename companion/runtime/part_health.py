"""How the parts of a table do, for the journal and for people. Knows no wire and no clock."""

from __future__ import annotations

from collections import Counter

from companion.inputs.inputs import Health

DISPLAY, BUTTONS, SOUNDER = "Display", "Buttons", "Buzzer, light"
"""The parts beside the readers, as people call them."""

SILENT, REFUSED = "no answer", "pins refused"
"""What people are told of a part; why, is told the journal."""


class Condition:
    """`troubles` are the parts that do not work now, and why.

    `plays_with` are those that nobody can play without, the first one first: one of them in trouble is marked on
    every picture.
    """

    def __init__(self, plays_with: tuple[str, ...]) -> None:
        self.troubles: dict[str, str] = {}
        self._plays_with = plays_with
        self._last, self._last_at = "", 0.0
        self._returns: Counter[str] = Counter()

    def ails(self, part: str, why: str, now: float) -> None:
        """A part does not work at this moment; the first time in a row it is the last fault."""
        if part not in self.troubles:
            self._last, self._last_at = _told(part), now
        self.troubles[part] = why

    def works(self, part: str) -> None:
        """It works, perhaps again."""
        if self.troubles.pop(part, None) is not None:
            self._returns[part] += 1

    def health(self, now: float) -> Health:
        """What people are told; of the parts that came back the readers, by their names."""
        trouble = next((_told(part) for part in self._plays_with if part in self.troubles), "")
        readers = [part for part in self._plays_with if part != BUTTONS]
        returns = tuple((part.partition(" ")[2], self._returns[part]) for part in readers if self._returns[part])
        return Health(trouble, returns, self._last, int(now - self._last_at) // 60 if self._last else 0)


def _told(part: str) -> str:
    return f"{part}: {REFUSED if part in {BUTTONS, SOUNDER} else SILENT}"
