"""The command `companion`: finds the sub-command, reads its arguments, and imports no more than it needs.

What people ask for wrongly is answered in one or two lines on standard error and exit status 2; a traceback is
always a fault of ours.
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
"""As shells say it of a program ended by Ctrl-C."""
PIPE_CLOSED = 141
"""As shells say it of a program whose reader went away."""
NOT_WRITTEN = 75
NO_PACKAGE = 69
"""EX_TEMPFAIL of sysexits: there was no room for what was to be printed."""
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
"""Where something else than an installation is wrong if it cannot be imported."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and where help is in another."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(WRONG_USE, f"{visible(f'{self.prog}: {message}')}\n{self.prog} --help tells how it is used.\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (None: the arguments of this program); returns the exit status."""
    if sys.stdout is None:  # closed by who started this: nobody wants to read it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - as long as the program runs
    _speak_utf8()
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # here, where a closed pipe is caught, and not when Python ends
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
    except SystemExit as ended:  # argparse after --help or a complaint
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
    """What is still buffered must not raise once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(known: Sequence[Command]) -> Parser:
    """That of these commands: a start needs that of one."""
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
    """How wide the terminal is; argparse asks shutil, which is slow to load."""
    with suppress(OSError, ValueError):
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    return 80


def _refuse(parser: Parser, command: Command, word: str) -> NoReturn:
    options = [argument.name for argument in command.arguments if argument.name.startswith("-")]
    allowed = f"the options are {', '.join(options)}" if options else "there are no options"
    parser.error(f"“{word}” has no place here; {allowed}{nearest(word, options)}")


def _refuse_idle(arguments: argparse.Namespace, command: Command) -> None:
    """An argument that would do nothing here is refused with the reason."""
    for idle in command.idle:
        for name in idle.names:
            word = name.removeprefix("--").replace("-", "_")
            given = vars(arguments)[word]
            if given != arguments.parser.get_default(word) and idle.beside(arguments):
                arguments.parser.error(f"{name if name != word else f'“{given}”'} {idle.why}")


def _speak_utf8() -> None:
    """Whatever the locale says, and never stopped by a sign that cannot be written."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
