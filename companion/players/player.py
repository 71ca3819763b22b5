"""What a computer player is: given what its seat may know, it says what the seat says next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.players.view import View
    from companion.rules.referee.deals import Luck
    from companion.rules.statements import Statement


class Player(Protocol):
    """A level of one game. Chance is an argument: the same luck gives the same choice everywhere."""

    def choose(self, view: View, luck: Luck) -> Statement | None:
        """A right statement of this seat; None where it has nothing to say now, or waits for others."""
