"""The values of the card table: cards, decks, card sets, seats. Order and points belong to the games.

A `CardSet` is a plain `int` with one bit for each card of a deck, in the deck's order. A hand, a promise or the
unseen cards are one integer each, and set operations are `&`, `|` and `~`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeAlias, TypeVar

from companion.support.messages import Message, join, msg, msg_as
from companion.support.values import dataclass, field

Value = TypeVar("Value")

Seat: TypeAlias = int
"""A seat at the table, numbered clockwise from 0. The match knows who sits there."""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who sits in a seat: a person, or a computer of this `level` (empty: a person)."""

    name: str
    level: str = ""


Luck: TypeAlias = "Callable[[int], int]"
"""A source of chance: for n an integer from 0 to n - 1, uniformly, like `Random().randrange`."""

CardSet: TypeAlias = int
"""Bits over one deck; 0 is the empty set. Bits of different decks do not mix."""

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
FRENCH_RANKS = "2 3 4 5 6 7 8 9 10 J Q K A"
SUIT_NAMES = {"S": msg("spades"), "H": msg("hearts"), "D": msg("diamonds"), "C": msg("clubs")}
SUITS_FIRST = {
    "S": msg_as("suit", "Spades"),
    "H": msg_as("suit", "Hearts"),
    "D": msg_as("suit", "Diamonds"),
    "C": msg_as("suit", "Clubs"),
}
"""Names of suits at the beginning of a sentence."""
SAME_COLOUR = {"H": "D", "D": "H", "S": "C", "C": "S"}
"""The other suit of the same colour."""
COURTS = {"J": msg_as("court", "J"), "Q": msg_as("court", "Q"), "K": msg_as("court", "K")}
"""The letters in the corners of court cards, which people's decks have in their language; records have these."""


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a card, written rank first: `10H`, `AS`. A card without a suit is its rank: `Joker`.

    `copy` (from 1) distinguishes alike cards of a deck, as in `7/3`; 0 means any of them.

    >>> str(Card("10", "H")), Card("10", "H").sign, Card("10", "H").corner, str(Card("7", copy=3))
    ('10H', '10♥', '10', '7/3')
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
    def corner(self) -> str:
        """The rank as it stands in the corners of people's cards."""
        return COURTS.get(self.rank, self.rank)

    @property
    def sign(self) -> str:
        """The text on the display: French suits as symbols, no copy number."""
        suit = SUIT_SIGNS.get(self.suit, self.suit)
        return _court_sign(self.rank, suit) if self.rank in COURTS else self.rank + suit


@cache
def _court_sign(rank: str, suit: str) -> Message:
    return join([COURTS[rank], suit], "")


def signs(cards: Iterable[Card]) -> str:
    """Several cards as the display shows them, separated by blanks."""
    return join(card.sign for card in cards)


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
        return msg("{colour} {shape}", colour=msg(self.suit), shape=msg(self.rank))


@dataclass(frozen=True)
class Deck:
    """All cards of a game in a fixed order. Converts between text, cards and bits.

    >>> deck = Deck.of("9 10 J", "S H")
    >>> str(deck.card("10h")), deck.card("2C")
    ('10H', None)
    >>> [str(card) for card in deck.cards(deck.suit("H"))]
    ['9H', '10H', 'JH']
    >>> deck.suit("C")
    0
    """

    cards_in_order: tuple[Card, ...]
    aliases: dict[str, str] = field(default_factory=dict)
    _bits: dict[Card, CardSet] = field(init=False, repr=False, compare=False)
    _copies: dict[Card, CardSet] = field(init=False, repr=False, compare=False)
    _by_word: dict[str, Card] = field(init=False, repr=False, compare=False)
    _suits: dict[str, CardSet] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bits = {card: 1 << place for place, card in enumerate(self.cards_in_order)}
        copies = dict(bits)
        for card, bit in bits.items():
            copies[card.face] = copies.get(card.face, 0) | bit
        words = {str(card).upper(): card for card in copies}
        words |= {alias.upper(): words[word.upper()] for alias, word in self.aliases.items()}
        suits: dict[str, CardSet] = {}
        for card, bit in bits.items():
            suits[card.suit] = suits.get(card.suit, 0) | bit
        object.__setattr__(self, "_bits", bits)
        object.__setattr__(self, "_copies", copies)
        object.__setattr__(self, "_by_word", words)
        object.__setattr__(self, "_suits", suits)

    def __hash__(self) -> int:
        """The number of its cards: what is kept for a deck is found without a look at them."""
        return len(self.cards_in_order)

    @classmethod
    def of(cls, ranks: str, suits: str) -> Deck:
        """A deck of every rank in every suit; both are lists separated by blanks. `T` is an alias of the rank 10."""
        cards = tuple(Card(rank, suit) for suit in suits.split() for rank in ranks.split())
        aliases = {f"T{card.suit}": str(card) for card in cards if card.rank == "10"}
        return cls(cards, aliases)

    @classmethod
    def of_alike(cls, ranks: str, copies: int) -> Deck:
        """A deck without suits, with this number of copies of each rank."""
        return cls(tuple(Card(rank, copy=copy) for rank in ranks.split() for copy in range(1, copies + 1)))

    @classmethod
    def of_drinks(cls, colours: str, shapes: str) -> Deck:
        """One drink of every shape in every colour; both are lists separated by blanks."""
        return cls(tuple(Drink(shape, colour) for colour in colours.split() for shape in shapes.split()))

    def __len__(self) -> int:
        return len(self.cards_in_order)

    @property
    def all(self) -> CardSet:
        """The set of all cards."""
        return (1 << len(self.cards_in_order)) - 1

    def card(self, word: str) -> Card | None:
        """The card with this text, in upper or lower case. None if the deck has no such card."""
        return self._by_word.get(word.upper())

    def bit(self, card: Card) -> CardSet:
        """The set that contains only this card."""
        return self._bits[card]

    def copies(self, card: Card) -> CardSet:
        """The set of all cards that `card` can mean: itself, or all alike ones where it names no copy."""
        return self._copies[card]

    def set(self, cards: Iterable[Card]) -> CardSet:
        """The set of these cards."""
        bits = 0
        for card in cards:
            bits |= self._bits[card]
        return bits

    def suit(self, suit: str) -> CardSet:
        """All cards of a suit; empty if the deck does not have it."""
        return self._suits.get(suit, 0)

    def cards(self, chosen: CardSet) -> Iterator[Card]:
        """The cards of a set in the deck's order."""
        while chosen:
            lowest = chosen & -chosen
            yield self.cards_in_order[lowest.bit_length() - 1]
            chosen ^= lowest


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise.

    >>> left_of(2, 3)
    0
    """
    return (seat + 1) % seats


def clockwise(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats clockwise, beginning with `first`.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    first %= seats
    return (*range(first, seats), *range(first))


def first_of(cards: CardSet) -> CardSet:
    """The first card of a set, as a set. Empty if the set is."""
    return cards & -cards


def each(cards: CardSet) -> Iterator[CardSet]:
    """Every card of a set as its own set."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def with_seat(by_seat: tuple[Value, ...], seat: Seat, value: Value) -> tuple[Value, ...]:
    """Values by seat, with another one for this seat."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
