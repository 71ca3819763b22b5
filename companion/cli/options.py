"""Words and options that several commands take, and what may stand there; for argparse."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable
from typing import Any

from companion.games.registry import GAMES
from companion.parts.display_kind import DISPLAYS, PAGE
from companion.support.names import names_problem
from companion.support.text import nearest

LAST_PORT, MANY = 65_535, 1_000_000_000


def game_name(word: str) -> str:
    """The name of a known game, in any case."""
    if word.lower() in GAMES:
        return word.lower()
    allowed = ", ".join(sorted(GAMES))
    raise ArgumentTypeError(f"“{word}” is not a game here; the games are {allowed}{nearest(word.lower(), GAMES)}")


def game_to_begin(word: str) -> str:
    """The name of a known game, or the "module:ENTRY" of one that its author tries."""
    return word if ":" in word else game_name(word)


def one_of(words: Iterable[str]) -> Callable[[str], str]:
    """One of these words."""
    allowed = tuple(words)

    def choose(word: str) -> str:
        if word in allowed:
            return word
        raise ArgumentTypeError(f"“{word}” is not one of {', '.join(allowed)}{nearest(word, allowed)}")

    return choose


def positive(word: str, most: int = MANY) -> int:
    """A whole number from 1."""
    if word.isascii() and word.isdecimal() and 0 < int(word) <= most:
        return int(word)
    raise ArgumentTypeError(f"“{word}” is not a whole number from 1 to {most}")


def directory(word: str) -> str:
    """A directory, there or not."""
    if not os.path.lexists(word) or os.path.isdir(word):  # noqa: PTH112 - it raises nothing
        return word
    raise ArgumentTypeError(f"{word} is a file, and a directory is wanted")


def person_name(word: str) -> str:
    """A name that a person can have."""
    if why := names_problem([word])[1]:
        raise ArgumentTypeError(why)
    return word


def port_number(word: str) -> int:
    """A port number."""
    return positive(word, LAST_PORT)


def flag(meaning: str) -> dict[str, Any]:
    """An option without a value."""
    return {"action": "store_true", "help": meaning}


def argument(metavar: str, meaning: str, **how: Any) -> dict[str, Any]:
    """A word, or the value of an option. `how` are further keywords for argparse, and `asks` (see `Command`)."""
    return {"metavar": metavar, "help": meaning, **how}


DISPLAY_KINDS = (*DISPLAYS, PAGE)
CONFIG = {"--config": argument("FILE", "use this settings file")}
DATA = {"--data": argument("DIR", "keep decks, records and the drinks of the house here", type=directory)}
FILES = {**CONFIG, **DATA}
SETTINGS = {
    **FILES,
    "--panel": argument("KIND", f"the display: {', '.join(DISPLAY_KINDS)}", type=one_of(DISPLAY_KINDS)),
    "--upside-down": flag("the display is mounted upside down"),
    "--common-anode": flag("the light's longest leg is wired to 3.3 V"),
}
"""The settings file, and the options that override it."""
CLUB = {"--club": argument("DIR", "the directory of the club on the organiser's computer")}
TRIED = argument("module:ENTRY", "a game that is not installed, from its author's source", type=game_to_begin)
WRITTEN_FILE = argument("FILE", "write it here instead of printing it", nargs="?")
