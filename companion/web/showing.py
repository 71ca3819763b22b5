"""Examples at the virtual table: shown at their pace, and behind them a table that is dealt and waits to be played.

It also has what waits to be done and what hands are at, since an example breaks off both.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from companion.runtime.loop import TURN_S
from companion.simulation.hands import SimulatedHands
from companion.support.messages import msg
from companion.support.values import replace
from companion.web.examples import example_of, scene_of
from companion.web.matches import Matches
from companion.web.orders import Begin, Demonstrate, Do, Watch
from companion.web.watching import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.simulation.box import Chances
    from companion.storage.records import Store
    from companion.web.orders import Order

WATCHING = msg("The table shows something just now: stop it first.")


class Shows(Matches):
    """A table that can show an example.

    `_order` is being done by the movements of `_doing`, the others are `_waiting`. `_offers`: what is dealt behind an
    example is for somebody who has watched.
    """

    def __init__(self, store: Store, chances: Chances) -> None:
        super().__init__(store, chances)
        self._waiting: deque[Order] = deque()
        self._order: Order | None = None
        self._doing: Iterator[float] | None = None
        self._pausing = False
        self._taken = 0
        self._steps = 0
        self._offers = False
        self._caption: Callable[[], str] = str

    @property
    def busy(self) -> bool:
        """Whether hands are still moving."""
        return self._doing is not None or bool(self._waiting)

    @property
    def done(self) -> int:
        """How many orders are done, or will never be."""
        return self._taken - len(self._waiting) - (self._order is not None)

    @property
    def _is_offered(self) -> bool:
        """Whether the table was dealt for somebody who has watched, and waits until that person is ready."""
        return self._offers and not self.shown.watching and not self._waiting and self._doing is None

    def _watch(self, order: Watch) -> Iterator[float]:
        """A trick of an example, or all of it, with a sentence for each line; then a new deal."""
        if why_not := self._why_not_leave(order.leaving):
            yield from self._say(why_not)
            return
        example = example_of(order.game) if order.whole else scene_of(example_of(order.game))
        self._leave_aside(order.leaving)
        example.begin(self._store)
        self._example = self._store.running()
        self._chances = replace(self._chances, deck=None)
        self._simulated = SimulatedHands(self._store, self._chances.seed, example=example.end)
        self._switch_on()
        self._box.press("BACK")  # puts the title RESUMED away: nobody was here before
        self._watched, self._steps = order, 0
        self.shown.watching, self.shown.paused, self.shown.every = True, False, order.every_s
        for step in steps(example, lambda: self.table):
            self._tell_caption(step.caption)
            self.shown.remark, asked = "", self._steps
            self._heard.tell(step.caption)
            for word in step.scanned:
                self._box.tap(word)
            for given in step.gesture:
                yield from self._perform(given)
            yield from self._look(asked)
        self._end_watching()
        self._deal_after(order)

    def _look(self, asked: int) -> Iterator[float]:
        """Time for a caption: no end of it while it is paused, and none left when the next step is asked for."""
        seen_s = 0.0
        while self._steps == asked and (self.shown.paused or seen_s < self.shown.every):
            yield TURN_S
            seen_s += TURN_S

    def _tell_caption(self, caption: Callable[[], str]) -> None:
        """Show what this says, in whichever language it is asked for."""
        self._caption, self.shown.caption = caption, caption()

    def _end_watching(self) -> None:
        self.shown.watching, self.shown.paused, self.shown.every, self.shown.caption = False, False, 0.0, ""

    def _deal_after(self, watched: Watch | None) -> None:
        """Whoever has watched is offered a shuffled table."""
        if watched:
            self._waiting.append(watched.then or Begin(watched.game))  # asked for by nobody: not counted
            self._offers = True

    def _do_beside_watching(self, order: Order) -> None:
        """Done at once: everything but what needs hands, which is refused."""
        if isinstance(order, Demonstrate):
            self.shown.every = order.every_s
            if not order.every_s:
                self._break_off()
                self._deal_after(self._watched)
        elif order in {Do.PAUSE, Do.STEP}:
            self.shown.paused = order is Do.STEP or not self.shown.paused
            self._steps += order is Do.STEP
        else:
            self.shown.remark = WATCHING

    def _break_off(self, *, also_dark: bool = False) -> None:
        """Hands leave what they do and were about to do; a plug that is out goes in again, unless it is pulled anew."""
        self._waiting.clear()
        if self.shown.watching:
            self._end_watching()
        if self._powered or also_dark:
            self._drop()
        if self._powered and not also_dark:
            self._let_go()

    def _drop(self) -> None:
        """Nothing is being done any more."""
        self._order, self._doing, self._pausing, self._hurried, self._free_at = None, None, False, False, 0.0
