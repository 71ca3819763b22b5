"""Sentences: what a screen says to those who hear it. They tell what everybody may know, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from companion.cards import Deck
from companion.cards.spoken import in_words
from companion.support.messages import language, tr
from companion.support.values import dataclass


class Kind(Enum):
    """What a sentence is about, for those who want to hear some kinds only.

    MOVE: what somebody did, and what followed. TURN: whose turn it is, what is asked, and what was asked for.
    MISTAKE: what was refused, a revoke, a tag that cannot be read, a part that does not work.
    """

    MOVE = "move"
    TURN = "turn"
    MISTAKE = "mistake"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A short complete sentence in the language in effect; it can be understood alone.

    `about` distinguishes the same words at two moments: two players who lead a seven say the same, but not at once.
    `news` False: it holds since something else told it, and is only said again.
    """

    text: str
    kind: Kind = Kind.TURN
    about: object = None
    news: bool = True


Says: TypeAlias = Callable[[], tuple[Sentence, ...]]
"""What a screen says in reading order, made when somebody listens."""


def new_sentences(before: tuple[Sentence, ...], after: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """What is heard when a screen changes: the news that the one before did not have, in their order; first, all."""
    return tuple(sentence for sentence in after if sentence not in before and (sentence.news or not before))


ENDS = (".", "?", "!", "…")


BLANK_BEFORE = {"fr": r"(?<=[^\s])(?=[:;?!](?:\s|$))"}
"""Where a language sets a blank in front of a sign. Screens join texts by ":" and "?" themselves."""
NOUNS_ARE_LARGE = ("de",)


def as_sentence(text: str) -> str:
    """The text as a sentence: with a large letter at its beginning and a full stop if it has no other end."""
    text = capital(text.strip().rstrip(" ,;:\u00a0\u202f"))
    if language() in BLANK_BEFORE:
        text = re.sub(BLANK_BEFORE[language()], " ", text)
    return text if text.endswith(ENDS) else f"{text}."


def capital(text: str) -> str:
    """The text with a large letter at its beginning; the other letters stay: nouns may have large ones, too."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """A text after a colon, where the language begins it with a small letter."""
    return text[:1].lower() + text[1:] if text[1:2].islower() and language() not in NOUNS_ARE_LARGE else text


def in_small(text: str) -> str:
    """A large line as people write it: only words of large letters become small, and the button OK stays.

    >>> in_small("RESUMED, last tap lost"), in_small("HOLD OK"), in_small("14R")
    ('Resumed, last tap lost', 'Hold OK', '14R')
    """
    words = r"\b(?!OK\b)[^\W\d_]{2,}\b"
    return capital(re.sub(words, lambda word: word[0].lower() if word[0].isupper() else word[0], text))


def sentences(
    *texts: str, kind: Kind = Kind.TURN, deck: Deck | None = None, about: object = None, news: bool = True
) -> tuple[Sentence, ...]:
    """Texts of the panel as sentences of a kind, cards in words; empty texts are left out."""
    told = (tr(text) for text in texts if text.strip())
    return tuple(Sentence(as_sentence(in_words(text, deck)), kind, about, news) for text in told)
