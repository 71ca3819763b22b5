"""Part health: which parts do not work, for the journal and for people. Knows no wire and no clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from companion.inputs.inputs import UNHARMED, Health
from companion.support.messages import msg

DISPLAY, BUTTONS, SOUNDER, VOICE = msg("Display"), msg("Buttons"), msg("Buzzer, light"), msg("Voice")
DISK = msg("Disk")
"""The names of the parts other than readers."""

BY_WIRE = {"BUZZER": msg("Buzzer"), "RED": msg("Red light"), "GREEN": msg("Green light"), "BLUE": msg("Blue light")}
"""The names of the sounder's parts, which may fail one by one, by their wires."""

SILENT, REFUSED, STUCK, NEARLY_FULL = msg("no answer"), msg("pins refused"), msg("stuck"), msg("nearly full")
HELD = msg("in use elsewhere")
"""Faults in the words for people; the journal gives the reason."""


class PartHealth:
    """`troubles` maps each part that does not work to the reason.

    A fault of a reader or a button marks every picture, readers first; so does a nearly full disk. `buttons` are their
    names.
    """

    def __init__(self, readers: tuple[str, ...], buttons: Collection[str] = ()) -> None:
        self.troubles: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._readers = readers
        self._required = (*readers, BUTTONS, *map(button_part, buttons), DISK)
        self._last, self._last_at = "", 0.0
        self._returns: Counter[str] = Counter()

    def report_fault(self, part: str, why: str, now: float, word: str = SILENT) -> None:
        """Report a fault, `word` for people; the first in a row becomes the last fault."""
        self._words[part] = word
        if part not in self.troubles:
            self._last, self._last_at = self._sentence(part), now
        self.troubles[part] = why

    def report_working(self, part: str) -> None:
        """Report that a part works."""
        if part in self.troubles:
            del self.troubles[part]
            self._returns[part] += 1

    def health(self, now: float) -> Health:
        """The summary for people; it counts the returns of readers only, by name."""
        if not self._last:
            return UNHARMED
        part = next((part for part in self._required if part in self.troubles), "")
        trouble = self._sentence(part) if part else ""
        returns = tuple((part.partition(" ")[2], self._returns[part]) for part in self._readers if self._returns[part])
        ago_min = int(now - self._last_at) // 60
        of_reader = part in self._readers and self._words[part] != HELD
        return Health(trouble, returns, self._last, ago_min, of_reader=of_reader, part=part)

    def _sentence(self, part: str) -> str:
        return msg("{part}: {trouble}", part=part, trouble=self._words[part])


def button_part(name: str) -> str:
    """The name of one button as a part."""
    return msg("Button {name}", name=name)
