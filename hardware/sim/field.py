"""The field over the reader's antenna: the tags in it, and their superposed answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from hardware.sim.air import AntennaAnswer, Frame, superpose, with_bit_errors
from hardware.sim.faults import Faults
from hardware.sim.tags import Em4100, Tag

Found = TypeVar("Found", Tag, Em4100)


@dataclass(slots=True)
class Field:
    """A field that holds tags, on or off; it powers them only while it is on.

    Asks the faults no-answer, tag-pulled and bit-errors.
    """

    faults: Faults = field(default_factory=Faults)
    is_on: bool = False
    _tags: list[Tag | Em4100] = field(default_factory=list)

    @property
    def tags(self) -> tuple[Tag | Em4100, ...]:
        """The tags in the field, the longest there first."""
        return tuple(self._tags)

    def place(self, tag: Tag | Em4100) -> None:
        """Lay a tag down, without state; does nothing if it lies there already."""
        if tag not in self._tags:
            tag.lose_power()
            self._tags.append(tag)

    def lift(self, tag: Tag | Em4100) -> None:
        """Take a tag away; does nothing if it is not there."""
        if tag in self._tags:
            self._tags.remove(tag)
            tag.lose_power()

    def clear(self) -> None:
        """Take all tags away."""
        for tag in self.tags:
            self.lift(tag)

    def alone(self, kind: type[Found]) -> Found | None:
        """The only tag of this kind; None: none, or several, which spoil each other."""
        heard = [tag for tag in self._tags if isinstance(tag, kind)]
        return heard[0] if len(heard) == 1 else None

    def power(self, *, on: bool) -> None:
        """Switch the carrier; off, all tags lose their power."""
        if self.is_on and not on:
            for tag in self._tags:
                tag.lose_power()
        self.is_on = on

    def exchange(self, sent: Frame) -> AntennaAnswer | None:
        """Send a frame to all tags; the answer at the antenna, None for silence."""
        if self._is_deaf():
            return None
        answers = [answer for tag in self._tags if (answer := tag.hear(sent)) is not None]
        heard = superpose(answers)
        if heard is not None and (strike := self.faults.strikes("bit-errors")):
            return with_bit_errors(heard, strike.where)
        return heard

    def _is_deaf(self) -> bool:
        """Whether no tag hears a frame; a tag may also be pulled away here."""
        if not self.is_on or not self._tags or self.faults.strikes("no-answer"):
            return True
        if self.faults.strikes("tag-pulled"):
            self.lift(self._tags[0])
        return not self._tags
