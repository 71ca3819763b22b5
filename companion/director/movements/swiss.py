"""Swiss: entrants of like standing meet, and nobody meets anybody twice as long as that is possible.

What the system leaves open is chosen so: entrants are taken from the top of the standings, each meets the next below
whom it has not met; if that leaves a rest that cannot be paired, the last choice is taken back first. Of an odd number
the lowest among those who sat out least sits out. The first round goes by the order of entry. Boards are the same at
all tables of a round.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from companion.director.movements.history import History
from companion.director.movements.sittings import Meeting, Round

if TYPE_CHECKING:
    from collections.abc import Sequence

Pairs = list[tuple[int, int]]
MOST_STEPS = 20_000
"""Choices that are tried before some meet twice."""


def next_round(ranking: Sequence[int], played: Sequence[Round], board_set: int) -> Round:
    """The next round of entrants in the order of their standing, the best first."""
    history = History.of(played)
    out = history.to_sit_out(ranking, len(ranking) % 2)
    pairs = _paired([one for one in ranking if one not in out], history)
    turned = [_turned(pair, played) for pair in pairs]
    return Round(tuple(Meeting(table, pair, board_set) for table, pair in enumerate(turned, 1)), out)


def _paired(ranking: list[int], history: History) -> Pairs:
    return _Search(ranking, history).pairs() or _mended(ranking, history)


class _Search:
    """Depth first, from the top of the standings."""

    def __init__(self, ranking: list[int], history: History) -> None:
        self._history = history
        self._ranking = ranking
        self._steps = 0

    def pairs(self) -> Pairs:
        """Pairs that have not met; empty if none are found."""
        chosen: list[tuple[list[int], int]] = [(self._ranking, 0)]  # who is left, and the next choice for the first
        pairs: Pairs = []
        while chosen and self._steps < MOST_STEPS:
            left, place = chosen.pop()
            if not left:
                return pairs
            pairs = pairs[: (len(self._ranking) - len(left)) // 2]
            place = self._next(left, place + 1)
            if place:
                chosen.append((left, place))
                pairs.append((left[0], left[place]))
                chosen.append(([*left[1:place], *left[place + 1 :]], 0))
        return []

    def _next(self, left: list[int], place: int) -> int:
        """The place of the next whom the first has not met; 0: there is none."""
        while place < len(left):
            self._steps += 1
            if not self._history.met[frozenset({left[0], left[place]})]:
                return place
            place += 1
        return 0


def _mended(ranking: list[int], history: History) -> Pairs:
    """Neighbours meet; two pairs change partners wherever fewer meet again."""
    pairs = list(zip(ranking[::2], ranking[1::2], strict=True))
    for place, other in permutations(range(len(pairs)), 2):
        pairs[place], pairs[other] = _changed(pairs[place], pairs[other], history)
    return pairs


def _changed(one: tuple[int, int], other: tuple[int, int], history: History) -> Pairs:
    """The best of the three ways to pair four; the present one if no other is better."""
    (a, b), (c, d) = one, other
    return min(([one, other], [(a, c), (b, d)], [(a, d), (b, c)]), key=lambda pairs: _again(history, pairs))


def _again(history: History, pairs: Pairs) -> int:
    return sum(history.met[frozenset(pair)] for pair in pairs)


def _turned(pair: tuple[int, int], played: Sequence[Round]) -> tuple[int, int]:
    """Who sat North and South more often sits East and West."""
    north = [meeting.entrants[0] for one in played for meeting in one.meetings]
    return pair if north.count(pair[0]) <= north.count(pair[1]) else pair[::-1]
