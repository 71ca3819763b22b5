"""What hands do at the virtual table: each order as movements, and what comes next without any."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.inputs.inputs import Button
from companion.runtime.loop import TURN_S
from companion.screens.sentences import Kind
from companion.simulation.box import LAY_S
from companion.simulation.next_steps import LayAside, Scan, gesture_of, next_steps
from companion.support.messages import msg, tr
from companion.table.modes import SameTable
from companion.table.timing import SPEAKS_AFTER_S
from companion.web.advice import advice_of_now, awaits_computer
from companion.web.asked import BACK_AGAIN, presses_for
from companion.web.brief_looks import SEEN_S
from companion.web.hands import Pause
from companion.web.jumps import STUCK, goal, refusal
from companion.web.orders import (
    AskToSpeak,
    Begin,
    Demonstrate,
    Do,
    GiveAnswer,
    GoOn,
    LayCards,
    Nest,
    PointAtGame,
    Push,
    Switch,
    TapNameTag,
    ToggleFault,
    Watch,
)
from companion.web.seen import Seen
from companion.web.view import Ahead, takes_pile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.inputs.inputs import Tapped
    from companion.web.orders import How, Order

REACHES_S = 1.2
"""Time to read which slot is called before a hand takes the card."""

DARK_S = 1.0
"""Time the plug is out."""

CLOSES_AFTER_S = 0.6
"""Time to see the last of several alike cards before the hand ends them."""

MOST_TRIES = 40
"""So many steps lead to a statement, or something is in the way."""

ANOTHER_QUESTION = msg("The table asks something else by now.")
NOTHING_SHOWN = msg("There is nothing to pause.")


class Moves(Seen):
    """Hands that do what they are told, and know what comes next. A movement is as in `hands.py`."""

    def _movements(self, order: Order) -> Iterator[float]:
        """The order as movements, with the seconds after each of them."""
        self.shown.remark = ""
        if isinstance(order, Begin | Watch) and order.game not in self.table.house.offered:
            return self._say(msg("This table was switched on for another game."))
        match order:
            case LayCards(words=words, how=how, whole=whole):
                return self._lay_whole(words, how) if whole else self._lay(words, how)
            case Nest(words=words):
                return self._say(self._simulated.lay(self.table, words))
            case TapNameTag(name=name):
                return self._tap_name_tag(name)
            case Push(button=button, down=down):
                return self._push(button, down=down)
            case GiveAnswer():
                return self._answer(order)
            case ToggleFault(name=name):
                return self._toggle_fault(name)
            case Begin() | PointAtGame() | GoOn() | Watch():
                return self._movements_of_game(order)
            case AskToSpeak():
                return self._say_aloud(order)
            case _:
                return self._movements_of_word(order)

    def _movements_of_game(self, order: Begin | PointAtGame | GoOn | Watch) -> Iterator[float]:
        match order:
            case Begin():
                return self._begin(order)
            case PointAtGame(game=game):
                return self._choose(game)
            case GoOn():
                return self._go_on(order)
            case Watch():
                return self._watch(order)

    def _movements_of_word(self, order: Demonstrate | Do | Switch) -> Iterator[float]:
        match order:
            case Do.LIFT:
                return self._lift(tuple(self._lying))
            case Do.DEAL:
                return self._deal(most=1)
            case Do.BONE | Do.TAKE:
                return self._turn_bone() if order is Do.BONE else self._take_pile()
            case Do.STICKER:
                return self._tap_sticker()
            case Do.NEXT | Do.MY_TURN | Do.TRICK | Do.DEAL_END:
                return self._next() if order is Do.NEXT else self._jump(order)
            case Do.UNPLUG:
                return self._unplug()
            case Do.PAUSE | Do.STEP:
                return self._say(NOTHING_SHOWN)
            case Demonstrate(every_s=every_s):
                self.shown.every, self.shown.caption = every_s, ""
            case Switch():
                self.shown.hinted ^= order is Switch.HINT
                self.shown.fast ^= order is Switch.FAST
                self.shown.quick ^= order is Switch.QUICK
                self._dealt_at = None
            case _:
                assert_never(order)
        return iter(())

    def _say_aloud(self, asked: AskToSpeak) -> Iterator[float]:
        if asked is AskToSpeak.TELL_ALL:
            self._heard.tell_all()
        elif self.shown.watching:
            self._heard.tell(self._caption)
        else:
            self._heard.say_again()
        return iter(())

    def _lay_whole(self, words: tuple[str, ...], how: How) -> Iterator[float]:
        """Cards that are a whole play: if a set of them stays open, the hand ends it."""
        before = self.table.begun
        yield from self._lay(words, how)
        if self.table.open_set and self.table.question is None and self.table.begun is not before:
            yield from self._press(Button.OK)

    def _answer(self, order: GiveAnswer) -> Iterator[float]:
        """The buttons are pressed that give this answer, as long as nothing else is asked by then."""
        before, presses = self.table.match, presses_for(self.table, order.place, order.number)
        if not presses:
            self.shown.remark = ANOTHER_QUESTION
        elif not self._box.wires.panel.lit:
            yield from self._press(Button.BACK)  # a press on a dark panel only wakes it
        for press in presses:
            if self.table.match is not before and order.place != BACK_AGAIN:
                self.shown.remark = ANOTHER_QUESTION
                return
            yield from self._perform(press)

    def _take_pile(self) -> Iterator[float]:
        taking = takes_pile(self.table)
        for press in (taking and gesture_of(self.table, taking.says)) or ():
            yield from self._perform(press)

    def _next(self) -> Iterator[float]:
        """The next sensible thing; while a computer thinks or speaks, what it says."""
        if not awaits_computer(self.table, self._simulated):
            return self._play_again() if self._next_does() is Ahead.AGAIN else self._step(0.0)
        before = self.table.match
        return self._hurry(lambda: self.table.match is not before or not awaits_computer(self.table, self._simulated))

    def _play_again(self) -> Iterator[float]:
        """The next game at the same table: the box asks whether it shall be, and the hand says yes."""
        yield from self._step(0.0)
        if isinstance(self.table.mode, SameTable):
            yield from self._step(0.0)

    def _jump(self, jump: Do) -> Iterator[float]:
        cards = self._simulated.cards
        if why := refusal(jump, self.table, cards(self.table)):
            return self._say(why)
        arrived = goal(jump, self.table)
        return self._hurry(lambda: arrived(self.table, cards(self.table)))

    def _hurry(self, arrived: Callable[[], bool]) -> Iterator[float]:
        """Step after step until they have `arrived`; any order ends it."""
        self._hurried, tries, before = True, 0, self.table.match
        while not arrived():
            if tries == MOST_TRIES:
                self.shown.remark = STUCK
                return
            if self.shown.fast:
                yield from self._scan()
            yield from self._step(0.0)
            if awaits_computer(self.table, self._simulated):
                yield Pause(SPEAKS_AFTER_S)
            tries, before = (tries + 1 if self.table.match is before else 0), self.table.match

    def _step(self, wait_s: float) -> Iterator[float]:
        """The next sensible thing, with a caption before it where there is time to read."""
        self.shown.caption = ""
        if wait_s:
            self._tell_caption(advice_of_now(self.table, self._simulated))
            yield Pause(wait_s / 2)
        for step in next_steps(self.table, self._simulated.cards(self.table), self._simulated.tip(self.table)):
            match step:
                case LayAside(words=words):
                    self.shown.remark = self._simulated.lay(self.table, words)
                case Scan() if self.shown.fast:
                    yield from self._scan()
                case Scan():
                    yield from self._deal(len(self.table.playing.header.game.deck))
                case _:
                    yield from self._perform(step)
        yield Pause(wait_s / 2)

    def _look_at_it(self) -> Iterator[float]:
        """Nobody takes a card away that was just turned up; any order goes on at once."""
        match = self.table.match
        yield Pause(SEEN_S)
        self._looked_at_last = match

    def _for_computer(self, tap: Tapped) -> Iterator[float]:
        """Somebody takes the card that is called, unless the table has changed by then."""
        before = self.table.match
        yield Pause(0.0 if self.shown.quick else REACHES_S)
        if self.table.match is before:
            yield from self._perform(tap)

    def _ends_set(self) -> Iterator[float]:
        """A hand that has no further card of the rank says so, unless the table has changed by then."""
        before = self.table.begun
        yield Pause(CLOSES_AFTER_S)
        if self.table.begun is before:
            yield from self._press(Button.OK)

    def _unplug(self) -> Iterator[float]:
        """Power is lost with whatever lies on the reader, and comes back."""
        self._box.pull_the_plug()
        self._powered = False
        self._heard.tell(lambda: tr("No power."), Kind.MISTAKE)
        yield DARK_S
        faults = self._box.wires.faults.on()
        self._switch_on()
        for fault in faults:
            self._box.wires.faults.switch_on(fault)
        yield LAY_S
        yield from self._lift(self._passing)

    def _toggle_fault(self, name: str) -> Iterator[float]:
        if name not in (known := self._box.wires.known_faults):
            return self._say(msg("There is no fault of this name; there are {names}.", names=", ".join(known)))
        self._box.switch(name)
        return iter((TURN_S,))
