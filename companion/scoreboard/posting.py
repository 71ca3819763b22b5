"""Post the box's view for the scoreboard: a file in memory for each language, replaced atomically.

The box's own language comes first, in the file without a code. The loop only hands over its immutable table; a thread
makes the views and writes them. A fault here never stops play.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from companion.club.may_leave import view_may_leave
from companion.match.checker import guard
from companion.scoreboard.view import view
from companion.settings.schema import ScoreboardSettings
from companion.storage.posted import post, read_posted
from companion.support.messages import known_languages, language, spoken_in
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.scoreboard.heard import PhoneEars

VIEW, RELEASED = "scoreboard.json", "released.json"
MOST_VIEW = 1 << 18
"""Maximum bytes of a view, and of the boards beside it."""
MODE = 0o700
"""Of the directory, if it is made here."""
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


def in_language(place: Path, code: str) -> Path:
    """The file for pages in another language than the box's: scoreboard.de.json."""
    return place.with_suffix(f".{code}{place.suffix}")


def post_released(boards: frozenset[str], environ: Mapping[str, str] = os.environ) -> None:
    """Tell the scoreboard which boards of duplicate play all tables have finished; it holds back all others."""
    if place := posting_place(environ):
        with suppress(OSError):
            post(place.with_name(RELEASED), json.dumps(sorted(boards)).encode(), MODE)


def released_beside(place: Path) -> frozenset[str]:
    """The boards that all tables have finished, as posted beside the view. Empty: none, or the table is off."""
    try:
        return frozenset(json.loads(read_posted(place.with_name(RELEASED), MOST_VIEW)))
    except (OSError, ValueError, TypeError, RecursionError):
        return frozenset()


@contextmanager
def view_poster(
    scoreboard: ScoreboardSettings, environ: Mapping[str, str] = os.environ
) -> Iterator[Callable[[Table], None]]:
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
    """A thread that keeps the view of the latest table in files."""

    def __init__(self, place: Path, pause_s: float = PAUSE_S) -> None:
        super().__init__(name="scoreboard", daemon=True)
        self._place = place
        self._pause_s = pause_s
        self._languages = known_languages()
        self._latest: Table | None = None
        self._posted: dict[Path, str] = {}
        self._heard: dict[str, PhoneEars] = {}
        self._news, self._ending = Event(), Event()

    def post(self, table: Table) -> None:
        """Hand over the latest table; returns at once and never fails."""
        if table is not self._latest:
            self._latest = table
            self._news.set()

    def stop(self) -> None:
        """End the thread and remove its views."""
        self._ending.set()
        self._news.set()
        self.join(STOP_TIMEOUT_S)
        self._remove_all()

    def run(self) -> None:
        """Write views until `stop`, and leave none behind that was written after it."""
        while not self._ending.is_set():
            self._news.wait()
            self._news.clear()
            if self._latest is not None:
                self._post(self._latest)
            self._ending.wait(self._pause_s)
        self._remove_all()

    def _post(self, table: Table) -> None:
        with guard(_tell_missed):
            self._post_at(self._place, table)
            for code in self._languages:
                if code == language():
                    self._remove(in_language(self._place, code))  # of a box that spoke another language before
                elif not self._news.is_set():  # else a newer table waits
                    with spoken_in(code):
                        self._post_at(in_language(self._place, code), table)

    def _post_at(self, place: Path, table: Table) -> None:
        """Post the table in the language in effect, unless the file has it already."""
        heard = {"heard": self._ears().after(table)}
        text = json.dumps(view_may_leave(view(table), table) | heard, separators=(",", ":"), ensure_ascii=False)
        if text != self._posted.get(place):
            post(place, text.encode(), MODE)
            self._posted[place] = text

    def _ears(self) -> PhoneEars:
        """The ears for the language in effect: they compare sentences in it."""
        if language() not in self._heard:
            from companion.scoreboard.heard import PhoneEars  # noqa: PLC0415 - a start says nothing

            self._heard[language()] = PhoneEars()
        return self._heard[language()]

    def _remove_all(self) -> None:
        for place in (self._place, *(in_language(self._place, code) for code in self._languages)):
            self._remove(place)

    def _remove(self, place: Path) -> None:
        self._posted.pop(place, None)
        with suppress(OSError):
            place.unlink(missing_ok=True)


def _tell_missed(fault: BaseException) -> None:
    sys.stderr.write(f"companion: the scoreboard misses a view: {type(fault).__name__}\n")
