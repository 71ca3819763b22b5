"""Strategies: what a computer player knows of a game; positions, in which it plays deals to their end.

The rules of a position are the referee's: a property test compares every position with it, play by play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, Self, TypeAlias

from companion.cards import Card, CardSet, Luck, Seat
from companion.players.seat_view import SeatView
from companion.rules.statements import Statement


class Playable(Protocol):
    """Anything that can be played to its end: a `Position`, or a deal that is already over."""

    def playout(self, luck: Luck) -> None:
        """Play to the end by chance and heuristics."""

    def scores(self) -> list[int]:
        """The points of the deal by seat. Valid only at the end."""


Outcome: TypeAlias = Playable
"""The name of it in version 3 of what games may rely on."""

After: TypeAlias = Callable[[Statement], Playable]
"""Maps a statement of the imagining seat to its outcome in one imagined deal."""


class Strategy(ABC):
    """The heuristics of a game, and its support for playouts: `GameEntry.strategy`."""

    PLAYOUTS: int
    """Playouts per choice of the strong level: less than a second on a Pi Zero 2."""

    DOUBT: float = 0
    """The first candidate is chosen unless another is better by more than this many standard errors. 0: the best is."""

    @abstractmethod
    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every right statement of this seat now. () if it has nothing to say, or its cards were not scanned."""

    @abstractmethod
    def greedy(self, view: SeatView, luck: Luck) -> Statement | None:
        """The choice by the highest card only."""

    @abstractmethod
    def easy(self, view: SeatView, luck: Luck) -> Statement | None:
        """The choice of a beginner."""

    @abstractmethod
    def normal(self, view: SeatView, luck: Luck) -> Statement | None:
        """The choice of an experienced player."""

    def slips(self, view: SeatView, usual: Statement) -> Sequence[Statement]:
        """Careless moves in place of the `usual` one: weaker, but not silly. () if there are none."""
        return ()

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """The moves that are worth trying. A single one is said without a trial; () means to say nothing."""
        return self.moves(view)

    def effort(self, view: SeatView) -> int:
        """The cost of one trial in playouts: 1, or more if the rest of the bidding is imagined, too."""
        return 1

    @abstractmethod
    def imagine(self, view: SeatView, luck: Luck) -> Iterator[After]:
        """An endless iterator of imagined deals, all equally likely."""

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The value of a deal's scores for a seat. More is better."""
        return scores[seat]


def after(position: Position) -> After:
    """The outcome of playing cards in this position, which stays unchanged."""

    def play(statement: Statement) -> Playable:
        tried = position.copy()
        tried.play(tried.set_of(statement.cards))
        return tried

    return play


OVER: Seat = -1
"""The value of `turn` when the deal is over."""


def rolls(luck: Luck, number: int) -> Iterator[int]:
    """Random numbers from 0 to 255 for a playout. Asks luck once, since one call takes longer than a play."""
    return iter(luck(1 << 8 * number).to_bytes(number, "big"))


class Position(Protocol):
    """A deal after the bidding. Sets of cards are bits over the game's deck; seats are numbers from 0."""

    turn: Seat
    """The next seat to play. `OVER` when the deal is over."""

    def plays(self) -> list[CardSet]:
        """Every right play as a set of cards. 0 stands for an action without a card of the hand."""

    def set_of(self, cards: tuple[Card, ...]) -> CardSet:
        """The set that `play` takes for these cards of the seat whose turn it is."""

    def play(self, cards: CardSet) -> None:
        """Play these cards for the seat whose turn it is. They must be one of `plays`."""

    def playout(self, luck: Luck) -> None:
        """Play to the end by chance and heuristics, without calling `plays`."""

    def scores(self) -> list[int]:
        """The points of the deal by seat. Valid only when it is over."""

    def copy(self) -> Self:
        """An independent copy of the position."""

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """A copy of the position with other hidden cards: hands of equal sizes. Tricks are not played again."""
