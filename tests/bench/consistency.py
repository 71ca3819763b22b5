"""What the consistency of one play costs, for any Python without packages: `python -m tests.bench.consistency`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from timeit import repeat

from companion.cards import Card
from companion.games.rook.rules import FOLLOW_SUIT, ROOK
from companion.rules.referee.filling import Between
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import contradictions
from companion.rules.referee.verdicts import Promise

ROUNDS = 7


def cost_us(call: Callable[[], object], times: int) -> float:
    """Processor time of one call, in microseconds: the best of the rounds."""
    return 1e6 * min(repeat(call, timer=process_time, number=times, repeat=ROUNDS)) / times


def middle_of_rook(*denied: tuple[int, str]) -> tuple[Knowledge, tuple[Promise, ...]]:
    """Four tricks are played; the bidder's scanned hand and nest count as unseen; seats deny colours."""
    cards = list(ROOK.deck.cards_in_order)
    Random(1).shuffle(cards)
    out, kept = ROOK.deck.set(cards[:16]), ROOK.deck.set(cards[16:19])
    knowledge = Knowledge(ROOK.deck.all, out, (0,) * 4, (5,) * 4, between=(Between.of(kept, {1: 3, None: 3}),))
    promises = (Promise(seat, ROOK.deck.suit(suit), 1, 1, Card("5", "B"), FOLLOW_SUIT) for seat, suit in denied)
    return knowledge, tuple(promises)


def consistency_us() -> float:
    """Of a play after which nothing changed but the play."""
    knowledge, promises = middle_of_rook((0, "B"), (1, "G"), (2, "R"), (0, "Y"))
    assert contradictions(promises, knowledge) == ()
    return cost_us(lambda: contradictions(promises, knowledge), 2000)


if __name__ == "__main__":
    print(consistency_us())  # noqa: T201 - the figure
