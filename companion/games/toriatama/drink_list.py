"""The list of drinks of a house: one `colour-shape` a line, in a file or in the note of a record.

    mint-glass      # a comment
    mint-mug

Any words of letters will do, and so many drinks that the centre never runs dry: a player whose turn begins has at
most five in the crate and two in the hands, or the move fills the crate and nothing is taken.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from companion.cards.card import Drink
from companion.cards.deck import Deck
from companion.rules.statements import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_LETTERS = 12
"""A longer word does not fit the display."""

FEWEST = 4 * (5 + 2)
"""What four players have at most while the game goes on, the drink that is taken included."""

ONE_DRINK = f"one drink as colour-shape, two words of letters, at most {MOST_LETTERS} each"


class DrinksError(UnreadableError):
    """A list that cannot be played with: `place` is its line, or which drink of a note; what was found, what may be."""

    def __init__(self, place: int, found: str, allowed: str) -> None:
        self.place = place
        self.found = found
        self.allowed = allowed
        super().__init__(f"{place}: found {found}; allowed: {allowed}")


def listed(text: str) -> Deck:
    """The drinks of a file. Raises DrinksError."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return _deck([(number, line) for number, line in lines if line])


def noted(words: Iterable[str]) -> Deck:
    """The drinks of a record's note. Raises DrinksError."""
    return _deck(list(enumerate(words, 1)))


def _deck(found: list[tuple[int, str]]) -> Deck:
    """The drinks in their order; each once, and no word both a colour and a shape, so that a claim is clear."""
    first: dict[Drink, int] = {}
    for place, word in found:
        drink = _drink(place, word)
        if drink in first:
            raise DrinksError(place, f"“{drink}” as at {first[drink]}", "each drink once")
        first[drink] = place
    shapes = {drink.rank for drink in first}
    for drink, place in first.items():
        if drink.suit in shapes:
            raise DrinksError(place, f"“{drink.suit}” as a colour and as a shape", "each word as one of them")
    if len(first) < FEWEST:
        last = found[-1][0] if found else 1
        raise DrinksError(last, f"{len(first)} drinks", f"{FEWEST} or more, or four players can take all there are")
    return Deck(tuple(first))


def _drink(place: int, word: str) -> Drink:
    colour, dash, shape = unicodedata.normalize("NFC", word).lower().partition("-")
    if not dash or not all(part.isalpha() and len(part) <= MOST_LETTERS for part in (colour, shape)):
        raise DrinksError(place, f"“{word}”", ONE_DRINK)
    return Drink(shape, colour)
