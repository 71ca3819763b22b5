"""The drink list of a house: one `colour-shape` per line, in a file or in the note of a record.

    mint-glass      # a comment
    mint-mug

Any words of letters are allowed. The list must be long enough for the centre never to run empty: a player whose turn
begins has at most five drinks in the crate and two in the hands; with more, the move fills the crate.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from companion.cards import Deck, Drink
from companion.rules.statements import UnreadableError

MOST_LETTERS = 12
"""Maximum letters of a word; longer ones do not fit the display."""

FEWEST = 4 * (5 + 2)
"""Minimum number of drinks: what four players have at most during the game, including the drink just taken."""

ONE_DRINK = f"one drink as colour-shape, two words of letters, at most {MOST_LETTERS} each"


class DrinksError(UnreadableError):
    """An invalid drink list. `place` is the line, or the drink of a note. Says what was found and what is allowed."""

    def __init__(self, place: int, found: str, allowed: str) -> None:
        self.place = place
        self.found = found
        self.allowed = allowed
        super().__init__(f"{place}: found {found}; allowed: {allowed}")


def read_drinks(text: str) -> Deck:
    """The drinks of a file. Raises DrinksError."""
    lines = ((number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return _deck([(number, line) for number, line in lines if line])


def read_note(words: Iterable[str]) -> Deck:
    """The drinks of a record's note. Raises DrinksError."""
    return _deck(list(enumerate(words, 1)))


def _deck(found: list[tuple[int, str]]) -> Deck:
    """The drinks in order. Each is unique, and no word is both a colour and a shape: claims are unambiguous."""
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
        raise DrinksError(last, f"{len(first)} drinks", f"{FEWEST} or more: of fewer four players can take all")
    return Deck(tuple(first))


def _drink(place: int, word: str) -> Drink:
    colour, dash, shape = unicodedata.normalize("NFC", word).lower().partition("-")
    if not dash or not all(part.isalpha() and len(part) <= MOST_LETTERS for part in (colour, shape)):
        raise DrinksError(place, f"“{word}”", ONE_DRINK)
    return Drink(shape, colour)
