"""Record a table: seal and sync lines before they are shown, and resume a table from them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from companion.match.checker import NoRecordError, answers, guests_blamed
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.game import Game
from companion.rules.statements import SEATING_WORDS
from companion.storage.checkpoint import Checkpoint
from companion.storage.disk import GoneError, StorageError
from companion.storage.journal import Recovered, seal
from companion.storage.parked_titles import ParkedTitle
from companion.storage.record_file import RecordFile
from companion.storage.records import RECORD, Store
from companion.storage.running_records import CUT_OFF, RunningRecords, read_running
from companion.support.lazy_import import lazy_call
from companion.support.text import at_line
from companion.support.unreadable import UnreadableFile
from companion.support.values import replace
from companion.table import effects
from companion.table.choices import Parked
from companion.table.from_record import CannotResumeError, NotInstalledError, resume
from companion.table.modes import Damaged, Reporting
from companion.table.notes import PARKED, TAKEN_UP
from companion.table.reply import Reply
from companion.table.setup_dialogue import open_table, setting_up, with_parked
from companion.table.state import House, Table
from companion.tags.frequencies import within_reach

if TYPE_CHECKING:
    from companion.inputs.inputs import StickNews
    from companion.parts.reader_kind import ReaderKind
    from companion.runtime.exclusions_and_backups import StickWork
    from companion.tags.tag_decks import Shelf

LIST_PAST: Callable[..., Table] = lazy_call("companion.table.menu:list_past")
STICK_WORK = lazy_call("companion.runtime.exclusions_and_backups:StickWork")
WITH_DECKS: Callable[..., Table] = lazy_call("companion.runtime.exclusions_and_backups:with_decks")
PAST_MATCHES = lazy_call("companion.runtime.exclusions_and_backups:past_matches")
EXCLUDE_OR_BRING_BACK = lazy_call("companion.runtime.exclusions_and_backups:exclude_or_bring_back")


class Recorder:
    """The running record of one table.

    `wall` returns the time of day as `2026-11-20T20:15:03`, for people only; a "?" at the end marks a doubtful clock.
    `unread` are the house's own files that cannot be used: the table reports them. `config` is the settings file that
    was named on the command line (None: none was), `readers` are the kinds that read here (None: every kind).
    """

    def __init__(
        self,
        store: Store,
        wall: Callable[[], str],
        unread: Sequence[StorageError] = (),
        config: str | None = None,
        *,
        readers: Collection[ReaderKind] | None = None,
    ) -> None:
        self.store = store
        self._config = config
        self._readers = readers
        self._unread = unread
        self._wall = wall
        self._record: RecordFile | None = None
        self._next = 1
        self._crc = 0
        self.at = ""
        """When the last line was written, as `wall` returned it; empty: none was."""
        self.name = ""
        """The name of the record that was opened last; empty: none was."""
        self.lines: list[str] = []
        """The lines of that record, notes among them."""
        self._stick: StickWork | None = None
        self._match: Match | None = None  # by the open record
        self._checkpoint: Checkpoint | None = None  # not saved yet

    @property
    def time(self) -> tuple[int, ...]:
        """The time of day as year, month, day, hour and minute."""
        return tuple(map(int, re.findall(r"\d+", self._wall())[:5]))

    def keep(self, reply: Reply) -> Table:
        """Save a reply; returns the table to show. Raises StorageError."""
        table = reply.table
        if reply.effects:
            self._checkpoint = self._checkpoint_of(table.match) or self._checkpoint
        self._match = table.match
        for effect in reply.effects:
            if isinstance(effect, effects.ForRecorder):
                table = self._perform(effect, table)
        return table

    def _perform(self, effect: effects.ForRecorder, table: Table) -> Table:  # noqa: C901, PLR0912 - every effect
        """Do what a reply asks for; returns the table to go on with."""
        match effect:
            case effects.AddLine(line=line):
                self._append(line)
            case effects.OpenRecord() | effects.SaveDeck() if not self.store.is_there:
                raise GoneError(self.store.root)
            case effects.OpenRecord(lines=lines):
                self._begin(table.playing.header.game.name, lines)
            case effects.FinishRecord():
                self.finish()
            case effects.ParkRecord():
                self.close()
                return with_parked(table, self.parked_games(table.house.games))
            case effects.TakeUpRecord(record=record):
                self.close()
                return self._resume_parked(table, record)
            case effects.ParkAbsent() | effects.QuarantineRecord() | effects.CutDamage() if self._lacks(effect.record):
                pass  # somebody has taken the file away since
            case effects.ParkAbsent(record=record):
                self._park(self._running(record))
            case effects.QuarantineRecord(record=record):
                self.store.set_aside(self._running(record))
                self.store.checkpoint.forget(record)
            case effects.CutDamage(record=record):
                self.store.cut_damage(self._running(record))
                self.store.checkpoint.forget(record)
            case effects.SaveDeck(deck=deck, finished=finished):
                self.store.decks.save(deck, finished=finished)
            case effects.AtStick(task=task, file=file):
                self._stick = self._stick or STICK_WORK(self.store.root, self._config)
                self._stick.begin(task, file)
            case effects.TakeStock():
                return with_parked(WITH_DECKS(table, self._shelf()), self.parked_games(table.house.games))
            case effects.ListPast():
                return self._list_past(table)
            case effects.ExcludeMatch() | effects.BringBack():
                return self._exclude_or_bring_back(effect, table)
            case _:
                assert_never(effect)
        return table

    def _exclude_or_bring_back(self, effect: effects.ExcludeMatch | effects.BringBack, table: Table) -> Table:
        """Rename a record, and show the list of matches again, where it was."""
        EXCLUDE_OR_BRING_BACK(effect, self.store, self.path)
        cursor = table.question.cursor if table.question else 0
        return self._list_past(with_parked(table, self.parked_games(table.house.games)), cursor)

    def _list_past(self, table: Table, cursor: int = 0) -> Table:
        past = tuple(PAST_MATCHES(self.store, table.house.games, self.path))
        return LIST_PAST(table, past, cursor)

    def _shelf(self) -> Shelf:
        shelf = self.store.decks.shelf()
        return shelf if self._readers is None else within_reach(shelf, self._readers)

    def stick_news(self) -> StickNews | None:
        """What has come of the work at a USB stick, told once; None: it goes on, or none was begun."""
        return self._stick.news() if self._stick else None

    @property
    def at_stick(self) -> bool:
        """Whether a backup is being written or read."""
        return self._stick is not None and self._stick.runs

    def save_checkpoint(self) -> None:
        """Save the checkpoint that is due, if any: when nobody waits."""
        checkpoint, self._checkpoint = self._checkpoint, None
        if checkpoint is not None:
            self.store.checkpoint.save(checkpoint)

    def _checkpoint_of(self, after: Match | None) -> Checkpoint | None:
        """The checkpoint of a match whose next lines begin a further deal; None: they begin no deal."""
        if self._record is None or after is None or self._match is None or after.earlier is not self._match:
            return None
        if self._match.state is None:  # the first deal: nothing stands before it
            return None
        if after.header.game.entry.package:  # its values may be of any kind, and no first picture shows it
            return None
        deal = next(match for match in after.story() if match.before is self._match)
        lines = (*after.header.lines(), *(line for line in self.lines if line.startswith(";")))
        return Checkpoint(self.name, self._record.size, self._next, self._crc, lines, deal.applied, deal.state)

    def open_table(self, house: House) -> Table:
        """The table at power-on: the running game, else an offer or the set-up. Raises StorageError.

        A record that cannot be resumed stays as it is, and the table reports it.
        """
        running: Table | None = None
        told: list[Damaged | UnreadableFile] = [fault.as_value(self.store.root) for fault in self._unread]
        titles = self._kept_titles()
        found = read_running(self.store, titles)
        for path, record in found.records:
            lines = [line.text for line in record.lines]
            if record.damage:
                goes_on = bool(_parked_game(path.stem, lines, house.games))
                kept_as = self.store.kept_as(path).name
                told.append(Damaged(path.stem, record.damage, kept_as, record.lost, goes_on=goes_on))
            elif running is None and lines[-1:] != [PARKED]:
                running, refused = self._try_resume(path, house)
                told += [refused] if refused else []
        told += found.unreadable
        house = replace(house, parked=self._parked_games(house.games, titles, found))
        table = running or self._without_match(house, told)
        mode = Reporting(tuple(told), table.mode) if told else table.mode
        return replace(table, house=house, mode=mode)

    def _without_match(self, house: House, told: list[Damaged | UnreadableFile]) -> Table:
        """An offer or the set-up; adds to `told` if the finished records cannot be looked through."""
        try:
            return open_table(house, self.last_header(house.games))
        except StorageError as fault:
            told.append(fault.as_value(self.store.root))
            return open_table(house)

    def parked_games(self, games: Mapping[str, Game]) -> tuple[Parked, ...]:
        """The parked games, the latest first; ignores records that are damaged or cannot be read.

        Replays only those whose title is not kept beside them; a kept one that does not fit is dropped and reported.
        """
        known = self._kept_titles()
        return self._parked_games(games, known, read_running(self.store, known, self.path))

    def _parked_games(
        self, games: Mapping[str, Game], known: Mapping[str, ParkedTitle], found: RunningRecords
    ) -> tuple[Parked, ...]:
        offered: dict[str, ParkedTitle] = {}
        kept = known
        for path, record in found.records:
            whole = path != self.path and not record.damage
            if whole and (title := self._title(path.stem, record, known, games)):
                offered[path.stem] = title
                if title is not known.get(path.stem):  # a start that is ended while it replays goes on from here
                    kept = {**kept, path.stem: title}
                    self.store.parked_titles.save(kept)
        # The kept titles of damaged records show which lines are missing, until somebody has confirmed it.
        others = {name: title for name, title in known.items() if name in found.broken}
        if {**offered, **others} != kept:
            self.store.parked_titles.save({**offered, **others})
        return tuple(Parked(name, title.title, title.detail) for name, title in offered.items())

    def _kept_titles(self) -> dict[str, ParkedTitle]:
        try:
            return self.store.parked_titles.load()
        except (ValueError, KeyError, TypeError) as fault:
            sys.stderr.write(f"companion: the kept titles of parked games are dropped: {fault}\n")
            return {}

    def _title(
        self, name: str, found: Recovered, known: Mapping[str, ParkedTitle], games: Mapping[str, Game]
    ) -> ParkedTitle | None:
        """The title of a parked game; None: it cannot be resumed."""
        end = found.next_n, found.last_crc
        lines = [line.text for line in found.lines]
        if name in known and (known[name].next_n, known[name].crc) == end:
            return known[name] if lines[0].removeprefix("game ") in games else None
        if name in known:
            sys.stderr.write(f"companion: the kept title of {name} does not fit its record and is dropped\n")
        game = _parked_game(name, lines, games)
        return ParkedTitle(*end, game.title, game.detail) if game else None

    @property
    def path(self) -> Path | None:
        """Where the open record is; None: no match is in play."""
        return self._record.path if self._record else None

    @property
    def is_there(self) -> bool:
        """Whether the open record and the data directory still exist."""
        return self.store.is_there and (self._record is None or self._record.is_there)

    def finish(self) -> None:
        """Move the open record, if any, to the finished records. Raises StorageError."""
        if self._record is not None:
            self.store.finish(self._record)
            self._record = None

    def close(self) -> None:
        """Close the record; everything is saved already."""
        if self._record is not None:
            self._record.close()
            self._record = None

    def last_header(self, games: Mapping[str, Game]) -> Header | None:
        """The header of the latest finished record that can be read; None: no such record.

        Only a record in which others came to play is replayed to its end.
        """
        for path in self.store.all_finished():
            try:
                lines = self._read_lines(path)
                told = (answer.match for answer in answers("\n".join(lines), games) if answer.match)
                match = next((match for match in told if match.said is not None), None)
                if any(line.split(" ", 1)[0] in SEATING_WORDS for line in lines):
                    *_, match = (match, *told)
            except (NoRecordError, StorageError):
                continue
            if match is not None and match.header.opener is not None:
                return match.header
        return None

    def _resume_parked(self, table: Table, name: str) -> Table:
        """Resume a parked game; a note in its record says so. One that cannot be is reported at the set-up."""
        resumed, refused = self._try_resume(self._running(name), table.house)
        if refused is not None:  # the rules have changed since its title was kept, or its file is no longer there
            others = tuple(parked for parked in self.parked_games(table.house.games) if parked.record != name)
            fresh = setting_up(with_parked(table, others))
            return replace(fresh, mode=Reporting((*table.reported, refused), fresh.mode))
        assert resumed is not None, "a parked game has a complete header"
        self._append(TAKEN_UP)
        house = replace(table.house, parked=self.parked_games(table.house.games))
        mode = Reporting(table.reported, resumed.mode) if table.reported else resumed.mode
        return replace(resumed, house=house, health=table.health, mode=mode)

    def _try_resume(self, path: Path, house: House) -> tuple[Table | None, Damaged | UnreadableFile | None]:
        """The table of a record; or why it cannot be continued: by the rules, for want of rights, or as it is gone."""
        try:
            table = self._open(path, house)
        except StorageError as fault:
            if not (fault.wants_rights or fault.errno == ENOENT):
                raise
            return None, fault.as_value(self.store.root)
        except CannotResumeError as fault:
            self.close()
            absent = isinstance(fault, NotInstalledError)
            return None, Damaged(path.stem, fault.args[0], self.store.kept_as(path).name, absent=absent)
        if table is None:
            self.close()
            return None, Damaged(path.stem, at_line(self._next, CUT_OFF), self.store.kept_as(path).name)
        return table, None

    def give_up(self, why: str) -> Damaged:
        """Close the open record, if any: its game failed. It is put aside when somebody knows of it."""
        if self._record is None:
            return Damaged("", why, "")
        path = self._record.path
        self.close()
        return Damaged(path.stem, at_line(self._next - 1, why), self.store.kept_as(path).name)

    def _park(self, path: Path) -> None:
        """Park a game that is not installed: it is offered when it is."""
        record, found = self.store.resume(path)
        try:
            record.append(seal(PARKED, found.next_n, self._wall(), found.last_crc)[0])
        finally:
            record.close()

    def _running(self, name: str) -> Path:
        """The running or parked record of this name."""
        return self.store.running_in / f"{name}{RECORD}"

    def _lacks(self, name: str) -> bool:
        return self._running(name) not in self.store.all_running()

    def _open(self, path: Path, house: House) -> Table | None:
        self._record, recovered = self.store.resume(path)
        self._next, self._crc = recovered.next_n, recovered.last_crc
        self.at = recovered.lines[-1].at if recovered.lines else ""
        self.name, self.lines = path.stem, [line.text for line in recovered.lines]
        table = resume(self.lines, house)
        self._match = table.match if table else None
        if table is None or table.resumed is None:
            return table
        return replace(table, resumed=replace(table.resumed, torn=bool(recovered.torn)))

    def _read_lines(self, path: Path) -> list[str]:
        """The lines of a record; empty if it is damaged."""
        recovered = self.store.read(path)
        return [] if recovered.damage else [line.text for line in recovered.lines]

    def _begin(self, game: str, header: tuple[str, ...]) -> None:
        day_and_time = self._wall().rstrip("?").replace("T", "-").replace(":", "")
        self._record = self.store.begin(f"{day_and_time}-{game}", len(header))
        self._next, self._crc = 1, 0
        self.name, self.lines = self._record.path.stem, []
        for line in header:
            self._append(line)

    def _append(self, line: str) -> None:
        assert self._record is not None, "a line without a record"
        self.at = self._wall()
        sealed, crc = seal(line, self._next, self.at, self._crc)
        self._record.append(sealed)
        self._next, self._crc = self._next + 1, crc
        self.lines.append(line)


def _parked_game(record: str, lines: Sequence[str], games: Mapping[str, Game]) -> Parked | None:
    """A parked game, its players and its standing; None: it cannot be resumed."""
    try:
        table = resume(lines, House(games))
        if table is None:
            return None
        match, names, game = table.playing, table.playing.header.names, table.playing.header.game
        with guests_blamed(game, CannotResumeError):
            deals, scores = match.deals_begun, game.shown.standing(match.state) if match.state is not None else ()
            stands = (f"d{deals}" if deals else "", "-".join(map(str, scores)))
            return Parked(record, " ".join((game.title, *names)), " ".join((*filter(None, stands), *names)))
    except CannotResumeError:
        return None
