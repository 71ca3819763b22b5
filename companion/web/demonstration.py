"""What the virtual table shows without anybody's play: an example with its sentences, or a game that plays itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.runtime.loop import TURN_S
from companion.support.messages import msg
from companion.web.advice import advice_of_now
from companion.web.examples import example_of, scene_of
from companion.web.hands import Hands, Movement, RefusedOrderError, Wait
from companion.web.orders import Begin, Demonstrate, Do, Order, Watch
from companion.web.watching import steps

if TYPE_CHECKING:
    from companion.web.autoplay import Autoplay
    from companion.web.dealt_cards import DealtCards
    from companion.web.heard import PageEars
    from companion.web.matches import Matches

WATCHING = msg("The table shows something just now: stop it first.")
NOTHING_SHOWN = msg("There is nothing to pause.")


class Demonstration:
    """An example that is watched, or a game that plays itself: one step every `every_s` seconds (0: none is shown).

    `watched` is what was asked to be shown; None: no example is. `caption` says the current step, in the language in
    effect. `offers`: what was dealt behind an example is for somebody who has watched, and waits until that person is
    ready.
    """

    def __init__(self, hands: Hands, cards: DealtCards, matches: Matches, autoplay: Autoplay, ears: PageEars) -> None:
        self._hands = hands
        self._cards = cards
        self._matches = matches
        self._autoplay = autoplay
        self._ears = ears
        self._steps = 0
        self.watched: Watch | None = None
        self.paused = False
        self.every_s = 0.0
        self.caption: Callable[[], str] = str
        self.offers = False

    def watch(self, order: Watch) -> Movement:
        """A trick of an example, or all of it, with a sentence for each line; behind it a new deal."""
        example = example_of(order.game) if order.whole else scene_of(example_of(order.game))
        self._matches.show(example, order.leaving)
        self.watched, self.every_s, self._steps = order, order.every_s, 0
        for step in steps(example, lambda: self._hands.table):
            self.caption, asked = step.caption, self._steps
            self._ears.tell(step.caption)
            for word in step.scanned:
                self._hands.box.tap(word)
            for given in step.gesture:
                yield from self._cards.perform(given)
            yield from self._read(asked)
        yield Wait(0.0, then=self.end())
        self.offer(offers=True)

    def _read(self, asked: int) -> Movement:
        """Time for a caption: no end of it while it is paused, and none left when the next step is asked for."""
        seen_s = 0.0
        while self._steps == asked and (self.paused or seen_s < self.every_s):
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

    def end(self) -> Begin | None:
        """Show nothing any more; the game to be dealt to somebody who has watched, if an example was shown."""
        watched, self.watched, self.paused = self.watched, None, False
        self.go_at(0.0)
        return (watched.then or Begin(watched.game)) if watched else None

    def offer(self, *, offers: bool) -> None:
        """What is dealt waits until somebody is ready."""
        self.offers = offers

    def adjust(self, order: Order) -> None:
        """Pause or go on, step, or go on at another pace. Raises RefusedOrderError: all else needs hands."""
        if isinstance(order, Demonstrate):
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
