"""The one thread that owns the virtual table: orders come in by a queue, what the page shows goes out as text."""

from __future__ import annotations

import json
import time
from concurrent.futures import Future
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from companion.loop import TURN_S

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.settings import Settings
    from companion.table.table import Table
    from companion.web.desk import Desk
    from companion.web.orders import Order

MOST_WAITING = 100

T = TypeVar("T")


class Runner(Thread):
    """Turns the desk that `set_up` makes in real time, or so many times faster, until it is stopped.

    `publish` gets every new view, `tell` the table after every turn; `settings` that are put here hold from
    the next turn on. The exception that ended the table is kept in `fault`, and `on_end` is called.
    """

    def __init__(self, set_up: Callable[[], Desk], publish: Callable[[str], None], pace: float = 1.0) -> None:
        super().__init__(name="table", daemon=True)
        self.fault: Exception | None = None
        self.on_end: Callable[[], None] = lambda: None
        self.settings: Settings | None = None
        self.tell: Callable[[Table], None] = lambda _: None
        self._set_up = set_up
        self._publish = publish
        self._turn_s = TURN_S / pace
        self._orders: Queue[Order] = Queue(MOST_WAITING)
        self._asked: Queue[tuple[Future[Any], Callable[[Desk], Any]]] = Queue()
        self._ending = Event()
        self._shown = ""
        self._given = 0

    def order(self, order: Order) -> int:
        """Hand an order over; gives its number, from 1, and 0 when too many wait."""
        try:
            self._orders.put_nowait(order)
        except Full:
            return 0
        self._given += 1
        return self._given

    def ask(self, what: Callable[[Desk], T]) -> Future[T]:
        """Something for which the desk must hold still: done between two turns, unless it was cancelled by then."""
        answer: Future[T] = Future()
        self._asked.put((answer, what))
        return answer

    def stop(self) -> None:
        """End after this turn, and wait for it."""
        self._ending.set()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Turn after turn."""
        try:
            desk = self._set_up()
            while not self._ending.is_set():
                began = time.monotonic()
                self._turn(desk)
                self._ending.wait(max(0.0, self._turn_s - (time.monotonic() - began)))
            desk.close()
        except Exception as fault:  # noqa: BLE001 - whatever ends the table is told by who started it
            self.fault = fault
        finally:
            self.on_end()

    def _turn(self, desk: Desk) -> None:
        while True:
            try:
                desk.take(self._orders.get_nowait())
            except Empty:
                break
        if self.settings is not None:
            desk.settle(self.settings)
            self.settings = None
        while not self._asked.empty():
            _answer(desk, *self._asked.get())
        desk.turn()
        self.tell(desk.table)
        text = json.dumps(desk.view(), separators=(",", ":"), ensure_ascii=False)
        if text != self._shown:
            self._shown = text
            self._publish(text)


def _answer(desk: Desk, answer: Future[T], what: Callable[[Desk], T]) -> None:
    """What goes wrong is whoever's who asked."""
    if not answer.set_running_or_notify_cancel():
        return
    try:
        answer.set_result(what(desk))
    except Exception as fault:  # noqa: BLE001 - handed on
        answer.set_exception(fault)
