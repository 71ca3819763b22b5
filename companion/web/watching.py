"""What the virtual table shows without anybody's play: an example, step by step, with its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.http.views.desk import Watching
from companion.match.checker import LineAnswer
from companion.match.match import Match
from companion.runtime.loop import TURN_S
from companion.simulation.gesture_search import Gesture, same_story, story
from companion.support.messages import msg, tr
from companion.support.values import dataclass
from companion.table.state import Table
from companion.web.dealt_cards import DealtCards
from companion.web.examples import Example, example_of, gesture_of_line, rest_of, scanned_in, scene_of
from companion.web.hands import Hands, Movement, RefusedOrderError, Wait
from companion.web.heard import PageEars
from companion.web.matches import Matches
from companion.web.narration import sentence
from companion.web.orders import Demonstrate, Do, Order, Watch

LOST = msg("It ends here: the box did not take the last card. Is a fault switched on?")
PLAY_OR_WATCH = msg("“Watch on” shows how this deal ends; “Play” begins a game of your own.")
PLAY = msg("Here it ends. “Play” begins a game of your own.")


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A caption, made in the language in effect; the cards that are scanned unseen, and what hands then do.

    `lost`: the table cannot follow any more.
    """

    caption: Callable[[], str]
    scanned: tuple[str, ...] = ()
    gesture: Gesture = ()
    lost: bool = False


def steps(example: Example, table: Callable[[], Table]) -> Iterator[ExampleStep]:
    """The example from its first line on; ends early when the table tells another story by then."""
    told: list[Callable[[], str]] = []
    reached: Match | None = None
    before: LineAnswer | None = None
    for line in example.lines:
        if reached is not None and not same_story(story(table().playing), story(reached)):
            yield ExampleStep(partial(tr, LOST), lost=True)
            return
        scanned, gesture = scanned_in(line), gesture_of_line(table(), line)
        told += [partial(sentence, line, before)] if scanned or gesture or line.answer.applied else []
        before = line
        if not scanned and gesture is None:
            continue  # it is said together with the next one
        yield ExampleStep(partial(_in_one, told), scanned, gesture or ())
        told = []
        reached = line.match if line.answer.applied else reached


def _in_one(told: Iterable[Callable[[], str]]) -> str:
    return " ".join(tell() for tell in told)


class Demonstration:
    """An example that is watched: one step every `every_s` seconds.

    `watched` is what was asked to be shown; None: no example is. `caption` says the current step, in the language in
    effect. `_parts` are the steps that are still to be shown, up to where somebody is asked whether to go on.
    """

    def __init__(self, hands: Hands, cards: DealtCards, matches: Matches, ears: PageEars) -> None:
        self._hands = hands
        self._cards = cards
        self._matches = matches
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
        """An example to the play that is refused, a sentence a line; then it is asked whether somebody watches on."""
        whole = example_of(order.game)
        shown = [scene := scene_of(whole), rest_of(whole, scene)]
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
            yield from self._cards.perform_all(step.gesture)
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

    def end(self) -> None:
        """Show nothing any more."""
        self.watched, self.paused, self.every_s, self.caption = None, False, 0.0, str

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
            raise RefusedOrderError(msg("The table shows something just now: stop it first."))
