"""Text from users and files: spelling suggestions, and escaping of terminal control characters; text in colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Literal, TypeAlias

from companion.support.messages import Message, join, msg

Paint: TypeAlias = Callable[[str, str], str]
"""Maps a text and a style name to the coloured text. Returns the text unchanged where there are no colours."""

# Control characters, line and paragraph separators, surrogates, and bidirectional marks.
_STEERING = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def visible(text: str) -> str:
    r"""Escape terminal control characters as JSON does; the result is one line.

    >>> visible("Ann\x1b[2J")
    'Ann\\u001b[2J'
    """
    return re.sub(_STEERING, lambda sign: f"\\u{ord(sign[0]):04x}", text)


def at_line(line: int, why: str) -> Message:
    """What is wrong in which line; `why` may be a message.

    >>> at_line(17, "no check sum")
    'line 17: no check sum'
    """
    return msg("line {n}: {why}", n=line, why=why)


def numbered_names(name: str) -> Iterator[str]:
    """The name, then with a number, for somebody who looks for one that is free.

    >>> names = numbered_names("spare")
    >>> next(names), next(names), next(names)
    ('spare', 'spare-2', 'spare-3')
    """
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def listing(words: Iterable[str], before_last: Literal["and", "or"] = "and") -> str:
    """Join words as people do; messages among them can still be said in another language.

    >>> listing(["33"]), listing(["33", "38", "43"]), listing(["on", "off"], "or")
    ('33', '33, 38 and 43', 'on or off')
    """
    *others, last = words
    if not others:
        return join([last])  # a name alone is no text, either
    parts = {"others": join(others, ", "), "last": last}
    return msg("{others} and {last}", **parts) if before_last == "and" else msg("{others} or {last}", **parts)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that suggests the nearest known word, to append to a message. Empty if no word is close.

    >>> nearest("jackdow", ["jackdaw", "magpie"])
    '; did you mean “jackdaw”?'
    >>> nearest("chess", ["jackdaw", "magpie"])
    ''
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only needed for misspelled words

    close = get_close_matches(word, list(known), n=1)
    return msg("; did you mean “{word}”?", word=close[0]) if close else ""
