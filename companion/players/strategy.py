"""What the computer must know of a game to play it: `strategy.py` in the folder of a game is such a strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from companion.rules.statements import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.cards.seats import Seat
    from companion.players.playouts.position import Position
    from companion.players.view import View
    from companion.rules.referee.deals import Luck


class Outcome(Protocol):
    """What can be played to its end: a `Position`, or a deal that is over already."""

    def playout(self, luck: Luck) -> None:
        """Play to the end by chance and rules of thumb."""

    def scores(self) -> list[int]:
        """The points of the deal by seat; only at the end."""


After: TypeAlias = Callable[[Statement], Outcome]
"""One way in which the hidden cards may lie: what comes of a statement of the seat that imagines it."""


class Strategy(Protocol):
    """A game's rules of thumb, and what playouts need. The module of the game is the value."""

    PLAYOUTS: int
    """So many playouts make a strong choice in less than a second on a Pi Zero 2."""

    def moves(self, view: View, /) -> tuple[Statement, ...]:
        """Every right statement of this seat now; () where it has nothing to say, or its cards were not scanned."""

    def greedy(self, view: View, luck: Luck, /) -> Statement | None:
        """As somebody plays who looks at the highest card only."""

    def easy(self, view: View, luck: Luck, /) -> Statement | None:
        """As a beginner plays."""

    def normal(self, view: View, luck: Luck, /) -> Statement | None:
        """As somebody plays who has played often."""

    def candidates(self, view: View, luck: Luck, /) -> Sequence[Statement]:
        """The moves that are worth trying; one alone is said without a trial, () is to keep silent."""

    def effort(self, view: View, /) -> int:
        """How many playouts take as long as one trial now: 1, more where the rest of the bidding is imagined, too."""

    def imagined(self, view: View, luck: Luck, /) -> Iterator[After]:
        """Ways in which the hidden cards may lie, each as likely as any other; without end."""

    def worth(self, scores: Sequence[int], seat: Seat, /) -> float:
        """How good the scores of a deal are for a seat; more is better."""


def after(position: Position) -> After:
    """What comes of laying cards in this position, which stays as it is."""

    def laid(statement: Statement) -> Outcome:
        tried = position.copy()
        tried.play(tried.named(statement.cards))
        return tried

    return laid
