"""The director's desk: its events and the records of the boxes, both on the disk, and the orders to the boxes.

    ROOT/events/EVENT.event        the director's own record of each event
    ROOT/boxes/BOX/MATCH.table     the boxes' records, kept by `record_shelf.py`
    ROOT/director.sqlite           derived from both
    ROOT/here.json                 at which box each name tag was tapped last
    ROOT/played.json               what the records came to, so that the next start need not play them

One thread at a time: the server sees to that. Time and chance are arguments.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from msgspec import MsgspecError
from msgspec.json import decode as decode_json
from msgspec.json import encode as encode_json

from companion.club import topics
from companion.club.limits import MOST_HERE
from companion.club.payloads import Order, Publish, State, encode
from companion.director import event_record, hand_records, wishes
from companion.director.boxes import Boxes
from companion.director.collection import FromBox, Reaction
from companion.director.database import Database, PlayedCache
from companion.director.event import NO_BOX, ClubEvent
from companion.director.event_record import EventRecord
from companion.director.event_words import seats_written, write_line
from companion.director.hand_records import Board
from companion.director.orders import orders, released_boards
from companion.director.planning import Shape, next_round, refusal, with_boxes
from companion.director.record_shelf import RECORD, check_sums, records
from companion.director.results import PlayedMatch, played_match, strays
from companion.director.standings import ranking
from companion.director.tables import Reckoned, Source, Tables, reckon, tables_of
from companion.director.wishes import Wish
from companion.rules.game import Game
from companion.rules.statements import UnreadableError
from companion.storage.disk import DISK, StorageError, in_words
from companion.support.messages import N_, msg, tr
from companion.support.names import each_once, name_problem, person

SAME_BOARDS = write_line("duplicate", "yes")


LAST_TAPS = "here.json"
DAMAGED = N_("{box}: {file} is damaged on this computer: only its first {n} lines count")


def _last_taps(root: Path) -> Mapping[str, str]:
    """At which box each name was tapped last; empty if the file is missing or damaged."""
    with suppress(OSError, MsgspecError, UnicodeDecodeError):
        return decode_json(DISK.read(root / LAST_TAPS), type=dict[str, str])
    return {}


class Desk:
    """The events below ROOT. Raises StorageError, as most methods do.

    `secret` makes the secret of each event, which nobody can guess: the deals of its boards follow from it.
    """

    def __init__(
        self, root: Path, games: Mapping[str, Game], secret: Callable[[], str] = lambda: secrets.token_hex(16)
    ) -> None:
        self.root, self.games = root, games
        self._new_secret = secret
        self.boxes = Boxes(_last_taps(root))
        self.database = Database(root)
        self._events = event_record.read_events(root)
        self._matches: dict[tuple[str, str], PlayedMatch | None] = {}
        self._sources: dict[tuple[str, str], Source] = {}
        self._cache = PlayedCache(root, games)
        self._known_before = self._cache.read()
        self._damaged: dict[tuple[str, str], str] = {}
        self._faults: Mapping[tuple[str, str], str] = {}  # of the records that cannot be kept
        self._is_saved = False
        self._read_again: set[tuple[str, str]] = set(records(root))
        self._sent: dict[str, Order] = {}
        self._behind: set[str] = set()
        self._come: dict[str, str] = {}  # people whom a name tag has added to the event, each with its box
        self._ordered: tuple[tuple[ClubEvent | None, frozenset[str]], dict[str, Order]] | None = None
        self._reckoned: dict[str, Reckoned] = {}
        self.changes = 0

    # ------------------------------------------------------------ events

    @property
    def event(self) -> ClubEvent | None:
        """The event of this evening: the last one. None: none was begun, or its record is damaged."""
        return self._events.current.story.event if self._events.current else None

    @property
    def events(self) -> tuple[ClubEvent, ...]:
        """All events that can be read, in their order."""
        return tuple(record.story.event for record in self._events.records)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of these events."""
        return tuple(event.name for event in self.events)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with records on this computer, in sentences."""
        return (*self._events.troubles, *{**self._damaged, **self._faults}.values())

    def event_of(self, name: str) -> ClubEvent:
        """The event of this name. Raises UnreadableError."""
        for event in self.events:
            if event.name == name:
                return event
        raise UnreadableError(tr("There is no such event."))

    def boards(self, event: ClubEvent) -> tuple[Board, ...]:
        """The deals of an event, to be laid out. Raises UnreadableError where it has none."""
        return hand_records.boards(event, self.games.get(event.game))

    def shape(self, event: ClubEvent) -> Shape | None:
        """What its movement must know of the game. None: no game was chosen."""
        game = self.games.get(event.game)
        return Shape.of(game, event.movement) if game else None

    def wish(self, wish: Wish, at: str) -> None:
        """Do what the organiser asks. Raises UnreadableError, StorageError."""
        match wish:
            case wishes.NewEvent():
                self._begin(wish, at)
            case wishes.BeginRound(round=number):
                self._next_round(number, at)
            case wishes.UndoStep(step=step):
                self._undo(step, at)
            case _:
                record = self._record()
                self._refuse_unknown(wish, record.story.event)
                lines = wishes.lines_of(wish, record.story.event, self.games)
                self._say([*lines, *self._secret(lines, record.story.event)], at)

    def _refuse_unknown(self, wish: Wish, event: ClubEvent) -> None:
        had_a_table = {box for _, sitting in event.sittings() for box in sitting.boxes}
        played = {result.place for result in self.reckon(event).results}
        wishes.refuse_unknown(wish, event, ({box.name for box in self.boxes} | had_a_table) - {NO_BOX}, played)

    def _record(self) -> EventRecord:
        if self._events.current is None:
            raise UnreadableError(tr("There is no event yet."))
        return self._events.current

    def _say(self, lines: Sequence[str], at: str) -> None:
        """Add these statements to the event, as one step."""
        if lines:
            self._record().say(lines, at)
            self.changes += 1

    def _secret(self, lines: Sequence[str], event: ClubEvent) -> list[str]:
        """The line with a new secret, if these lines make an event duplicate that has none."""
        return [write_line("secret", self._new_secret())] if SAME_BOARDS in lines and not event.secret else []

    def _begin(self, wish: wishes.NewEvent, at: str) -> None:
        """Begin an event with everybody who is here."""
        if self.event is not None and not self.event.over and self.event.seated:
            raise UnreadableError(tr("End the event that is on before a new one."))
        title = wishes.in_order(wish.title) or tr("Club evening")
        events = self._events
        name = wishes.name_of(title, at[:10], events.names)
        lines = [write_line("event", name, title, events.next_number, events.ordered)]
        lines += wishes.choices(wish, ClubEvent(name), self.games)
        lines += self._secret(lines, ClubEvent(name))
        lines += [line for name in each_once(self.boxes.here) for line in _person(name)]
        record = event_record.begin(self.root, lines, at)
        self._events = events._replace(records=(*events.records, record))
        self._come.clear()
        self.changes += 1

    @property
    def last_step(self) -> int:
        """The number of the step that can be taken back; 0: there is none."""
        return self._events.current.story.last_action[1] if self._events.current else 0

    def _undo(self, step: int | None, at: str) -> None:
        number, last = self._record().story.last_action
        if not number:
            raise UnreadableError(tr("There is nothing to take back."))
        if step not in {None, last}:
            raise UnreadableError(tr("That step was taken back already, or another one has come since."))
        self._say([f"undo {number}"], at)

    def _next_round(self, number: int | None, at: str) -> None:
        event = self._record().story.event
        if number not in {None, len(event.seated) + 1}:
            raise UnreadableError(tr("Round {n} comes next.", n=len(event.seated) + 1))
        if why := refusal(event, self.games.get(event.game)):
            raise UnreadableError(tr(why))
        shape = self.shape(event)
        assert shape is not None, "a game was chosen"
        sittings, out = next_round(event, shape, ranking(self.reckon(event).standings, len(event.entrants)))
        unfit = event.broken | self.boxes.gone
        seated = with_boxes(sittings, self.boxes.present - unfit, event.current, unfit)
        self._say(seats_written(len(event.seated) + 1, seated, out), at)
        self.boxes.begin_round()

    # ------------------------------------------------------------ boxes

    def take_in(self, heard: Reaction, at: str) -> None:
        """Take in a message of a box, whose lines are on the shelf. Cheap: `look` reads the records. Raises nothing."""
        last = dict(self.boxes.last)
        self.boxes.take_in(heard)
        if self.boxes.last != last:
            self._keep_last_taps()
        self._fall_behind(heard)
        self._read_again |= {(stored.box, stored.match) for stored in heard.stored}
        if heard.faults is not None:
            self._read_again |= heard.faults.keys() | self._faults.keys()
            self._faults = heard.faults
        self.changes += 1
        with suppress(StorageError):  # `look` tries again, and raises it
            self._note_news(at)

    def _keep_last_taps(self) -> None:
        """Save the last taps for the next start. Without them, what the boxes say must do."""
        with suppress(OSError):
            DISK.replace_unsynced(self.root / LAST_TAPS, encode_json(self.boxes.last))

    def _note_news(self, at: str) -> None:
        """Add to the event who has come, and what the tables show as finished."""
        event = self.event
        if event is not None and not event.over:
            self._note_coming(event, at)
            self._note(_done_statements(event, self.boxes.finished_deals(event)), at)

    def _note(self, lines: Iterable[str], at: str) -> None:
        """Add what the boxes have reported, each statement as a step of its own."""
        for line in lines:
            self._say([line], at)

    def _note_coming(self, event: ClubEvent, at: str) -> None:
        """Add people who tap a name tag, each once: the organiser may take them out again.

        A statement stays in the record for ever, so a box may add at most MOST_HERE people.
        """
        here, known = self.boxes.here, {*map(person, (*event.people, *event.gone)), *self._come}
        brought = Counter(self._come.values())
        for name in each_once(here):
            if person(name) not in known and brought[here[name]] < MOST_HERE:
                self._note(_person(name), at)
                self._come[person(name)] = here[name]
                brought[here[name]] += 1

    def tell(self, trouble: str) -> None:
        """Show people what is wrong."""
        self.boxes.take_in(Reaction(troubles=(trouble,)))
        self.changes += 1

    def look(self, at: str) -> None:
        """Read what the boxes have sent since the last look, and bring the database up to date."""
        self._note_news(at)
        event = self.event
        if event is not None and not event.over:
            self._note(_done_statements(event, self.deals_in_records(event)), at)
        self.save()

    def deals_in_records(self, event: ClubEvent) -> dict[int, int]:
        """How many deals of this round each table has in the records; all of them if its match is over."""
        known, number = self.reckon(event), len(event.seated)
        played = (result.place for result in known.results if result.match)  # a later deal comes later
        found = {table: min(deal, event.deals) for round_, table, deal in played if round_ == number}
        return found | {table: event.deals for round_, table in known.over if round_ == number}

    def to_send(self) -> tuple[Publish, ...]:
        """The orders that were not sent yet, and those of boxes that have just said that they follow another."""
        wanted = self._orders()
        sent = {box: order for box, order in wanted.items() if self._sent.get(box) != order or box in self._behind}
        self._sent |= sent
        self._behind.clear()
        return tuple(Publish(topics.order(box), encode(order)) for box, order in sorted(sent.items()))

    def _fall_behind(self, heard: Reaction) -> None:
        """Note whether a box follows another order than the one it was sent."""
        match heard.news:
            case FromBox(box, State() as state):
                order = self._sent.get(box)
                if order is None or order.number != state.order:
                    self._behind.add(box)

    def _orders(self) -> dict[str, Order]:
        known = self.event, self.boxes.present
        if self._ordered is None or self._ordered[0] != known:
            self._ordered = known, self._orders_now()
        return self._ordered[1]

    def _orders_now(self) -> dict[str, Order]:
        current = self._events.current
        shape = self.shape(current.story.event) if current else None
        if current is None or shape is None:
            return {}
        earlier = [record.story.event for record in self._events.records if record is not current]
        boards = tuple(chain.from_iterable(map(_boards, earlier)))
        since = self._events.since(current)
        return orders(current.story.event, shape, self.boxes.present, since=since, earlier=boards, before=self._sent)

    # ------------------------------------------------------------ results

    def matches(self) -> tuple[PlayedMatch, ...]:
        """All records of the boxes that were played for an event."""
        for box, match in tuple(self._read_again):
            self._matches[box, match] = self._read(box, match)
            self._reckoned.clear()
        self._read_again = set()
        found = (self._matches[key] for key in sorted(self._matches))
        return tuple(match for match in found if match is not None)

    def _read(self, box: str, match: str) -> PlayedMatch | None:
        """The match in the whole lines of a record: nothing else counts."""
        key, place = (box, match), self.root / "boxes" / box / f"{match}{RECORD}"
        self._damaged.pop(key, None)
        self._sources.pop(key, None)
        try:
            with in_words("cannot read the record", place):
                content = DISK.read(place) if os.path.lexists(place) else b""
        except StorageError as fault:
            self._damaged[key] = str(fault)
            return None
        sums, end = check_sums(content)
        if end < len(content):
            self._damaged[key] = msg(DAMAGED, box=box, file=place.name, n=len(sums))
        source = self._sources[key] = Source(f"boxes/{box}/{place.name}", len(sums), sums[-1] if sums else 0)
        if str(source) in self._known_before:
            return self._known_before[str(source)]
        return played_match(box, match, content[:end], self.games)

    def reckon(self, event: ClubEvent) -> Reckoned:
        """Results and standings of an event, made anew when something of it has changed."""
        matches = self.matches()
        known = self._reckoned.get(event.name)
        if known is None or known.event != event:
            known = reckon(event, self.games.get(event.game), matches)
            self._reckoned[event.name] = known
        return known

    def results(self, event: ClubEvent) -> tuple[Reckoned, tuple[str, ...]]:
        """The results of an event, and the boards that no table will play any more, as "EVENT:BOARD"."""
        shape = self.shape(event)
        return self.reckon(event), released_boards(event, shape) if shape else ()

    def strays(self) -> tuple[PlayedMatch, ...]:
        """The records that count nowhere, and why. Of earlier events nobody can change that any more: not told."""
        event, unreadable = self.event, set(self._events.names) - set(self.names)
        earlier = set(self.names) - {event.name if event else ""}
        matches = (match for match in self.matches() if match.event not in earlier)
        return strays(event, matches, unreadable)

    def refused_records(self) -> tuple[PlayedMatch, ...]:
        """The records of this event with a line that counts nothing."""
        event = self.event
        return tuple(match for match in self.matches() if event and match.event == event.name and match.refused)

    def save(self) -> None:
        """Bring the database up to date. Adds no statement."""
        if not self._is_saved or not self.database.path.exists():
            return self.rebuild()
        if self.event is not None:
            try:
                self.database.write([self.tables(self.event)])
            except StorageError:
                self.rebuild()
        return None

    def rebuild(self) -> None:
        """Make the database anew from all records."""
        self.database.rebuild(map(self.tables, self.events))
        self._is_saved = True
        told = {key for key, match in self._matches.items() if match and (match.trouble or match.refused)}  # in words
        known = {str(source): self._matches[key] for key, source in self._sources.items() if key not in told}
        self._cache.keep(known)

    def tables(self, event: ClubEvent) -> Tables:
        """The rows of an event, from sealed records alone."""
        return tables_of(self.reckon(event), self._sources_of(event.name))

    def _sources_of(self, event: str) -> Iterator[Source]:
        """The records that an event is made from: its own, and those of the boxes."""
        own = next(record for record in self._events.records if record.story.event.name == event)
        yield Source(f"{own.path.parent.name}/{own.path.name}", own.story.event.stated, own.check_sum)
        yield from (self._sources[match.box, match.match] for match in self.matches() if match.event == event)


def _done_statements(event: ClubEvent, found: Mapping[int, int]) -> list[str]:
    """Statements for the tables of this round that have finished more deals than was known."""
    number = len(event.seated)
    more = {table: deals for table, deals in found.items() if deals > event.done.get((number, table), 0)}
    return [write_line("done", number, table, deals) for table, deals in sorted(more.items())]


def _boards(event: ClubEvent) -> tuple[str, ...]:
    """All boards that were played at an event, as "EVENT:BOARD"."""
    return tuple(sorted({f"{event.name}:{board}" for _, sitting in event.sittings() for board in sitting.boards}))


def _person(name: str) -> list[str]:
    """The line of a person who has come, unless the name cannot stand in a record."""
    with suppress(UnreadableError):
        return [] if name_problem(name) else [write_line("person", wishes.in_order(name))]
    return []
