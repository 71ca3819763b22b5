"""Rook's cards and their points (rules.md 3.1). Does not know which card wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import Card, Deck

if TYPE_CHECKING:
    from collections.abc import Iterable


COLOURS = {"black": "B", "green": "G", "red": "R", "yellow": "Y"}
RANKS = ("5", "6", "7", "8", "9", "10", "11", "12", "13", "14")
BIRD = Card("Rook")
DECK = Deck((*(Card(rank, colour) for colour in COLOURS.values() for rank in RANKS), BIRD))
BIRD_SET = DECK.bit(BIRD)
HAND, NEST = 9, 5

COUNTERS = {"Rook": 20, "14": 10, "10": 10, "5": 5}
"""The points of a rank, the highest first."""
ALL_COUNTERS = 120


def counters(cards: Iterable[Card]) -> int:
    """The points of these cards.

    >>> counters(DECK.cards_in_order) == ALL_COUNTERS
    True
    """
    return sum([COUNTERS.get(card.rank, 0) for card in cards])


def highest_counter(cards: Iterable[Card]) -> Card | None:
    """The highest counter: the Rook, a 14, a 10, a 5; of equals black, green, red, yellow. None: no counter."""
    counting = [card for card in DECK.cards(DECK.set(cards)) if card.rank in COUNTERS]
    return min(counting, key=lambda card: list(COUNTERS).index(card.rank), default=None)


NO_COUNTERS = DECK.set(card for card in DECK.cards_in_order if not counters([card]))
"""The cards without points."""
