"""Counts how often these people have played before, in a process of its own, so that the table never waits.

Replaying years of records takes seconds, and a thread would take that time from the loop. The answer comes in a later
turn, or never. The process is `series_process`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.match.ending import Series
from companion.match.header import Header

MODULE = (sys.executable, "-m", "companion.runtime.series_process")
MOST_BYTES = 1 << 12
"""An answer is a few numbers, far less than a pipe takes before somebody reads it."""


class EarlierMatches:
    """Counts for one match after another, from the records of this data directory. No call waits or raises."""

    def __init__(self, root: Path, command: Sequence[str] = MODULE) -> None:
        self._root = root
        self._command = command
        self._counting = 0  # the process; 0: none
        self._answers = -1
        self._ended: list[int] = []  # processes that were given up, and whose end is not seen yet

    def ask(self, header: Header) -> None:
        """Begin to count the matches before this one; drops an unanswered question."""
        self.close()
        command = [*self._command, str(self._root), header.game.name, *header.names]
        with suppress(OSError, ValueError):  # then the ending is shown without a series
            self._answers, writes = os.pipe()
            try:
                to_pipe = [(os.POSIX_SPAWN_DUP2, writes, 1)]
                self._counting = os.posix_spawn(command[0], command, os.environ, file_actions=to_pipe, setpgroup=0)
            finally:
                os.close(writes)

    def answer(self) -> Series | None:
        """The count, returned once. None: not yet, or it failed."""
        self._ended = [ended for ended in self._ended if not _has_ended(ended)]
        if not self._counting or not _has_ended(self._counting):
            return None
        self._counting = 0
        told = os.read(self._answers, MOST_BYTES).split()
        self.close()
        return _series(told)

    def close(self) -> None:
        """Stop counting."""
        if self._counting:
            with suppress(ProcessLookupError):
                os.kill(self._counting, signal.SIGKILL)
            self._ended.append(self._counting)
        if self._answers >= 0:
            os.close(self._answers)
        self._counting, self._answers = 0, -1


def _has_ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG) != (0, 0)
    except ChildProcessError:  # somebody else has seen its end
        return True


def _series(told: Sequence[bytes]) -> Series | None:
    with suppress(ValueError):
        matches, *won = map(int, told)
        return Series(matches, tuple(won))
    return None
