"""The protocol of computer players: a choice from what a seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.players.seat_view import View
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement


class Player(Protocol):
    """A level of one game. Chance is an argument: the same luck always gives the same choice."""

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """A right statement of this seat. None if it has nothing to say now, or waits for others."""
