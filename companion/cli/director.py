"""`companion director`: serve the organiser's page of a club, make its database anew, or write an event to a file."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from companion.cli.arguments import WrongUseError, settings_of, speak_as_set
from companion.games.registry import GAMES
from companion.settings.search_path import data_directory
from companion.support.text import nearest

if TYPE_CHECKING:
    import socket
    from argparse import Namespace
    from pathlib import Path

    from companion.director.desk import Desk
    from companion.director.server import Link

PORT = 8095
NO_SERVER = "the director needs starlette, uvicorn and aiomqtt: pip install 'tabletop-companion[director]'."
NO_BROKER = "There is no broker yet. Name it: companion director --broker HOST:PORT (docs/club.md)."
LOOPBACK = "127.0.0.1"


def director(arguments: Namespace) -> int:
    """Run `companion director`; returns the exit status.

    The page seats a club's people at its boxes, keeps the clock, and shows results and
    standings. It asks for a password, which is made at the first start and lies in the file
    `password` of the data directory: write your own there if you like.

    for example:
      companion director                               on this computer only
      companion director --address 192.168.1.5 --broker 192.168.1.5:8883
      companion director rebuild                       the database, from all records
      companion director export 2026-11-25-thursday scores.csv > scores.csv
    """
    settings = settings_of(arguments)
    speak_as_set(settings)
    root = data_directory(settings.data.directory) / "director"
    match arguments.what:
        case "rebuild":
            _desk(root).rebuild()
        case "export":
            _export(_desk(root), arguments.event, arguments.file)
        case _:
            _serve(root, arguments)
    return 0


def _desk(root: Path) -> Desk:
    from companion.director.desk import Desk  # noqa: PLC0415 - only where an event is looked at
    from companion.storage.disk import DISK, make  # noqa: PLC0415 - the same

    make(DISK, root, root)
    return Desk(root, GAMES)


def _export(desk: Desk, event: str | None, name: str | None) -> None:
    """Write an event to standard output."""
    from companion.director.exports import EXPORTS  # noqa: PLC0415 - the same

    if event not in desk.names:
        there = ", ".join(desk.names) or "none yet"
        raise WrongUseError(f"export which event? There are: {there}{nearest(event or '', desk.names)}")
    if name not in EXPORTS:
        raise WrongUseError(f"export as what? It takes {', '.join(EXPORTS)}{nearest(name or '', EXPORTS)}")
    desk.look(_now())
    try:
        content = EXPORTS[name][1](desk.database.tables(event))
    except ValueError as why:
        raise WrongUseError(str(why)) from why
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def _serve(root: Path, arguments: Namespace) -> None:
    try:
        from companion.director import server  # noqa: PLC0415 - only where something is served
        from companion.director.password import password_of  # noqa: PLC0415 - the same
    except ImportError as missing:
        raise WrongUseError(NO_SERVER) from missing
    desk = _desk(root)
    password, is_new = password_of(root)
    with _listening(arguments.address or LOOPBACK, arguments.port or PORT) as listens:
        print("The director is at http://{}:{}/".format(*listens.getsockname()), flush=True)  # noqa: T201 - what this command is for
        told = f"The password is {password}" if is_new else f"The password is in {root / 'password'}"
        print(told, flush=True)  # noqa: T201 - the same
        page = server.DirectorPage(desk, _link(root, arguments.broker), password, _now, arguments.name or "")
        server.serve(page, listens)


def _listening(address: str, port: int) -> socket.socket:
    from companion.http.serving import listening  # noqa: PLC0415 - only where something is served

    try:
        return listening(address, port)
    except OSError as fault:
        raise WrongUseError(f"{address}:{port} cannot be listened at: {fault.strerror}.") from fault


def _link(root: Path, broker: str | None) -> Link:
    """The connection to the broker; without one the page works, and says so."""
    del root, broker
    from companion.director.server import Unlinked  # noqa: PLC0415 - only where something is served

    return Unlinked(NO_BROKER)


def _now() -> str:
    """The local time as records note it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S")
