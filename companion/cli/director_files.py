"""`companion director rebuild`, `mend`, `export` and `hands`: the records of events, without a page."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.cli.director_desk import alone, desk_of, local_time, root_of, tell_troubles
from companion.cli.wrong_use import WrongUseError
from companion.director.desk import Desk
from companion.director.event_record import mend as mend_record
from companion.director.event_record import read_events
from companion.director.exports import EXPORTS
from companion.director.hands_text import as_text
from companion.rules.statements import UnreadableError
from companion.support.text import listed, nearest

if TYPE_CHECKING:
    from argparse import Namespace


def rebuild(arguments: Namespace) -> int:
    """Make the database anew; returns the exit status."""
    root = root_of(arguments)
    with alone(root):
        desk = desk_of(root)
        desk.rebuild()
        tell_troubles(desk)
    return 0


def mend(arguments: Namespace) -> int:
    """Mend the damaged record of an event; one that is whole is left alone."""
    root, name = root_of(arguments), arguments.event
    with alone(root):
        damaged = [fault.path.stem for fault in read_events(root).faults]
        if name not in damaged:
            raise WrongUseError(f"Mend which event? Damaged are: {', '.join(damaged) or 'none'}")
        print(f"The damaged record is kept as {mend_record(root, name, local_time())}.")  # noqa: T201 - what this command is for
    return 0


def export(arguments: Namespace) -> int:
    """Write an event to standard output; returns the exit status."""
    desk, name = desk_of(root_of(arguments)), arguments.file
    event = _known_event(desk, arguments.event, "Export")
    if name not in EXPORTS:
        raise WrongUseError(f"Export which file? {listed(EXPORTS, 'or')}{nearest(name or '', EXPORTS)}")
    tables = desk.tables(desk.event_of(event))
    tell_troubles(desk)
    try:
        content = EXPORTS[name][1](tables)
    except ValueError as why:
        raise WrongUseError(str(why)) from why
    _write(content)
    return 0


def hands(arguments: Namespace) -> int:
    """Write all hands of an event to standard output; returns the exit status."""
    desk = desk_of(root_of(arguments))
    name = _known_event(desk, arguments.event, "The hands of")
    try:
        event = desk.event_of(name)
        text = as_text(event, desk.boards(event))
    except UnreadableError as why:
        raise WrongUseError(str(why)) from why
    _write(text.encode())
    return 0


def _known_event(desk: Desk, event: str | None, what: str) -> str:
    """The name of an event that there is."""
    if event is not None and event in desk.names:
        return event
    tell_troubles(desk)
    there = ", ".join(desk.names) or "none yet"
    raise WrongUseError(f"{what} which event? There are: {there}{nearest(event or '', desk.names)}")


def _write(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
