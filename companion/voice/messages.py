"""What the table tells its voice: one datagram of JSON for each change of the screen.

    {"say": [["move", "Ann plays 7 of clubs."], ["turn", "Bob's turn."]], "language": "en"}

A list of nothing asks for silence. The voice trusts no datagram: what is too large or ill-formed is refused.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

MOVE, TURN, MISTAKE = KINDS = ("move", "turn", "mistake")
"""What somebody did; what is asked now; what went wrong."""

MOST_BYTES = 1 << 15
"""Maximum bytes of a datagram, far below what a socket takes."""
MOST_SENTENCES, MOST_LETTERS = 100, 300
"""Maximum sentences of a datagram, and characters of one. More is cut off: nobody listens that long."""
MOST_KEPT = 6
"""Maximum sentences that wait when another message comes: some ten seconds."""

LANGUAGE = r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})?"
ENVELOPE = len('{"say":[],"language":""}') + 20


@dataclass(frozen=True, slots=True, eq=False)
class Spoken:
    """A sentence to be said, told from another one of the same words."""

    kind: str
    text: str
    language: str


Heard: TypeAlias = tuple[Spoken, ...]
"""A message, or what waits to be said, in order; the first one is being said."""


def encode(sentences: Iterable[tuple[str, str]], language: str) -> bytes:
    """The datagram of these kinds and texts, with as many of them as it holds."""
    said: list[bytes] = []
    left = MOST_BYTES - ENVELOPE
    for kind, text in sentences:
        one = json.dumps([kind, text[:MOST_LETTERS]], ensure_ascii=False).encode("utf-8", "replace")
        left -= len(one) + 1
        if left < 0 or len(said) == MOST_SENTENCES:
            break
        said.append(one)
    return b'{"say":[%b],"language":%b}' % (b",".join(said), json.dumps(language).encode())


def decode(datagram: bytes) -> Heard:
    """The sentences of a datagram. Raises ValueError if it is none of ours."""
    if len(datagram) > MOST_BYTES:
        raise ValueError("it is too long")
    try:
        match json.loads(datagram):
            case {"say": list(said), "language": str(language), **others} if not others and re.fullmatch(
                LANGUAGE, language
            ):
                return tuple(_spoken(one, language) for one in said)
    except RecursionError as deep:
        raise ValueError("it is nested too deeply") from deep
    raise ValueError("it is no message")


def _spoken(one: object, language: str) -> Spoken:
    match one:
        case [str(kind), str(text)] if kind in KINDS and len(text) <= MOST_LETTERS and (words := _words(text)):
            return Spoken(kind, words, language)
    raise ValueError("one of its sentences is none")


def _words(text: str) -> str:
    """The text without what steers a program."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


def queued(waiting: Heard, heard: Heard) -> Heard:
    """What waits to be said after a message: its first sentence is said next, and cuts off another one.

    A move waits behind the moves before it. Whatever else comes makes an older question or complaint stale. A mistake
    is said before the moves that wait.
    """
    if not heard:
        return ()
    kinds = {one.kind for one in heard}
    kept = tuple(one for one in waiting if one.kind == MOVE or kinds == {MOVE})[-MOST_KEPT:]
    return heard + kept if MISTAKE in kinds else kept + heard
