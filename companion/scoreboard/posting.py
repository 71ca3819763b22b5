"""Post the box's view for the scoreboard: a file in memory, replaced atomically.

The loop only hands over its immutable table; a thread makes the view and writes it. A fault here never stops play.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.scoreboard.view import view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.scoreboard.heard import Heard
    from companion.scoreboard.view import Json
    from companion.settings.schema import Scoreboard
    from companion.table.state import Table

VIEW = "scoreboard.json"
PAUSE_S = 0.2
"""Minimum seconds between two views; those between are skipped."""

NO_PLACE = (
    "there is no directory for what is on the table now: neither $COMPANION_VIEW nor $XDG_RUNTIME_DIR is set.",
    'Give table and scoreboard the same one: export COMPANION_VIEW="$HOME/.companion-view", then start both again.',
)
"""Why phones see nothing, and what helps, on two lines."""

STOP_TIMEOUT_S = 0.5
"""Maximum seconds that the end waits for a view being written."""


def posting_place(environ: Mapping[str, str]) -> Path | None:
    """The file: below $COMPANION_VIEW, or below $XDG_RUNTIME_DIR (XDG Base Directory Specification 0.8).

    None: neither is set, and there is no scoreboard.
    """
    homes = (Path(environ.get("COMPANION_VIEW", "")), Path(environ.get("XDG_RUNTIME_DIR", ""), "companion"))
    return next((home / VIEW for home in homes if home.is_absolute()), None)


@contextmanager
def posted(scoreboard: Scoreboard, environ: Mapping[str, str] = os.environ) -> Iterator[Callable[[Table], None]]:
    """A function to call with every table; it does nothing if the scoreboard is off. Removes the view at the end."""
    place = posting_place(environ) if scoreboard.on else None
    if place is None:
        if scoreboard.on:
            sys.stderr.write("companion: phones see nothing: {}\n{}\n".format(*NO_PLACE))
        yield lambda _: None
        return
    posting = Posting(place)
    posting.start()
    try:
        yield posting.post
    finally:
        posting.stop()


class Posting(Thread):
    """A thread that keeps the view of the latest table in a file."""

    def __init__(self, place: Path, pause_s: float = PAUSE_S) -> None:
        super().__init__(name="scoreboard", daemon=True)
        self._place = place
        self._pause_s = pause_s
        self._latest: Table | None = None
        self._posted = ""
        self._heard: Heard | None = None  # None: nothing changed yet
        self._news, self._ending = Event(), Event()

    def post(self, table: Table) -> None:
        """Hand over the latest table; returns at once and never fails."""
        if table is not self._latest:
            self._latest = table
            self._news.set()

    def stop(self) -> None:
        """End the thread and remove the view."""
        self._ending.set()
        self._news.set()
        self.join(STOP_TIMEOUT_S)
        with suppress(OSError):
            self._place.unlink(missing_ok=True)

    def run(self) -> None:
        """Write views until `stop`."""
        while not self._ending.is_set():
            self._news.wait()
            self._news.clear()
            if self._latest is not None:
                self._post(self._latest)
            self._ending.wait(self._pause_s)

    def _post(self, table: Table) -> None:
        try:
            text = json.dumps(view(table) | self._hear(table), separators=(",", ":"), ensure_ascii=False)
            if text != self._posted:
                self._write(text)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - no fault of the scoreboard's may end a game
            sys.stderr.write(f"companion: the scoreboard misses a view: {type(fault).__name__}\n")

    def _hear(self, table: Table) -> Json:
        """The part of the view for ears."""
        if self._heard is None:
            from companion.scoreboard.heard import Heard  # noqa: PLC0415 - a start says nothing

            self._heard = Heard()
        return {"heard": self._heard.after(table)}

    def _write(self, text: str) -> None:
        """Replace the file: a reader gets the old view or the new one."""
        self._place.parent.mkdir(mode=0o700, exist_ok=True)
        new_file = self._place.with_suffix(".new")
        new_file.write_text(text, "utf-8")
        new_file.replace(self._place)
        self._posted = text
