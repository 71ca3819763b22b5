"""Asks a process of its own how often these people have played before, so that the table never waits.

Replaying years of records takes seconds. The process is `earlier_matches_process`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.match.header import Header
from companion.runtime.side_process import SideProcess
from companion.support.lazy_import import lazy_call

if TYPE_CHECKING:
    from companion.match.ending import Series

SERIES: Callable[..., Series] = lazy_call("companion.match.ending:Series")
MODULE = (sys.executable, "-m", "companion.runtime.earlier_matches_process")


class EarlierMatches:
    """Counts for one match after another, from the records of this data directory. No call waits or raises."""

    def __init__(self, root: Path, command: Sequence[str] = MODULE) -> None:
        self._root = root
        self._command = command
        self._process = SideProcess()
        self._counts_for: Header | None = None

    def series_before(self, header: Header) -> Series | None:
        """Begin to count if this is another match; else its count, returned once. None: it is not known yet."""
        if header is self._counts_for:
            return self.answer()
        self._counts_for = header
        self.ask(header)
        return None

    def ask(self, header: Header) -> None:
        """Begin to count the matches before this one; drops an unanswered question."""
        self._process.start([*self._command, str(self._root), header.game.name, *header.names])

    def answer(self) -> Series | None:
        """The count, returned once. None: not yet, or it failed; then the ending is shown without a series."""
        with suppress(ValueError):
            matches, *won = map(int, self._process.answer() or ())
            return SERIES(matches, tuple(won))
        return None

    def close(self) -> None:
        """Stop counting."""
        self._process.close()
