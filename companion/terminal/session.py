"""A session at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games import GAMES
from companion.simulated import CLOCK_BEGINS
from companion.statements import HAND
from companion.terminal.commands import Action, Fault, Order, Press, Tap, Unknown, help_text, parse
from companion.terminal.dealer import dealt, shuffled
from companion.terminal.hints import hint
from companion.terminal.senses import WatchedTable
from companion.terminal.steps import next_steps, proposal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.game import Game
    from companion.storage import Store
    from companion.table.setup import Luck
    from companion.table.table import Table
    from companion.tags import TagDeck
    from companion.terminal.dealer import Dealt
    from companion.terminal.hints import Hint
    from companion.terminal.view import View

REGULARS = ("Ann", "Bob", "Cid")

WELCOME = """\
A card table on simulated wires: the panel, a card reader, four buttons.
Enter plays the next thing by itself. Or type a card to tap it: 9h, 10d, qs.
? tells what else there is, q ends."""


class Session:
    """One table and its dealer, from power-on to the end; `over` when the end was asked for.

    `seed` is the chance of the shuffles, `wall` the time of day for the record. Raises StorageError and
    CannotResumeError, as the real table does.
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
    ) -> None:
        self.over = False
        self._store = store
        self._seed = seed
        self._power_on: Callable[[], WatchedTable] = lambda: WatchedTable(
            store, games=games, regulars=REGULARS, luck=luck, deck=deck, wall=wall
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
        action = parse(line, self._playing().deck, REGULARS, self._table.wires.known_faults)
        match action:
            case Unknown(sentence=sentence):
                return sentence
            case Order.HELP:
                return help_text(self._table.wires.known_faults)
            case Order.QUIT:
                self.over = True
                return ""
        remark = self._do(action)
        return "\n".join([*([remark] if remark else []), self.shown(view)])

    def shown(self, view: View) -> str:
        """Hands, panel and what can be done now."""
        cards, tip = self._cards()
        above = self._hands_told(view, cards) if cards else []
        return "\n".join([*above, *view.panel(self._table.glass, self._table.told), *proposal(self.table, tip)])

    def close(self) -> None:
        """Leave the table as it stands; everything is saved."""
        self._table.pull_the_plug()

    def _do(self, action: Action) -> str:
        """Any action of hands; gives a remark, or nothing."""
        self._table.think()
        match action:
            case Tap(words=words):
                return self._tap(words)
            case Press(button=button):
                self._table.press(button.value)
            case Order.HOLD:
                self._table.hold()
            case Order.DEAL:
                return self._deal()
            case Order.AUTO:
                return "".join([self._do(step) for step in next_steps(self.table, self._cards()[1])])
            case Order.UNPLUG:
                self._table.pull_the_plug()
                self._table = self._power_on()
            case Fault(name=name):
                return self._switch(name)
        return ""

    def _tap(self, words: tuple[str, ...]) -> str:
        try:
            self._table.tap(*words)
        except KeyError as missing:
            return f"{missing.args[0]} has no tag in this deck"
        return ""

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
        left = len(self._playing().deck)
        while (scanning := self.table.scanning()) is not None and left:
            cards, _ = self._cards()
            assert cards is not None
            self._table.forget()
            self._table.tap(str(cards.unseen(scanning[0])[0]))
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
        match = self.table.match
        if match is None or self.table.before_play or HAND.name not in match.header.language.words:
            return None, None
        running = self._store.running()
        cards = dealt(match, shuffled(match.header.game.deck, f"{self._seed}/{running.stem if running else ''}"))
        return cards, hint(match, cards) if cards else None

    def _hands_told(self, view: View, cards: Dealt) -> list[str]:
        match = self.table.playing
        scanning = self.table.scanning()
        turn = scanning[0] if scanning else next(iter(match.expects.seats), None)
        hands = view.hands(match.header.names, cards.hands, turn)
        whose = f"{match.header.names[turn]}'s turn" if turn is not None and not scanning else ""
        up = f"turned up: {view.card(cards.up)}" if cards.up else ""
        stack = f"stack: {len(cards.stack)} face down" if cards.stack else ""
        return view.beside(hands, [whose, up, stack])

    def _playing(self) -> Game:
        match = self.table.match
        return match.header.game if match else next(iter(self.table.games.values()))
