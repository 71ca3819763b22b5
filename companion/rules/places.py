"""The places of pieces, as far as the table has seen them.

Every piece is in exactly one place at any time. Games move pieces; this module knows no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from companion.cards import Card, CardSet, Deck, Seat, first_of
from companion.support.values import dataclass


class What(Enum):
    """The kinds of places."""

    __hash__ = object.__hash__  # places are looked up all the time, and Enum hashes in Python

    UNSEEN = "in a hand or a stack: nobody has seen where"
    HAND = "seen into a hand"
    HEADS = "open before a player, still to be played"
    NEST = "in the nest, or with whom took it"
    PASSED = "with who passed cards, or with who got them"
    LAID = "laid in the nest"
    TURNED_UP = "turned up from the stack"
    TRICK = "in the trick that is being played"
    TAKEN = "in a trick that is complete"
    PILE = "in the pile"
    CLEARED = "cleared away with the pile"
    MARKER = "a marker, out of the deck"
    LEFT_OUT = "left out, since so many people play"
    CENTRE = "in the centre"
    RIGHT = "in a closed right hand"
    LEFT = "in a closed left hand"
    CRATE = "in a crate"


@dataclass(frozen=True, slots=True)
class Place:
    """A place of pieces: its seat, if it is a player's, and the number of its trick or turned-up card, from 1, if any.

    All may know what is in an `open` place.
    """

    what: What
    seat: Seat | None = None
    number: int = 0
    open: bool = True


UNSEEN = Place(What.UNSEEN, open=False)


def place_between(holders: tuple[Seat | None, ...]) -> Place:
    """The place of cards that one of these holders has (None: a hidden pile), at the seat of the first of them."""
    seat = next((holder for holder in holders if holder is not None), None)
    return Place(What.NEST if None in holders else What.PASSED, seat, open=False)


OUT = frozenset(
    {What.TURNED_UP, What.TRICK, What.TAKEN, What.LAID, What.PILE, What.CLEARED, What.MARKER, What.LEFT_OUT, What.CRATE}
)
"""Kinds of places that no piece leaves by being played."""


def card_sets(deck: Deck, piles: Mapping[Place, tuple[Card, ...]], out: CardSet) -> dict[Place, CardSet]:
    """The card sets of these piles. Alike cards without a copy number become any of those that are `out`."""
    meant = {place: [deck.copies(card) for card in cards] for place, cards in piles.items()}
    left = out & ~_all_of(copies for several in meant.values() for copies in several if copies.bit_count() == 1)
    found: dict[Place, CardSet] = {}
    for place, several in meant.items():
        found[place] = 0
        for copies in several:
            card = copies if copies.bit_count() == 1 else first_of(copies & left)
            left &= ~card
            found[place] |= card
    return found


def fill(places: Mapping[Place, CardSet]) -> dict[Place, CardSet]:
    """The places without empty ones."""
    return {place: cards for place, cards in places.items() if cards}


def _all_of(sets: Iterable[CardSet]) -> CardSet:
    every = 0
    for cards in sets:
        every |= cards
    return every


FISTS = frozenset({What.RIGHT, What.LEFT})


def in_fists(places: Mapping[Place, CardSet]) -> CardSet:
    """The pieces in closed fists. A chance detection of them must not be shown."""
    return _all_of(cards for place, cards in places.items() if place.what in FISTS)
