"""The parsers of the commands and of their actions: argparse with clear errors, each built when its name is read."""

from __future__ import annotations

import argparse
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

from companion.cli.commands import Command
from companion.games.registry import EXAMPLE
from companion.support.text import listing, nearest, visible

WRONG_USE = 2
HELP = {"-h", "--help"}


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, and where to find help in another."""

    def __init__(self, prog: str, **how: Any) -> None:
        form = partial(argparse.RawDescriptionHelpFormatter, width=_columns() - 2)
        super().__init__(prog, formatter_class=form, allow_abbrev=False, **how)

    def error(self, message: str) -> NoReturn:
        """Report an error; ends with status 2."""
        said = visible(f"{self.prog}: {message.removeprefix('argument ')}")
        self.exit(WRONG_USE, f"{said}\n{self.prog} --help tells how it is used.\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write a message; argparse would hide a full disk or a closed pipe."""
        (file or sys.stderr).write(message)

    def refuse(self, word: str, options: Sequence[str]) -> NoReturn:
        """Refuse a word or an option that has no place here; ends with status 2."""
        allowed = f"the options are {', '.join(options)}" if options else "there are no options"
        self.error(f"“{word}” has no place here; {allowed}{nearest(word, options)}")


class ChoiceParser(Parser):
    """Chooses a command; or an action of the command `of`, whose usual action needs no name.

    `choices` are their names and summaries, `find` the command of a name. Its parser is built when its name is read.
    """

    def __init__(
        self,
        prog: str,
        choices: Mapping[str, str],
        find: Callable[[str], Command],
        of: Command | None = None,
        **how: Any,
    ) -> None:
        super().__init__(prog, **how)
        self._names, self._find, self._of = list(choices), find, of
        kind = "action" if of else "command"
        parsers: dict[str, Any] = {"parser_class": lambda **_: self}  # none is built for the help
        listed = self.add_subparsers(title=f"{kind}s", metavar=kind.upper(), **parsers)
        for name, summary in choices.items():
            listed.add_parser(name, help=summary)

    def read(self, words: Sequence[str]) -> Namespace:
        """The arguments, as the chosen parser reads them. Ends with status 2 if they are wrong."""
        usual = self._of and self._of.usual_action
        at = self._place_of_name(words)
        name = "".join(words[at : at + 1])
        if name in self._names:
            chosen = parser_of(self._find(name), self._of, f"{self.prog} {name}")
            return Namespace(**vars(chosen.read([*words[:at], *words[at + 1 :]])) | {"command": name})
        takes = usual if usual and (usual.words or not name) else None
        if at < len(words) and not takes and name not in HELP:
            for word in words[:at]:
                if word.startswith("--") and word.partition("=")[0] not in self._options:
                    self.refuse(word, self._options)
            what = "one of" if self._of else "a command; the commands are"
            self.error(f"“{name}” is not {what} {', '.join(self._names)}{self._advice_on(name)}")
        if HELP & {*words}:
            words = ["--help"]
        elif takes:
            return CommandParser(takes, self._of, self.prog).read(words)
        _, unknown = self.parse_known_args(words)
        if unknown:
            self.refuse(unknown[0], self._options)
        return self.error(f"Which of these? {', '.join(self._names)}")

    @property
    def _options(self) -> list[str]:
        """Those that may stand before the name."""
        words = (word for part in self._of.parts for word in part.arguments) if self._of else ("--help", "--version")
        return [word for word in dict.fromkeys(words) if word.startswith("--")]

    def _advice_on(self, name: str) -> str:
        """What may have been meant: actions of commands, else the nearest name."""
        commands = () if self._of else self._names
        meant = [f"“{word} {name}”" for word in commands for action in self._find(word).actions if action.name == name]
        return f"; did you mean {listing(meant, 'or')}?" if meant else nearest(name, self._names)

    def _place_of_name(self, words: Sequence[str]) -> int:
        """Where the name stands: options may precede it, with their values."""
        parts = self._of.parts if self._of else ()
        named = {word: how.get("action") for part in parts for word, how in part.arguments.items()}
        at = 0
        while at < len(words) and words[at].startswith("--"):
            at += 1 if named.get(words[at], "store_true") == "store_true" else 2
        return at

    def format_help(self) -> str:
        """The help. That of a command ends with the docstring of its file."""
        if usual := self._of and self._of.usual_action:
            words = [f" [{usual.arguments[word]['metavar']}]" for word in usual.words]
            self.usage = f"{self.prog} [options]{''.join(words)}\n       {self.prog} ACTION ..."
            for word, how in usual.arguments.items():
                self.add_argument(word, **_for_argparse(how))
        self.epilog = manual(self._of) if self._of else self.epilog
        return super().format_help()


def parser_of(command: Command, of: Command | None, prog: str) -> ChoiceParser | CommandParser:
    """The parser of a command, or of an action of the command `of`."""
    if command.actions:
        actions = {action.name: action for action in command.actions}
        choices = {action.name: action.summary for action in command.actions}
        return ChoiceParser(prog, choices, actions.__getitem__, command, description=f"{command.summary.capitalize()}.")
    return CommandParser(command, of, prog)


class CommandParser(Parser):
    """Reads the words of a command without actions, or of an action of the command `of`."""

    def __init__(self, command: Command, of: Command | None, prog: str) -> None:
        super().__init__(prog, description=f"{command.summary.capitalize()}.")
        self._command, self._of = command, of
        self._parts = (of or command).parts
        added = {word: self.add_argument(word, **_for_argparse(given)) for word, given in command.arguments.items()}
        self._asks = {added[word]: given["asks"] for word, given in command.arguments.items() if "asks" in given}

    def read(self, words: Sequence[str]) -> Namespace:
        """The arguments; those that only other actions have are None. Ends with status 2 if they are wrong."""
        if not HELP & {*words}:
            for added in self._asks:
                added.required = False  # its own question is asked
                added.nargs = "*" if added.nargs else "?"
        arguments, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            if having := [part.name for part in self._parts[1:] if unknown[0] in part.arguments]:
                self.error(f"{unknown[0]} is for {listing(having)}")
            self.refuse(unknown[0], self._command.options)
        for added, question in self._asks.items():
            if getattr(arguments, added.dest) in (None, []):
                self.error(question)
        self._refuse_without_effect(arguments)
        others = {_dest(word): None for part in self._parts for word in part.arguments}
        return Namespace(**others | vars(arguments), chosen=self._command, what=self._command.name)

    def _refuse_without_effect(self, arguments: Namespace) -> None:
        """Refuse an option that needs another one, or has no effect beside another one."""
        dests = {word: _dest(word) for word in self._command.arguments}
        given = {word for word, dest in dests.items() if vars(arguments)[dest] != self.get_default(dest)}
        for option, needed in self._command.needs.items():
            if option in given and needed not in given:
                self.error(f"{option} is for {needed}")
        for option, other in self._command.excludes.items():
            if {option, other} <= given:
                name = other if other.startswith("--") else other.upper()
                self.error(f"{option} has no effect beside {name}")

    def format_help(self) -> str:
        """The help. It ends with the docstring of the command's file, or with its examples of this action."""
        self.epilog = _examples(manual(self._of), self.prog) if self._of else manual(self._command)
        return super().format_help()


def manual(command: Command) -> str:
    """The docstring of the command's file, without its first line."""
    docstring = str(sys.modules[f"companion.cli.{command.name}"].__doc__)
    return docstring.partition("\n\n")[2].rstrip().replace("{EXAMPLE}", EXAMPLE)


def _examples(text: str, prog: str) -> str:
    """The lines that show this command."""
    lines = [line for line in text.splitlines() if f"{prog} " in f"{line} "]
    return "\n".join(["for example:", *lines]) if lines else ""


def _for_argparse(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "asks"}


def _dest(word: str) -> str:
    return word.removeprefix("--").replace("-", "_")


def _columns() -> int:
    """The width of the terminal; argparse would import shutil, which is slow."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    return 80
