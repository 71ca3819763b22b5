"""The face of a card: it knows no order and no worth, those belong to the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a card, written rank first: `10H`, `AS`; a card without a suit is its rank: `Joker`.

    Where several cards of a deck are alike, `copy` (from 1) names one of them, as in `7/3`; 0 means any of them.

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
        """How people read it on the display: French suits as signs, anything else as written, no copies."""
        return self.rank + SUIT_SIGNS.get(self.suit, self.suit)


def signs(cards: Iterable[Card]) -> str:
    """Several cards as people read them."""
    return " ".join(card.sign for card in cards)


class Drink(Card):
    """A drink, written colour first: its suit is the colour, its rank the shape.

    >>> str(Drink("can", "red")), Drink("can", "red").sign
    ('red-can', 'red can')
    """

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.suit}-{self.rank}"

    @property
    def sign(self) -> str:
        """As it is announced."""
        return f"{self.suit} {self.rank}"
