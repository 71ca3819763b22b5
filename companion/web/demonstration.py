"""What the virtual table shows without anybody's play: an example with its sentences, or a game that plays itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from companion.runtime.loop import TURN_S
from companion.support.messages import msg, tr
from companion.web.advice import advice_of_now
from companion.web.examples import example_of, rest_of, scene_of
from companion.web.hands import Hands, Movement, RefusedOrderError, Wait
from companion.web.orders import Demonstrate, Do, Order, Watch
from companion.web.watching import ExampleStep, steps

if TYPE_CHECKING:
    from companion.http.views import Watching
    from companion.web.autoplay import Autoplay
    from companion.web.dealt_cards import DealtCards
    from companion.web.heard import PageEars
    from companion.web.matches import Matches

WATCHING = msg("The table shows something just now: stop it first.")
PLAY_OR_WATCH = msg("Will you play, or watch on?")
PLAY = msg("Here it ends. Will you play?")
NOTHING_SHOWN = msg("There is nothing to pause.")


class Demonstration:
    """An example that is watched, or a game that plays itself: one step every `every_s` seconds (0: none is shown).

    `watched` is what was asked to be shown; None: no example is. `caption` says the current step, in the language in
    effect. `_parts` are the steps that are still to be shown, up to where somebody is asked whether to go on.
    """

    def __init__(self, hands: Hands, cards: DealtCards, matches: Matches, autoplay: Autoplay, ears: PageEars) -> None:
        self._hands = hands
        self._cards = cards
        self._matches = matches
        self._autoplay = autoplay
        self._ears = ears
        self._steps = 0
        self._parts: list[Iterator[ExampleStep]] = []
        self._asks = False
        self.watched: Watch | None = None
        self.paused = False
        self.every_s = 0.0
        self.caption: Callable[[], str] = str

    @property
    def stands(self) -> Watching:
        """How it stands with an example; empty: none is watched."""
        if self.watched is None:
            return ""
        return "shows" if not self._asks else "asks" if self._parts else "is over"

    def watch(self, order: Watch) -> Movement:
        """A trick of an example, or all of it, with a sentence for each line; then it is asked what shall be next."""
        whole = example_of(order.game)
        shown = [whole] if order.whole else [scene := scene_of(whole), rest_of(whole, scene)]
        self._matches.show(shown[0], order.leaving)
        self.watched, self.every_s = order, order.every_s
        self._parts = [steps(part, lambda: self._hands.table) for part in shown if part.lines]
        return self.watch_on()

    def watch_on(self) -> Movement:
        """What is still to be shown, up to the next question."""
        self._asks = False
        for step in self._parts[0] if self._parts else ():
            self.caption, asked = step.caption, self._steps
            self._ears.tell(step.caption)
            for word in step.scanned:
                self._hands.box.tap(word)
            for given in step.gesture:
                yield from self._cards.perform(given)
            yield from self._read(asked)
            if step.lost:
                self._parts.clear()
                self._ask(step.caption)
            if self._asks:
                return
        del self._parts[:1]
        self._ask()

    def _ask(self, caption: Callable[[], str] | None = None) -> None:
        """Somebody says what shall be next."""
        self._asks, self.paused = True, False
        self.caption = caption or partial(tr, PLAY_OR_WATCH if self._parts else PLAY)

    def leave_off(self) -> None:
        """An example that is watched cannot go on."""
        self._parts.clear()
        self._ask()

    def _read(self, asked: int) -> Movement:
        """Time for a caption: no end of it while it is paused, and none left when the next step is asked for."""
        seen_s = 0.0
        while not self._asks and self._steps == asked and (self.paused or seen_s < self.every_s):
            yield Wait(TURN_S, told=None if seen_s else "")
            seen_s += TURN_S

    def step(self) -> Movement:
        """The next step of a game that plays itself, with a caption before it and time to read."""
        half = Wait(self.every_s / 2, breaks=True)
        self.caption = advice_of_now(self._hands.table, self._cards.simulated)
        yield half
        yield from self._autoplay.step()
        yield half

    def go_at(self, every_s: float) -> None:
        """Let the game play itself at this pace; 0 ends it."""
        self.every_s, self.caption = every_s, str

    def end(self) -> None:
        """Show nothing any more."""
        self.watched, self.paused = None, False
        self.go_at(0.0)

    def adjust(self, order: Order) -> None:
        """Pause or go on, step, or go on at another pace. Raises RefusedOrderError: all else needs hands."""
        if order == Demonstrate(0.0):
            self._ask()
        elif isinstance(order, Demonstrate):
            self.every_s = order.every_s
        elif order is Do.STEP:
            self.paused, self._steps = True, self._steps + 1
        elif order is Do.PAUSE:
            self.paused = not self.paused
        else:
            raise RefusedOrderError(WATCHING)


def refuse_pause() -> Movement:
    """Nothing is shown. Raises RefusedOrderError."""
    raise RefusedOrderError(NOTHING_SHOWN)
