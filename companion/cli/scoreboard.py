"""`companion scoreboard`: serve the page for phones on an own socket or on the service manager's."""

from __future__ import annotations

import os
import socket
import sys
from typing import TYPE_CHECKING

from companion.scoreboard.posting import NO_PLACE, posting_place
from companion.settings.search_path import EX_CONFIG, data_directory, load_settings
from companion.support.text import visible

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from pathlib import Path

    from companion.settings.schema import Settings

WRONG_USE = 2
FIRST_GIVEN = 3
"""The first descriptor that a service manager passes on (sd_listen_fds(3))."""

IS_OFF = "the scoreboard is off. Switch it on in the settings: on = true below [scoreboard] (companion config path)."
NO_SERVER = "the scoreboard needs starlette and uvicorn: pip install 'tabletop-companion[web]'."
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where somebody writes it into the settings


class CannotServeError(Exception):
    """The scoreboard cannot be served; the message says why."""


def scoreboard(arguments: Namespace) -> int:
    """Run `companion scoreboard`; returns the exit status."""
    found = load_settings(arguments)
    sys.stderr.writelines(f"{visible(one)}\n" for one in found.complaints())
    if found.problem is not None:
        return EX_CONFIG
    try:
        _serve(found.settings, os.environ)
    except CannotServeError as reason:
        sys.stderr.writelines(f"{visible(line)}\n" for line in f"companion: {reason}".split("\n"))
        return WRONG_USE
    return 0


def _serve(settings: Settings, environ: Mapping[str, str]) -> None:
    """Serve until a signal ends it. Raises CannotServeError."""
    if not settings.scoreboard.on:
        raise CannotServeError(IS_OFF)
    place = posting_place(environ)
    if place is None:
        raise CannotServeError("\n".join(NO_PLACE))
    try:
        with given_socket(environ) or _own_socket(settings) as listens:
            check_address(listens.getsockname()[0], settings.scoreboard.address)
            _run(settings, place, listens)
    except ImportError as missing:
        raise CannotServeError(NO_SERVER) from missing


def given_socket(environ: Mapping[str, str]) -> socket.socket | None:
    """The socket that the service manager opened for this process (sd_listen_fds(3)); None: none."""
    if environ.get("LISTEN_PID") != str(os.getpid()) or environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=FIRST_GIVEN)


def check_address(bound: str, allowed: str) -> None:
    """Refuse a socket on the network unless the settings allow it. Raises CannotServeError."""
    if allowed not in {bound, EVERYWHERE}:
        message = f"the socket listens at {bound}, the settings allow {allowed} (address below [scoreboard])"
        raise CannotServeError(f"{message}; `sudo make install` makes them agree.")


def _own_socket(settings: Settings) -> socket.socket:
    from companion.http.serving import listening  # noqa: PLC0415 - only where something is served

    wanted = settings.scoreboard
    try:
        return listening(wanted.address, wanted.port)
    except OSError as fault:
        raise CannotServeError(f"{wanted.address}:{wanted.port} cannot be listened at: {fault.strerror}.") from fault


def _run(settings: Settings, place: Path, listens: socket.socket) -> None:
    from companion.history.cache import Cache, cache_file  # noqa: PLC0415 - only where something is served
    from companion.scoreboard.past_matches import FinishedMatches  # noqa: PLC0415 - the same
    from companion.scoreboard.server import Scoreboard, serve  # noqa: PLC0415 - the same
    from companion.storage.records import Store  # noqa: PLC0415 - the same

    store = Store(data_directory(settings.data.directory))
    evenings = FinishedMatches(store, Cache(cache_file(os.environ)))
    print("The scoreboard is at http://{}:{}/".format(*listens.getsockname()), flush=True)  # noqa: T201 - what this command is for
    serve(Scoreboard(place, evenings, settings.scoreboard.name), listens)
