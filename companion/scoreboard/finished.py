"""The evenings that were played: who won, how it went, and the records of matches that were played out.

A record holds every hand, so only that of a match in which nothing is hidden any more is given away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.history.averages import player_records
from companion.history.finished_match import NotScoredError
from companion.history.tables import players_tables, result
from companion.scoreboard.view import curve_json
from companion.support.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from companion.history.cache import Remembered
    from companion.history.finished_match import FinishedMatch
    from companion.scoreboard.view import Json
    from companion.storage.records import Store

LATEST = 50
"""So many evenings are told one by one; all of them count."""


@dataclass(frozen=True, slots=True)
class Past:
    """A finished record that counts, and what it came to."""

    path: Path
    evening: FinishedMatch

    @property
    def open(self) -> bool:
        """Whether the match was played out, so that its record tells nothing that is still hidden."""
        return bool(self.evening.winners)


class Evenings:
    """The finished evenings of a data directory; each record is replayed once."""

    def __init__(self, store: Store, remembered: Remembered) -> None:
        self._store = store
        self._remembered = remembered
        self._known: dict[str, Past | None] = {}

    def told(self) -> Json:
        """All of them for the page, the latest first. Raises StorageError."""
        pasts = self._pasts()
        tables = players_tables(player_records([past.evening for past in pasts[::-1]]), GAMES)
        return {
            "evenings": [_told(past) for past in pasts[:LATEST]],
            "tables": [{"title": one.title, "heads": one.heads, "rows": one.rows} for one in tables],
        }

    def record(self, name: str) -> bytes | None:
        """The record of this name, if it may be given away. Raises StorageError, OSError."""
        past = next((past for past in self._pasts() if past.path.name == name), None)
        return past.path.read_bytes() if past is not None and past.open else None

    def _pasts(self) -> list[Past]:
        """Those that count, the latest first."""
        paths = self._store.finished()
        for path in paths:
            if path.name not in self._known:
                self._known[path.name] = self._past(path)
        self._remembered.save()
        known = (self._known[path.name] for path in paths)
        return [past for past in known if past is not None]

    def _past(self, path: Path) -> Past | None:
        try:
            return Past(path, self._remembered.evening_of(path.read_bytes(), GAMES))
        except (OSError, NotScoredError):
            return None


def _told(past: Past) -> Json:
    evening = past.evening
    game = GAMES[evening.game]
    return {
        "title": game.title,
        "day": evening.day,
        "result": result(evening),
        "length": evening.curve.length,
        "names": list(evening.names),
        "curve": curve_json(evening.curve),
        "record": past.path.name if past.open else "",
    }
