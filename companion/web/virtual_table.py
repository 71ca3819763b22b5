"""The virtual table: a simulated table whose hands belong to the page, turn by turn, under its own clock.

An order becomes hands that move: cards lie for a moment, a finger stays down. A new order waits for none of them: what
hands are at is brought to its end at once, in simulated time. Knows no real time and no thread: its caller turns it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.http.views.desk import DeskView
from companion.match.checker import guard
from companion.runtime.loop import TURN_S
from companion.simulation.box import SimulatedSetup
from companion.storage.records import Store
from companion.support.messages import msg
from companion.table.state import Table
from companion.web import orders
from companion.web.examples import forget_left_over
from companion.web.execute_orders import OrderExecution
from companion.web.hands import OFF, RefusedOrderError
from companion.web.orders import AtOnce, Do
from companion.web.table_as_seen import DeskParts, Seen

T = TypeVar("T")

SLICES = 4
"""Of a computer's thought in one turn, each of a millisecond to seven: an order waits for no more."""

WITHOUT_POWER = (orders.PressNext, orders.Begin, orders.GoOn, orders.Watch, orders.Demonstrate)
"""What can be ordered of a box that is off."""

DEALS = msg("The cards are still being dealt.")


class VirtualTable:
    """A virtual table from power-on to the end, put together from its parts. Raises StorageError as a real one does."""

    def __init__(self, store: Store, setup: SimulatedSetup) -> None:
        forget_left_over(store)
        self._parts = parts = DeskParts(store, setup)
        self.hands, self.cards, self.decks = parts.hands, parts.cards, parts.decks
        self.in_play, self.matches = parts.in_play, parts.matches
        self._queue, self._look, self._demonstration = parts.queue, parts.look, parts.demonstration
        self._execution = OrderExecution(parts)
        self._seen = Seen(parts)

    # ---------------------------------------------------------------- what its page asks

    @property
    def table(self) -> Table:
        """What the program thinks."""
        return self.hands.table

    @property
    def busy(self) -> bool:
        """Whether hands are still moving."""
        return self._queue.busy

    @property
    def done(self) -> int:
        """How many orders are done, or will never be."""
        return self._queue.done

    @property
    def hurries(self) -> bool:
        """Whether the next turn is to come at once: hands jump ahead, or a computer goes on thinking."""
        return self._queue.wait.hurried or (self.hands.powered and self.hands.box.loop.thinking)

    def has_changed(self) -> bool:
        """Whether the view may be another one than when this was last asked; far cheaper than a view."""
        return self.ask(lambda _: self._seen.has_changed())

    def view(self) -> DeskView:
        """What the page shows now, in the language in effect."""
        return self.ask(lambda _: self._seen.view())

    def ask(self, what: Callable[[VirtualTable], T], *refusals: type[Exception]) -> T:
        """What is asked of this table; where a game of another package fails at it, of the table without that game."""
        with guard(self._blame, *refusals):
            return what(self)
        self._pass_time(SLICES)  # the panel tells what failed
        return what(self)

    def listen(self, languages: frozenset[str]) -> None:
        """In these languages the page is heard from now on."""
        self.ask(lambda _: self._parts.ears.listen(languages, self.table if self.hands.powered else None))

    # ---------------------------------------------------------------- orders

    def take(self, order: orders.Order) -> None:
        """Do this now: what hands are at comes to its end, or is left where a plug is pulled or another game begun.

        While an example is played hands do nothing else: it goes on at another pace, or is stopped. Raises
        StorageError.
        """
        self._queue.count()
        with guard(self._blame):
            try:
                self._take(order)
            except RefusedOrderError as why:
                self._queue.tell(why.args[0])

    def _take(self, order: orders.Order) -> None:
        if isinstance(order, orders.ToggleFault | AtOnce | orders.SetPace):
            self._execution.do_beside(order)
            return
        if self.hands.is_off and not isinstance(order, WITHOUT_POWER) and order not in (Do.NEXT, Do.UNPLUG):
            raise RefusedOrderError(OFF)
        goes_on = order is Do.NEXT or isinstance(order, orders.PressNext)
        if goes_on and self._look.keeps_last_play:
            return
        deals = self._queue.order is Do.DEAL and self.table.scanning() is not None
        stopped = self._demonstration.stands not in {"", "shows"}
        anew = isinstance(order, orders.Begin | orders.GoOn | orders.Watch) or (
            stopped and isinstance(order, orders.PointAtGame)
        )
        if anew or order is Do.UNPLUG:
            self._break_off(also_dark=order is Do.UNPLUG)
        self._come_to_an_end()
        if deals and isinstance(order, orders.LayCards | orders.Nest):
            raise RefusedOrderError(DEALS)
        deals |= self._look.holds_back
        if self._look.lasts and not (goes_on and self._look.keeps_last_play):
            self._look.end(self.table.match)
        if deals and goes_on:
            return
        if self._demonstration.watched is None or order is Do.UNPLUG:
            self._queue.add(order)
        elif order is Do.PAUSE and not self.busy:
            self._queue.start(self._demonstration.watch_on())
        else:
            self._demonstration.adjust(order)

    def _blame(self, fault: BaseException) -> None:
        """Put the game of another package that fails aside, as the real table does, and nobody is at it any more."""
        self.hands.box.loop.blame_guests(fault)
        self._break_off()

    def give_up(self, why: str) -> None:
        """Nothing that was asked for is done any more, and this is said instead."""
        self._break_off()
        self._queue.tell(why)

    def _break_off(self, *, also_dark: bool = False) -> None:
        """Hands leave what they do and were about to do; a plug that is out goes in again, unless it is pulled anew."""
        self._queue.clear()
        if also_dark and self._demonstration.watched is not None:
            self._demonstration.leave_off()
        else:
            self._demonstration.end()
        if self.hands.powered or also_dark:
            self._queue.drop()
        if self.hands.powered and not also_dark:
            self.hands.let_go()

    def _come_to_an_end(self) -> None:
        """What hands are at is done now: each card lies its time on the simulated reader, but nobody waits for it."""
        while self.busy and self._demonstration.watched is None:
            if self._queue.wait.breaks:
                self._queue.drop()
            elif self._queue.rests:
                self._pass_time(1, stands=False)
            else:
                self._queue.move_on(self._execution.of)

    # ---------------------------------------------------------------- time

    def turn(self) -> None:
        """One round of the loop, and as much of the orders as has its time. Raises StorageError."""
        self._queue.forget_remark()
        self.hands.release_lost_buttons()
        with guard(self._blame):
            self._parts.adviser.look(self.table)
            while not self._queue.rests and (self._queue.move_on(self._execution.of) or self._goes_on_by_itself()):
                pass  # the box may be another one by now, with a clock of its own
        self._pass_time(SLICES)
        while self._queue.wait.hurried and self._queue.rests and not self.hands.box.loop.thinking:
            self._pass_time(SLICES)

    def rest(self, most_turns: int = 2000) -> None:
        """Turn until no hand moves any more."""
        while self.busy and most_turns:
            self.turn()
            most_turns -= 1

    def close(self) -> None:
        """Leave the table as it stands; everything is saved, but no example."""
        self.in_play.close()

    def _pass_time(self, slices: int, *, stands: bool = True) -> None:
        if not self.hands.powered:
            self.hands.box.wires.clock.sleep(TURN_S)
            return
        self.hands.box.tick(slices, stands=stands)
        if self._parts.habits.fast and self.table.scanning() is not None:
            return  # cards that are dealt in a moment are not counted aloud; what they lead to is heard whole
        with guard(self._blame):
            mute = self._demonstration.watched is not None  # who watches hears the caption
            self._parts.ears.show(self.table, mute=mute)

    def _goes_on_by_itself(self) -> bool:
        """Begin what happens while nobody does anything: hands are scanned, and computers play."""
        if not self.hands.powered or self.hands.is_off:
            return False
        if self._look.lasts:
            self._queue.start(self._look.hold())
        elif self._parts.habits.fast and self.cards.deals_by_itself():
            self._queue.start(self.cards.scan(), Do.DEAL)  # what was asked for is done when all is dealt
        elif self._demonstration.watched is not None:
            return False
        elif movement := self._parts.autoplay.goes_on():
            self._queue.start(movement)
        return self.busy
