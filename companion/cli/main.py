"""The command `companion`: find the sub-command, parse its arguments, import only what it needs.

A wrong argument is answered in one or two lines on standard error with exit status 2; a traceback is always a bug.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from companion import VERSION
from companion.cli.commands import COMMANDS
from companion.games.registry import EXAMPLE
from companion.match.checker import NoRecordError
from companion.storage.record_source import RecordFileError
from companion.support.text import nearest, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cli.commands import Command

WRONG_USE = 2
INTERRUPTED = 130
"""The exit status that shells report after Ctrl-C."""
PIPE_CLOSED = 141
"""The exit status that shells report if the reader of a pipe is gone."""
NOT_WRITTEN = 75
NO_PACKAGE = 69
"""EX_TEMPFAIL of sysexits.h: no space for the output."""
OWN_OPTIONS = ("--help", "--version")

INTRODUCTION = """\
A small box on the card table that knows the rules: real cards with RFID tags, a
display, four buttons. Without any hardware it runs on simulated wires, and it
reads, checks and shows table records: evenings written down as plain text.
"""

EXAMPLES = f"""\
examples:
  companion play --simulate --game {EXAMPLE}    a whole table on this computer
  companion enrol french --simulate           which tag is which card
  companion check evening.table               was everything played by the rules?
  companion rules {EXAMPLE}                     the rules as the box knows them
  companion doctor                            is every wire of the box in order?

exit status:
  0    all is well
  1    check: an illegal statement, an error, or a revoke that stands;
       history: a record was skipped; doctor: a failure
  2    wrong use, or a file that is no record
  69   play, enrol: another program has the display, the pins or the reader;
       play, enrol, replay: a package that the reader wants is not installed
  75   the memory card failed; play and enrol: not saved
  78   a wrong value in the settings file
  130  ended by Ctrl-C
"""


OURS = ("companion", "hardware")
"""If one of these cannot be imported, it is a bug and no missing package."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, and where to find help in another."""

    def error(self, message: str) -> NoReturn:
        """Report an error; ends with status 2."""
        self.exit(WRONG_USE, f"{visible(f'{self.prog}: {message}')}\n{self.prog} --help tells how it is used.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (None: the arguments of this process); returns the exit status."""
    if sys.stdout is None:  # closed by the parent process
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the program runs
    _speak_utf8()
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # here, where a closed pipe is handled, and not at the exit of Python
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _print_no_more()
        return PIPE_CLOSED
    except OSError as fault:
        if fault.errno != errno.ENOSPC:
            raise
        _print_no_more()
        sys.stderr.write(f"companion: not all is written: {fault.strerror}\n")
        return NOT_WRITTEN
    except (RecordFileError, NoRecordError) as problem:
        sys.stderr.write(visible(f"companion: {problem}") + "\n")
        return WRONG_USE
    except ImportError as missing:
        if missing.name is None or missing.name.partition(".")[0] in OURS:
            raise
        sys.stderr.writelines(f"companion: {line}\n" for line in str(missing).split(": ", 1))
        return NO_PACKAGE
    except SystemExit as ended:  # argparse after --help or an error
        return int(ended.code or 0)
    return status


def _run(words: Sequence[str]) -> int:
    commands = {command.name: command for command in COMMANDS}
    parser = _parser([commands[words[0]]] if words and words[0] in commands else COMMANDS)
    if words and not words[0].startswith("-") and words[0] not in commands:
        allowed = ", ".join(commands)
        parser.error(f"“{words[0]}” is no command; it takes {allowed}{nearest(words[0], commands)}")
    arguments, unknown = parser.parse_known_args(words)
    if arguments.version:
        sys.stdout.write(f"companion {VERSION}\n")
        return 0
    if arguments.command is None and unknown:
        parser.error(f"“{unknown[0]}” is no option; it takes --help, --version{nearest(unknown[0], OWN_OPTIONS)}")
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return WRONG_USE
    command = commands[arguments.command]
    if unknown:
        _refuse(arguments.parser, command, unknown[0])
    _refuse_idle(arguments, command)
    module, function = command.entry.split(":")
    return int(getattr(importlib.import_module(module), function)(arguments))


def _print_no_more() -> None:
    """Discard buffered output, so that Python does not raise again at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(known: Sequence[Command]) -> Parser:
    """The parser of these commands; a start needs one of them only."""
    form = partial(argparse.RawDescriptionHelpFormatter, width=_columns() - 2)
    parser = Parser("companion", description=INTRODUCTION, epilog=EXAMPLES, formatter_class=form, allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version and end")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in known:
        one = commands.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary.capitalize()}.",
            epilog=command.epilog,
            formatter_class=form,
            allow_abbrev=False,
        )
        one.set_defaults(parser=one)
        for argument in command.arguments:
            one.add_argument(argument.name, **argument.how)
    return parser


def _columns() -> int:
    """The width of the terminal; argparse would import shutil, which is slow."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    return 80


def _refuse(parser: Parser, command: Command, word: str) -> NoReturn:
    options = [argument.name for argument in command.arguments if argument.name.startswith("-")]
    allowed = f"the options are {', '.join(options)}" if options else "there are no options"
    parser.error(f"“{word}” has no place here; {allowed}{nearest(word, options)}")


def _refuse_idle(arguments: argparse.Namespace, command: Command) -> None:
    """Refuse an argument that has no effect, with the reason."""
    for idle in command.idle:
        for name in idle.names:
            word = name.removeprefix("--").replace("-", "_")
            given = vars(arguments)[word]
            if given != arguments.parser.get_default(word) and idle.beside(arguments):
                arguments.parser.error(f"{name if name != word else f'“{given}”'} {idle.why}")


def _speak_utf8() -> None:
    """Write UTF-8 in any locale; replace characters that cannot be encoded."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
