"""The virtual table: a simulated table whose hands belong to the page, turn by turn, under its own clock.

An order becomes hands that move: cards lie for a moment, a finger stays down. A new order waits for none of them: what
hands are at is brought to its end at once, in simulated time. Knows no real time and no thread: its caller turns it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, astuple
from operator import is_
from typing import TYPE_CHECKING, assert_never

from companion.inputs.inputs import Button
from companion.rules.entry import nothing
from companion.rules.suggestions import suggestions_of
from companion.runtime.loop import TURN_S
from companion.screens.sentences import Kind
from companion.simulation.box import LAY_S, Chances
from companion.simulation.hands import SimulatedHands
from companion.simulation.next_steps import (
    LayAside,
    Scan,
    Voice,
    for_computers,
    gesture_of,
    next_steps,
    proposal,
    wrong_line,
)
from companion.support.messages import msg, tr
from companion.support.text import listed
from companion.support.values import replace
from companion.table.modes import Playing, SameTable
from companion.table.timing import SPEAKS_AFTER_S
from companion.web.brief_looks import SEEN_S, before_it_goes, goes_soon
from companion.web.examples import EXAMPLES, example_of, scene_of
from companion.web.hands import Pause
from companion.web.jumps import STUCK, goal, is_yours, refusal
from companion.web.matches import Matches
from companion.web.narration import last_play, news, news_in_short
from companion.web.orders import (
    JUMPS,
    Ask,
    Begin,
    Choose,
    Demonstrate,
    Do,
    Fault,
    GoOn,
    How,
    Lay,
    Nest,
    Order,
    Push,
    Switch,
    Tag,
    Watch,
)
from companion.web.setup_answers import pointed_at
from companion.web.view import Ahead, Json, box_json, hint_json, next_json, table_json, takes_pile
from companion.web.watching import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.inputs.inputs import Tapped
    from companion.simulation.hints import Hint
    from companion.simulation.open_deal import OpenDeal
    from companion.storage.records import Store
    from companion.table.state import Table

REACHES_S = 1.2
"""Time to read which slot is called before a hand takes the card."""

DARK_S = 1.0
"""Time the plug is out."""

CLICKED = Voice(
    go=msg("Next"),
    again=msg("Play again"),
    bone=msg("Turn one of the bones."),
    lost=msg("Play a card, or press a button."),
    computer=msg("{who}'s turn …"),
    sign=lambda card: card.sign,
    several=listed,
    apart=True,
)
CLOSES_AFTER_S = 0.6
"""Time to see the last of several alike cards before the hand ends them."""

WATCHING = msg("The table shows something just now: stop it first.")
NOTHING_SHOWN = msg("There is nothing to pause.")

SLICES = 4
"""Of a computer's thought in one turn, each of a millisecond to seven: an order waits for no more."""

MOST_TRIES = 40
"""So many steps lead to a statement, or something is in the way."""


class Desk(Matches):
    """One virtual table from power-on to the end. Raises StorageError as the real one does."""

    def __init__(self, store: Store, chances: Chances) -> None:
        super().__init__(store, chances)
        self._waiting: deque[Order] = deque()
        self._order: Order | None = None
        self._doing: Iterator[float] | None = None
        self._pausing = False
        self._taken = 0
        self._looked_at: tuple[tuple[object, ...], tuple[object, ...]] = (), ()
        self._steps = 0
        self._offers = False
        self._caption: Callable[[], str] = str

    @property
    def busy(self) -> bool:
        """Whether hands are still moving."""
        return self._doing is not None or bool(self._waiting)

    @property
    def hurries(self) -> bool:
        """Whether the next turn is to come at once: hands jump ahead, or a computer goes on thinking."""
        return self._hurried or (self._powered and self._box.loop.thinking)

    @property
    def done(self) -> int:
        """How many orders are done, or will never be."""
        return self._taken - len(self._waiting) - (self._order is not None)

    def take(self, order: Order) -> None:
        """Do this now: what hands are at comes to its end, or is left where a plug is pulled or another game begun.

        While an example is played hands do nothing else: it goes on at another pace, or is stopped. Raises
        StorageError.
        """
        self._taken += 1
        watched = self._watched
        if self._is_offered and not isinstance(order, Fault | Ask | Switch):
            self._offers = False
            if not isinstance(order, Begin | GoOn | Watch):
                self._example = None  # somebody plays: it is a game as any other
            if order is Do.NEXT:
                return
        if order is Do.UNPLUG or isinstance(order, Begin | GoOn | Watch):
            self._break_off(also_dark=order is Do.UNPLUG)
        elif isinstance(order, Fault | Ask | Switch):
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

    @property
    def _is_offered(self) -> bool:
        """Whether the table was dealt for somebody who has watched, and waits until that person is ready."""
        return self._offers and not self.shown.watching and not self._waiting and self._doing is None

    @property
    def _lets_see(self) -> bool:
        """Whether a card still lies there that is gone in the next picture."""
        match = self.table.match
        new = self._powered and not self.shown.watching and match is not self._looked_at_last
        return new and self.table.in_play and goes_soon(match)

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

    def has_changed(self) -> bool:
        """Whether the view may be another one than when this was last asked; far cheaper than a view."""
        large: tuple[object, ...] = (self.table, self._chances, self._watched)  # by identity: comparing is dear
        small = (
            *astuple(self.shown),
            self._is_offered,
            self._lets_see,
            self._powered,
            self.done,
            self._heard.number,
            self._order in JUMPS,
            *self._lying.values(),
            self._box.wires.faults.on(),
            box_json(self._box, powered=self._powered),
        )
        before, self._looked_at = self._looked_at, (large, small)
        return small != before[1] or not all(map(is_, large, before[0]))

    def listen(self, languages: frozenset[str]) -> None:
        """In these languages the page is heard from now on."""
        self._heard.listen(languages, self.table if self._powered else None)

    def view(self) -> Json:
        """What the page shows now, in the language in effect."""
        table, shown, games = self.table, self.shown, self.table.house.offered
        faults = self._box.wires.faults
        tip = None if self._instead_of_hints() or table.open_set else self._simulated.tip(table)
        return {
            **asdict(shown),
            "remark": tr(shown.remark),
            "caption": shown.caption and self._caption(),
            "box": box_json(self._box, powered=self._powered),
            "table": self._table_json() if self._powered else {},
            **self._news(),
            "heard": self._heard.as_json(),
            "next": next_json(self._next_does()),
            "lying": list(self._lying.values()),
            "hint": self._hint(tip) if shown.hinted else None,
            "faults": [
                {"name": name, "sentence": tr(sentence), "on": faults.is_on(name)}
                for name, sentence in self._box.wires.known_faults.items()
            ],
            "games": [
                {
                    "name": name,
                    "title": tr(game.title),
                    "players": list(game.players),
                    "line": tr(game.entry.line),
                    "minutes": game.entry.minutes,
                    "computers": game.entry.strategy is not nothing,
                    "decks": self.offers()[name],
                }
                for name, game in games.items()
            ],
            "pointed": pointed_at(table.mode),
            "examples": [name for name in EXAMPLES if name in games],
            "tags": list(self._chances.regulars),
            "enrolling": table.decks is not None,
            "deck": self.played_with(),
            "leaving": self._leaving(),
            "saved": [self._in_play, *(one.record for one in table.house.parked)],
            "jumps": self._order in JUMPS,
            "done": self.done,
        }

    def _table_json(self) -> Json:
        """The cards on the table; an ending with the time of it, and the play that brought it."""
        shown, match = table_json(self.table, self._simulated.cards(self.table)), self.table.match
        if match is not None and self._lets_see:
            return before_it_goes(shown, match)
        if match is None or not shown.get("ending"):
            return shown
        return {**shown, "ending": {**shown["ending"], "at": self._box.recorder.at, "last": last_play(match)}}

    def _hint(self, tip: Hint | None) -> Json:
        """What to try now, and apart from it what would be wrong; nothing while the table goes on by itself."""
        told = () if self._goes_on_by_itself else self._advice()
        wrong = wrong_line(tip, CLICKED) if tip else ""
        deck = self.table.match.header.game.deck if self.table.match else None
        if wrong and told[-1:] == (wrong,):
            return hint_json(told[:-1], wrong, tip, deck)
        return hint_json(told, "", tip, deck)

    def _news(self) -> Json:
        """What happened since somebody last played, in short, too; and behind it whose turn it is, if a computer's."""
        match = self.table.match
        if match is None or self.table.before_play or self.shown.watching:
            return {"news": [], "in_short": [], "doing": ""}
        doing = " ".join(self._advice()) if self._goes_on_by_itself else ""
        return {"news": [*news(match)], "in_short": [*news_in_short(match)], "doing": doing}

    @property
    def _goes_on_by_itself(self) -> bool:
        """Whether a computer thinks or speaks, or its cards are being laid."""
        return self._awaits_computer() or bool(for_computers(self.table, self._simulated.cards(self.table)))

    def _next_does(self) -> Ahead:
        """What the button for the next step does now."""
        table = self.table
        if self._is_offered:
            return Ahead.OFFERED
        if self._lets_see:
            return Ahead.GOES_ON
        if table.in_play and not table.playing.expects.words:
            return Ahead.AGAIN
        mine = table.in_play and table.question is None and is_yours(table, self._simulated.cards(table))
        return Ahead.PLAYS if mine else Ahead.GOES_ON

    def close(self) -> None:
        """Leave the table as it stands; everything is saved, but no example."""
        self._box.pull_the_plug()
        self._forget_example()

    # ---------------------------------------------------------------- hands

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

    def _drop(self) -> None:
        """Nothing is being done any more."""
        self._order, self._doing, self._pausing, self._hurried, self._free_at = None, None, False, False, 0.0

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

    def _switch_on(self) -> None:
        super()._switch_on()
        self._looked_at_last = self.table.match

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

    def _movements(self, order: Order) -> Iterator[float]:
        """The order as movements, with the seconds after each of them."""
        self.shown.remark = ""
        if isinstance(order, Begin | Watch) and order.game not in self.table.house.offered:
            return self._say(msg("This table was switched on for another game."))
        match order:
            case Lay(words=words, how=how, whole=whole):
                return self._lay_whole(words, how) if whole else self._lay(words, how)
            case Nest(words=words):
                return self._say(self._simulated.lay(self.table, words))
            case Tag(name=name):
                return self._tap_name_tag(name)
            case Push(button=button, down=down):
                return self._push(button, down=down)
            case Fault(name=name):
                return self._toggle_fault(name)
            case Begin() | Choose() | GoOn() | Watch():
                return self._movements_of_game(order)
            case Ask():
                return self._say_aloud(order)
            case _:
                return self._movements_of_word(order)

    def _movements_of_game(self, order: Begin | Choose | GoOn | Watch) -> Iterator[float]:
        match order:
            case Begin():
                return self._begin(order)
            case Choose(game=game):
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

    def _say_aloud(self, asked: Ask) -> Iterator[float]:
        if asked is Ask.TELL_ALL:
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

    def _take_pile(self) -> Iterator[float]:
        taking = takes_pile(self.table)
        for press in (taking and gesture_of(self.table, taking.says)) or ():
            yield from self._perform(press)

    def _next(self) -> Iterator[float]:
        """The next sensible thing; while a computer thinks or speaks, what it says."""
        if not self._awaits_computer():
            return self._play_again() if self._next_does() is Ahead.AGAIN else self._step(0.0)
        before = self.table.match
        return self._hurry(lambda: self.table.match is not before or not self._awaits_computer())

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
            if self._awaits_computer():
                yield Pause(SPEAKS_AFTER_S)
            tries, before = (tries + 1 if self.table.match is before else 0), self.table.match

    def _awaits_computer(self) -> bool:
        """Whether it thinks or speaks, and needs nobody's hand."""
        return for_computers(self.table, self._simulated.cards(self.table)) == ()

    def _step(self, wait_s: float) -> Iterator[float]:
        """The next sensible thing, with a caption before it where there is time to read."""
        self.shown.caption = ""
        if wait_s:
            self._tell_caption(self._advises())
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

    def _do_beside(self, order: Fault | Ask | Switch) -> None:
        """Done at once, whatever hands are at: it only changes what is around them."""
        for _ in self._movements(order):
            pass

    def _break_off(self, *, also_dark: bool = False) -> None:
        """Hands leave what they do and were about to do; a plug that is out goes in again, unless it is pulled anew."""
        self._waiting.clear()
        if self.shown.watching:
            self._end_watching()
        if self._powered or also_dark:
            self._drop()
        if self._powered and not also_dark:
            self._let_go()

    def _tell_caption(self, caption: Callable[[], str]) -> None:
        self._caption, self.shown.caption = caption, caption()

    def _advises(self) -> Callable[[], str]:
        """The advice of this moment, in whichever language it is wanted later."""
        table, cards, tip = self.table, self._simulated.cards(self.table), self._simulated.tip(self.table)
        instead = self._instead_of_hints()
        return lambda: " ".join(_advice(table, cards, tip, instead))

    def _advice(self) -> tuple[str, ...]:
        table = self.table
        return _advice(table, self._simulated.cards(table), self._simulated.tip(table), self._instead_of_hints())

    def _instead_of_hints(self) -> str:
        """What the game in play says where a hint would open somebody's fist; empty: hints are given."""
        match = self.table.match
        return suggestions_of(match.header.game).instead_of_hints if match and match.expects.words else ""

    # ---------------------------------------------------------------- power and faults

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


def _advice(table: Table, cards: OpenDeal | None, tip: Hint | None, instead: str) -> tuple[str, ...]:
    """What to do now; `instead` is said where a hint would tell too much."""
    if instead and table.question is None and not table.scored:
        return (tr(instead),)
    if table.open_set and table.question is None:
        return (tr("Lay another {card}, or OK.", card=table.begun.gathered[0].rank),)
    return proposal(table, cards, tip, CLICKED)
