"""The protocol of computer players: a choice from what a seat may know, at once or in steps."""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol, TypeAlias, TypeVar

from companion.cards import Luck
from companion.players.seat_view import SeatView
from companion.rules.statements import Statement

T = TypeVar("T")
Thinking: TypeAlias = Generator[int, None, T]
"""A thought in short steps, which can be left at any of them. Yields the cost of each step in playouts."""


class HurriedError(Exception):
    """Thrown into a thought that must end now."""


class ComputerPlayer(Protocol):
    """A level of one game. Chance is an argument: the same luck always gives the same choice."""

    def choose(self, view: SeatView, luck: Luck) -> Statement | None:
        """A right statement of this seat. None if it has nothing to say now, or waits for others."""

    def thinking(self, view: SeatView, luck: Luck) -> Thinking[Statement | None]:
        """The choice of `choose`, made in steps. A player that chooses at once has none."""
        yield from ()
        return self.choose(view, luck)


def finish(thinking: Thinking[T]) -> T:
    """The end of a thought, without a pause."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: T = end.value
            return found
