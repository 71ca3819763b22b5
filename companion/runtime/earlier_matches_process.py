"""The process that counts how often people have played before (`earlier_matches`).

It reads finished records alone, and keeps what it has read in the cache.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.games.registry import GAMES
from companion.history.cache import Cache, cache_file
from companion.history.finished_match import FinishedMatch, NotScoredError
from companion.history.known_people import aliases_in
from companion.history.statistics import series_of
from companion.storage.records import Store

MOST_S = 600


def main() -> None:
    """Write how many matches these people have played of this game, and how many of them each has won."""
    told = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a game of another package may print
    signal.alarm(MOST_S)  # or its rules may come to no end
    root, game, *names = sys.argv[1:]
    with suppress(OSError):  # the service may not
        os.nice(10)
    remembered = Cache(cache_file(os.environ))
    aliases = aliases_in(Path(root))
    matches = map(aliases.in_match, _finished_matches(Store(Path(root)), remembered))
    series = series_of(matches, game, aliases.of_match(names))
    remembered.save()
    with suppress(BrokenPipeError):  # the box was switched off meanwhile
        os.write(told, " ".join(map(str, (series.matches, *series.won))).encode())


def _finished_matches(store: Store, remembered: Cache) -> Iterator[FinishedMatch]:
    with suppress(OSError):  # the start has reported it
        for path in store.all_finished():
            with suppress(OSError, NotScoredError):
                yield remembered.finished_match_of(store.content(path), GAMES)


if __name__ == "__main__":
    main()
