"""`companion director`: serve the organiser's page of a club, make its database anew, or write an event to a file.

The page seats a club's people at its boxes, keeps the clock, and shows results and
standings. Its broker is that of the club that companion club init made here. The page
asks for a password. The first start makes one, in the file director/password of the
data directory; write your own there if you like. hands prints the cards of each board,
for somebody who lays them out and does not play.

for example:
  companion director                               a page for this computer only
  companion director --address 192.168.1.5         a page for the local network
  companion director rebuild                       rebuilds the database from all records
  companion director mend 2026-11-25-thursday      goes on after the last whole line of a damaged record
  companion director hands 2026-11-25-thursday > hands.txt
  companion director export 2026-11-25-thursday scores.csv > scores.csv

exit status:
  0   all is well; damage to a record is told
  2   wrong use, no such event, or another director is running here
  75  the memory card failed, or the password in its file cannot be one
  78  a wrong value in the settings file
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.arguments import local_time, settings_of, speak_as_set
from companion.cli.commands import CLUB, FILES, Command, Extra, argument, port
from companion.cli.console import WrongUseError, as_wrong_use, print_bytes, print_lines
from companion.director.desk import Desk
from companion.director.event_record import mend as mend_record
from companion.director.event_record import read_events
from companion.director.exports import EXPORTS
from companion.director.hands_text import as_text
from companion.games.registry import GAMES
from companion.rules.statements import UnreadableError
from companion.settings.search_path import data_directory
from companion.storage.disk import DIRECTORY, DISK
from companion.support.text import listing, nearest

_EVENT = argument("EVENT", "the name of an event (default: list the events)", nargs="?")


_SERVED = {
    "--address": argument("ADDRESS", "the address on which the page listens (default 127.0.0.1: this computer only)"),
    "--port": argument("N", "the port of the page (default 8095)", type=port),
    "--name": argument("NAME", "another host name under which the page answers"),
    "--broker": argument("HOST:PORT", "use this broker instead of the club's"),
    **CLUB,
    **FILES,
}


ORGANISER = Extra(("starlette", "uvicorn", "paho"), "starlette, uvicorn and paho-mqtt", "director")
COMMAND = Command(
    "director",
    usual="serve",
    actions=(
        Command("serve", "serve the organiser's page", _SERVED, run="director_serve:serve", extra=ORGANISER),
        Command("rebuild", "rebuild the database from all records", FILES, run="director:rebuild"),
        Command(
            "export",
            "print standings, scores or records of an event",
            {
                "event": _EVENT,
                "file": argument("FILE", "standings.csv, scores.csv, records.csv, event.json or usebio.xml", nargs="?"),
                **FILES,
            },
            run="director:export",
        ),
        Command("hands", "print the hands of each board", {"event": _EVENT, **FILES}, run="director:hands"),
        Command(
            "mend",
            "go on after the last whole line of a damaged record",
            {"event": _EVENT, **FILES},
            run="director:mend",
        ),
    ),
)


def root_of(arguments: Namespace) -> Path:
    """The directory of the events. Puts the language of the settings into effect."""
    settings = settings_of(arguments)
    speak_as_set(settings)
    return data_directory(settings.data.directory) / "director"


def desk_of(root: Path) -> Desk:
    """The events of this directory."""
    return Desk(root, GAMES)


def tell_troubles(desk: Desk) -> None:
    """Report faults of records on standard error, which a service writes to the journal."""
    for trouble in desk.troubles:
        print(trouble, file=sys.stderr)  # noqa: T201 - what a command says of files


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Lock the directory, which is made where it is missing, against other directors. Raises WrongUseError."""
    DISK.make(root, root)
    with DISK.closing(DISK.open(root, DIRECTORY)) as descriptor:
        try:
            DISK.lock(descriptor)
        except BlockingIOError as taken:
            raise WrongUseError(f"another director is running in {root}: stop it first") from taken
        yield


def rebuild(arguments: Namespace) -> int:
    """Make the database anew; returns the exit status."""
    root = root_of(arguments)
    with alone(root):
        desk = desk_of(root)
        desk.rebuild()
        tell_troubles(desk)
    return 0


def mend(arguments: Namespace) -> int:
    """Mend the damaged record of an event. Raises WrongUseError for a record without damage."""
    root, name = root_of(arguments), arguments.event
    with alone(root):
        damaged = [fault.path.stem for fault in read_events(root).faults]
        if name not in damaged:
            raise WrongUseError(f"Mend which event? Damaged are: {', '.join(damaged) or 'none'}")
        print_lines([f"The damaged record is kept as {mend_record(root, name, local_time())}."])
    return 0


def export(arguments: Namespace) -> int:
    """Write an event to standard output; returns the exit status."""
    desk, name = desk_of(root_of(arguments)), arguments.file
    event = _known_event(desk, arguments.event, "Export")
    if name not in EXPORTS:
        raise WrongUseError(f"Export which file? {listing(EXPORTS, 'or')}{nearest(name or '', EXPORTS)}")
    tables = desk.tables(desk.event_of(event))
    tell_troubles(desk)
    with as_wrong_use(ValueError):
        content = EXPORTS[name][1](tables)
    print_bytes(content)
    return 0


def hands(arguments: Namespace) -> int:
    """Write all hands of an event to standard output; returns the exit status."""
    desk = desk_of(root_of(arguments))
    name = _known_event(desk, arguments.event, "The hands of")
    with as_wrong_use(UnreadableError):
        event = desk.event_of(name)
        text = as_text(event, desk.boards(event))
    print_bytes(text.encode())
    return 0


def _known_event(desk: Desk, event: str | None, what: str) -> str:
    """The name of an existing event. Raises WrongUseError."""
    if event is not None and event in desk.names:
        return event
    tell_troubles(desk)
    there = ", ".join(desk.names) or "none yet"
    raise WrongUseError(f"{what} which event? There are: {there}{nearest(event or '', desk.names)}")
