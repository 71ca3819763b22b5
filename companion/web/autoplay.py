"""What comes next at the virtual table: the step that somebody asks for, many of them, and what goes on by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.inputs.inputs import Button, Pressed
from companion.match.match import Match
from companion.rules.claims import SHOWS
from companion.rules.statements import PLAY
from companion.rules.tricks import TrickGame
from companion.simulation.advised import SkillOf, all_good, at_best
from companion.simulation.next_steps import LayAside, Scan, for_computers, next_steps
from companion.support.messages import msg
from companion.support.values import dataclass
from companion.table.asked import may_interrupt
from companion.table.modes import Playing, SameTable
from companion.table.state import Table
from companion.table.timing import SPEAKS_AFTER_S
from companion.web.ahead import STUCK, goal, refusal
from companion.web.asked import BACK_AGAIN, all_given, gesture_for
from companion.web.dealt_cards import DealtCards
from companion.web.delayed_removal import is_full_trick
from companion.web.hands import PAUSE, Hands, Movement, RefusedOrderError, Wait, hurry
from companion.web.narration import deals_gone_by, last_news
from companion.web.orders import AtOnce, Do, GiveAnswer, How, Pace, SetPace
from companion.web.playable import dealer_at_work

CLOSES_AFTER_S = 0.6
"""Time to see the last of several alike cards before the hand ends them."""

ANOTHER_QUESTION = msg("The table asks something else by now.")

MOST_TRIES = 40
"""So many steps lead to a statement, or something is in the way."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long people see what computers do, in seconds; the time of a card on the reader comes on top.

    - `reaches_s` before a hand takes a computer's card
    - `reads_s` for a word that a computer says
    - `trick_s` for a full trick
    - `last_s` for the last play of a match
    - `letter_s` to read a letter of what a computer did, where its cards do not stay in sight
    """

    reaches_s: float
    reads_s: float
    trick_s: float
    last_s: float
    letter_s: float = 0.0


PAUSES = {
    Pace.SLOW: Pauses(1.2, SPEAKS_AFTER_S, 1.6, 4.5, 0.06),
    Pace.NORMAL: Pauses(0.4, 1.0, 1.2, 3.5, 0.04),
    Pace.FAST: Pauses(0.0, 0.5, 0.4, 2.5),
    Pace.AT_ONCE: Pauses(0.0, 0.0, 0.6, 2.0),
}


WAITS_FOR_PEOPLE = frozenset({Pace.SLOW, Pace.NORMAL})
"""At these paces no computer acts before the only person has said whether to claim."""


@dataclass(slots=True)
class Habits:
    """How the page plays: `fast`: deals take no time; `pace`: of computer seats."""

    fast: bool = True
    pace: Pace = Pace.NORMAL

    @property
    def pauses(self) -> Pauses:
        """The pauses at this pace."""
        return PAUSES[self.pace]

    def switch(self, which: AtOnce | SetPace) -> None:
        """Choose a pace, or let deals take time or none."""
        if isinstance(which, SetPace):
            self.pace = which.pace
        else:
            self.fast = not self.fast


class Autoplay:
    """Hands that know the next sensible step."""

    def __init__(self, hands: Hands, cards: DealtCards, habits: Habits) -> None:
        self._hands = hands
        self._cards = cards
        self._habits = habits
        self.played: Match | None = None
        """The match as a play that nobody at this page has chosen left it; None: there was none."""

    @property
    def _table(self) -> Table:
        return self._hands.table

    @property
    def _pace(self) -> Pace:
        """Of computer seats now: they answer a claim, and lay several cards before anybody plays, without a wait."""
        match = self._table.playing
        lays = match.expects.least_cards > 1 and PLAY not in match.expects.words
        return Pace.AT_ONCE if lays or match.claim is not None else self._habits.pace

    @property
    def _awaits_computer(self) -> bool:
        """Whether it thinks or speaks, and needs nobody's hand."""
        return for_computers(self._table, self._cards.deal) == ()

    def next(self) -> Movement:
        """The next sensible thing; while a computer thinks or speaks, what it says. Switches a box on that is off."""
        if self._hands.is_off:
            return self._hands.pull_the_plug()
        if not self._awaits_computer:
            over = self._table.in_play and not self._table.playing.expects.words
            return self._play_again() if over else self.step()
        before = self._table.match
        return hurry(self._steps(lambda: self._table.match is not before or not self._awaits_computer))

    def jump(self, jump: Do) -> Movement:
        """Play ahead. Raises RefusedOrderError."""
        if why := refusal(jump, self._table, self._cards.deal):
            raise RefusedOrderError(why)
        return hurry(self._play_ahead(jump))

    def _play_ahead(self, jump: Do) -> Movement:
        """Step after step until it is there; then what was unusual in the deals that went by is told."""
        arrived, before = goal(jump, self._table), self._table.match
        yield from self._steps(lambda: arrived(self._table, self._cards.deal), at_best)
        if told := deals_gone_by(self._table.playing, before) if self._table.in_play else "":
            yield Wait(0.0, breaks=True, told=told)

    def play_for_person(self) -> Movement:
        """The next sensible thing, which is told as news: nobody at this page has chosen it."""
        yield from self.step()
        self.played = self._table.match

    def step(self, skill_of: SkillOf = all_good) -> Movement:
        """The next sensible thing, by people of this skill."""
        table, deal = self._table, self._cards.deal
        for step in next_steps(table, deal, self._cards.simulated.tip(table, skill_of), skill_of):
            match step:
                case LayAside(words=words):
                    yield from self._cards.give_away(words)
                case Scan() if self._habits.fast:
                    yield from self._cards.scan()
                case Scan():
                    yield from self._cards.deal_some(len(self._table.playing.header.game.deck))
                case _:
                    yield from self._cards.perform(step)

    def answer(self, order: GiveAnswer) -> Movement:
        """The buttons are pressed that give this answer, as long as nothing else is asked by then."""
        gesture = gesture_for(self._table, self._cards.deal, order.place, order.number)
        if not gesture:
            raise RefusedOrderError(ANOTHER_QUESTION)
        before, wanted = self._table.match, self._table.tap
        if not self._hands.box.wires.panel.lit:
            yield from self._hands.press(Pressed(Button.BACK))  # a press on a dark panel only wakes it
        for given in gesture:
            if self._table.match is not before and order.place != BACK_AGAIN:
                raise RefusedOrderError(ANOTHER_QUESTION)
            yield from self._cards.perform(given)
        if self._table.in_play and self._table.tap != wanted:
            yield from self._show_hand()

    def _show_hand(self) -> Movement:
        """Who has just claimed the rest lays the hand open: then the computers can agree."""
        tap, deal = self._table.tap if self._table.in_play else None, self._cards.deal
        if tap is not None and tap.word == SHOWS and deal is not None and tap.seat is not None:
            yield from self._cards.lay_whole(tuple(map(str, deal.own(tap.seat))), How.TAP)

    def goes_on(self) -> Movement | None:
        """What happens while nobody does anything; None: a person's hand is awaited."""
        moves = for_computers(self._table, self._cards.deal)
        if moves:
            return self._for_computer(map(str, moves[0].pieces))
        if self._table.mode != Playing() or self._hands.buttons_are_down:
            return None
        if dealer_at_work(self._table, self._cards.deal) is not None:
            return self._for_computer(self._cards.simulated.turned_up(self._table))
        if laid := self._cards.simulated.to_tell(self._table):
            return self._cards.lay(laid)
        if self._cards.simulated.has_laid_all(self._table):
            return self._end_set()
        if given := all_given(self._table, self._cards.deal):
            return self._cards.perform_all(given)
        if moves is not None and may_interrupt(self._table) and self._pace in WAITS_FOR_PEOPLE:
            self._hands.box.loop.wait_anew()
            return None
        return self._hurry_computer() if moves is not None and self._pauses_by_itself() else None

    def _play_again(self) -> Movement:
        """The next game at the same table: the box asks whether it shall be, and the hand says yes."""
        yield from self.step()
        if isinstance(self._table.mode, SameTable):
            yield from self.step()

    def _steps(self, arrived: Callable[[], bool], skill_of: SkillOf = all_good) -> Movement:
        """Step after step of people of this skill until they have `arrived`; any order ends it."""
        tries, before = 0, self._table.match
        while not arrived():
            if tries == MOST_TRIES:
                raise RefusedOrderError(STUCK)
            if self._habits.fast:
                yield from self._cards.scan()
            yield from self.step(skill_of)
            yield Wait(SPEAKS_AFTER_S, breaks=True) if self._awaits_computer else PAUSE
            tries, before = (tries + 1 if self._table.match is before else 0), self._table.match

    def _for_computer(self, words: Iterable[str]) -> Movement:
        """Somebody takes the card that is called, or turned up, unless the table has changed by then."""
        before = self._table.match
        yield Wait(max(PAUSES[self._pace].reaches_s, self._to_read_s()), breaks=True)
        if self._table.match is before:
            taken = self._cards.lay(words)
            yield from hurry(taken) if self._pace is Pace.AT_ONCE else taken

    def _to_read_s(self) -> float:
        """Seconds to read what was done last before a computer acts, where no trick keeps it in sight."""
        match, begun = self._table.playing, self._table.begun
        if isinstance(match.header.game, TrickGame) or self._table.owed is not None or begun.gathered:
            return 0.0
        return PAUSES[self._pace].letter_s * len(last_news(match))

    def _pauses_by_itself(self) -> bool:
        """Whether the box waits for a computer longer than this page is to: for people to read, or to interrupt."""
        if self._pace is Pace.AT_ONCE:
            return True
        table = self._table
        reads = table.called is not None or (bool(table.playing.events) and not table.offered)
        return reads and table.overlay is None

    def _hurry_computer(self) -> Movement:
        """What a computer says counts after the pause of this page, and not after that of the box."""
        seen = self._table.called is None and is_full_trick(self._table.playing)
        yield Wait(0.0 if seen else max(PAUSES[self._pace].reads_s, self._to_read_s()), breaks=True)
        if self._awaits_computer:
            yield from self.next()

    def _end_set(self) -> Movement:
        """A hand that has no further card of the rank says so, unless the table has changed by then."""
        before = self._table.begun
        yield Wait(CLOSES_AFTER_S, breaks=True)
        if self._table.begun is before:
            yield from self._hands.press(Pressed(Button.OK))
