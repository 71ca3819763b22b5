"""`companion director` and `serve`: the organiser's page, and its broker."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from companion.cli.arguments import club_office, local_time, page_socket
from companion.cli.console import WrongUseError
from companion.cli.director import alone, desk_of, root_of, tell_troubles
from companion.club.link import OFFICE, BrokerAddress, TlsFiles
from companion.club.register import register_of
from companion.director.link import BrokerLink, DirectorLink, Unlinked
from companion.director.password import password_of
from companion.director.record_shelf import RecordShelf
from companion.director.server import DirectorPage
from companion.http.peers import address_of
from companion.storage.disk import DISK

PORT = 8095
NO_BROKER = "Make a club first: companion club init (docs/club.md)."
DAMAGED = "{file} is damaged ({why}): restore it from your copy."
LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "localhost", "::1")
DIRECTOR, REGISTER = "director", "club.json"
"""The parts of the organiser's directory that the director reads (`club/office.py`)."""


def serve(arguments: Namespace) -> int:
    """Serve the page until the program is stopped; returns the exit status."""
    root, club = root_of(arguments), club_office(arguments.club)
    if arguments.club and not (arguments.broker or DISK.exists(club / DIRECTOR)):
        raise WrongUseError(f"there is no club in {club}: --club names its directory", NO_BROKER)
    link = _link(root, arguments.broker, club)
    with alone(root), page_socket(arguments.address or LOOPBACK, arguments.port or PORT) as listens:
        desk, (password, is_new) = desk_of(root), password_of(root)
        tell_troubles(desk)
        print(f"The director is at {address_of(listens)}", flush=True)  # noqa: T201 - what this command is for
        told = f"The password is {password}" if is_new else f"The password is in {root / 'password'}"
        print(told, flush=True)  # noqa: T201 - the same
        page = DirectorPage(desk, link, password, local_time, name=arguments.name or "")
        page.site.run(listens)
    return 0


def _link(root: Path, broker: str | None, club: Path) -> BrokerLink:
    """The connection to the broker of the club that was made here. Without a broker the page works, and says why."""
    parts = (club / DIRECTOR / name for name in ("ca.pem", "director.pem", "director.key"))
    files = TlsFiles(*parts, unreadable=OFFICE) if DISK.exists(club / DIRECTOR) else None
    if broker is None and files is None:
        return Unlinked(NO_BROKER)
    if broker is None:
        try:
            register = register_of(DISK.read(club / REGISTER).decode())
            broker = f"{register.hosts[0]}:{register.port}"
        except (OSError, ValueError, IndexError) as fault:
            return Unlinked(DAMAGED.format(file=club / REGISTER, why=fault))
    host, port = _address(broker)
    if files is None and host not in LOOPBACKS:
        raise WrongUseError(f"there is no club in {club}, so only a broker on this computer can be used.", NO_BROKER)
    return DirectorLink(BrokerAddress(host, port, files), RecordShelf(root))


def _address(word: str) -> tuple[str, int]:
    host, _, port = word.rpartition(":")
    if host and port.isdecimal() and 0 < int(port) < 65_536:
        return host.removeprefix("[").removesuffix("]"), int(port)
    raise WrongUseError(f"“{word}” is not a broker. For example: --broker club.local:8883")
