"""The table's end of a club, in a thread of its own: what may leave goes to the outbox, orders come from the inbox.

It reads the records that are on the SD card, and never the network. The loop hands over its immutable table and takes
orders from a queue: no fault and no slow disk here can delay or end play.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeAlias

from companion.club.may_leave import view_may_leave
from companion.club.outbox import STATE, Inbox, OutboxWriter, Posted, club_place
from companion.club.records import BoxRecord, RecordsOnCard
from companion.inputs.club import ClubRound, ClubTable, Key
from companion.inputs.inputs import Ordered
from companion.match.checker import guard
from companion.rules.game import Game
from companion.support.text import visible
from companion.table.state import Table

if TYPE_CHECKING:
    from companion.club.payloads import Assignment, Order

View: TypeAlias = "Callable[[Table], Mapping[str, object]]"
"""The public view of a table."""
Release: TypeAlias = "Callable[[frozenset[str]], object]"

PAUSE_S = 1.0
"""Seconds between two looks at inbox and table."""
BREATH_S = 0.0005
"""Pause of a replay after each line, so that the loop waits for at most one line."""
EVENING_S = 12 * 3600.0
"""A box that was off for so many seconds begins a new evening: the people of the last one have left."""
STOP_TIMEOUT_S = 0.5
"""Maximum seconds that the end waits for a file being written."""
OFF = b'{"on":false}'
"""The view of a table that has stopped."""


@contextmanager
def at_club(root: Path, games: Mapping[str, Game], view: View, release: Release) -> Iterator[ClubThread]:
    """The running thread of a table whose records lie below `root`."""
    thread = ClubThread(root, club_place(os.environ, root), games, view, release=release)
    thread.start()
    try:
        yield thread
    finally:
        thread.stop()


class ClubThread(Thread):
    """Posts what may leave, and hands orders on. `now` is the time of day in seconds, for the age of records.

    `release` takes the boards, as "EVENT:BOARD", whose records may be shown.
    """

    def __init__(  # noqa: PLR0913 - what a table of a club is made of
        self,
        root: Path,
        place: Path,
        games: Mapping[str, Game],
        view: View,
        *,
        release: Release = lambda _: None,
        now: Callable[[], float] = time.time,
        pause_s: float = PAUSE_S,
    ) -> None:
        super().__init__(name="club", daemon=True)
        self._place, self._view, self._release, self._now, self._pause_s = place, view, release, now, pause_s
        self._card = RecordsOnCard(root, games, lambda: time.sleep(BREATH_S))
        self._outbox, self._inbox = OutboxWriter(place / "outbox"), Inbox(place / "inbox")
        self._orders: deque[Ordered] = deque()
        self._order: Order | None = None
        self._handed: tuple[object, ...] = ()  # assignment and places that were handed on; empty: nothing yet
        self._records: Mapping[str, BoxRecord] = {}
        self._latest: Table | None = None
        self._seen: Table | None = None
        self._scored: object = self  # the records are still to be read
        self._told: set[str] = set()  # faults of the look before
        self._faults: set[str] = set()  # of the last one
        self._ending = Event()

    def tell(self, table: Table) -> None:
        """Hand over the latest table; returns at once and never fails."""
        self._latest = table

    def order(self) -> Ordered | None:
        """The next order for the table; None: there is none."""
        return self._orders.popleft() if self._orders else None

    def stop(self) -> None:
        """End the thread, unless it hangs."""
        self._ending.set()
        self.join(STOP_TIMEOUT_S)

    def run(self) -> None:
        """Post until `stop`; then post that the table is off."""
        while not self._ending.is_set():
            self.look()
            self._ending.wait(self._pause_s)
        with suppress(OSError):
            self._outbox.post_view(OFF)

    def look(self) -> None:
        """Look once at inbox, card and table. Reports a failure once, and tries again at the next look."""
        self._told, self._faults = self._faults, set()
        with guard(self._miss):
            self._read()
            self._hand_on()
            self._post()

    def _miss(self, fault: BaseException) -> None:
        self._outbox.forget()
        self._tell_once(f"the club misses what is played: {_reason(fault)}")

    def _read(self) -> None:
        """Read the order, and the records if more of them may leave."""
        if order := self._new_order():
            self._order = order
            self._release(frozenset(order.released))
            self._scored = self  # other boards may be released now
        if (scored := _stage(self._latest)) != self._scored:
            released = frozenset(self._order.released if self._order else ())
            self._records = self._card.read(self._now(), released)
            self._scored = scored

    def _new_order(self) -> Order | None:
        try:
            return self._inbox.new_order()
        except (OSError, ValueError) as fault:
            self._tell_once(visible(f"the order of the club is none: {fault}"))
            return None

    def _hand_on(self) -> None:
        """Give the table a changed assignment, or changed places; an assignment that was begun already is left out."""
        wanted, places = (self._order.assignment, self._order.places) if self._order else (None, {})
        if self._handed == (wanted, places):
            return
        table = _table_of(wanted) if wanted is not None else None
        places_begun = [record.place for record in self._records.values() if record.place is not None]
        before = Posted() if self._handed else self._said_before()
        seated = before.seated if table is not None and before.key == _text_of(table.place.key) else ()
        fresh = None if table is None or any(map(table.place.is_for, places_begun)) else table
        self._orders.append(Ordered(fresh, before.here, seated, places))
        self._handed = (wanted, places)

    def _said_before(self) -> Posted:
        """What the table posted before this start; empty if that was on another evening."""
        from companion.club.outbox_reader import PostedOutbox  # noqa: PLC0415 - msgspec, which a start does without

        with suppress(OSError):
            if self._now() - (self._place / "outbox" / STATE).stat().st_mtime < EVENING_S:
                return PostedOutbox(self._place / "outbox").read_state()
        return Posted()

    def _post(self) -> None:
        """Put out what is new."""
        for name, record in self._records.items():
            self._outbox.post_record(name, record.lines)
        self._outbox.keep_only({name for name, record in self._records.items() if record.lines})
        table = self._latest
        if table is None:
            return
        if table is not self._seen:
            view = json.dumps(view_may_leave(self._view(table), table), separators=(",", ":"), ensure_ascii=False)
            self._outbox.post_view(view.encode())
            self._seen = table
        self._outbox.post_state(self._state(table))

    def _state(self, table: Table) -> Posted:
        """What the table says of itself."""
        club = table.house.club
        damaged = [f"record {name}: {record.damage}" for name, record in self._records.items() if record.damage]
        trouble = filter(None, (table.health.trouble, club.trouble if club else "", *damaged))
        over = tuple(name for name, record in self._records.items() if record.over)
        if club is None:
            return Posted((), tuple(map(str, trouble)), over)
        key = _text_of(club.wanted.place.key) if club.wanted else ""
        return Posted(club.here, tuple(map(str, trouble)), over, key, club.seated)

    def _tell_once(self, text: str) -> None:
        self._faults.add(text)
        if text not in self._told:
            sys.stderr.write(f"companion: {text}\n")


def _stage(table: Table | None) -> object:
    """A value that changes whenever more may leave: when a deal is scored, or a match begins, ends or is parked."""
    if table is None or not table.in_play:
        return None
    match = table.playing
    rests = table.scored or not match.expects.words
    return id(match.header), match.applied if rests else None


def _table_of(wanted: Assignment) -> ClubTable:
    """The assignment as the table knows it."""
    place = ClubRound(wanted.event, wanted.round, wanted.table, wanted.deals, wanted.boards, wanted.seating)
    return ClubTable(place, wanted.game, wanted.players, wanted.dealer or "", wanted.options)


def _text_of(key: Key) -> str:
    return ":".join(map(str, key))


def _reason(fault: BaseException) -> str:
    """What failed, without what it was about: that may be a hand."""
    return f"{fault.filename}: {fault.strerror}" if isinstance(fault, OSError) else type(fault).__name__
