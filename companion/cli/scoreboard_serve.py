"""`companion scoreboard`: the page, on a socket of its own or on the service manager's."""

from __future__ import annotations

import os
import socket
import time
from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from companion.cli.arguments import page_socket, settings_of, speak_as_set
from companion.cli.console import WrongUseError
from companion.history.cache import Cache, cache_file
from companion.http.peers import EVERYWHERE, address_of
from companion.runtime.systemd import Supervisor
from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.posting import NO_PLACE, posting_place, released_beside
from companion.scoreboard.server import ScoreboardRoutes
from companion.settings.schema import Settings
from companion.settings.search_path import data_directory
from companion.storage.posted import PostedDisk
from companion.storage.records import Store

FIRST_GIVEN = 3
"""The first descriptor that a service manager passes on (sd_listen_fds(3))."""

IS_OFF = "the scoreboard is off. Switch it on in the settings: on = true below [scoreboard] (companion config path)."


def serve_scoreboard(arguments: Namespace) -> int:
    """Run `companion scoreboard`; returns the exit status."""
    settings, place = settings_of(arguments), posting_place(os.environ)
    speak_as_set(settings)
    if not settings.scoreboard.on:
        raise WrongUseError(IS_OFF)
    if place is None:
        raise WrongUseError(*NO_PLACE)
    wanted = settings.scoreboard
    with given_socket(os.environ) or page_socket(wanted.address, wanted.port) as listens:
        check_address(listens.getsockname()[0], wanted.address)
        _serve(settings, place, listens)
    return 0


def given_socket(environ: Mapping[str, str]) -> socket.socket | None:
    """The socket that the service manager opened for this process (sd_listen_fds(3)); None: none."""
    if environ.get("LISTEN_PID") != str(os.getpid()) or environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=FIRST_GIVEN)


def check_address(bound: str, allowed: str) -> None:
    """Refuse a socket on the network unless the settings allow it. Raises WrongUseError."""
    if allowed not in {bound, EVERYWHERE}:
        what = f"the socket listens at {bound}, the settings allow {allowed} (address below [scoreboard])"
        raise WrongUseError(f"{what}; `sudo make install` makes them agree.")


def _serve(settings: Settings, place: Path, listens: socket.socket) -> None:
    store = Store(data_directory(settings.data.directory), PostedDisk())
    evenings = FinishedMatches(store, Cache(cache_file(os.environ)), partial(released_beside, place))
    print(f"The scoreboard is at {address_of(listens)}", flush=True)  # noqa: T201 - what this command is for
    page, supervisor = ScoreboardRoutes(place, evenings, settings.scoreboard.name), Supervisor()
    page.serve(listens, lambda: supervisor.turn_done(time.monotonic(), {}))
