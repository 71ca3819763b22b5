"""The thread that owns the simulated table: orders come in by a queue and are done at once, views go out as text."""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from queue import Queue
from secrets import token_hex
from threading import Event, Thread
from typing import TypeVar

from companion.runtime.loop import TURN_S
from companion.storage.disk import StorageError
from companion.support.messages import ENGLISH, language, msg, spoken_in, tr
from companion.table.state import Table
from companion.web.orders import Order
from companion.web.virtual_table import VirtualTable

MOST_WAITING = 100

BREATH_S = 0.01
"""Between two turns that nobody waits for: others have theirs."""

GLIMPSE_S = 0.1
"""Between two views of hands that hurry: of each card that is dealt in a moment there is nothing to be seen."""

STILL_TURNS = 30
"""After so many in which nothing has changed a quick table, too, turns in real time; a button is held for fewer."""

CANNOT = msg("That cannot be done here (a fault of this program). Play goes on; a new game always can.")
STANDS_STILL = msg("The table stands still (a fault of this program). Begin a new game, or start the program again.")

T = TypeVar("T")


class Runner(Thread):
    """Turns the desk of `set_up` in real time, or `pace` times faster, until it is stopped.

    `publish` gets every new view, once for each language that is followed and in that language; `tell` gets the table
    after every turn, `speaks` the language that somebody chooses at the box. The exception that ended the table is in
    `fault`; `on_end` is called after it. A box that has chosen no language speaks one of those that are followed.
    """

    def __init__(
        self,
        set_up: Callable[[], VirtualTable],
        publish: Callable[[str], None],
        pace: float = 1.0,
        speaks: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(name="table", daemon=True)
        self.fault: Exception | None = None
        self.on_end: Callable[[], None] = lambda: None
        self.tell: Callable[[Table], None] = lambda _: None
        self._set_up = set_up
        self._publish = publish
        self._speaks = speaks
        self._turn_s = TURN_S / pace
        self._asked: Queue[Callable[[VirtualTable], None]] = Queue()
        self._ending, self._wanted = Event(), Event()
        self._start = token_hex(8)
        self._languages: frozenset[str] = frozenset()
        self._own = self._spoken = language()
        self._chosen = self._own != ENGLISH
        self._views: dict[str, Mapping[str, object]] = {}
        self._reported: set[str] = set()
        self._stands_still = False
        self._given = 0
        self._still = 0
        self._looked_at = 0.0

    def order(self, order: Order) -> int:
        """Queue an order; returns its number, from 1, or 0 if too many wait."""
        if self._asked.qsize() >= MOST_WAITING:
            return 0
        self._put(lambda desk: desk.take(order))
        self._given += 1
        return self._given

    def ask(self, what: Callable[[VirtualTable], T]) -> Future[T]:
        """Call a function between two turns, in the language in effect now, unless its future is cancelled first."""
        answer: Future[T] = Future()
        self._put(partial(copy_context().run, partial(_answer, answer, what)))
        return answer

    def follow(self, languages: frozenset[str]) -> None:
        """From now on views are wanted in these languages, in new ones at once; safe from any thread."""
        self._put(partial(self._follow, languages))

    def stop(self) -> None:
        """End after this turn and wait for the end."""
        self._ending.set()
        self._wanted.set()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Turn until `stop`."""
        try:
            desk = self._set_up()
            while not self._ending.is_set():
                began = time.monotonic()
                self._turn(desk)
                self._wanted.wait(max(0.0, self._pause_s(desk, time.monotonic() - began)))
                self._wanted.clear()
            desk.close()
        except Exception as fault:  # noqa: BLE001 - the caller reports what ended the table
            self.fault = fault
            if isinstance(fault, StorageError):  # said by the last view, as by the terminal: no page can ask any more
                self._show_again(str(fault), asked=None, doing="", hint=None)
        finally:
            self.on_end()

    def _pause_s(self, desk: VirtualTable, took_s: float) -> float:
        """Seconds until the next turn, after one that took so many."""
        if desk.hurries:
            return BREATH_S
        return (self._turn_s if self._still < STILL_TURNS else TURN_S) - took_s

    def _put(self, what: Callable[[VirtualTable], None]) -> None:
        """An idle table turns at once for it."""
        self._asked.put(what)
        self._wanted.set()

    def _turn(self, desk: VirtualTable) -> None:
        before = self._spoken
        with spoken_in(before):
            while not self._asked.empty():
                self._try(desk, partial(self._asked.get(), desk))
            self._stands_still = not self._try(desk, desk.turn, STANDS_STILL if self._stands_still else CANNOT)
            after = language()
        if (after, language()) != (before, self._own):  # somebody has chosen one in the menu of the box
            self._own = self._spoken = language()
            self._chosen = True
            self._speaks(self._own)
        self.tell(desk.table)
        if not self._try(desk, lambda: self._look(desk)):
            self._show_again(CANNOT, done=desk.done)

    def _follow(self, languages: frozenset[str], desk: VirtualTable) -> None:
        """A language that was not followed until now is shown anew: nobody has kept what was shown of it before."""
        kept = languages & self._languages
        self._languages = languages
        if not self._chosen and self._spoken not in languages:
            self._spoken = min(languages, default=self._own)
        desk.listen(languages)
        self._views = {code: view for code, view in self._views.items() if code in kept}

    def _wanted_in(self) -> list[str]:
        return sorted(self._languages) or [self._own]

    def _look(self, desk: VirtualTable) -> None:
        """Build a view only where something changed, and few while hands hurry: a table at rest costs nothing."""
        if desk.hurries and time.monotonic() - self._looked_at < GLIMPSE_S:
            return
        self._looked_at = time.monotonic()
        changed = desk.has_changed()
        self._still = 0 if changed or desk.busy else self._still + 1
        for code in self._wanted_in():
            if changed or code not in self._views:
                with spoken_in(code):
                    self._show(desk.view())

    def _show_again(self, remark: str, **others: object) -> None:
        """Publish the latest views with this remark and these other values."""
        for code in self._wanted_in():
            if view := self._views.get(code):
                with spoken_in(code):
                    self._show({**view, "remark": tr(remark), **others})

    def _show(self, view: Mapping[str, object]) -> None:
        """Publish a view in the language in effect, unless it is the one before."""
        before, self._views[language()] = self._views.get(language()), view
        if view != before:
            self._publish(json.dumps({**view, "start": self._start}, separators=(",", ":")))

    def _try(self, desk: VirtualTable, step: Callable[[], None], why: str = CANNOT) -> bool:
        """Whether a step succeeded; an internal error ends the order and is reported once. Raises StorageError."""
        try:
            step()
        except StorageError:
            raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, others play at this table
            trace = "".join(traceback.format_exception(fault))
            if trace not in self._reported:
                self._reported.add(trace)
                sys.stderr.write(trace)
            desk.give_up(why)
            return False
        return True


def _answer(answer: Future[T], what: Callable[[VirtualTable], T], desk: VirtualTable) -> None:
    """Pass an error to the caller."""
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(what(desk))
    except Exception as fault:  # noqa: BLE001 - handed on
        answer.set_exception(fault)
