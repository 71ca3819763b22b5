"""Swiss: entrants of like standing meet, and nobody meets anybody twice as long as that is possible.

Choices that the system leaves open: entrants are taken from the top of the standings, each meets the next below
whom it has not met; if that leaves a rest that cannot be paired, the last choice is taken back first. Of an odd number
the lowest among those who sat out least sits out; if the others could then only meet again, the next above does. The
first round pairs by order of entry. Boards are the same at all tables of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import TypeAlias

from companion.director.movements.sittings import History, Meeting, PlannedRound

Pairs = list[tuple[int, int]]
Ranking: TypeAlias = "tuple[int, ...]"
MOST_DEAD_ENDS = 2_000
"""When so many groups were found that cannot be paired, some entrants meet twice."""


def next_round(ranking: Sequence[int], played: Sequence[PlannedRound], board_set: int) -> PlannedRound:
    """The next round of entrants in the order of their standing, the best first."""
    history = History.of(played)
    out, pairs = _seat(tuple(ranking), history)
    turned = [_balance_directions(pair, played) for pair in pairs]
    return PlannedRound(tuple(Meeting(table, pair, board_set) for table, pair in enumerate(turned, 1)), out)


def _seat(ranking: Ranking, history: History) -> tuple[Ranking, Pairs]:
    """Who sits out, and who meets whom."""
    dead_ends: set[Ranking] = set()
    ways = list(_ways(ranking, history))
    for out in ways:
        if (pairs := _new_pairs(_without(ranking, out), history, dead_ends)) is not None:
            return out, pairs
    return ways[0], _avoid_repeats(_without(ranking, ways[0]), history)


def _ways(ranking: Ranking, history: History) -> Iterator[Ranking]:
    """Who may sit out, the lowest first."""
    if len(ranking) % 2 == 0:
        yield ()
        return
    least = min(history.out[entrant] for entrant in ranking)
    yield from ((entrant,) for entrant in reversed(ranking) if history.out[entrant] == least)


def _without(ranking: Ranking, gone: Sequence[int]) -> Ranking:
    return tuple(entrant for entrant in ranking if entrant not in gone)


def _new_pairs(left: Ranking, history: History, dead_ends: set[Ranking]) -> Pairs | None:
    """Pairs that have not met, depth first from the top of the standings. None: there are none, or too many ways."""
    if not left:
        return []
    first, *others = left
    for other in others:
        rest = _without(left, (first, other))
        if history.met[frozenset((first, other))] or rest in dead_ends or len(dead_ends) > MOST_DEAD_ENDS:
            continue
        if (pairs := _new_pairs(rest, history, dead_ends)) is not None:
            return [(first, other), *pairs]
    dead_ends.add(left)
    return None


def _avoid_repeats(ranking: Ranking, history: History) -> Pairs:
    """Neighbours meet; two pairs change partners wherever fewer meet again."""
    pairs = list(zip(ranking[::2], ranking[1::2], strict=True))
    for place, other in permutations(range(len(pairs)), 2):
        pairs[place], pairs[other] = _best_exchange(pairs[place], pairs[other], history)
    return pairs


def _best_exchange(one: tuple[int, int], other: tuple[int, int], history: History) -> Pairs:
    """The best of the three ways to pair four; the present one if no other is better."""
    (a, b), (c, d) = one, other
    ways = ([one, other], [(a, c), (b, d)], [(a, d), (b, c)])
    return min(ways, key=lambda pairs: sum(history.met[frozenset(pair)] for pair in pairs))


def _balance_directions(pair: tuple[int, int], played: Sequence[PlannedRound]) -> tuple[int, int]:
    """Who sat North and South more often sits East and West."""
    north = [meeting.entrants[0] for planned_round in played for meeting in planned_round.meetings]
    return pair if north.count(pair[0]) <= north.count(pair[1]) else pair[::-1]
