"""The parser of one command or one of its actions: argparse with clear errors, built when it is wanted."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from companion.games.registry import EXAMPLE
from companion.support.text import listed, nearest, visible

if TYPE_CHECKING:
    from companion.cli.commands import Command

WRONG_USE = 2


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, and where to find help in another."""

    def __init__(self, prog: str, **how: Any) -> None:
        form = partial(argparse.RawDescriptionHelpFormatter, width=_columns() - 2)
        super().__init__(prog, formatter_class=form, allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Report an error; ends with status 2."""
        said = visible(f"{self.prog}: {message.removeprefix('argument ')}")
        self.exit(WRONG_USE, f"{said}\n{self.prog} --help tells how it is used.\n")


class CommandParser(Parser):
    """The parser of an action of a command; None: of the command itself, whose help lists its actions."""

    def __init__(self, command: Command, action: Command | None) -> None:
        chosen = action or command
        name = f"{command.name} {chosen.name}" if action else command.name
        super().__init__(f"companion {name}", description=f"{chosen.summary.capitalize()}.")
        self._command, self._action, self._chosen = command, action, chosen
        self._asks: dict[argparse.Action, str] = {}
        for word, given in chosen.arguments.items():
            added = self.add_argument(word, **{name: value for name, value in given.items() if name != "asks"})
            if "asks" in given:
                self._asks[added] = given["asks"]

    def read(self, words: Sequence[str]) -> Namespace:
        """The arguments; those that only other actions have are None. Ends with status 2 if they are wrong."""
        if not {"-h", "--help"} & {*words}:
            for added in self._asks:
                added.required = False  # its own question is asked
                added.nargs = "*" if added.nargs else "?"
        arguments, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            self.error(self._misplaced(unknown[0]))
        if not (self._action or self._command.usual or not self._command.actions):
            self.error(f"Which of these? {', '.join(action.name for action in self._command.actions)}")
        for added, question in self._asks.items():
            if getattr(arguments, added.dest) in (None, []):
                self.error(question)
        self._refuse_without_effect(arguments)
        others = {_dest(word): None for part in _parts(self._command) for word in part.arguments}
        what = self._action.name if self._action else self._command.usual
        return argparse.Namespace(**others | vars(arguments), what=what)

    def _misplaced(self, word: str) -> str:
        """Why a word or an option has no place here."""
        actions = [action.name for action in self._command.actions]
        having = [action.name for action in self._command.actions if word in action.arguments]
        if having:
            return f"{word} is for {listed(having)}"
        if actions and not (self._action or self._chosen.words or word.startswith("-")):
            return f"“{word}” is not one of {', '.join(actions)}{nearest(word, actions)}"
        options = self._chosen.options
        allowed = f"the options are {', '.join(options)}" if options else "there are no options"
        return f"“{word}” has no place here; {allowed}{nearest(word, options)}"

    def _refuse_without_effect(self, arguments: Namespace) -> None:
        """Refuse an option that needs another one, or has no effect beside another one."""
        dests = {word: _dest(word) for word in self._chosen.arguments}
        given = {word for word, dest in dests.items() if vars(arguments)[dest] != self.get_default(dest)}
        for option, needed in self._chosen.needs.items():
            if option in given and needed not in given:
                self.error(f"{option} is for {needed}")
        for option, other in self._chosen.excludes.items():
            if {option, other} <= given:
                name = other if other.startswith("--") else other.upper()
                self.error(f"{option} has no effect beside {name}")

    def format_help(self) -> str:
        """The help. It ends with the docstring of what runs the command, or with its examples of this action."""
        if not self._action:
            self._list_actions()
        told = told_of(self._command).replace("{EXAMPLE}", EXAMPLE)
        self.epilog = _examples(told, self.prog) if self._action else told
        return super().format_help()

    def _list_actions(self) -> None:
        """Add the actions of the command to its help."""
        actions = self._command.actions
        if actions:
            words = [f" [{self._chosen.arguments[word]['metavar']}]" for word in self._chosen.words]
            usual = f"{self.prog} [options]{''.join(words)}\n       " if self._command.usual else ""
            self.usage = f"{usual}{self.prog} ACTION ..."
            listing = self.add_subparsers(title="actions", metavar="ACTION", parser_class=Parser)
            for action in actions:
                listing.add_parser(action.name, help=action.summary)


def told_of(command: Command) -> str:
    """What its help ends with: the docstring of its function, or its module's if it has actions; but the first line."""
    import ast  # noqa: PLC0415 - only help reads docstrings; it imports nothing that the command needs

    module = ast.parse((Path(__file__).parent / f"{command.name}.py").read_text("utf-8"))
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    told = ast.get_docstring(module if command.actions else functions[command.name])
    return str(told).partition("\n\n")[2]


def _examples(told: str, prog: str) -> str:
    """The lines that show this command."""
    lines = [line for line in told.splitlines() if f"{prog} " in f"{line} "]
    return "\n".join(["for example:", *lines]) if lines else ""


def action_of(command: Command, words: Sequence[str]) -> tuple[Command | None, Sequence[str]]:
    """The action that is named, and the other words: options may stand before it. None: no action is named."""
    takes_value = {
        option
        for part in _parts(command)
        for option in part.options
        if part.arguments[option].get("action") != "store_true"
    }
    at = 0
    while at < len(words) and words[at].startswith("--"):
        at += 2 if words[at] in takes_value else 1
    named = words[at] if at < len(words) else ""
    action = next((action for action in command.actions if action.name == named), None)
    return action, [*words[:at], *words[at + 1 :]] if action else words


def _parts(command: Command) -> tuple[Command, ...]:
    return (command, *command.actions)


def _dest(word: str) -> str:
    return word.removeprefix("--").replace("-", "_")


def _columns() -> int:
    """The width of the terminal; argparse would import shutil, which is slow."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    return 80
