"""Bird Dog: when a hand declares or says nil, and how likely a hand is after the answers of its player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from companion.cards import Card, CardSet, Seat, clockwise
from companion.games.birddog.rules import BIRD_DOG, DECK, RANKS, BirdDogBidding
from companion.players.likelihood import HeardCall, HeardCalls, cards_played, chances
from companion.rules.deal import TrickState

STRONG_ENOUGH = 15
"""Minimum strength to declare. Between players of the normal level such a hand then scores more than the others."""
WEAK_ENOUGH, CERTAIN = 16, 100
"""Maximum danger to say nil: about half of these nils win. The Bird Dog is certain to take a trick."""


CHANCE = chances(spread=4, most=200)
"""The chance to declare or to say nil, by the points that the hand has more than it needs."""


class Points:
    """The points that a hand has more than it needs for a word, by tables of eight cards each. Below 0: it has less."""

    def __init__(self, value: Callable[[Card], int], needed: int) -> None:
        values = [*map(value, DECK.cards_in_order)]
        self._low, self._middle, self._high = _sums(values[:8], -needed), _sums(values[8:16]), _sums(values[16:])

    def __call__(self, cards: CardSet) -> int:
        """The points of this hand."""
        return self._low[cards & 255] + self._middle[cards >> 8 & 255] + self._high[cards >> 16]


def _sums(values: Sequence[int], start: int = 0) -> list[int]:
    """By the set of cards with these values their sum."""
    sums = [start]
    for value in values:
        sums += [value + earlier for earlier in sums]
    return sums


class Answers(NamedTuple):
    """What hands have more than they need to declare, and to say nil."""

    declare: Points
    nil: Points


@cache
def answers(up: Card) -> Answers:
    """The points of hands when this card was turned up last.

    To declare: 6 for the Bird Dog, 3 plus rank (0 to 5) for a trump, 3 for another ace, 1 for a king. Against nil: the
    ranks from 0 to 5, those of trumps twice.
    """
    bidding = BirdDogBidding((up,))

    def strength(card: Card) -> int:
        if card == bidding.bird_dog:
            return 6
        return 3 + RANKS.index(card.rank) if card.suit == bidding.trump else {"A": 3, "K": 1}.get(card.rank, 0)

    def safety(card: Card) -> int:
        rank = RANKS.index(card.rank)
        return -CERTAIN if card == bidding.bird_dog else -2 * rank if card.suit == bidding.trump else -rank

    return Answers(Points(strength, STRONG_ENOUGH), Points(safety, -WEAK_ENOUGH))


def heard_by(seat: Seat, state: TrickState[BirdDogBidding]) -> HeardCalls:
    """The answers that this seat heard of the others."""
    return HeardCalls.by(seat, _answers_of(state), CHANCE, cards_played(DECK, state))


def _answers_of(state: TrickState[BirdDogBidding]) -> Iterator[HeardCall]:
    """All answers of this deal."""
    bidding = state.now.opening
    order = clockwise(BIRD_DOG.first_leader(state), state.setup.seats)
    for up in bidding.ups:
        declare = answers(up).declare
        last = up == bidding.ups[-1]
        for seat in order[: bidding.passes] if last else order:
            yield HeardCall(seat, declare, said=False)
        if last and bidding.declarer is not None:
            yield HeardCall(bidding.declarer, declare, said=True)
    for seat, nil in zip(order, bidding.nils, strict=False):
        yield HeardCall(seat, answers(bidding.ups[-1]).nil, said=nil)
