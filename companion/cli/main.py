"""The command `companion`: read its arguments, import the module of the chosen command only, and run it.

A wrong argument is answered in one or two lines on standard error with exit status 2; a traceback is always a bug.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from companion import VERSION
from companion.cli.commands import SUMMARIES, Command, command_of
from companion.cli.console import NotWrittenError, WrongUseError, complain
from companion.cli.parsers import WRONG_USE, ChoiceParser
from companion.games.registry import EXAMPLE
from companion.storage.disk import CannotStartError, StorageError

INTERRUPTED = 130
"""The exit status that shells report after Ctrl-C."""
PIPE_CLOSED = 141
"""The exit status that shells report if the reader of a pipe is gone."""
NOT_WRITTEN = 75
"""EX_TEMPFAIL of sysexits.h: no space for the output."""
NO_PACKAGE = 69
"""EX_UNAVAILABLE of sysexits.h."""
EXTRAS = {"starlette": "web", "uvicorn": "web", "paho": "club", "cryptography": "director", "segno": "phone"}
"""The packages that not every installation has, and what pip is told to install for each."""

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
  2    wrong use, or a file that is not a record
  69   play, enrol: another program has the display, the pins or the reader;
       play, enrol, replay: a package that the reader needs is not installed
  75   the memory card failed, or the disk of the file to write is full or spoilt;
       play, enrol: the last line is not saved
  78   a wrong value in the settings file
  130  broken off by Ctrl-C; play, director and scoreboard, once they run: 0
"""


OURS = ("companion", "hardware")
"""If one of these cannot be imported, it is a bug and no missing package."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (None: the arguments of this process); returns the exit status."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:  # closed by the parent process
            setattr(sys, stream, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - as long as it runs
    _speak_utf8()
    try:
        try:
            status = _run(sys.argv[1:] if argv is None else argv)
        except SystemExit as ended:  # argparse after --help or an error
            status = int(ended.code or 0)
        sys.stdout.flush()  # here, where a closed pipe is handled, and not at the exit of Python
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _print_no_more()
        return PIPE_CLOSED
    except OSError as fault:
        if fault.errno not in {errno.ENOSPC, errno.EFBIG}:
            raise
        _print_no_more()
        sys.stderr.write(f"companion: the output is not complete: {fault.strerror}\n")
        return NOT_WRITTEN
    except ImportError as missing:
        package = (missing.name or OURS[0]).partition(".")[0]
        if package in OURS:
            raise
        said = f"the package {package} is not installed: pip install 'tabletop-companion[{EXTRAS.get(package)}]'"
        why = said if package in EXTRAS else str(missing)
        sys.stderr.writelines(f"companion: {line}\n" for line in why.split(": ", 1))
        return NO_PACKAGE
    return status


def _run(words: Sequence[str]) -> int:
    parser = ChoiceParser("companion", SUMMARIES, command_of, description=INTRODUCTION, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"companion {VERSION}", help="print the version and end")
    if not words:
        parser.exit(WRONG_USE, parser.format_help())
    if words[0] == "help":
        words = [*words[1:], "--help"]
    arguments = parser.read(words)
    try:
        return entry(arguments.command, arguments.chosen)(arguments)
    except (WrongUseError, CannotStartError) as problem:
        complain(arguments.command, *problem.args)
        return WRONG_USE
    except (StorageError, NotWrittenError) as fault:
        complain(arguments.command, *fault.args)
        return NOT_WRITTEN
    except OSError as fault:
        if fault.filename is None or fault.errno not in {errno.ENAMETOOLONG, errno.EACCES}:  # where Path only looks
            raise
        complain(arguments.command, f"{fault.filename}: {fault.strerror}")
        return WRONG_USE


def entry(name: str, chosen: Command) -> Callable[[Namespace], int]:
    """The function that runs this command, or this action of the command; returns the exit status."""
    if chosen.extra and not chosen.extra.is_here():
        raise WrongUseError(chosen.extra.lacking(name))
    module, _, function = (chosen.run or f"{name}:{name}").partition(":")
    run: Callable[[Namespace], int] = getattr(import_module(f"companion.cli.{module}"), function)
    return run


def _print_no_more() -> None:
    """Discard buffered output, so that Python does not raise again at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Read and write UTF-8 in any locale; replace what cannot be decoded or encoded: a slip of a key ends no game."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
