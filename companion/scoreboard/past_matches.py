"""Finished matches for the page: winner, score chart, and endings and records of matches played to the end.

A record holds every hand, so only the record of a match played to the end may be downloaded, and of duplicate play only
when every table has finished its boards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from json import dumps
from pathlib import Path
from threading import Lock
from typing import Annotated, Final

from msgspec import Meta, Struct, field
from msgspec.json import Decoder

from companion.club.may_leave import club_round_of
from companion.club.records import is_held_back
from companion.games.registry import GAMES
from companion.history.cache import Cache
from companion.history.finished_match import FinishedMatch, NotScoredError, match_of
from companion.history.known_people import aliases_in
from companion.history.people import people_in
from companion.history.result_tables import players_tables
from companion.history.selection import Selection
from companion.history.statistics import player_records, series_of
from companion.http.views.phones import EveningChoices, PastMatch, PastMatches
from companion.http.views.shared import MatchEnding
from companion.inputs.club import ClubRound
from companion.match.checker import guests_blamed
from companion.scoreboard.view import chart_json, ending_json, series_json
from companion.storage.records import Store
from companion.support.decoding import decode_strangers, fits
from companion.support.messages import tr
from companion.support.names import MOST_BYTES
from companion.support.values import dataclass, replace

ALL = Selection()
LATEST = 50
"""Maximum matches listed one by one; all of them count in the averages."""


@dataclass(frozen=True, slots=True)
class FinishedRecord:
    """A finished record that counts, its result, and its round in a club (None: it was played in none)."""

    path: Path
    evening: FinishedMatch
    place: ClubRound | None


class FinishedMatches:
    """The finished matches of a data directory; each record is replayed once.

    `released` are the boards, as "EVENT:BOARD", that every table has finished.
    """

    def __init__(
        self,
        store: Store,
        remembered: Cache,
        released: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._store = store
        self._remembered = remembered
        self._released = released
        self._known: dict[str, FinishedRecord | None] = {}
        self._replaying = Lock()

    def as_json(self, wanted: Selection = ALL) -> PastMatches:
        """The finished matches that are wanted, as JSON, the latest first. Raises StorageError."""
        everything = self._records()
        records = [record for record in everything if wanted.takes(record.evening, GAMES)]
        people = player_records([record.evening for record in records[::-1]])
        tables = players_tables([record for record in people if wanted.counts(record.player)], GAMES)
        return {
            "number": len(records),
            "evenings": [_match_json(record, is_open=self._is_open(record)) for record in records[:LATEST]],
            "tables": [
                {"title": tr(table.title), "heads": [*map(tr, table.heads)], "rows": [*map(list, table.rows)]}
                for table in tables
            ],
            "choices": choices_of([record.evening for record in everything], wanted.game),
        }

    def record(self, name: str) -> bytes | None:
        """The record of this name; None: it may not be downloaded. Raises StorageError, OSError."""
        record = next((record for record in self._records() if record.path.name == name), None)
        return self._store.content(record.path) if record is not None and self._is_open(record) else None

    def ending(self, name: str) -> MatchEnding | None:
        """How the match of this record ended, with the series so far; None: it was not played to the end.

        Raises StorageError, OSError, NotScoredError.
        """
        records = self._records()
        place = next((place for place, record in enumerate(records) if record.path.name == name), None)
        if place is None or not self._is_open(records[place]):
            return None
        finished, earlier = records[place], (record.evening for record in records[place + 1 :])
        match = match_of(self._store.content(finished.path), GAMES)
        with guests_blamed(match.header.game, NotScoredError):
            ending = ending_json(match, series_of(earlier, finished.evening.game, finished.evening.names))
        return ending and {**ending, "names": list(finished.evening.names)}

    def with_series(self, ending: MatchEnding) -> MatchEnding:
        """The ending of a match that is not among the finished ones yet, with the series. Raises StorageError."""
        matches = (record.evening for record in self._records())
        names = aliases_in(self._store.root).of_match(ending["names"])
        series = series_of(matches, ending["game"], names).after(tuple(ending["winners"]))
        return {**ending, "series": series_json(series)}

    def _is_open(self, record: FinishedRecord) -> bool:
        """Whether the match was played to the end, and no other table still plays its boards."""
        held = is_held_back(record.path.stem, record.place, self._released(), time.time())
        return bool(record.evening.winners) and not held

    def _records(self) -> list[FinishedRecord]:
        """The matches that count, the latest first, with what their players are called."""
        paths = self._store.all_finished()
        with self._replaying:  # several phones ask at once
            for path in paths:
                if path.name not in self._known:
                    with suppress(OSError):  # it is read again the next time
                        self._known[path.name] = self._record(path)
            self._remembered.save()
        known, aliases = (self._known.get(path.name) for path in paths), aliases_in(self._store.root)
        return [replace(record, evening=aliases.in_match(record.evening)) for record in known if record is not None]

    def _record(self, path: Path) -> FinishedRecord | None:
        """The record with its result; None: it has none. Raises OSError."""
        try:
            content = self._store.content(path)
            evening = self._remembered.finished_match_of(content, GAMES)
            return FinishedRecord(path, evening, club_round_of(content.decode().splitlines()))
        except NotScoredError:
            return None


def _match_json(record: FinishedRecord, *, is_open: bool) -> PastMatch:
    evening = record.evening
    game = GAMES[evening.game]
    return {
        "title": tr(game.title),
        "at": evening.at,
        "winners": list(evening.winners),
        "length": evening.curve.length,
        "names": list(evening.names),
        "curve": chart_json(evening.curve),
        "record": record.path.name if is_open else "",
    }


LARGEST_WISH = 1000
"""Maximum length of a question, in bytes."""

Name = Annotated[str, Meta(max_length=MOST_BYTES)]
Day = Annotated[str, fits(r"(\d{4}(-\d{2}){0,2})?", "a year, a month or a day, as 2026-01-31")]


class _Wish(Struct, frozen=True, forbid_unknown_fields=True):
    game: Name = ""
    player: Name = ""
    partner: Name = field(name="with", default="")
    rule: Annotated[str, fits("([^=]{1,40}=[^=]{1,40})?", "as passing=none")] = ""
    since: Day = ""
    until: Day = ""


_WISHES: Final = Decoder(_Wish)


def selection_of(query: Mapping[str, str]) -> Selection:
    """What is asked for by the keys of an address. Raises RefusedMessage."""
    wish = decode_strangers(_WISHES, dumps(dict(query)).encode(), LARGEST_WISH)
    rules = dict([wish.rule.split("=")]) if wish.rule else {}
    return Selection(wish.game, wish.player, wish.partner, rules, wish.since, wish.until)


def choices_of(matches: Sequence[FinishedMatch], game: str) -> EveningChoices:
    """What tells these matches apart: games, people, and the house rules of this game that somebody has changed."""
    games = dict.fromkeys(match.game for match in matches)
    return {
        "games": [(name, tr(GAMES[name].title)) for name in games],
        "people": sorted(people_in(matches)),
        "rules": list(_rules_of(matches, game)) if game in games else [],
    }


def _rules_of(matches: Sequence[FinishedMatch], game: str) -> Iterator[tuple[str, str]]:
    played = {rule for match in matches if match.game == game for rule in match.rules}
    for option in GAMES[game].options:
        view, book = option.view(), option.values[:1]
        ways = [way for way in view["values"] if (option.name, way["value"]) in played]
        for way in ways if tuple(way["value"] for way in ways) != book else ():
            yield f"{option.name}={way['value']}", f"{view['meaning']}: {way['label']}"
