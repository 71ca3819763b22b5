"""`companion doctor`: check the real or the simulated box, one line a check."""

from __future__ import annotations

import json
import logging
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import TYPE_CHECKING

from companion.cli.console import painter
from companion.doctor.checks import run_checks
from companion.doctor.computer_facts import looked_at
from companion.doctor.context import Context, real_wires
from companion.doctor.findings import State
from companion.settings.search_path import data_directory, load_settings
from companion.storage.disk import DISK
from companion.storage.records import Store
from companion.support.text import nearest, visible
from hardware.linux_pins import PIN_CHIPS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from companion.doctor.context import Person, Request
    from companion.doctor.findings import Check, Finding
    from companion.settings.schema import Settings
    from companion.settings.search_path import Configuration
    from companion.support.paint import Paint

WELL, FAILED, WRONG_USE = 0, 1, 2
MARKS = {State.OK: "✓", State.WARNING: "!", State.FAILURE: "✗", State.SKIPPED: "-"}
STYLES = {State.OK: "green", State.WARNING: "yellow", State.FAILURE: "bold red", State.SKIPPED: "dim"}
NAME = 18
"""Columns for the name of a check."""


def doctor(arguments: Namespace) -> int:
    """Run all checks; returns the exit status: 1 if a check failed.

    for example:
      companion doctor                             on the box, with somebody at it
      companion doctor --json | jq 'select(.state == "failure")'
      companion doctor --simulate --fault miso-low    what it says of a broken wire
      companion doctor --simulate --data DIR          the decks and records there, and a box that is well

    The companion must not run meanwhile: sudo systemctl stop companion. Questions are
    answered with y and n, or with OK and BACK of the box; they are left out where standard
    input is no terminal. What waits for another check, or for people, is skipped. Faults that
    pass by themselves (bit-errors, bounce, …) are borne by the drivers: nothing complains.

    exit status:
      0  no failure; there may be warnings
      1  a failure, with what mends it
      2  wrong use, as --fault without --simulate
    """
    found = load_settings(arguments)
    problem = _wrong_use(arguments, found)
    if problem:
        sys.stderr.write(visible(f"companion doctor: {problem}") + "\n")
        return WRONG_USE
    logging.getLogger("hardware").addHandler(logging.NullHandler())  # the findings report the faults
    with ExitStack() as ending:
        context = _simulated(arguments, found, ending) if arguments.simulate else _real(arguments, found)
        ending.callback(context.ending.close)
        states = [_print_finding(check, finding, as_json=arguments.json) for check, finding in run_checks(context)]
    if not arguments.json:
        sys.stdout.writelines(f"{line}\n" for line in _summary(states))
    return FAILED if State.FAILURE in states else WELL


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
    return settings.reader.wire, settings.panel.wire, *PIN_CHIPS


def _wrong_use(arguments: Namespace, found: Configuration) -> str:
    """The first --fault that is unknown or does not apply to this box; empty: none."""
    if not arguments.fault:
        return ""
    from companion.doctor.simulated import no_place  # noqa: PLC0415 - the simulation is loaded where it is wanted
    from hardware.sim.faults import FAULTS  # noqa: PLC0415 - the same

    strange = next((name for name in arguments.fault if name not in FAULTS), None)
    if strange is not None:
        return f"“{strange}” is no fault; --fault takes {', '.join(FAULTS)}{nearest(strange, FAULTS)}"
    reasons = ((name, no_place(name, found.settings, as_it_is=bool(arguments.data))) for name in arguments.fault)
    return next((f"--fault {name} does not apply: {why}" for name, why in reasons if why), "")


def _real(arguments: Namespace, found: Configuration) -> Context:
    root = data_directory(found.settings.data.directory)
    machine = looked_at(nodes_of(found.settings), root)
    wires = real_wires(found.settings)
    return Context(found, machine, wires, Store(root), DISK, _person(arguments))


def _simulated(arguments: Namespace, found: Configuration, ending: ExitStack) -> Context:
    """With --data that directory is checked as it is; otherwise a temporary one with decks and a game."""
    from companion.doctor.simulated import simulated_context  # noqa: PLC0415 - loaded where it is wanted

    root = Path(arguments.data or ending.enter_context(TemporaryDirectory()))
    faults, asks = arguments.fault or (), not arguments.no_questions
    return simulated_context(found, root, faults, asks=asks, as_it_is=bool(arguments.data))


def _person(arguments: Namespace) -> Person | None:
    """The terminal; None if nobody can answer, or with --json."""
    return Terminal() if sys.stdin.isatty() and not (arguments.no_questions or arguments.json) else None


def _print_finding(check: Check, finding: Finding, *, as_json: bool) -> State:
    if as_json:
        one = {"name": check.name, "state": finding.state.value, "found": finding.found, "remedy": finding.remedy}
        sys.stdout.write(visible(json.dumps(one, ensure_ascii=False)) + "\n")
    else:
        lines = _lines(check, finding, shutil.get_terminal_size().columns, painter(sys.stdout))
        sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()
    return finding.state


def _lines(check: Check, finding: Finding, columns: int, paint: Paint) -> Iterator[str]:
    """The mark, the name and the finding, with the remedy below it, wrapped to `columns`."""
    width = max(30, columns - NAME - 3)
    words = wrap(visible(finding.found), width) or [""]
    words += wrap(visible(f"→ {finding.remedy}"), width, subsequent_indent="  ") if finding.remedy else []
    words = ["", *words] if len(check.name) > NAME else words
    yield f"{paint(MARKS[finding.state], STYLES[finding.state])} {check.name:{NAME}} {words[0]}".rstrip()
    yield from (" " * (NAME + 3) + line for line in words[1:])


def _summary(states: list[State]) -> Iterator[str]:
    yield ""
    counts = ((State.FAILURE, "failure"), (State.WARNING, "warning"), (State.SKIPPED, "check skipped"))
    counted = [_counted(states.count(state), words) for state, words in counts if state in states]
    yield f"{', '.join(counted)}." if counted else "All is well."


def _counted(number: int, words: str) -> str:
    first, *rest = words.split()
    return " ".join([str(number), first + "s" * (number != 1), *rest])
