"""Weighs imagined deals by what the others said: hands that would have said the same are imagined more often."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, cycle, islice
from math import exp
from typing import Any, NamedTuple, Self

from companion.cards import CardSet, Deck, Luck, Seat
from companion.rules.deal import TrickState
from companion.rules.referee.deals import Dealt
from companion.support.values import dataclass

LOT, DEALS = 8, 40
"""LOT deals from which one is chosen; DEALS so chosen for each choice of a player (measured: `README.md`)."""

SURE = 1000
"""The chance of a word that is sure to be said. Chances are integers and at least 1, since a person may say
anything."""


def chances(spread: float, most: int) -> tuple[int, ...]:
    """The chance that a word is said, by the points that the hand has beyond what the word needs, up to `most`.

    Negative indexes are points that it lacks. With `spread` points beyond, three of four say the word; with `spread`
    points too few, one of four.
    """
    points = (*range(most + 1), *range(-most, 0))
    return tuple(1 + round((SURE - 2) / (1 + exp(-(point + 0.5) / spread))) for point in points)


def likely(drawn: Iterator[Dealt], likelihood: Callable[[Dealt], int], luck: Luck) -> Iterator[Dealt]:
    """DEALS of these deals, again and again; each is one of a LOT, chosen by its likelihood.

    Playouts are spent on likely deals only: a few of them tell more than many others.
    """

    def choose() -> Iterator[Dealt]:
        while True:
            lot = list(islice(drawn, LOT))
            upto = list(accumulate(map(likelihood, lot)))
            yield lot[bisect_right(upto, luck(upto[-1]))]

    return cycle(islice(choose(), DEALS))


class HeardCall(NamedTuple):
    """Whether a seat said a word. `points` of a hand are those beyond what the word needs, below 0 if it lacks some."""

    seat: Seat
    points: Callable[[CardSet], int]
    said: bool


@dataclass(frozen=True, slots=True)
class HeardCalls:
    """What a seat heard of the others, and the cards `played` by seat; `chance` is that of a word, by its points."""

    chance: tuple[int, ...]
    calls: tuple[HeardCall, ...]
    played: tuple[CardSet, ...]

    @classmethod
    def by(cls, seat: Seat, calls: Iterable[HeardCall], chance: tuple[int, ...], played: tuple[CardSet, ...]) -> Self:
        """What this seat heard, of all calls of the deal."""
        return cls(chance, tuple(call for call in calls if call.seat != seat), played)

    def likelihood(self, dealt: Dealt) -> int:
        """How likely the others spoke so if these are their hands. Compares deals with each other only."""
        likely = 1
        for seat, points, said in self.calls:
            chance = self.chance[points(dealt.hands[seat] | self.played[seat])]
            likely *= chance if said else SURE - chance
        return likely


def cards_played(deck: Deck, state: TrickState[Any]) -> tuple[CardSet, ...]:
    """By seat the cards that it has played in this deal."""
    played = [0] * state.setup.seats
    for trick in state.now.tricks:
        for play in trick.plays:
            played[play.seat] |= deck.set(play.cards)
    return tuple(played)
