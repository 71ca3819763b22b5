"""The records on the SD card, as far as they may leave the box. Only changed files are read again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from companion.club.limits import MOST_MATCHES, NAME_OF_MATCH
from companion.club.may_leave import NOTHING, MayLeave, club_round_of, is_held, may_leave
from companion.inputs.club import ClubRound
from companion.rules.game import Game
from companion.storage.disk import DISK
from companion.storage.journal import Recovered, compact, unseal, unseal_running
from companion.support.values import dataclass

FINISHED, RUNNING = "records", "records/running"
"""The directories of records below the data directory (storage.records)."""
_BEGUN = re.compile(r"\d{4}-\d\d-\d\d-")
DAYS, DAY_S = 36, 86_400
"""Five weeks, which may lie between two evenings of a club that meets once a month.

A club asks for no record that is older: it stays on the SD card. No board of one dated earlier is held back.
"""


def first_day(now: float) -> str:
    """The first day whose records a club asks for: "2026-11-01". `now` is in seconds since 1970."""
    return _day(now - DAYS * DAY_S)


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def is_held_back(name: str, place: ClubRound | None, released: Collection[str], now: float) -> bool:
    """Whether the record of this name must not be shown: other tables still play one of the boards of its round.

    The day is the later one of the names of record and event: the clock of this box may have been wrong. `released`
    are the boards that all have finished, as "EVENT:BOARD"; `now` is in seconds since 1970.
    """
    event = place.event if place is not None and _BEGUN.match(place.event) else ""
    return is_held(place, released) and max(name, event) >= first_day(now)


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """A record as it was read. `lines` may leave, `over`: no more will come; `place` is its round of a club, if any."""

    stamp: tuple[str, int, int]
    released: frozenset[str]
    lines: bytes = b""
    over: bool = False
    place: ClubRound | None = None
    damage: str = ""


class RecordsOnCard:
    """The records below a data directory. `pause` is called after each replayed line."""

    def __init__(self, root: Path, games: Mapping[str, Game], pause: Callable[[], None] = lambda: None) -> None:
        self._root, self._games, self._pause = root, games, pause
        self._known: dict[str, BoxRecord] = {}

    def read(self, now: float, released: frozenset[str]) -> Mapping[str, BoxRecord]:
        """By name what may leave of the latest records for which a club asks. `now` is in seconds since 1970.

        Those that were read before stay, as do the running one, and those that were written after one of these
        days: the clock may have leapt since. Raises OSError.
        """
        paths = sorted(self._paths(first_day(now), _day(now)), key=lambda path: path.stem)[-MOST_MATCHES:]
        self._known = {path.stem: self._record(path, released) for path in paths}
        return self._known

    def _paths(self, since: str, today: str) -> Iterator[Path]:
        """Running ones first: a record that is being finished may be in both places."""
        for place, least in (RUNNING, 1), (FINISHED, 0):
            written = DISK.newest_first(self._root / place, "*.table")
            of_these_days = (at for at, path in enumerate(written, 1) if since <= path.stem[: len(today)] <= today)
            late = max(of_these_days, default=least)
            for at, path in enumerate(written, 1):
                stays = at <= late or path.stem >= since or path.stem in self._known
                if stays and NAME_OF_MATCH.fullmatch(path.stem) and _BEGUN.match(path.stem):
                    yield path

    def _record(self, path: Path, released: frozenset[str]) -> BoxRecord:
        try:
            stat = path.stat()
            stamp = str(path), stat.st_size, stat.st_mtime_ns
            known = self._known.get(path.stem)
            if known is not None and known.stamp == stamp and (known.place is None or known.released == released):
                return known
            data = DISK.read(path)
        except FileNotFoundError:  # it was finished, or thrown away, just now
            return BoxRecord(("", 0, 0), released)
        running = path.parent.name != FINISHED
        recovered = unseal_running(data) if running else unseal(data)
        texts = [line.text for line in recovered.lines]
        place = club_round_of(texts)
        leaving = self._leaving(recovered, texts, released, replays=running or bool(place and place.boards))
        lines = compact(recovered.lines[: leaving.lines])
        return BoxRecord(stamp, released, lines, leaving.over, place, recovered.damage or "")

    def _leaving(self, recovered: Recovered, texts: list[str], released: frozenset[str], *, replays: bool) -> MayLeave:
        """A finished record leaves whole and without a replay, unless boards of it may be held back."""
        if not recovered.sealed:
            return NOTHING
        if not replays and not recovered.damage:
            return MayLeave(len(texts), over=True)
        return may_leave(texts, released, self._games, self._pause)
