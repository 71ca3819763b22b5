"""Keeping the record: lines sealed and synced before they are shown, and the table brought back from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.match.checker import NoRecordError, answers
from companion.rules.statements import DEAL
from companion.storage.disk import GoneError, StorageError
from companion.storage.journal import seal
from companion.support.values import replace
from companion.table.menu import PARKED
from companion.table.modes import Damaged, Reporting
from companion.table.new_game import knowing, open_table
from companion.table.parked import Parked
from companion.table.resuming import CannotResumeError, resume

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from companion.match.header import Header
    from companion.rules.game import Game
    from companion.storage.records import RecordFile, Store
    from companion.table.setup import Luck
    from companion.table.state import Reply, Table


class Recorder:
    """The running record of one table.

    `wall` tells the time of day as `2026-11-20T20:15:03`, for people only; a "?" behind it says that it may be wrong.
    """

    def __init__(self, store: Store, wall: Callable[[], str]) -> None:
        self._store = store
        self._wall = wall
        self._record: RecordFile | None = None
        self._next = 1
        self._crc = 0

    def waits(self, meanwhile: Callable[[], None]) -> None:
        """What to do now and then while a slow card takes its time: look and listen, but keep nothing."""
        self._store.waits(meanwhile)

    def keep(self, reply: Reply) -> Table:
        """Put what a reply says on the card; gives the table to show when it is there. Raises StorageError."""
        if (reply.begins or reply.deck is not None) and not self._store.is_there:
            raise GoneError(self._store.root)
        if reply.sets_aside:
            cut = self._store.cut_damage if reply.sets_aside == reply.takes_up else self._store.set_aside
            cut(self._running(reply.sets_aside))
        if reply.deck is not None:
            (self._store.decks.save_unfinished if reply.unfinished else self._store.decks.save)(reply.deck)
        if reply.finishes:
            self.finish()
        if reply.begins:
            self._begin(reply.table.playing.header.game.name)
        for line in reply.lines:
            self._append(line)
        if reply.parks:
            self.close()
        if reply.takes_up:
            return self._take_up(reply.table, reply.takes_up)
        return knowing(reply.table, self.parked(reply.table.games)) if reply.parks else reply.table

    def opened(self, games: Mapping[str, Game], regulars: tuple[str, ...], luck: Luck) -> Table:
        """The table at power-on: the running game, else an offer or the set-up. Raises StorageError.

        What cannot be gone on with stays as it is, and the table tells it.
        """
        running: Table | None = None
        damaged: list[Damaged] = []
        for path in self._store.all_running():
            found = self._store.read(path)
            lines, why = [line.text for line in found.lines], found.damage or ""
            if running is None and not why and lines[-1:] != [PARKED]:
                running, why = self._resumed(path, games, regulars)
            if why:
                kept_as, goes_on = (
                    self._store.kept_as(path).name,
                    bool(found.damage and _parked(path.stem, lines, games)),
                )
                damaged.append(Damaged(path.stem, why, kept_as, found.lost, goes_on=goes_on))
        parked = self.parked(games)
        table = running or open_table(games, regulars, self.last_header(games), luck, parked)
        mode = Reporting(tuple(damaged), table.mode) if damaged else table.mode
        return replace(table, parked=parked, mode=mode)

    def parked(self, games: Mapping[str, Game]) -> tuple[Parked, ...]:
        """The games that are on but not in hand, the latest first; what cannot be read is left alone."""
        in_hand = self._record.path if self._record else None
        found = ((path, self._lines(path)) for path in self._store.all_running() if path != in_hand)
        parked = (_parked(path.stem, lines, games) for path, lines in found if lines)
        return tuple(one for one in parked if one is not None)

    @property
    def is_there(self) -> bool:
        """Whether the record in hand and the data directory are where they were."""
        return self._store.is_there and (self._record is None or self._record.is_there)

    def finish(self) -> None:
        """Put the record in hand, if there is one, among the finished ones. Raises StorageError."""
        if self._record is not None:
            self._store.finish(self._record)
            self._record = None

    def close(self) -> None:
        """Leave the record as it is: everything is on the card."""
        if self._record is not None:
            self._record.close()
            self._record = None

    def last_header(self, games: Mapping[str, Game]) -> Header | None:
        """Who played what in the latest finished record; None when there is none that can be read."""
        for path in self._store.finished():
            try:
                *_, last = answers("\n".join(self._lines(path)), games)
            except (NoRecordError, StorageError):
                continue
            if last.match is not None and last.match.header.opener is not None:
                return last.match.header
        return None

    def _take_up(self, table: Table, name: str) -> Table:
        """Go on with a parked game; a note says that it is the one in play again."""
        taken = self._open(self._running(name), table.games, table.regulars)
        assert taken is not None, "only what can be resumed is offered"
        self._append("; taken up")
        known = replace(
            taken, muted=table.muted, advises=table.advises, house_rules=table.house_rules, health=table.health
        )
        mode = Reporting(table.damaged, taken.mode) if table.damaged else taken.mode
        return replace(known, shelf=table.shelf, parked=self.parked(table.games), mode=mode)

    def _resumed(self, path: Path, games: Mapping[str, Game], regulars: tuple[str, ...]) -> tuple[Table | None, str]:
        """The table of a record; or None, and why the rules of today do not accept it."""
        try:
            table = self._open(path, games, regulars)
        except CannotResumeError as fault:
            self.close()
            return None, str(fault)
        if table is None:  # cut off before the set-up was saved: nobody saw it begin
            self.finish()
        return table, ""

    def _running(self, name: str) -> Path:
        """The running or parked record of this name; there must be one."""
        return next(path for path in self._store.all_running() if path.stem == name)

    def _open(self, path: Path, games: Mapping[str, Game], regulars: tuple[str, ...]) -> Table | None:
        self._record, recovered = self._store.resume(path)
        self._next, self._crc = recovered.next_n, recovered.last_crc
        table = resume([line.text for line in recovered.lines], games, regulars)
        return table and replace(table, torn=bool(recovered.torn))

    def _lines(self, path: Path) -> list[str]:
        """The lines of a record; none where it is damaged."""
        recovered = self._store.read(path)
        return [] if recovered.damage else [line.text for line in recovered.lines]

    def _begin(self, game: str) -> None:
        day_and_time = self._wall().rstrip("?").replace("T", "-").replace(":", "")
        self._record = self._store.begin(f"{day_and_time}-{game}")
        self._next, self._crc = 1, 0

    def _append(self, line: str) -> None:
        assert self._record is not None, "a line without a record"
        sealed, crc = seal(line, self._next, self._wall(), self._crc)
        self._record.append(sealed)
        self._next, self._crc = self._next + 1, crc


def _parked(record: str, lines: Sequence[str], games: Mapping[str, Game]) -> Parked | None:
    """What people call this game, and how it stands; None where it cannot be gone on with."""
    try:
        table = resume(lines, games, ())
    except CannotResumeError:
        return None
    if table is None:
        return None
    match, names = table.playing, table.playing.header.names
    deals = sum(one.said is not None and one.said.word == DEAL.name for one in match.story())
    scores = match.header.game.standing(match.state) if match.state is not None else ()
    stands = (f"d{deals}" if deals else "", "-".join(map(str, scores)))
    return Parked(record, " ".join((match.header.game.title, *names)), " ".join((*filter(None, stands), *names)))
