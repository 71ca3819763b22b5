"""What a command is: its words and options, its actions, what runs it; a line for each; what several of them take.

A command stands in the file of its name as `COMMAND`. That file is imported when its name is read.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from companion.games.registry import GAMES
from companion.parts.display_kind import DISPLAYS, PAGE
from companion.support.lazy_import import import_later
from companion.support.names import names_problem
from companion.support.text import nearest
from companion.support.values import dataclass, field, replace

SUMMARIES = {
    "play": "run the table: reader, display and buttons, real or simulated",
    "enrol": "enrol tags: the display names a card, and you tap its tag",
    "decks": "list, show, print, export, import, merge, rename and delete decks of tags",
    "games": "list the games; install and remove games of other packages",
    "config": "show the settings, where they come from, or an example",
    "doctor": "check every wire, bus, permission and chip, and say what to do",
    "check": "check every line of table records against the rules",
    "replay": "play a record on the whole simulated box, and show its display",
    "history": "show what was played: by game, by player, or one evening deal by deal",
    "backup": "write decks, records, settings and lists of the house into one file",
    "restore": "take in what backups hold and this box does not have",
    "arena": "let computer players of several levels play each other, with the same cards in every seat",
    "scoreboard": "serve a page for the phones at the table, to look at only",
    "club": "connect many tables: make a club and the bundles for its boxes, or join one",
    "director": "run a club's evening: the organiser's page for many tables",
    "voice": "speak what the table says, or one sentence as a test",
    "rules": "print the rules of a game as the program knows them",
}
"""All commands in the order of the help, and what each is for."""


class Extra(NamedTuple):
    """Packages that not every installation has: the modules to look for, and what pip is told to install."""

    modules: tuple[str, ...]
    packages: str
    name: str

    def is_here(self) -> bool:
        """Whether all of them are installed; loads none."""
        return all(find_spec(module) for module in self.modules)

    def lacking(self, command: str) -> str:
        """The error of a command that needs these packages."""
        return f"the {command} needs {self.packages}: pip install 'tabletop-companion[{self.name}]'."


WEB = Extra(("starlette", "uvicorn"), "starlette and uvicorn", "web")
PHONE = Extra(("segno", "cryptography"), "segno and cryptography", "phone")


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or an action of one, as `add` of `companion club add`.

    - `summary` of a command stands in `SUMMARIES`, and not in its file
    - `arguments` maps each word or option to its keywords for argparse. `asks` beside them is the error if the word
      is missing
    - `needs` maps an option to the one without which it has no effect, `excludes` to one (or a word) beside which it
      has none: both are refused
    - `actions` are its actions; `usual` names what runs when none of them is given: one of them, or the command itself
      with its `arguments` (empty: one must be given)
    - `run` is the "module:function" of this package that runs it (empty: those of the command's own name), imported
      when it is called; `arguments.what` is its name
    - `extra` are packages without which it does not run
    """

    name: str
    summary: str = ""
    arguments: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)
    excludes: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[Command, ...] = ()
    usual: str = ""
    run: str = ""
    extra: Extra | None = None

    @property
    def parts(self) -> tuple[Command, ...]:
        """The command and its actions."""
        return (self, *self.actions)

    @property
    def usual_action(self) -> Command | None:
        """What runs when no action is named: an action, or this command with its own arguments. None: one must be."""
        return next((action for action in self.actions if action.name == self.usual), self if self.usual else None)

    @property
    def options(self) -> list[str]:
        """Its options."""
        return [name for name in self.arguments if name.startswith("--")]

    @property
    def words(self) -> list[str]:
        """Its arguments that are no options."""
        return [name for name in self.arguments if not name.startswith("--")]


def command_of(name: str) -> Command:
    """The command of this name; imports its file."""
    command: Command = import_later(f"companion.cli.{name}:COMMAND")()
    return replace(command, summary=SUMMARIES[name])


# ---------------------------------------------------------------- what several commands take

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


port = partial(positive, most=LAST_PORT)
"""A port number."""


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
