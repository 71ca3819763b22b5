"""Part health: which parts do not work, for the journal and for people. Knows no wire and no clock."""

from __future__ import annotations

from collections import Counter

from companion.inputs.inputs import Health
from companion.support.messages import msg

DISPLAY, BUTTONS, SOUNDER, VOICE = msg("Display"), msg("Buttons"), msg("Buzzer, light"), msg("Voice")
"""The names of the parts other than readers."""

SILENT, REFUSED = msg("no answer"), msg("pins refused")
"""Faults in the words for people; the journal gives the reason."""


UNHARMED = Health()


class PartHealth:
    """`troubles` maps each part that does not work to the reason.

    `required` are the parts that play needs, the most important first: a fault of one marks every picture.
    """

    def __init__(self, required: tuple[str, ...]) -> None:
        self.troubles: dict[str, str] = {}
        self._required = required
        self._last, self._last_at = "", 0.0
        self._returns: Counter[str] = Counter()

    def report_fault(self, part: str, why: str, now: float) -> None:
        """Report a fault; the first in a row becomes the last fault."""
        if part not in self.troubles:
            self._last, self._last_at = _sentence(part), now
        self.troubles[part] = why

    def report_working(self, part: str) -> None:
        """Report that a part works."""
        if self.troubles.pop(part, None) is not None:
            self._returns[part] += 1

    def health(self, now: float) -> Health:
        """The summary for people; it counts the returns of readers only, by name."""
        if not self._last:
            return UNHARMED
        trouble = next((_sentence(part) for part in self._required if part in self.troubles), "")
        readers = [part for part in self._required if part != BUTTONS]
        returns = tuple((part.partition(" ")[2], self._returns[part]) for part in readers if self._returns[part])
        return Health(trouble, returns, self._last, int(now - self._last_at) // 60 if self._last else 0)


def _sentence(part: str) -> str:
    return msg("{part}: {trouble}", part=part, trouble=REFUSED if part in {BUTTONS, SOUNDER} else SILENT)
