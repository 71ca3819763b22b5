"""`companion doctor`: check the real or the simulated box, one line a check.

for example:
  companion doctor                             on the box; you press, tap and look
  companion doctor --json | jq 'select(.state == "failure")'
  sudo companion doctor --bundle bundle.txt    all that a helper wants to know, in one file
  companion doctor --simulate --fault miso-low    what it finds when a wire is broken
  companion doctor --simulate --data DIR          the decks and records there, on a sound box

Stop the companion first: sudo systemctl stop companion. Answer questions with y and n,
or with OK and BACK on the box; without a terminal nothing is asked. A check is skipped
if it needs you, or another check that failed. The drivers cope with faults that pass by
themselves (bit-errors, bounce, …), so --fault shows nothing for these.

exit status:
  0  no failure; there may be warnings
  1  a failure; the line below it says what to do
  2  wrong use, such as --fault without --simulate
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from select import select
from textwrap import wrap

from companion.cli.commands import SETTINGS, Command, argument, flag
from companion.cli.console import WrongUseError, painter, print_bytes, print_lines, refusing
from companion.cli.scratch import scratch
from companion.doctor.checks import run_checks
from companion.doctor.computer_facts import inspect_computer
from companion.doctor.context import Context, Request, real_wires
from companion.doctor.findings import Finding, PartState, ReportLine
from companion.doctor.simulated import no_place, simulated_context
from companion.doctor.support_bundle import bundle_of, journal_lines
from companion.settings.schema import Settings
from companion.settings.search_path import Configuration, data_directory, load_settings
from companion.storage.named_file import write_new
from companion.storage.records import Store
from companion.support.text import nearest, visible
from hardware.linux_pins import PIN_CHIPS, line_states
from hardware.sim.faults import FAULTS, FaultPlace

WELL, FAILED = 0, 1
MARKS = {PartState.OK: "✓", PartState.WARNING: "!", PartState.FAILURE: "✗", PartState.SKIPPED: "-"}
STYLES = {PartState.OK: "green", PartState.WARNING: "yellow", PartState.FAILURE: "bold red", PartState.SKIPPED: "dim"}
COUNTED = {
    PartState.FAILURE: ("failure", "failures"),
    PartState.WARNING: ("warning", "warnings"),
    PartState.SKIPPED: ("check skipped", "checks skipped"),
}
WRITTEN = """\
{file} is written. Read it, then send it to the person who helps you, or attach it to an issue in the repository that
the program came from.
Names of people are P1, P2 … in it (--names keeps them); addresses and keys are left out."""
FAULT = "plant a fault in the simulated box (an unknown NAME lists all faults); may be repeated"
SIMULATED_SOURCES = (lambda: ["a simulated box has none"], lambda numbers: dict.fromkeys(numbers, "simulated"))
"""The journal of a simulated box, and what is known of its pins."""
NAME_COLUMNS = 18
"""Columns for the name of a check."""


COMMAND = Command(
    "doctor",
    arguments={
        "--no-questions": flag("skip the checks that ask you to press, tap or look at something"),
        "--json": flag("print one JSON object a line (name, state, found, remedy), and ask nothing"),
        "--bundle": argument(
            "FILE",
            "write what a helper wants to know, without names (-: print it)",
            nargs="?",
            const="companion-bundle.txt",
        ),
        "--names": flag("keep the names of people in the bundle"),
        "--simulate": flag("check a simulated box, with a simulated person who answers"),
        "--fault": argument("NAME", FAULT, action="append"),
        **SETTINGS,
    },
    needs={"--fault": "--simulate", "--names": "--bundle"},
    excludes={"--bundle": "--json"},
)


def doctor(arguments: Namespace) -> int:
    """Run all checks; returns the exit status: 1 if a check failed."""
    found = load_settings(arguments)
    logging.getLogger("hardware").addHandler(logging.NullHandler())  # the findings report the faults
    if arguments.bundle is not None:
        return _bundle(arguments, found)
    states = Counter[PartState]()
    with ExitStack() as ending:
        context = _context(arguments, found, ending, asks=not arguments.no_questions)
        for check, finding in run_checks(context):
            print_lines([_row(check, finding)] if arguments.json else _lines(check, finding))
            sys.stdout.flush()
            states[finding.state] += 1
    if not arguments.json:
        counted = [f"{states[state]} {words[states[state] > 1]}" for state, words in COUNTED.items() if states[state]]
        print_lines(["", f"{', '.join(counted)}." if counted else "All is well."])
    return FAILED if states[PartState.FAILURE] else WELL


def _bundle(arguments: Namespace, found: Configuration) -> int:
    """Write the bundle; the person reads it and sends it."""
    file = Path(arguments.bundle)
    to_output = arguments.bundle == "-"
    if file.exists() and not to_output:
        raise WrongUseError(f"{file} is there already: name another file, or delete it")
    with ExitStack() as ending:
        context = _context(arguments, found, ending, asks=False)
        sources = SIMULATED_SOURCES if arguments.simulate else (journal_lines, line_states)
        told = bundle_of(context, *sources, names=arguments.names)
    if to_output:
        print_bytes(told.encode())
        return WELL
    with refusing(file):
        write_new(file, told.encode())
    print_lines([WRITTEN.format(file=visible(str(file)))])
    return WELL


class Terminal:
    """A person at the keyboard, who may also answer with the buttons of the box."""

    def ask(self, request: Request) -> None:
        """Print the request; discards earlier input."""
        while self._line() is not None:
            pass
        sys.stderr.write(f"  ? {request.sentence}\n")

    def answer(self) -> bool | None:
        """Yes or no by the first letter of a line."""
        word = (self._line() or "").strip().lower()[:1]
        return {"y": True, "n": False}.get(word)

    def _line(self) -> str | None:
        readable = select([sys.stdin], [], [], 0)[0]
        return (sys.stdin.readline() or None) if readable else None


def nodes_of(settings: Settings) -> tuple[str, ...]:
    """The device nodes of a box with these settings."""
    return tuple(node for node in (settings.reader.wire, settings.panel.wire, *PIN_CHIPS) if node)


def _context(arguments: Namespace, found: Configuration, ending: ExitStack, *, asks: bool) -> Context:
    """The real or the simulated box, which is closed at the end; it asks a person if there is one who can answer."""
    if arguments.simulate:
        context = _simulated_context(arguments, found, ending, asks=asks)
    else:
        root = data_directory(found.settings.data.directory)
        machine = inspect_computer(nodes_of(found.settings), root)
        person = _person(asks=asks and not arguments.json)
        context = Context(found, machine, real_wires(found.settings), Store(root), person)
    ending.callback(context.close)
    return context


def _simulated_context(arguments: Namespace, found: Configuration, ending: ExitStack, *, asks: bool) -> Context:
    """Check the directory of --data unchanged; otherwise a temporary one with decks and a game."""
    faults, as_it_is = arguments.fault or (), bool(arguments.data)
    for name in faults:
        if name not in FAULTS:
            unknown = f"“{name}” is not a fault{nearest(name, FAULTS)}"
            raise WrongUseError(unknown, "The faults are:", *_faults_by_place())
        if why := no_place(name, found.settings, as_it_is=as_it_is):
            raise WrongUseError(f"--fault {name} does not apply: {why}")
    root = ending.enter_context(scratch(arguments.data))
    return simulated_context(found, root, faults, asks=asks, as_it_is=as_it_is)


def _faults_by_place() -> Iterator[str]:
    """The names of all faults, below the device that has them."""
    for place in FaultPlace:
        names = ", ".join(fault.name for fault in FAULTS.values() if fault.place is place)
        yield from (f"  {place.value}", *(f"    {line}" for line in wrap(names, 72, break_on_hyphens=False)))


def _person(*, asks: bool) -> Terminal | None:
    """The terminal; None if nobody is to be asked, or can answer."""
    return Terminal() if asks and sys.stdin.isatty() else None


def _row(check: ReportLine, finding: Finding) -> str:
    row = {"name": check.name, "state": finding.state.value, "found": finding.found, "remedy": finding.remedy}
    return visible(json.dumps(row, ensure_ascii=False))


def _lines(check: ReportLine, finding: Finding) -> Iterator[str]:
    """The mark, the name and the finding, with the remedy below it, wrapped to the terminal."""
    width = max(30, shutil.get_terminal_size().columns - NAME_COLUMNS - 3)
    words = wrap(visible(finding.found), width) or [""]
    words += wrap(visible(f"→ {finding.remedy}"), width, subsequent_indent="  ") if finding.remedy else []
    words = ["", *words] if len(check.name) > NAME_COLUMNS else words
    yield f"{painter()(MARKS[finding.state], STYLES[finding.state])} {check.name:{NAME_COLUMNS}} {words[0]}".rstrip()
    yield from (" " * (NAME_COLUMNS + 3) + line for line in words[1:])
