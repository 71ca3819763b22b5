"""People's names: their one form and limit, and when two spellings are one person.

Settings, name tags, pages, clubs and records all ask here. A name is kept as it was first written; only comparisons
use `person`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence

from companion.support.messages import msg
from companion.support.text import nearest

MOST_BYTES = 64
"""Maximum length in UTF-8 (docs/record-format.md)."""

KEYWORDS = frozenset(
    """game players dealer start option score markers deal hand dealt nest up declare pass nil bid lays trump
    heads draws takes bone moves claims returns undo back remedy correct end play
    decided seat join leave exchange""".split()
)
"""Words of the records, in upper or lower case: no name (docs/record-format.md)."""

_STEERING = frozenset({"Cc", "Zl", "Zp", "Cs"})
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers and joiners that Unicode counts as letters or marks, and that nobody sees."""


def person(name: str) -> str:
    r"""The text by which people are compared: composed, without capitals, single blanks between words only.

    >>> person("ZOE\u0308 ") == person("Zoë"), person("Ann Lee") == person("Annlee")
    (True, False)
    """
    if name.isascii() and " " not in name:
        return name.lower()
    folded = unicodedata.normalize("NFD", name).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def place_of(name: str, names: Sequence[str]) -> int | None:
    """The place of this person among these names. None: the person is not among them.

    >>> place_of("ann", ["Bob", "Ann"]), place_of("Cid", ["Bob", "Ann"])
    (1, None)
    """
    wanted = person(name)
    return next((place for place, name in enumerate(names) if person(name) == wanted), None)


def nearest_name(name: str, names: Sequence[str]) -> str:
    """A question that suggests the nearest of these people, to append to a message. Empty if nobody is close.

    >>> nearest_name("ann", ["Bob", "Ann"])
    '; did you mean “Ann”?'
    """
    place = place_of(name, names)
    return nearest(name if place is None else names[place], names)


def each_once(names: Iterable[str]) -> tuple[str, ...]:
    """Each person once, as first written.

    >>> each_once(["Ann", "Bob", "ANN "])
    ('Ann', 'Bob')
    """
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(person(name), name)
    return tuple(first.values())


def name_problem(name: str, words: Collection[str] = ()) -> str:
    """The reason why a person cannot have this name; empty: it is a valid name.

    `words` are further ones of the records, as those of a game of another package (`first_words`).
    """
    size = len(name.encode("utf-8", "surrogatepass"))
    if not 1 <= size <= MOST_BYTES:
        return msg("a name has 1 to {most} bytes; found {size}", most=MOST_BYTES, size=size)
    if any(sign in '";#' or unicodedata.category(sign) in _STEERING for sign in name):
        return msg("a name has no quotation mark, semicolon, number sign, line break or control character")
    if unseen := [f"U+{ord(sign):04X}" for sign in name if _is_unseen(sign)]:
        return msg(
            "a name has no hidden sign, and this one has {sign}, as emoji joined of several have: type it again, "
            "without that emoji or with a simpler one",
            sign=unseen[0],
        )
    if not person(name):
        return msg("a name has more than blanks")
    if person(name) in KEYWORDS or person(name) in words:
        return msg("“{name}” is a word of the records and cannot be a name", name=name)
    return ""


def names_problem(names: Sequence[str], words: Collection[str] = ()) -> tuple[int, str]:
    """The place of the first name that nobody can have beside the others, and the reason; empty: all are valid.

    >>> names_problem(["Ann", "Bob", "ANN"])
    (2, 'ANN is there twice: each player has a name of their own')
    """
    for place, name in enumerate(names):
        if why := name_problem(name, words):
            return place, msg("{name}: {why}", name=name, why=why) if name.strip() else why
        if place_of(name, names) != place:
            return place, msg("{name} is there twice: each player has a name of their own", name=name)
    return 0, ""


def _is_unseen(sign: str) -> bool:
    selects_variant = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    return sign in _UNSEEN or unicodedata.category(sign) == "Cf" or selects_variant
