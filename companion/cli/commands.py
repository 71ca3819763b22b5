"""What a command is: its words and options, its actions, what runs it; and a line for each command.

A command stands in the file of its name as `COMMAND`. That file is imported when its name is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

from companion.support.lazy_import import import_later
from companion.support.values import dataclass, field

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
    summary: str
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
    return command
