"""The virtual table: a simulated table whose hands belong to the page, turn by turn, under its own clock.

An order becomes hands that move: cards lie for a moment, a finger stays down. A new order waits for none of them: what
hands are at is brought to its end at once, in simulated time. Knows no real time and no thread: its caller turns it.
"""

from __future__ import annotations

from companion.runtime.loop import TURN_S
from companion.simulation.next_steps import for_computers
from companion.table.modes import Playing
from companion.web.hands import Pause
from companion.web.moves import Moves
from companion.web.orders import AskToSpeak, Begin, Do, GoOn, Order, Switch, ToggleFault, Watch

SLICES = 4
"""Of a computer's thought in one turn, each of a millisecond to seven: an order waits for no more."""


class VirtualTable(Moves):
    """One virtual table from power-on to the end. Raises StorageError as the real one does."""

    @property
    def hurries(self) -> bool:
        """Whether the next turn is to come at once: hands jump ahead, or a computer goes on thinking."""
        return self._hurried or (self._powered and self._box.loop.thinking)

    def take(self, order: Order) -> None:
        """Do this now: what hands are at comes to its end, or is left where a plug is pulled or another game begun.

        While an example is played hands do nothing else: it goes on at another pace, or is stopped. Raises
        StorageError.
        """
        self._taken += 1
        watched = self._watched
        if self._is_offered and not isinstance(order, ToggleFault | AskToSpeak | Switch):
            self._offers = False
            if not isinstance(order, Begin | GoOn | Watch):
                self._example = None  # somebody plays: it is a game as any other
            if order is Do.NEXT:
                return
        if order is Do.UNPLUG or isinstance(order, Begin | GoOn | Watch):
            self._break_off(also_dark=order is Do.UNPLUG)
        elif isinstance(order, ToggleFault | AskToSpeak | Switch):
            self._do_beside(order)
            return
        self._come_to_an_end()
        if self._lets_see:
            self._looked_at_last = self.table.match
            if order is Do.NEXT:
                return
        if self.shown.watching:
            self._do_beside_watching(order)
            return
        self._waiting.append(order)
        if order is Do.UNPLUG:
            self._deal_after(watched)

    def _do_beside(self, order: ToggleFault | AskToSpeak | Switch) -> None:
        """Done at once, whatever hands are at: it only changes what is around them."""
        for _ in self._movements(order):
            pass

    def give_up(self, why: str) -> None:
        """Nothing that was asked for is done any more, and this is said instead."""
        self._waiting.clear()
        self._break_off()
        self.shown.every, self.shown.remark = 0.0, why

    def turn(self) -> None:
        """One round of the loop, and as much of the orders as has its time. Raises StorageError."""
        while self._box.wires.clock.now() >= self._free_at and self._move_on():
            pass  # the box may be another one by now, with a clock of its own
        if not self._is_offered:
            self._pass_time(SLICES)
        while self._hurried and self._box.wires.clock.now() < self._free_at and not self._box.loop.thinking:
            self._pass_time(SLICES)

    def rest(self, most_turns: int = 2000) -> None:
        """Turn until no hand moves any more."""
        while self.busy and most_turns:
            self.turn()
            most_turns -= 1

    def close(self) -> None:
        """Leave the table as it stands; everything is saved, but no example."""
        self._box.pull_the_plug()
        self._forget_example()

    def _pass_time(self, slices: int, *, stands: bool = True) -> None:
        if self._powered:
            self._box.tick(slices, stands=stands)
            # Who watches hears the caption; cards that are dealt in a moment are not counted aloud.
            deals_fast = self.shown.fast and self.table.scanning() is not None
            self._heard.show(self.table, mute=self.shown.watching or deals_fast)
        else:
            self._box.wires.clock.sleep(TURN_S)

    def _come_to_an_end(self) -> None:
        """What hands are at is done now: each card lies its time on the simulated reader, but nobody waits for it."""
        while self.busy and not self.shown.watching:
            if self._pausing:
                self._drop()
            elif self._box.wires.clock.now() < self._free_at:
                self._pass_time(1, stands=False)
            else:
                self._move_on()

    def _move_on(self) -> bool:
        """Go on with what is being done, or begin the next thing; whether there was any."""
        if self._doing is None:
            if not self._waiting:
                return self._go_on_by_itself()
            self._order = self._waiting.popleft()
            self._doing = self._movements(self._order)
        wait_s = next(self._doing, None)
        self._pausing = isinstance(wait_s, Pause)
        if wait_s is None:
            self._drop()
        else:
            self._free_at = self._box.wires.clock.now() + wait_s
        return True

    def _go_on_by_itself(self) -> bool:
        """What happens while nobody does anything: hands are scanned, and a demonstration goes on."""
        if not self._powered:
            return False
        if self._lets_see:
            self._doing = self._look_at_it()
            return True
        if self.shown.fast and self._dealt_at is not self.table.match:
            self._dealt_at = self.table.match
            if self._simulated.face_down(self.table):
                self._order, self._doing = Do.DEAL, self._scan()  # what was asked for is done when all is dealt
                return True
        moves = for_computers(self.table, self._simulated.cards(self.table))
        if self._is_offered:
            self._example = self._example or self._store.running()  # nobody plays it yet
            return False
        if moves:
            self._doing = self._for_computer(moves[0])
        elif self.table.mode == Playing() and self._simulated.has_laid_all(self.table) and not self._is_pressed():
            self._doing = self._ends_set()
        elif moves is not None and self.shown.quick and self.table.mode == Playing() and not self._is_pressed():
            self._doing = self._next()
        elif self.shown.every:
            self._doing = self._step(self.shown.every)
        return self._doing is not None
