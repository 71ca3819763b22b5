"""Another match on the virtual table: begun or gone on with; and the games that were left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.cards import SeatAssignment
from companion.http.views.answers import SavedGameList, ScoreSheet
from companion.inputs.inputs import NewGame
from companion.match.match import Match
from companion.rules.game import Game
from companion.runtime.loop import TURN_S
from companion.simulation.hands import CARDS
from companion.storage.records import Store
from companion.support.messages import msg
from companion.support.names import each_once
from companion.support.values import replace
from companion.table.choices import Parked, Rematch, SetUpStep
from companion.table.effects import AddLine
from companion.table.modes import Mode, SameTable, SettingUp
from companion.table.reply import Reply
from companion.table.setup_dialogue import with_parked
from companion.table.state import Table
from companion.tags.tag_decks import TagDeck
from companion.web.dealt_cards import DealtCards
from companion.web.examples import Example
from companion.web.hands import TURN, Hands, Movement, Wait
from companion.web.match_in_play import MatchInPlay
from companion.web.orders import Begin, GoOn, Leaving
from companion.web.saved_games import SavedGames
from companion.web.stored_decks import TableDecks

ASKS_FIRST = msg("The box asks something first: answer it there, then choose again.")


class Matches:
    """Puts another match on the table, and sees to those that were left, in the `store` of the box."""

    def __init__(
        self, store: Store, hands: Hands, cards: DealtCards, decks: TableDecks, *, in_play: MatchInPlay
    ) -> None:
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
        if game in (names := _games_asked(self._table.mode)):
            self._point_at(names.index(game))
        yield TURN

    def _switch_on(self, deck: TagDeck | None, example: Match | None = None) -> None:
        setup = self._hands.setup
        left = replace(setup.equipment, brought=self._table.house.brought)  # a match has begun with the others
        self._hands.equip(replace(setup, equipment=left, deck=deck))
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


def regulars_of_game(game: Game, regulars: Sequence[str]) -> tuple[SeatAssignment, ...]:
    """Who sits where if an order names nobody: the regulars, then guests whose names nobody has."""
    most = game.players[-1]
    names = each_once((*regulars, *(f"P{seat}" for seat in range(len(regulars) + 1, most + len(regulars) + 1))))
    return tuple(map(SeatAssignment, names[:most]))


def place_of_parked(mode: Mode, record: str) -> int | None:
    """The place of the answer that leads to this parked match. None: nothing leads to it here."""
    match mode:
        case SameTable(answers=answers):
            return answers.index(Rematch.ANOTHER)
        case SettingUp(setup=setup):
            outcomes = enumerate(after for _, after in setup.answers)
            return next((at for at, to in outcomes if isinstance(to, Parked) and to.record == record), None)
        case _:
            return None


def pointed_at(mode: Mode) -> str:
    """The game at the arrow of the box; empty: it asks for none."""
    names = _games_asked(mode)
    return names[mode.question.cursor] if isinstance(mode, SettingUp) and names else ""


def _games_asked(mode: Mode) -> tuple[str, ...]:
    """The names of the games that the box offers, in their places; empty for parked matches and elsewhere."""
    if not isinstance(mode, SettingUp) or mode.setup.step is not SetUpStep.GAME:
        return ()
    outcomes = (after for _, after in mode.setup.answers)
    return tuple("" if isinstance(to, Parked) or to.game is None else to.game.name for to in outcomes)
