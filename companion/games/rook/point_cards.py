"""Rook's cards and their points, by the house rules (RULES.md 1, AT_HOME.md). Does not know who wins a trick."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from companion.cards import Card, CardSet, Deck, spoken
from companion.support.values import dataclass

COLOURS: dict[str, str] = {name: letter for letter, name in spoken.COLOURS.items()}
RANKS = ("5", "6", "7", "8", "9", "10", "11", "12", "13", "14")
BIRD = Card("Rook")
NEST = 5
WHOLE = "rook-57"
"""The kind of decks with all cards of the box."""

COUNTERS = {"Rook": 20, "14": 10, "10": 10, "5": 5}
"""The points of a rank by the book, the highest first."""
HIGH_ONES = {"15": 15, "20": 20, "low": 0}
"""The points of a one, by the house rule."""
LAST_TRICK = {"nest": 0, "nest-and-20": 20}
"""The points of the last trick besides those of the nest, by the house rule."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """The cards of a match. Equal house rules give the same one.

    `ranks` are those of each colour, low to high. `counters` are the points of a rank, the highest first; the last
    trick counts `last_trick` besides. `hand` is the number of cards dealt to each seat. `no_counters` are the cards
    without points; `total` is all that a side can capture.
    """

    deck: Deck
    ranks: tuple[str, ...]
    counters: Mapping[str, int]
    last_trick: int
    hand: int
    bird: CardSet
    no_counters: CardSet
    total: int

    def points(self, cards: Iterable[Card]) -> int:
        """The points of these cards.

        >>> pack_of({}).points(pack_of({}).deck.cards_in_order)
        120
        """
        worth = self.counters
        return sum([worth.get(card.rank, 0) for card in cards])

    def highest_counter(self, cards: Iterable[Card]) -> Card | None:
        """The highest counter, the Rook first; of equals black, green, red, yellow. None: no counter."""
        counting = [card for card in self.deck.cards(self.deck.set(cards)) if card.rank in self.counters]
        return min(counting, key=lambda card: list(self.counters).index(card.rank), default=None)


def pack_of(options: Mapping[str, str]) -> Pack:
    """The cards by these house rules; those that are not named are the book's."""
    cards = options.get("cards", "41")
    ones = "low" if cards == "41" else options.get("ones-count", "15")
    return _pack(cards, HIGH_ONES[ones], LAST_TRICK[options.get("last-trick", "nest")])


@cache
def _pack(cards: str, ones: int, last_trick: int) -> Pack:
    low = {"41": (), "45": (), "57": ("2", "3", "4")}[cards]
    lowest = ("1",) if cards != "41" else ()
    ranks = (*low, *RANKS, *lowest) if ones else (*lowest, *low, *RANKS)
    counters = {"Rook": COUNTERS["Rook"], **({"1": ones} if ones else {}), **COUNTERS}
    deck = Deck((*(Card(rank, colour) for colour in COLOURS.values() for rank in ranks), BIRD))
    plain = deck.set(card for card in deck.cards_in_order if card.rank not in counters)
    total = sum(counters.get(card.rank, 0) for card in deck.cards_in_order) + last_trick
    return Pack(deck, ranks, counters, last_trick, (len(deck) - NEST) // 4, deck.bit(BIRD), plain, total)
