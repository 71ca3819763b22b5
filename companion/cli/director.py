"""`companion director`: serve the organiser's page of a club, make its database anew, or write an event to a file.

The page seats a club's people at its boxes, keeps the clock, and shows results and
standings. The broker is that of the club that companion club init made here. The page
asks for a password, which is made at the first start and lies in the file director/password
of the data directory: write your own there if you like. hands writes which cards of each
board lie where, for somebody who lays them out and does not play.

for example:
  companion director                               on this computer only
  companion director --address 192.168.1.5         for the local network
  companion director rebuild                       the database, from all records
  companion director mend 2026-11-25-thursday      goes on from the whole lines of a damaged record
  companion director hands 2026-11-25-thursday > hands.txt
  companion director export 2026-11-25-thursday scores.csv > scores.csv
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.arguments import settings_of, speak_as_set
from companion.cli.wrong_use import WrongUseError
from companion.games.registry import GAMES
from companion.settings.search_path import data_directory
from companion.storage.disk import user_data
from companion.support.text import listed, nearest

if TYPE_CHECKING:
    import socket
    from argparse import Namespace
    from collections.abc import Iterator

    from companion.director.connection import BrokerLink
    from companion.director.desk import Desk

PORT = 8095
NO_SERVER = "the director needs starlette, uvicorn and paho-mqtt: pip install 'tabletop-companion[director]'."
NO_BROKER = "Make a club first: companion club init (docs/club.md)."
LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "localhost", "::1")
DIRECTOR, REGISTER = "director", "club.json"
"""What the director needs of the organiser's directory of the club (`club/office.py`)."""


def director(arguments: Namespace) -> int:
    """Run `companion director`; returns the exit status."""
    settings = settings_of(arguments)
    speak_as_set(settings)
    root = data_directory(settings.data.directory) / "director"
    match arguments.what:
        case "rebuild":
            _rebuild(root)
        case "mend":
            _mend(root, arguments.event)
        case "export":
            _export(_desk(root), arguments.event, arguments.file)
        case "hands":
            _hands(_desk(root), arguments.event)
        case _:
            _serve(root, arguments)
    return 0


def _desk(root: Path) -> Desk:
    from companion.director.desk import Desk  # noqa: PLC0415 - only where an event is looked at
    from companion.storage.disk import DISK, make  # noqa: PLC0415 - the same

    make(DISK, root, root)
    return Desk(root, GAMES)


def _tell(desk: Desk) -> None:
    """Name what is wrong with records; the journal has it where the director runs as a service."""
    for trouble in desk.troubles:
        print(trouble, file=sys.stderr)  # noqa: T201 - what a command says of files


def _rebuild(root: Path) -> None:
    with _alone(root):
        desk = _desk(root)
        desk.rebuild()
        _tell(desk)


def _mend(root: Path, name: str | None) -> None:
    """Mend the damaged record of an event; one that is whole is left alone."""
    from companion.director.event_record import mend, read_events  # noqa: PLC0415 - the same

    with _alone(root):
        damaged = [fault.path.stem for fault in read_events(root).faults]
        if name not in damaged:
            raise WrongUseError(f"Mend which event? Damaged are: {', '.join(damaged) or 'none'}")
        print(f"The damaged record is kept as {mend(root, name, _now())}.")  # noqa: T201 - what this command is for


def _export(desk: Desk, asked: str | None, name: str | None) -> None:
    """Write an event to standard output."""
    from companion.director.exports import EXPORTS  # noqa: PLC0415 - the same

    event = _known_event(desk, asked, "Export")
    if name not in EXPORTS:
        raise WrongUseError(f"Export which file? {listed(EXPORTS, 'or')}{nearest(name or '', EXPORTS)}")
    tables = desk.tables(desk.event_of(event))
    _tell(desk)
    try:
        content = EXPORTS[name][1](tables)
    except ValueError as why:
        raise WrongUseError(str(why)) from why
    _write(content)


def _hands(desk: Desk, asked: str | None) -> None:
    """Write all hands of an event to standard output."""
    from companion.director.hands_text import as_text  # noqa: PLC0415 - the same
    from companion.rules.statements import UnreadableError  # noqa: PLC0415 - the same

    name = _known_event(desk, asked, "The hands of")
    try:
        event = desk.event_of(name)
        text = as_text(event, desk.boards(event))
    except UnreadableError as why:
        raise WrongUseError(str(why)) from why
    _write(text.encode())


def _known_event(desk: Desk, event: str | None, what: str) -> str:
    """The name of an event that there is."""
    if event is not None and event in desk.names:
        return event
    _tell(desk)
    there = ", ".join(desk.names) or "none yet"
    raise WrongUseError(f"{what} which event? There are: {there}{nearest(event or '', desk.names)}")


def _write(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def _serve(root: Path, arguments: Namespace) -> None:
    try:
        from companion.director import server  # noqa: PLC0415 - only where something is served
        from companion.director.password import password_of  # noqa: PLC0415 - the same
        from companion.storage.disk import DISK, make  # noqa: PLC0415 - the same
    except ImportError as missing:
        raise WrongUseError(NO_SERVER) from missing
    if find_spec("paho") is None:
        raise WrongUseError(NO_SERVER)
    club = Path(arguments.club).absolute() if arguments.club else user_data() / "companion" / "club-office"
    make(DISK, root, root)
    with _alone(root), _listening(arguments.address or LOOPBACK, arguments.port or PORT) as listens:
        desk, (password, is_new) = _desk(root), password_of(root)
        _tell(desk)
        print("The director is at http://{}:{}/".format(*listens.getsockname()), flush=True)  # noqa: T201 - what this command is for
        told = f"The password is {password}" if is_new else f"The password is in {root / 'password'}"
        print(told, flush=True)  # noqa: T201 - the same
        page = server.DirectorPage(desk, _link(root, arguments.broker, club), password, _now, arguments.name or "")
        page.site.run(listens)


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Nobody else writes here meanwhile."""
    from companion.storage.disk import DIRECTORY as OF_A_DIRECTORY  # noqa: PLC0415 - only where something is served
    from companion.storage.disk import DISK  # noqa: PLC0415 - the same

    descriptor = DISK.open(root, OF_A_DIRECTORY)
    try:
        DISK.lock(descriptor)
        yield
    except BlockingIOError as taken:
        raise WrongUseError(f"another director is at work in {root}") from taken
    finally:
        DISK.close(descriptor)


def _listening(address: str, port: int) -> socket.socket:
    from companion.http.serving import listening  # noqa: PLC0415 - only where something is served

    try:
        return listening(address, port)
    except OSError as fault:
        raise WrongUseError(f"{address}:{port} is not available for the page: {fault.strerror}.") from fault


def _link(root: Path, broker: str | None, club: Path) -> BrokerLink:
    """The connection to the broker of the club that was made here; without one the page works, and says so."""
    from companion.club.connection import BrokerAddress, TlsFiles  # noqa: PLC0415 - only where something is served
    from companion.director.connection import Unlinked  # noqa: PLC0415 - the same
    from companion.director.link import DirectorLink as Connected  # noqa: PLC0415 - the same
    from companion.director.shelf import RecordShelf  # noqa: PLC0415 - the same

    place = club / DIRECTOR
    files = TlsFiles(place / "ca.pem", place / "director.pem", place / "director.key") if place.is_dir() else None
    if broker is None and files is None:
        return Unlinked(NO_BROKER)
    host, port = _address(broker) if broker else _of_club(club)
    if files is None and host not in LOOPBACKS:
        raise WrongUseError(
            f"there is no club in {club}, and without its certificates no broker elsewhere is asked.", NO_BROKER
        )
    return Connected(BrokerAddress(host, port, files), RecordShelf(root))


def _address(word: str) -> tuple[str, int]:
    host, _, port = word.rpartition(":")
    if host and port.isdecimal() and 0 < int(port) < 65_536:
        return host.removeprefix("[").removesuffix("]"), int(port)
    raise WrongUseError(f"“{word}” is not a broker. For example: --broker club.local:8883")


def _of_club(club: Path) -> tuple[str, int]:
    from companion.club.register import register_of  # noqa: PLC0415 - only where something is served

    try:
        register = register_of((club / REGISTER).read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise WrongUseError(f"{club / REGISTER} cannot be read: {problem}") from problem
    return register.hosts[0], register.port


def _now() -> str:
    """The local time as records note it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S")
