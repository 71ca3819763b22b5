"""Sentences: what a screen says to those who hear it. They tell what everybody may know, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from companion.support.messages import tr
from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards import Deck


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

    `about` tells the same words of two moments apart: two players who lead a seven say the same, but not at once.
    """

    text: str
    kind: Kind = Kind.TURN
    about: object = None


Says: TypeAlias = Callable[[], tuple[Sentence, ...]]
"""What a screen says in reading order, made when somebody listens."""


def changed(before: tuple[Sentence, ...], after: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """What is heard when a screen changes: the sentences that the one before did not have, in their order."""
    return tuple(sentence for sentence in after if sentence not in before)


ENDS = (".", "?", "!", "…")


def ended(text: str) -> str:
    """The text as a sentence: with a large letter at its beginning and a full stop if it has no other end."""
    text = text.strip().rstrip(",;")
    return text[:1].upper() + text[1:] + ("" if text.endswith(ENDS) else ".")


def small(text: str) -> str:
    """A text behind a colon."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def sentences(
    *texts: str, kind: Kind = Kind.TURN, deck: Deck | None = None, about: object = None
) -> tuple[Sentence, ...]:
    """Texts of the panel as sentences of a kind, cards in words; an empty text is none."""
    from companion.cards.spoken import in_words  # noqa: PLC0415 - who hears nothing starts without

    told = (tr(text) for text in texts if text.strip())
    return tuple(Sentence(ended(in_words(text, deck)), kind, about) for text in told)
