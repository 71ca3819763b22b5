"""The match on the virtual table: begun, gone on with, parked, ended or thrown away when another takes its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.inputs.inputs import NewGame
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import Statement
from companion.runtime.loop import TURN_S
from companion.simulation.hands import SimulatedHands
from companion.support.messages import Message, msg, tr
from companion.support.text import listed
from companion.support.values import replace
from companion.table.apply_statements import beneath, say
from companion.table.choices import PARKED
from companion.table.new_game import with_parked
from companion.table.reply import AddLine, ParkRecord, Reply
from companion.web.examples import forget
from companion.web.hands import TURN, RefusedOrderError, Wait
from companion.web.orders import Leaving
from companion.web.saved_games import NoSavedGameError, SavedGames
from companion.web.setup_answers import place_of_game, place_of_parked, regulars_of_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.http.views import LeavingWays, SavedGameList
    from companion.match.match import Match
    from companion.storage.records import Store
    from companion.table.state import Table
    from companion.tags.tag_decks import TagDeck
    from companion.web.dealt_cards import DealtCards
    from companion.web.examples import Example
    from companion.web.hands import Hands, Movement
    from companion.web.orders import Begin, GoOn
    from companion.web.table_decks import TableDecks

END = Statement("end")
CANNOT_END = msg("This game cannot be finished here: park it, or throw it away.")
THROWN_AWAY = msg("{game} is thrown away. “New game” lists it, should you want it back.")
ASKS_FIRST = msg("The box asks something first: answer it there, then choose again.")

MOST_ANSWERS = 3
"""That another game is wanted, and which parked one."""


class Matches:
    """Puts another match on the table, and sees to those that were left.

    `_example` is the record that nobody plays: an example, or what is dealt behind it. `_left` has the cards and the
    deck of each match that was left at this table.
    """

    def __init__(self, store: Store, hands: Hands, cards: DealtCards, decks: TableDecks) -> None:
        self._store = store
        self._hands = hands
        self._cards = cards
        self._decks = decks
        self._saved = SavedGames(store, hands.chances.equipment.games)
        self._example: Path | None = None
        self._left: dict[str, tuple[SimulatedHands, TagDeck | None]] = {}
        self._ends: tuple[Match | None, bool] = None, False

    @property
    def _table(self) -> Table:
        return self._hands.table

    def begin(self, order: Begin) -> Movement:
        """The box starts anew, and its set-up is answered."""
        deck, seed, equipment = self._decks.deck_for(order.game, order.deck), order.seed, self._hands.chances.equipment
        given = self._hands.chances.seed if seed is None else str(seed)
        told = self._leave(order.leaving)
        self._switch_on(SimulatedHands(self._store, given, repeats=seed is not None), deck)
        seats = order.seats or regulars_of_game(equipment.games[order.game], equipment.regulars)
        self._hands.box.loop.receive(NewGame(order.game, seats, order.rules, order.scanned))
        self._hands.box.turn()
        yield Wait(TURN_S, told=told if self._table.in_play else ASKS_FIRST)

    def go_on(self, order: GoOn) -> Movement:
        """Go on with a parked match. Its cards lie as they did, if it was left at this table."""
        try:
            self._saved.kept(order.record, self.record)
        except NoSavedGameError as why_not:
            raise RefusedOrderError(why_not.args[0]) from why_not
        new = SimulatedHands(self._store, self._hands.chances.seed), None
        cards, deck = self._left.get(order.record, new)
        told = self._leave(order.leaving)
        self._switch_on(cards, deck and self._decks.enrolled(deck.name))
        for _ in range(MOST_ANSWERS):
            if (place := place_of_parked(self._table.mode, order.record)) is not None:
                self._point_at(place)
                self._hands.box.press("OK")
        yield Wait(TURN_S, told=told if self.record == order.record else ASKS_FIRST)

    def show(self, example: Example, leaving: Leaving) -> None:
        """An example takes the place of the match in play. Raises RefusedOrderError."""
        self._leave(leaving)
        example.begin(self._store)
        self._example = self._store.running()
        self._switch_on(SimulatedHands(self._store, self._hands.chances.seed, example=example.end), None)
        self._hands.box.press("BACK")  # puts the title RESUMED away: nobody was here before

    def choose(self, game: str) -> Movement:
        """The arrow of the box goes to this game, where it asks which one."""
        if (place := place_of_game(self._table.mode, game)) is not None:
            self._point_at(place)
        yield TURN

    def _switch_on(self, cards: SimulatedHands, deck: TagDeck | None) -> None:
        self._hands.equip(replace(self._hands.chances, deck=deck))
        self._cards.replace_by(cards)
        self._hands.switch_on()

    def _point_at(self, place: int) -> None:
        question = self._table.question
        assert question is not None, "it has an answer at this place"
        for _ in range((place - question.cursor) % len(question.choices)):
            self._hands.box.press("DOWN")

    # ---------------------------------------------------------------- leaving the match in play

    def _leave(self, leaving: Leaving) -> str:
        """Park, end or throw away what is in play, or finish it if it is over; an example is gone.

        Returns what is told of it. Raises RefusedOrderError.
        """
        asked, told = self.leaving(), ""
        if asked and leaving.value not in asked["ways"]:
            raise RefusedOrderError(CANNOT_END)
        if self._table.in_play and not self._shows_example:
            told = self._put_aside(leaving)
        self._hands.clear_reader()
        self.close()
        return told

    def _put_aside(self, leaving: Leaving) -> str:
        table, recorder = self._table, self._hands.box.recorder
        plays = bool(table.playing.expects.words)
        if plays and leaving is not Leaving.END:
            return self._park(throws_away=leaving is Leaving.THROW_AWAY)
        if plays:
            recorder.keep(say(beneath(table), (END,)))
        recorder.finish()
        return ""

    def _park(self, *, throws_away: bool) -> str:
        """What is thrown away is parked before: when it is put back, it waits as others do."""
        path = self._hands.box.recorder.path
        assert path is not None, "what is in play has a record"
        self._left[path.stem] = self._cards.simulated, self._hands.chances.deck
        self._hands.box.recorder.keep(Reply(self._table, effects=(AddLine(PARKED), ParkRecord())))
        if not throws_away:
            return ""
        self._store.throw_away(path)
        return msg(THROWN_AWAY, game=self._name())

    def leaving(self) -> LeavingWays | None:
        """What may become of the match in play when another is begun; None: nobody needs to be asked."""
        table = self._table
        if not self._hands.powered or not table.in_play or not table.playing.expects.words or self._shows_example:
            return None
        ways = [way.value for way in Leaving if way is not Leaving.END or self._can_end()]
        return {"called": tr(self._name()), "ways": ways}

    def _name(self) -> Message:
        header = self._table.playing.header
        return msg("{game} with {names}", game=msg(header.game.title), names=listed(header.names))

    def _can_end(self) -> bool:
        """Whether the rules let the match end here."""
        match = self._table.playing
        if self._ends[0] is not match:
            self._ends = match, not isinstance(match.say(END)[1].verdict, Illegal)
        return self._ends[1]

    # ---------------------------------------------------------------- what nobody plays

    @property
    def _shows_example(self) -> bool:
        """Whether an example is in play, and not what somebody has begun since."""
        return self._example is not None and self.record == self._example.stem

    def offer(self) -> None:
        """What is dealt now is for somebody who has watched: nobody plays it yet."""
        self._example = self._example or self._store.running()

    def keep_example(self) -> None:
        """Somebody plays what was shown: it is a game as any other."""
        self._example = None

    def close(self) -> None:
        """Leave the table as it stands; everything is saved, but no example."""
        self._hands.box.pull_the_plug()
        if self._example is not None:
            forget(self._example)
        self._example = None

    # ---------------------------------------------------------------- games that were left

    @property
    def record(self) -> str:
        """The name of the record in play; empty: none is."""
        path = self._hands.box.recorder.path if self._hands.powered else self._store.running()
        return path.stem if path else ""

    def saved_games(self) -> Callable[[], SavedGameList]:
        """What lists them, in any thread: it takes its time. Raises StorageError."""
        return partial(self._saved.as_json, self.record)

    def throw_away(self, record: str) -> None:
        """A game that was left is not offered any more. Raises NoSavedGameError, StorageError."""
        self._store.throw_away(self._saved.kept(record, self.record))
        self._look_at_parked()

    def put_back(self, record: str) -> None:
        """It is offered again. Raises NoSavedGameError, StorageError."""
        self._store.put_back(self._saved.thrown_away(record))
        self._look_at_parked()

    def _look_at_parked(self) -> None:
        games = self._hands.box.recorder.parked_games(self._hands.chances.equipment.games)
        self._hands.box.loop.table = with_parked(self._table, games)
