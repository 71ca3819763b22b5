"""The field over the reader's antenna: which tags lie in it, and what is heard when all answer at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from hardware.sim.air import Answer, Authentication, Frame, superpose, with_bit_errors
from hardware.sim.faults import Faults


class Transponder(Protocol):
    """Whatever can lie in a field, heard or not."""

    uid: bytes

    def lose_power(self) -> None:
        """Out of the field, or the field went off."""
        ...

    def hear(self, frame: Frame) -> Frame | None:
        """Take one frame of the reader; the answer, or None for silence."""
        ...

    def authenticate(self, request: Authentication) -> bool:
        """Let a block be opened; whether a key agreed."""
        ...


@dataclass(slots=True)
class Field:
    """Tags lie in it whether it is on or off; only a field that is on powers them.

    Consults the faults no-answer, tag-pulled and bit-errors.
    """

    faults: Faults = field(default_factory=Faults)
    _tags: list[Transponder] = field(default_factory=list)
    _on: bool = False

    @property
    def tags(self) -> tuple[Transponder, ...]:
        """Those that lie in the field now, the longest there first."""
        return tuple(self._tags)

    def place(self, tag: Transponder) -> None:
        """Lay a tag down; it remembers nothing. One that lies there already stays as it is."""
        if tag not in self._tags:
            tag.lose_power()
            self._tags.append(tag)

    def lift(self, tag: Transponder) -> None:
        """Take a tag away; nothing if it is not there."""
        if tag in self._tags:
            self._tags.remove(tag)
            tag.lose_power()

    def clear(self) -> None:
        """Take all tags away."""
        for tag in self.tags:
            self.lift(tag)

    def power(self, *, on: bool) -> None:
        """Switch the carrier; off, all tags lose their power."""
        if self._on and not on:
            for tag in self._tags:
                tag.lose_power()
        self._on = on

    def exchange(self, sent: Frame) -> Answer | None:
        """Send a frame to all tags; what the antenna hears, None for silence."""
        if self._is_deaf():
            return None
        answers = [answer for tag in self._tags if (answer := tag.hear(sent)) is not None]
        heard = superpose(answers)
        if heard is not None and (strike := self.faults.strikes("bit-errors")):
            return with_bit_errors(heard, strike.where)
        return heard

    def authenticate(self, request: Authentication) -> bool:
        """Let every tag hear the request; whether a card agreed."""
        if self._is_deaf():
            return False
        agreed = [tag.authenticate(request) for tag in self._tags]
        return any(agreed)

    def _is_deaf(self) -> bool:
        """Whether a frame reaches nobody; also the moment at which a tag may be pulled away."""
        if not self._on or not self._tags or self.faults.strikes("no-answer"):
            return True
        if self.faults.strikes("tag-pulled"):
            self.lift(self._tags[0])
        return not self._tags
