"""The games that were left, are over, or were put aside, as the start page lists them. Reads records; changes none.

A record is replayed again only when it has another last line, or is told in another language. Nothing here needs the
table: any thread may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from companion.http.views.answers import SavedGame, SavedGameList, ScoreSheet
from companion.match.checker import guests_blamed
from companion.rules.game import Game
from companion.rules.partners import sides_of
from companion.simulation.hands import SHOWN
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.support.messages import language, msg, tr
from companion.support.text import listing
from companion.support.values import dataclass
from companion.table.from_record import CannotResumeError, resume
from companion.table.state import House
from companion.web.hands import RefusedOrderError
from companion.web.rules_and_scores import scores_at

MOST_THROWN_AWAY, MOST_FINISHED = 20, 6
"""That are listed; all others can be put back, or aside, by their names alone."""

NO_GAME = msg("There is no unfinished game of this name any more.")
IN_PLAY = msg("This game is in play just now.")
NOT_BEGUN = msg("it was never begun")
DAMAGED = msg("it is damaged: {damage}")
STAYS = msg("This game cannot be continued ({why}). Its record stays as it is.")


@dataclass(frozen=True, slots=True)
class _Read:
    """What is known of a record that ends with this line number and check sum."""

    end: tuple[int, int]
    game: SavedGame | None
    over: bool = False
    why_not: str = ""


class SavedGames:
    """The unfinished, the latest finished and the thrown-away games of a data directory."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._known: dict[tuple[str, str], _Read] = {}

    def as_json(self, in_play: str) -> SavedGameList:
        """All that can be gone on with but this one, those that are over, and what was thrown away.

        Those played last come first. Leaves out what cannot be read. Raises StorageError.
        """
        running, finished = self._store.all_running(), self._store.all_finished()[:MOST_FINISHED]
        return {
            "kept": list(self._saved_games((path for path in running if path.stem != in_play), over=False)),
            "finished": [*self._saved_games(running, over=True), *self._saved_games(finished)][:MOST_FINISHED],
            "thrown_away": list(self._saved_games(self._store.thrown_away()[:MOST_THROWN_AWAY])),
        }

    def kept_record(self, record: str, in_play: str) -> Path:
        """The record of this name, which can be gone on with. Raises RefusedOrderError."""
        path = self._find(record, in_play, self._store.all_running())
        if self._read(path).over:
            raise RefusedOrderError(msg(STAYS, why=msg("it is over")))
        return path

    def kept_or_finished(self, record: str, in_play: str) -> Path:
        """The record of this name, running or finished, but not the one in play. Raises RefusedOrderError."""
        return self._find(record, in_play, [*self._store.all_running(), *self._store.all_finished()])

    def score_sheet(self, record: str) -> ScoreSheet:
        """The scores of this game, without its cards. Raises RefusedOrderError, StorageError."""
        found = self._store.read(self.kept_or_finished(record, ""))
        table = resume([line.text for line in found.lines], House(self._games))
        assert table is not None, "it can be told"
        with guests_blamed(table.playing.header.game, RefusedOrderError):
            return {**scores_at(table), "story": []}

    def thrown_away(self, record: str) -> Path:
        """The record of this name, which was thrown away and can be put back. Raises RefusedOrderError."""
        return self._find(record, "", self._store.thrown_away())

    def _find(self, record: str, in_play: str, paths: Iterable[Path]) -> Path:
        if in_play and record == in_play:
            raise RefusedOrderError(IN_PLAY)
        path = next((path for path in paths if path.stem == record), None)
        if path is None:
            raise RefusedOrderError(NO_GAME)
        if why_not := self._read(path).why_not:
            raise RefusedOrderError(msg(STAYS, why=why_not))
        return path

    def _saved_games(self, paths: Iterable[Path], *, over: bool | None = None) -> Iterator[SavedGame]:
        """Those games that are `over`, or not; None: all."""
        for path in paths:
            try:
                read = self._read(path)
            except StorageError:  # thrown away, or gone on with, since the directory was read
                continue
            if read.game is not None and over in {read.over, None}:
                yield read.game

    def _read(self, path: Path) -> _Read:
        found = self._store.read(path)
        name = path.stem, language()
        end, known = (found.next_n, found.last_crc), self._known.get(name)
        if found.damage:
            return _Read(end, None, why_not=msg(DAMAGED, damage=found.damage))
        if known is None or known.end != end:
            try:
                at = found.lines[0].at if found.lines else ""
                known = _Read(end, *_json(path.stem, [line.text for line in found.lines], at, self._games))
            except CannotResumeError as fault:
                known = _Read(end, None, why_not=fault.args[0])
            self._known[name] = known
        return known


def _json(record: str, lines: list[str], at: str, games: Mapping[str, Game]) -> tuple[SavedGame, bool]:
    """What a match is called and how it stands, and whether it is over; `at` is when it was begun.

    Raises CannotResumeError.
    """
    table = resume(lines, House(games))
    if table is None or SHOWN in lines:
        raise CannotResumeError(NOT_BEGUN)
    match, header = table.playing, table.playing.header
    with guests_blamed(header.game, CannotResumeError):
        over = not match.expects.words
        stands = header.game.shown.standing(match.state) if match.state is not None else ()
        sides = sides_of(header.game, len(header.names)) if stands else ()
    game: SavedGame = {
        "record": record,
        "game": header.game.name,
        "title": tr(header.game.title),
        "at": at,
        "deal": match.deals_begun,
        "names": list(header.names),
        "counted": header.game.counted,
        "stands": [(tr(listing([header.names[seat] for seat in side])), stands[side[0]]) for side in sides],
    }
    return game, over
