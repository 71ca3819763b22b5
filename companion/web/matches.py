"""The match on the virtual table: begun, gone on with, parked, ended or thrown away when another takes its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import Statement
from companion.runtime.loop import TURN_S
from companion.simulation.hands import SimulatedHands
from companion.support.messages import Message, msg, tr
from companion.support.text import listed
from companion.support.values import replace
from companion.table.apply_statements import beneath, say
from companion.table.choices import PARKED
from companion.table.modes import SameTable, SettingUp
from companion.table.new_game import with_parked
from companion.table.reply import AddLine, ParkRecord, Reply
from companion.web.examples import forget, forget_left_over
from companion.web.hands import Hands
from companion.web.orders import Begin, GoOn, Leaving, Watch
from companion.web.saved_games import NoSavedGameError, SavedGames
from companion.web.setup_answers import answer, pointed_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.http.views import LeavingWays, SavedGameList
    from companion.match.match import Match
    from companion.simulation.box import Chances
    from companion.storage.records import Store
    from companion.tags.tag_decks import TagDeck

END = Statement("end")
CANNOT_END = msg("This game cannot be finished here: park it, or throw it away.")
THROWN_AWAY = msg("{game} is thrown away. “New game” lists it, should you want it back.")
ASKS_FIRST = msg("The box asks something first: answer it there, then choose again.")

MOST_ANSWERS = 80
"""A set-up has fewer."""


class Matches(Hands):
    """Hands that also put another match on the table.

    `_watched` is what was asked to be shown last; `_example` is its record, which nobody played.
    """

    def __init__(self, store: Store, chances: Chances) -> None:
        forget_left_over(store)
        super().__init__(store, chances)
        self._dealt_at: Match | None = None
        self._watched: Watch | None = None
        self._example: Path | None = None
        self._saved = SavedGames(store, chances.equipment.games)
        self._left: dict[str, tuple[SimulatedHands, TagDeck | None]] = {}
        self._ends: tuple[Match | None, bool] = None, False

    def _begin(self, order: Begin) -> Iterator[float]:
        """The box starts anew, and its set-up is answered by its own buttons."""
        deck = self._enrolled(order.deck)
        if order.deck and (deck is None or not self._can_play(deck, order.game)):
            yield from self._say(
                msg("There is no deck {deck} with a tag for every card of this game.", deck=order.deck)
            )
            return
        seed = self._chances.seed if order.seed is None else str(order.seed)
        hands = SimulatedHands(self._store, seed, repeats=order.seed is not None)
        yield from self._set_up(order, hands, deck)

    def _choose(self, game: str) -> Iterator[float]:
        """The arrow of the box goes to this game, where it asks which one."""
        mode = self.table.mode
        if isinstance(mode, SettingUp) and pointed_at(mode):
            self._point_at(mode, answer(mode, Begin(game), self._chances.equipment.games))
        yield TURN_S

    def _point_at(self, mode: SettingUp | SameTable, place: int | None) -> None:
        for _ in range(((place or 0) - mode.question.cursor) % len(mode.question.choices)):
            self._box.press("DOWN")

    def _go_on(self, order: GoOn) -> Iterator[float]:
        """Go on with a parked match. Its cards lie as they did, if it was left at this table."""
        try:
            self._saved.kept(order.record, self._in_play)
        except NoSavedGameError as why_not:
            yield from self._say(why_not.args[0])
            return
        hands, deck = self._left.get(order.record, (SimulatedHands(self._store, self._chances.seed), None))
        yield from self._set_up(order, hands, deck and self._enrolled(deck.name))

    def _set_up(self, order: Begin | GoOn, hands: SimulatedHands, deck: TagDeck | None) -> Iterator[float]:
        if why_not := self._why_not_leave(order.leaving):
            yield from self._say(why_not)
            return
        self._leave_aside(order.leaving)
        self._chances, self._simulated = replace(self._chances, deck=deck), hands
        self._switch_on()
        for _ in range(MOST_ANSWERS):
            mode = self.table.mode
            if not isinstance(mode, SettingUp | SameTable):
                break
            place = answer(mode, order, self._chances.equipment.games)
            if place is None:
                break
            self._point_at(mode, place)
            self._box.press("OK")
        if not self.table.in_play or (isinstance(order, GoOn) and self._in_play != order.record):
            self.shown.remark = ASKS_FIRST
        self._dealt_at = None
        yield TURN_S

    def _leave_aside(self, leaving: Leaving) -> None:
        """What is in play is parked, ended or thrown away, or finished if it is over; an example is gone."""
        self.shown.every, self._lying, self._passing, self.shown.caption = 0.0, {}, (), ""
        if self.table.in_play and not self._shows_example:
            self._put_aside(leaving)
        self._box.pull_the_plug()
        self._forget_example()
        self._dealt_at = self._watched = None

    def _put_aside(self, leaving: Leaving) -> None:
        table, recorder = self.table, self._box.recorder
        if table.playing.expects.words and leaving is not Leaving.END:
            self._park(throws_away=leaving is Leaving.THROW_AWAY)
            return
        if table.playing.expects.words:
            recorder.keep(say(beneath(table), (END,)))
        recorder.finish()

    @property
    def _shows_example(self) -> bool:
        """Whether an example is in play, and not what somebody has begun since."""
        return self._example is not None and self._in_play == self._example.stem

    def _forget_example(self) -> None:
        if self._example is not None:
            forget(self._example)
        self._example = None

    def _park(self, *, throws_away: bool) -> None:
        """What is thrown away is parked before: when it is put back, it waits as others do."""
        path = self._box.recorder.path
        assert path is not None, "what is in play has a record"
        self._left[path.stem] = self._simulated, self._chances.deck
        self._box.recorder.keep(Reply(self.table, effects=(AddLine(PARKED), ParkRecord())))
        if throws_away:
            self._store.throw_away(path)
            self.shown.remark = msg(THROWN_AWAY, game=self._name())

    # ---------------------------------------------------------------- games that were left

    def saved_games(self) -> Callable[[], SavedGameList]:
        """What lists them, in any thread: it takes its time. Raises StorageError."""
        return partial(self._saved.as_json, self._in_play)

    def throw_away(self, record: str) -> None:
        """A game that was left is not offered any more. Raises NoSavedGameError, StorageError."""
        self._store.throw_away(self._saved.kept(record, self._in_play))
        self._look_at_parked()

    def put_back(self, record: str) -> None:
        """It is offered again. Raises NoSavedGameError, StorageError."""
        self._store.put_back(self._saved.thrown_away(record))
        self._look_at_parked()

    def _look_at_parked(self) -> None:
        games = self._box.recorder.parked_games(self._chances.equipment.games)
        self._box.loop.table = with_parked(self.table, games)

    @property
    def _in_play(self) -> str:
        """The name of the record in play; empty: none is."""
        path = self._box.recorder.path if self._powered else self._store.running()
        return path.stem if path else ""

    def _leaving(self) -> LeavingWays | None:
        """What may become of the match in play when another is begun; None: nobody needs to be asked."""
        table = self.table
        if not self._powered or not table.in_play or not table.playing.expects.words or self._shows_example:
            return None
        ways = [way.value for way in Leaving if way is not Leaving.END or self._can_end()]
        return {"called": tr(self._name()), "ways": ways}

    def _name(self) -> Message:
        header = self.table.playing.header
        return msg("{game} with {names}", game=msg(header.game.title), names=listed(header.names))

    def _why_not_leave(self, leaving: Leaving) -> str:
        asked = self._leaving()
        return CANNOT_END if asked and leaving.value not in asked["ways"] else ""

    def _can_end(self) -> bool:
        """Whether the rules let the match end here."""
        match = self.table.playing
        if self._ends[0] is not match:
            self._ends = match, not isinstance(match.say(END)[1].verdict, Illegal)
        return self._ends[1]
