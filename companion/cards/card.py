"""The face of a card. Order and points belong to the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a card, written rank first: `10H`, `AS`. A card without a suit is its rank: `Joker`.

    `copy` (from 1) distinguishes alike cards of a deck, as in `7/3`; 0 means any of them.

    >>> str(Card("10", "H")), Card("10", "H").sign, str(Card("7", copy=3))
    ('10H', '10♥', '7/3')
    """

    rank: str
    suit: str = ""
    copy: int = 0

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}/{self.copy}" if self.copy else self.rank + self.suit

    @property
    def face(self) -> Card:
        """The card without the number of its copy."""
        return Card(self.rank, self.suit) if self.copy else self

    @property
    def sign(self) -> str:
        """The text on the display: French suits as symbols, no copy number."""
        return self.rank + SUIT_SIGNS.get(self.suit, self.suit)


def signs(cards: Iterable[Card]) -> str:
    """Several cards as the display shows them, separated by blanks."""
    return " ".join(card.sign for card in cards)


class Drink(Card):
    """A drink, written colour first. Its suit is the colour, its rank the shape.

    >>> str(Drink("can", "red")), Drink("can", "red").sign
    ('red-can', 'red can')
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.suit}-{self.rank}"

    @property
    def sign(self) -> str:
        """The text on the display."""
        return f"{self.suit} {self.rank}"
