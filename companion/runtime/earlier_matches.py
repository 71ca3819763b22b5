"""How often the same people have played before: counted by a process of its own, since the table waits for nothing.

Replaying years of records takes seconds, and a thread would take that time from the loop's. Who asks gets an answer in
some later turn, or none. The process reads finished records alone, and keeps what it has read in the cache.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from companion.history.cache import Cache
    from companion.history.finished_match import FinishedMatch
    from companion.match.ending import Series
    from companion.match.header import Header
    from companion.storage.records import Store

MODULE = (sys.executable, "-m", "companion.runtime.earlier_matches")
MOST_S = 600
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
        """Begin to count the matches before this one; what was asked before is given up."""
        self.close()
        command = [*self._command, str(self._root), header.game.name, *header.names]
        with suppress(OSError, ValueError):  # then the ending is told without a series
            self._answers, writes = os.pipe()
            try:
                to_pipe = [(os.POSIX_SPAWN_DUP2, writes, 1)]
                self._counting = os.posix_spawn(command[0], command, os.environ, file_actions=to_pipe, setpgroup=0)
            finally:
                os.close(writes)

    def answer(self) -> Series | None:
        """What was counted, once. None: nothing yet, or nothing that can be told."""
        self._ended = [ended for ended in self._ended if not _has_ended(ended)]
        if not self._counting or not _has_ended(self._counting):
            return None
        self._counting = 0
        told = os.read(self._answers, MOST_BYTES).split()
        self.close()
        return _series(told)

    def close(self) -> None:
        """Give up what is counted now."""
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
    from companion.match.ending import Series  # noqa: PLC0415 - the first picture of a game starts without

    with suppress(ValueError):
        matches, *won = map(int, told)
        return Series(matches, tuple(won))
    return None


# ---------------------------------------------------------------- the process


def main() -> None:
    """Write how many matches these people have played of this game, and how many of them each has won."""
    from pathlib import Path  # noqa: PLC0415 - all this is for the process alone

    from companion.history.cache import Cache, cache_file  # noqa: PLC0415
    from companion.history.series import series_of  # noqa: PLC0415
    from companion.storage.records import Store  # noqa: PLC0415

    told = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a game of another package may print
    signal.alarm(MOST_S)  # or its rules may come to no end
    root, game, *names = sys.argv[1:]
    with suppress(OSError):  # the service may not
        os.nice(10)
    remembered = Cache(cache_file(os.environ))
    series = series_of(_finished(Store(Path(root)), remembered), game, names)
    remembered.save()
    os.write(told, " ".join(map(str, (series.matches, *series.won))).encode())


def _finished(store: Store, remembered: Cache) -> Iterator[FinishedMatch]:
    from companion.games.registry import GAMES  # noqa: PLC0415 - for the process alone
    from companion.history.finished_match import NotScoredError  # noqa: PLC0415

    with suppress(OSError):  # the start has told it
        for path in store.finished():
            with suppress(OSError, NotScoredError):
                yield remembered.finished_match_of(store.content(path), GAMES)


if __name__ == "__main__":
    main()
