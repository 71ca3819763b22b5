"""A process beside the table, for what takes its time: a thread would take that time from the loop.

Its answer comes in a later turn, or never.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import suppress

MOST_BYTES = 1 << 12
"""An answer is a few words, far less than a pipe takes before somebody reads it."""


class SideProcess:
    """One process after another. No call waits or raises."""

    def __init__(self) -> None:
        self._process = 0  # 0: none
        self._answers = -1
        self._ended: list[int] = []  # processes that were given up, and whose end is not seen yet

    @property
    def runs(self) -> bool:
        """Whether an answer may still come."""
        return bool(self._process)

    def start(self, command: list[str], environ: Mapping[str, str] = os.environ) -> None:
        """Start it, and give up the one before."""
        self.close()
        with suppress(OSError, ValueError):
            self._answers, writes = os.pipe()
            try:
                to_pipe = [(os.POSIX_SPAWN_DUP2, writes, 1)]
                self._process = os.posix_spawn(command[0], command, environ, file_actions=to_pipe, setpgroup=0)
            finally:
                os.close(writes)

    def answer(self) -> list[bytes] | None:
        """The words that it has written, returned once when it has ended. None: not yet."""
        self._ended = [ended for ended in self._ended if not _has_ended(ended)]
        if not self._process or not _has_ended(self._process):
            return None
        self._process = 0
        told = os.read(self._answers, MOST_BYTES).split()
        self.close()
        return told

    def close(self) -> None:
        """End it."""
        if self._process:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            self._ended.append(self._process)
        if self._answers >= 0:
            os.close(self._answers)
        self._process, self._answers = 0, -1


def _has_ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG) != (0, 0)
    except ChildProcessError:  # somebody else has seen its end
        return True
