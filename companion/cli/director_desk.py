"""What every action of `companion director` begins with: the organiser's directory, and the desk above it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.arguments import settings_of, speak_as_set
from companion.cli.wrong_use import WrongUseError
from companion.director.desk import Desk
from companion.games.registry import GAMES
from companion.settings.search_path import data_directory
from companion.storage.disk import DIRECTORY, DISK, make

if TYPE_CHECKING:
    from argparse import Namespace


def root_of(arguments: Namespace) -> Path:
    """The directory of the events, which is made where it is missing. Puts the language of the settings into effect."""
    settings = settings_of(arguments)
    speak_as_set(settings)
    root = data_directory(settings.data.directory) / "director"
    make(DISK, root, root)
    return root


def desk_of(root: Path) -> Desk:
    """The events of this directory."""
    return Desk(root, GAMES)


def tell_troubles(desk: Desk) -> None:
    """Name what is wrong with records; the journal has it where the director runs as a service."""
    for trouble in desk.troubles:
        print(trouble, file=sys.stderr)  # noqa: T201 - what a command says of files


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Nobody else writes here meanwhile. Raises WrongUseError."""
    descriptor = DISK.open(root, DIRECTORY)
    try:
        DISK.lock(descriptor)
        yield
    except BlockingIOError as taken:
        raise WrongUseError(f"another director is at work in {root}") from taken
    finally:
        DISK.close(descriptor)


def local_time() -> str:
    """The local time as records note it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S")
