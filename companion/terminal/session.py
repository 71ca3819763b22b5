"""A session at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.inputs.inputs import Held, Pressed, Tapped
from companion.rules.statements import HIDDEN
from companion.screens.parts import spoken
from companion.settings.schema import DEFAULTS
from companion.simulation.box import CLOCK_BEGINS, REGULARS
from companion.simulation.commands import Action, Fault, Lay, Order, Press, Tap, Unknown, help_text, parse
from companion.simulation.hands import Croupier
from companion.simulation.observed_box import WatchedTable
from companion.simulation.steps import for_computers, next_steps, proposal
from companion.table.timing import SPEAKS_AFTER_S
from companion.terminal.fronts import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.settings.schema import Settings
    from companion.simulation.dealer import Dealt
    from companion.simulation.hints import Hint
    from companion.storage.records import Store
    from companion.table.setup import Luck
    from companion.table.state import Table
    from companion.tags.decks import TagDeck
    from companion.terminal.view import View

SWITCHED_OFF = "The box would switch itself off now."

MOST_MOVES = 400
"""So many moves of computers follow each other at most before a person is asked again."""

WELCOME = """\
A card table on simulated wires: the panel, a card reader, four buttons.
Enter plays the next thing by itself. Or type a card to tap it: 9h, 10d, qs.
? tells what else there is, q ends."""


class Session:
    """One table and its dealer, from power-on to the end; `over` when the end was asked for.

    `seed` is the chance of the shuffles, `wall` the time of day for the record. Raises StorageError as the
    real table does.
    """

    def __init__(  # noqa: PLR0913 - the places and chances of a table, all but the store with a default
        self,
        store: Store,
        *,
        games: Mapping[str, Game] = GAMES,
        seed: str = "",
        luck: Luck = lambda _: 0,
        wall: Callable[[], str] = lambda: CLOCK_BEGINS,
        deck: TagDeck | None = None,
        settings: Settings = DEFAULTS,
    ) -> None:
        self.over = False
        self._croupier = Croupier(store, seed)
        self._regulars = settings.people.regulars or REGULARS
        self._power_on: Callable[[], WatchedTable] = lambda: WatchedTable(
            store, games=games, regulars=self._regulars, luck=luck, deck=deck, wall=wall, settings=settings
        )
        self._table = self._power_on()

    @property
    def table(self) -> Table:
        """What the program thinks."""
        return self._table.table

    def opening(self, view: View) -> str:
        """What is printed first."""
        return f"{WELCOME}\n{self.shown(view)}"

    def take(self, line: str, view: View) -> str:
        """Do what the line says, and tell what can be seen afterwards."""
        action = parse(line, self._playing(line).deck, self._regulars, self._table.wires.known_faults)
        match action:
            case Unknown(sentence=sentence):
                return sentence
            case Order.HELP:
                return help_text(self._table.wires.known_faults)
            case Order.QUIT:
                self.over = True
                return ""
        before = self.table.match
        remark = self._do(action) or self._company(before)
        if self._table.shut_down:
            self.over = True
            return "\n".join([*view.panel(self._table.glass, self._table.told), SWITCHED_OFF])
        return "\n".join([*([remark] if remark else []), self.shown(view)])

    def shown(self, view: View) -> str:
        """Hands, panel and what can be done now."""
        cards, tip = self._cards()
        above = lines_of(view, self.table, cards)
        return "\n".join([*above, *view.panel(self._table.glass, self._table.told), *proposal(self.table, cards, tip)])

    def close(self) -> None:
        """Leave the table as it stands; everything is saved."""
        self._table.pull_the_plug()

    def _company(self, before: Match | None) -> str:
        """The computers play until a person's turn; tells what was said since this moment of the match."""
        for _ in range(MOST_MOVES):
            moves = for_computers(self.table, self._croupier.cards(self.table))
            if moves is None or self._table.shut_down:
                break
            self._table.forget()
            if moves:
                self._table.tap(*map(str, moves[0].pieces))
            else:
                self._table.turn(SPEAKS_AFTER_S)
        return _told_since(before, self.table.match)

    def _do(self, action: Action) -> str:
        """Any action of hands; gives a remark, or nothing."""
        self._table.think()
        match action:
            case Tap(words=words):
                return self._tap(words)
            case Lay(words=words):
                return self._croupier.lay(self.table, words)
            case Press(button=button):
                self._table.press(button.value)
            case Order.HOLD | Order.HOLD_OK:
                self._table.hold("OK" if action is Order.HOLD_OK else "BACK")
            case Order.DEAL:
                return self._deal()
            case Order.AUTO:
                return self._auto()
            case Order.BONE:
                return self._bone()
            case Order.UNPLUG:
                self._table.pull_the_plug()
                self._table = self._power_on()
            case Fault(name=name):
                return self._switch(name)
        return ""

    def _auto(self) -> str:
        """The next sensible thing, the gestures of it one after another."""
        remarks = []
        for step in next_steps(self.table, *self._cards()):
            match step:
                case Tapped(pieces=pieces):
                    self._table.tap(*map(str, pieces))
                case Pressed(button=button):
                    self._table.press(button.value)
                case Held(button=button):
                    self._table.hold(button.value)
                case _:
                    remarks.append(self._do(step))  # type: ignore[arg-type] # inputs are told apart above
        return "".join(remarks)

    def _tap(self, words: tuple[str, ...]) -> str:
        try:
            self._table.tap(*self._croupier.near(self.table, words))
        except KeyError as missing:
            return f"{missing.args[0]} has no tag in this deck"
        return ""

    def _bone(self) -> str:
        """Turn a bone that nobody knows."""
        cards, tip = self._cards()
        if cards is None or tip is None or not tip.blind:
            return "Nobody turns a bone now: hand first, then heads."
        return self._tap(tuple(map(str, tip.right)))

    def _deal(self) -> str:
        """Tap what the dealer taps: the hands as they are asked for, or the next card of the stack."""
        cards, tip = self._cards()
        if cards is None or self.table.question is not None:
            return "There is nothing to deal now."
        if self.table.scanning() is not None:
            return self._scan()
        if tip is None or self.table.playing.expects.tap is None or self.table.playing.expects.tap.seat is not None:
            return "The cards are dealt."
        return self._tap(tuple(map(str, tip.right)))

    def _scan(self) -> str:
        """Tap the hands card by card until no more are asked for; a reader at fault ends it."""
        left = len(self.table.playing.header.game.deck)
        while (scanning := self.table.scanning()) is not None and left:
            cards = self._croupier.cards(self.table)
            assert cards is not None
            self._table.forget()
            self._table.tap(str(cards.unseen[scanning[0]][0]))
            left -= 1
        return ""

    def _switch(self, name: str) -> str:
        faults = self._table.wires.faults
        if faults.is_on(name):
            faults.switch_off(name)
        else:
            faults.switch_on(name)
        state = "on" if faults.is_on(name) else "off"
        self._table.turn(1.0)
        return f"Fault {name} is {state}. {self._table.wires.known_faults[name]}"

    def _cards(self) -> tuple[Dealt | None, Hint | None]:
        """The cards of the deal and what to try with them; none while no game is in play."""
        return self._croupier.cards(self.table), self._croupier.tip(self.table)

    def _playing(self, line: str) -> Game:
        """The game that is on; before that one that has the card that was typed."""
        games = list(self.table.games.values())
        if self.table.match:
            return self.table.match.header.game
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        return next((game for game in games if game.deck.card(word)), games[0])


def _told_since(before: Match | None, now: Match | None) -> str:
    """What computers have said since a moment of the match."""
    computers = {one.seat for one in now.header.computers} if now is not None else set()
    moments = takewhile(lambda moment: moment is not before, now.story() if now is not None else ())
    said = [spoken(one) for one in moments if one.said is not None and one.said.seat in computers and _open(one)]
    return " · ".join(reversed(said))


def _open(moment: Match) -> bool:
    return moment.said is not None and moment.said.word not in HIDDEN
