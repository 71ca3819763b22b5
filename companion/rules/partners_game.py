"""A trick-taking game of two sides: one score for partners, and the side that has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards import Card, CardSet, Seat
from companion.rules.deal import Opening, TrickState
from companion.rules.game import Setup
from companion.rules.partners import SIDES, by_seat, side
from companion.rules.statements import UnreadableError
from companion.rules.tricks import TrickGame


class PartnersGame(TrickGame[Opening]):
    """A trick game of two sides: partners sit opposite each other and have one score."""

    sides = SIDES

    def counted_cards(self, state: TrickState[Opening], cards: CardSet) -> bool:
        """False: a side that takes all tricks that are left gets the rest of a known total."""
        return False

    def scores_brought(self, said: Mapping[Seat, int], markers: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
        """A score of one partner applies to both."""
        return one_score(said)

    def floor(self, setup: Setup) -> int | None:
        """The total at which a side has lost. None: it cannot lose so."""
        return None

    def carry_in(self, setup: Setup) -> Any:
        """Nothing. Raises UnreadableError if the starting scores end the match."""
        refuse_ended(self._target(setup), setup.scores, self.floor(setup))

    def winners_of(self, state: TrickState[Opening], totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """A side with the target. If both have it, the higher one; if equal, another deal is played."""
        return side_that_wins(self._target(state.setup), totals, self.floor(state.setup))

    def _target(self, setup: Setup) -> int:
        """The target by the house rule of that name, or that of a game without this house rule."""
        return int(setup.options.get("target", self.target))


def side_that_wins(target: int, totals: Sequence[int], floor: int | None = None) -> tuple[Seat, ...]:
    """The side that is ahead once one has the target or is at the floor; empty: none, or both are equal, and play on.

    `target` is 0 if no total wins. `floor` is the total at which a side has lost; None: there is none.
    """
    least, most = min(totals), max(totals)
    ends = 0 < target <= most or (floor is not None and least <= floor)
    return tuple(seat for seat, total in enumerate(totals) if ends and total == most > least)


def refuse_ended(target: int, scores: Sequence[int], floor: int | None = None) -> None:
    """Raises UnreadableError if a side wins with these starting scores."""
    if side_that_wins(target, scores, floor):
        ended = f"{target} or more" if 0 < target <= max(scores) else f"{floor} or less"
        raise UnreadableError(f"these scores end the game already: a side has {ended}")


def one_score(said: Mapping[Seat, int]) -> tuple[int, ...]:
    """The scores by seat if that of one partner applies to both, 0 if none is stated. Raises UnreadableError."""
    sides: list[set[int]] = [set(), set()]
    for seat, points in said.items():
        sides[side(seat)].add(points)
    if max(map(len, sides)) > 1:
        raise UnreadableError("partners have one score; two different ones were given")
    return by_seat([sum(points) for points in sides])
