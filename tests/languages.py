"""Made-up languages, which say every text of the catalogues and no other: what is not theirs stays English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations
from itertools import pairwise

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.support import messages
from tools.translations import TEMPLATE

KEPT = re.compile(r"\{\w*\}|\b(?:OK|BACK|UP|DOWN)\b")
"""Gaps, and the names of the buttons as they stand on the box."""

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CYRILLIC = "АБЦДЕФГХИЙКЛМНОПЯРСТУВЖЫЗЭ"
FOREIGN = str.maketrans(LATIN + LATIN.lower(), CYRILLIC + CYRILLIC.lower())
ACCENTED = str.maketrans("AEIOUaeiounc", "ÀÉÎÖÜàéîöüñç")

OTHER_LETTERS = "ru"
"""The code of a made-up language: a real one, by which a browser writes days and numbers."""

LONGER = 0.4
"""By how much a text is longer in a language that uses many letters."""


def template() -> Catalog:
    """The texts of the program, from their file: to collect them anew reads every source file for three seconds."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


@cache
def texts() -> frozenset[str]:
    """The forms of all texts that are collected for the catalogues."""
    ids = (message.id for message in template() if message.id)
    return frozenset(form for text in ids for form in ((text,) if isinstance(text, str) else text))


@dataclass(frozen=True)
class MadeUp(NullTranslations):
    """A catalogue that has each of these texts, made from the English one."""

    said: Callable[[str], str]

    def gettext(self, message: str) -> str:
        """The text in this language; a text that nobody collected stays English."""
        return self.said(message) if message in texts() else message

    def pgettext(self, context: str, message: str) -> str:
        """The text as it is said in this context."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for one or for several."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def _between_gaps(form: str, said: Callable[[str], str]) -> str:
    """The form with everything said anew but its gaps and the names of buttons."""
    ends = [0, *(end for found in KEPT.finditer(form) for end in found.span()), len(form)]
    parts = [form[start:end] for start, end in pairwise(ends)]
    return "".join(part if place % 2 else said(part) for place, part in enumerate(parts))


def foreign(form: str) -> str:
    """The form in other letters, so that an English word beside it is found.

    >>> foreign("{who} draws {n}, OK = done")
    '{who} дражс {n}, OK = доне'
    """
    return _between_gaps(form, lambda text: text.translate(FOREIGN))


def longer(form: str) -> str:
    """The form with accents, two fifths longer; each version of a line, and each line of a notice, is.

    >>> longer("Take it: {card}")
    'Tàké ît: {card} ~~'
    """
    return re.sub(r"[^|\n]+", lambda found: _longer(found[0]), form)


def _longer(line: str) -> str:
    said = _between_gaps(line, lambda text: text.translate(ACCENTED))
    letters = len(re.sub(r"\{\w*\}", "", line).strip())
    return f"{said} {'~' * max(1, round(letters * LONGER) - 1)}" if letters else line


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language: one of the house, or "foreign" or "longer"."""
    made_up = {"foreign": foreign, "longer": longer}.get(code)
    if made_up:
        messages.speak_by(OTHER_LETTERS, MadeUp(made_up))
    else:
        assert messages.speak(code), code
    try:
        yield
    finally:
        messages.speak(messages.ENGLISH)


# ---------------------------------------------------------------- what is left of English

NAMES = (
    "Ann Ben Bob Cid Cleo Dan Dee Dora Dot Emil Eve Finn Grete Hal James Kathy Nell Otto Tom Zoe "
    "North East South West Maximiliane lodie von sterreich str zu ibenik nsal Gro Gross mann Rook"
).split()
"""The people of all these tables, by the letters from A to Z of their names."""

BUTTONS = ("ok", "back", "up", "down")
COMMAND_CARDS = ("pass", "nil", "undo")
TITLES = ("bird", "dog", "rook", "toriatama", "bonehead", "whist", "drinks", "companion")
"""Names of games and of the Bird Dog; "Whist" and "Drinks" are games of the gallery."""

OWN_DRINKS = ("turquoise", "wineglass", "mint")

VALUES = (
    "the-deck-with-the-longest-name-there-can",
    "french-red",
    "sim-rook",
    "04AB0000000001",
    "0100000000AB04",
    "club",
    "some-whist",
    "whist",
    "birddog",
    "birdhead",
    "toriatama",
    "journalctl -u companion",
    "not saved (No space left on device)",
    "handling.py line 42",
    "panel.kind",
    '"ssd1306", "ssd1309"',
    '"ssd1307"',
    '"sh1106"',
    "README.md",
    "2026-11-27.zip",
    "English",
    "Deutsch",
    "Français",
    "USB Audio Device",
    "/opt/companion",
)
"""What a command, a file or the system calls so: names of decks, of files, settings, languages, and what went wrong."""

OF_THE_SYSTEM = re.compile(r"\w+Error\b|\.damaged-\d|\.table\b|\b9ab3c1f0\b")
SAME_EVERYWHERE = {*BUTTONS, *COMMAND_CARDS, *TITLES, *OWN_DRINKS}


@cache
def english(text: str) -> tuple[str, ...]:
    """The English words of a text. Single letters are cards; a name may be cut."""
    for value in VALUES:
        text = re.sub(re.escape(value), "", text, flags=re.IGNORECASE)
    words = re.findall("[A-Za-z]{2,}", OF_THE_SYSTEM.sub("", text))
    return tuple(word for word in words if word.lower() not in SAME_EVERYWHERE and not _is_cut_name(word))


def _is_cut_name(word: str) -> bool:
    return any(name.lower().startswith(word.lower()) for name in NAMES)
