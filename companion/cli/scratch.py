"""The directory that a command works in: the one that was named, or one that is gone at its end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from companion.storage.owner import become_owner


@contextmanager
def scratch(named: str | None = None) -> Iterator[Path]:
    """The directory `named`, whose owner root becomes; without a name a temporary one, removed at the end."""
    if named:
        become_owner(Path(named))
        yield Path(named)
        return
    with exit_on_signals(), TemporaryDirectory(prefix="companion-") as directory:
        yield Path(directory)


@contextmanager
def exit_on_signals() -> Iterator[None]:
    """End the block by SystemExit at SIGTERM and SIGHUP (a closed terminal), as Ctrl-C does by KeyboardInterrupt.

    By themselves they would end the process before anything is removed, and leave other processes behind.
    """
    before = {number: signal.signal(number, end) for number, end in ENDS.items()}
    try:
        yield
    finally:
        for number, meaning in before.items():
            signal.signal(number, meaning)


def _end(number: int, _frame: object) -> NoReturn:
    raise SystemExit(128 + number)  # as a shell reports it


ENDS = {signal.SIGTERM: _end, signal.SIGHUP: lambda *_: signal.raise_signal(signal.SIGTERM)}
"""SIGHUP ends as SIGTERM does: a page that is served handles that, and ends the table first."""
