"""Words of strangers shown to people: what they may have meant, and nothing in them that steers a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Controls, line and paragraph separators, half surrogates, and marks that turn the direction of the text around them.
_STEERING = "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


def visible(text: str) -> str:
    r"""The text on one line, with each sign that steers a terminal written out, as JSON writes it too.

    >>> visible("Ann\x1b[2J")
    'Ann\\u001b[2J'
    """
    return re.sub(_STEERING, lambda sign: f"\\u{ord(sign[0]):04x}", text)


def is_text(text: str) -> bool:
    r"""Whether this can be written as UTF-8: JSON can spell halves of a letter (lone surrogates), which nothing can.

    >>> is_text("Zoë"), is_text("\ud800")
    (True, False)
    """
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question to append to a message when one of the known words is close; else empty.

    >>> nearest("jackdow", ["jackdaw", "magpie"])
    '; did you mean “jackdaw”?'
    >>> nearest("chess", ["jackdaw", "magpie"])
    ''
    """
    from difflib import get_close_matches  # noqa: PLC0415 - nobody needs it as long as all is spelled right

    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean “{close[0]}”?" if close else ""
