"""Cards as people say them: what stands on a panel as "Q♣" is "the queen of clubs"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from companion.cards import FRENCH_RANKS, SUIT_NAMES, SUIT_SIGNS, Card, Deck, Drink
from companion.support.messages import Message, language, msg, msg_as, msg_n, tr
from companion.support.text import listing

RANKS = {
    "2": msg_as("rank", "two"),
    "3": msg_as("rank", "three"),
    "4": msg_as("rank", "four"),
    "5": msg_as("rank", "five"),
    "6": msg_as("rank", "six"),
    "7": msg_as("rank", "seven"),
    "8": msg_as("rank", "eight"),
    "9": msg_as("rank", "nine"),
    "10": msg_as("rank", "ten"),
    "11": msg_as("rank", "eleven"),
    "J": msg_as("rank", "jack"),
    "Q": msg_as("rank", "queen"),
    "K": msg_as("rank", "king"),
    "A": msg_as("rank", "ace"),
}
COLOURS = {"B": msg("black"), "G": msg("green"), "R": msg("red"), "Y": msg("yellow")}
COLOURS_ALONE = {
    "B": msg_as("suit", "black"),
    "G": msg_as("suit", "green"),
    "R": msg_as("suit", "red"),
    "Y": msg_as("suit", "yellow"),
}
"""Colours without a rank after them, which are nouns in some languages."""

ALIKE = {
    "2": msg_n("a two", "{many} twos"),
    "3": msg_n("a three", "{many} threes"),
    "4": msg_n("a four", "{many} fours"),
    "5": msg_n("a five", "{many} fives"),
    "6": msg_n("a six", "{many} sixes"),
    "7": msg_n("a seven", "{many} sevens"),
    "8": msg_n("an eight", "{many} eights"),
    "9": msg_n("a nine", "{many} nines"),
    "10": msg_n("a ten", "{many} tens"),
    "11": msg_n("an eleven", "{many} elevens"),
}
"""One and several cards without a suit; `many` is the number in words."""
NUMBERS = {2: msg("two"), 3: msg("three"), 4: msg("four"), 5: msg("five")}


def cards_in_words(cards: Iterable[Card]) -> str:
    """Cards as people say them in the language in effect. Empty: no cards.

    >>> from companion.cards import Card
    >>> cards_in_words((Card("10", "C"),)), cards_in_words((Card("7", "Y"), Card("Joker")))
    ('the ten of clubs', 'the yellow seven and the Joker')
    >>> cards_in_words((Card("7"), Card("7"), Card("8")))
    'two sevens and an eight'
    """
    counted = Counter(card.face for card in cards)
    return tr(listing([_alike(card, number) for card, number in counted.items()])) if counted else ""


def _alike(card: Card, number: int) -> str:
    if isinstance(card, Drink):
        return tr(msg_as("drink", "the {card}", card=name(card)))
    if card.suit or card.rank not in ALIKE:
        return tr("the {card}", card=name(card))
    alike, many = ALIKE[card.rank], NUMBERS.get(number, str(number))
    return tr(Message(alike.form, alike.several, {"n": number, "many": many}))


def name(card: Card) -> str:
    """The name of a card in the language in effect, without an article ("queen of clubs", "red can")."""
    if isinstance(card, Drink):
        return tr("{colour} {shape}", colour=tr(card.suit), shape=tr(card.rank))
    rank = tr(RANKS[card.rank]) if card.rank in RANKS else card.rank
    if not card.suit:
        return rank
    if card.suit in SUIT_NAMES:
        return tr("{rank} of {suit}", rank=rank, suit=suit_name(card.suit))
    return tr("{colour} {rank}", colour=tr(COLOURS.get(card.suit, card.suit)), rank=rank)


def suit_name(suit: str) -> str:
    """A suit or a colour as people say it in the language in effect."""
    return tr({**SUIT_NAMES, **COLOURS_ALONE}.get(suit, suit))


def in_words(text: str, deck: Deck | None = None) -> str:
    """A text of the panel as people say it: cards and suits as words, "3/6" as "3 of 6", "6+1" as "6 plus 1".

    The cards are those of this deck; by default French ones.

    >>> in_words("Take J♣ back: 1/2, follow ♣.", Deck.of("J Q", "S C"))
    'Take jack of clubs back: 1 of 2, follow clubs.'
    """
    text = re.sub(r"(\d+)/(\d+)", lambda found: tr(msg_as("spoken", "{n} of {all}", n=found[1], all=found[2])), text)
    text = re.sub(r"(?<=\d)\+(?=\d)", " +", text)
    text = re.sub(r"(?<!\w)[+-](?=\d)", lambda found: tr(NUMBER_SIGNS[found[0]]), text)
    pattern, cards = _signs(deck or _french(), language())
    text = pattern.sub(lambda found: name(cards[found[0]]), text) if cards else text
    counts_as = {"=": tr(COUNTS_AS), "": ""}
    return re.sub("(=?)([♠♥♦♣])", lambda found: counts_as[found[1]] + suit_name(SUITS_BY_SIGN[found[2]]), text)


NUMBER_SIGNS, COUNTS_AS = {"+": msg("plus "), "-": msg("minus ")}, msg(" as ")
SUITS_BY_SIGN = {sign: suit for suit, sign in SUIT_SIGNS.items()}


@cache
def _french() -> Deck:
    return Deck.of(FRENCH_RANKS, " ".join(SUIT_NAMES))


@cache
def _signs(deck: Deck, _language: str) -> tuple[re.Pattern[str], Mapping[str, Card]]:
    """The pattern of the cards of this deck in a text of the panel, and the card of each match.

    The signs are those of the language in effect, which is an argument for the cache alone. A card without a suit keeps
    its written name.
    """
    by_sign = {tr(card.sign): card.face for card in deck.cards_in_order if card.suit}
    longest_first = sorted(by_sign, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"), by_sign
