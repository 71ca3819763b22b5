"""Another match on the virtual table: begun or gone on with; and the games that were left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.inputs.inputs import NewGame
from companion.match.match import Match
from companion.runtime.loop import TURN_S
from companion.simulation.hands import CARDS
from companion.storage.records import Store
from companion.support.messages import msg
from companion.support.values import replace
from companion.table.reply import AddLine, Reply
from companion.table.setup_dialogue import with_parked
from companion.table.state import Table
from companion.tags.tag_decks import TagDeck
from companion.web.examples import Example
from companion.web.hands import TURN, Hands, Movement, Wait
from companion.web.orders import Begin, GoOn, Leaving
from companion.web.saved_games import SavedGames
from companion.web.setup_answers import place_of_game, place_of_parked, regulars_of_game

if TYPE_CHECKING:
    from companion.http.views.answers import SavedGameList, ScoreSheet
    from companion.web.dealt_cards import DealtCards
    from companion.web.match_in_play import MatchInPlay
    from companion.web.table_decks import TableDecks

ASKS_FIRST = msg("The box asks something first: answer it there, then choose again.")


class Matches:
    """Puts another match on the table, and sees to those that were left, in the `store` of the box."""

    def __init__(self, store: Store, hands: Hands, cards: DealtCards, decks: TableDecks, in_play: MatchInPlay) -> None:
        self.store = store
        self._hands = hands
        self._cards = cards
        self._decks = decks
        self._saved = SavedGames(store, hands.setup.equipment.games)
        self._in_play = in_play

    @property
    def _table(self) -> Table:
        return self._hands.table

    def begin(self, order: Begin) -> Movement:
        """The box starts anew, and its set-up is answered."""
        deck, equipment = self._decks.deck_for(order.game, order.deck), self._hands.setup.equipment
        told = self._in_play.leave(order.leaving)
        self._switch_on(deck)
        seats = order.seats or regulars_of_game(equipment.games[order.game], equipment.regulars)
        self._hands.box.loop.receive(NewGame(order.game, seats, order.rules, order.scanned, order.scores))
        self._hands.box.turn()
        if order.seed is not None and self._table.in_play:
            note = AddLine(f"{CARDS}{order.seed}")
            self._hands.box.recorder.keep(Reply(self._table, effects=(note,)))
        yield Wait(TURN_S, told=told if self._table.in_play else ASKS_FIRST)

    def go_on(self, order: GoOn) -> Movement:
        """Go on with a parked match. Its cards lie as they did."""
        self._saved.kept_record(order.record, self._in_play.record)
        deck = self._in_play.deck_of(order.record)
        told = self._in_play.leave(order.leaving)
        self._switch_on(deck and self._decks.enrolled_deck(deck.name))
        for _ in range(2):  # that another game is wanted, and which parked one
            if (place := place_of_parked(self._table.mode, order.record)) is not None:
                self._point_at(place)
                self._hands.box.press("OK")
        yield Wait(TURN_S, told=told if self._in_play.record == order.record else ASKS_FIRST)

    def show(self, example: Example, leaving: Leaving) -> None:
        """An example takes the place of the match in play. Raises RefusedOrderError."""
        self._in_play.leave(leaving)
        self._in_play.show(example)
        self._switch_on(None, example.end)
        self._hands.box.press("BACK")  # puts the title RESUMED away: nobody was here before

    def choose(self, game: str) -> Movement:
        """The arrow of the box goes to this game, where it asks which one; it does so instead of an example."""
        if self._in_play.shows_example:
            self._in_play.leave(Leaving.PARK)
            self._switch_on(None)
        if (place := place_of_game(self._table.mode, game)) is not None:
            self._point_at(place)
        yield TURN

    def _switch_on(self, deck: TagDeck | None, example: Match | None = None) -> None:
        self._hands.equip(replace(self._hands.setup, deck=deck))
        self._cards.deal_anew(example)
        self._hands.switch_on()

    def _point_at(self, place: int) -> None:
        question = self._table.question
        assert question is not None, "it has an answer at this place"
        for _ in range((place - question.cursor) % len(question.choices)):
            self._hands.box.press("DOWN")

    def saved_games(self) -> Callable[[], SavedGameList]:
        """What lists them, in any thread: it takes its time. Raises StorageError."""
        return partial(self._saved.as_json, self._in_play.record)

    def score_sheet(self, record: str) -> Callable[[], ScoreSheet]:
        """What tells the scores of a game that is over, in any thread. Raises RefusedOrderError, StorageError."""
        return partial(self._saved.score_sheet, record)

    def throw_away(self, record: str) -> None:
        """A game is not offered, and does not count, any more. Raises RefusedOrderError, StorageError."""
        self.store.throw_away(self._saved.kept_or_finished(record, self._in_play.record))
        self.look_at_parked()

    def put_back(self, record: str) -> None:
        """It is offered again. Raises RefusedOrderError, StorageError."""
        self.store.put_back(self._saved.thrown_away(record))
        self.look_at_parked()

    def look_at_parked(self) -> None:
        """The box offers the games that are parked now."""
        games = self._hands.box.recorder.parked_games(self._hands.setup.equipment.games)
        self._hands.box.loop.table = with_parked(self._table, games)
