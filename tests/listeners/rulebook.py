"""What somebody who listens knows of the games: their rulebooks, as one has them in one's head.

Imports nothing of the program. A rulebook is told what everybody hears, and is asked with the own hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Wanted: TypeAlias = Callable[[str], bool]
    """Whether an answer is the one that is wanted."""

NUMBERS = "zero one two three four five six seven eight nine ten eleven".split()
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
COLOURS = {"black": "B", "green": "G", "red": "R", "yellow": "Y"}
FACES = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
RANKS = {name: str(number) for number, name in enumerate(NUMBERS)} | FACES
ORDER = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 J Q K A Rook".split()


def rank(card: str) -> str:
    """The rank of a card in Braille."""
    return card.rstrip("SHDCBGRY") or card


def height(card: str) -> int:
    """How high a card is, 2 low and aces high."""
    return ORDER.index(rank(card)) if rank(card) in ORDER else len(ORDER)


def number_in(words: str) -> int:
    """The first number of these words, in digits or letters; 0: there is none."""
    for word in re.findall(r"\w+", words):
        if word.isdigit():
            return int(word)
        if word in NUMBERS:
            return NUMBERS.index(word)
    return 0


class Rulebook:
    """What all games share: nothing is given away, nobody volunteers, any card is right."""

    def __init__(self, name: str) -> None:
        self.name = name  # of who has it in mind
        self.careless = False

    def hears(self, text: str) -> None:
        """Remember what was said."""

    def gives(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The cards that are given away now, face down; empty: none."""
        return ()

    def answers(self, asked: str, answers: Mapping[str, str], hand: Sequence[str]) -> Wanted | None:
        """What is answered when the player is asked for a word; None: a card is asked for."""
        return (lambda _: True) if asked.endswith("?") else None

    def plays(self, asked: str, hand: Sequence[str]) -> tuple[str, ...]:
        """The cards that are played when the player is asked for them; empty: none can be."""
        return tuple(hand[:1])

    def instead(self, answer: str) -> bool:
        """What is answered when no card can be played."""
        return True

    def leads_unasked(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The cards that the player leads without being called by name; empty: it is not for this player."""
        return ()

    def volunteers(self, lines: Sequence[str], hand: Sequence[str]) -> bool:
        """Whether the player is the one who says what anybody may say."""
        return False
