"""A session at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from companion.inputs.inputs import Held, Pressed, Tapped
from companion.rules.statements import HIDDEN
from companion.screens.parts import spoken
from companion.simulation.commands import Action, Fault, Lay, Order, Tap, Unknown, help_text, parse
from companion.simulation.hands import NO_BONE, NOTHING_TO_DEAL, SimulatedHands
from companion.simulation.next_steps import for_computers, next_steps, proposal
from companion.simulation.observed_box import ObservedBox
from companion.table.timing import SPEAKS_AFTER_S
from companion.terminal.seat_lines import lines_of

if TYPE_CHECKING:
    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.simulation.box import Chances
    from companion.simulation.hints import Hint
    from companion.simulation.open_deal import OpenDeal
    from companion.storage.records import Store
    from companion.table.state import Table
    from companion.terminal.view import View

SWITCHED_OFF = "The box would switch itself off now."

MOST_MOVES = 400
"""Maximum moves of computers in a row."""

WELCOME = """\
A card table on simulated wires: the panel, a card reader, four buttons.
Enter plays the next thing by itself. Or type a card to tap it: 9h, 10d, qs.
? tells what else there is, q ends."""


class Session:
    """One table and its hands, from power-on to the end; `over` when the end was asked for.

    Raises StorageError as the real table does.
    """

    def __init__(self, store: Store, chances: Chances) -> None:
        self.over = False
        self._store = store
        self._chances = chances
        self._hands = SimulatedHands(store, chances.seed)
        self._box = ObservedBox(store, chances)

    @property
    def table(self) -> Table:
        """The table of the program."""
        return self._box.table

    @property
    def cards(self) -> OpenDeal | None:
        """The cards of the deal; None while no game is in play, or where none are dealt."""
        return self._hands.cards(self.table)

    @property
    def tip(self) -> Hint | None:
        """What to try; None while no card has a place."""
        return self._hands.tip(self.table)

    def opening(self, view: View) -> str:
        """What is printed first."""
        return f"{WELCOME}\n{self.shown(view)}"

    def take(self, line: str, view: View) -> str:
        """Do what the line says, and tell what can be seen afterwards."""
        action = parse(line, self._playing(line).deck, self._chances.regulars, self._box.wires.known_faults)
        match action:
            case Unknown(sentence=sentence):
                return sentence
            case Order.HELP:
                return help_text(self._box.wires.known_faults)
            case Order.QUIT:
                self.over = True
                return ""
        before = self.table.match
        self._box.think()
        remark = self._act(action) or self._company(before)
        if self._box.shut_down:
            self.over = True
            return "\n".join([*view.panel(self._box.glass, self._box.signals), SWITCHED_OFF])
        return "\n".join([*([remark] if remark else []), self.shown(view)])

    def shown(self, view: View) -> str:
        """Hands, panel and what can be done now."""
        above, told = lines_of(view, self.table, self.cards), proposal(self.table, self.cards, self.tip)
        return "\n".join([*above, *view.panel(self._box.glass, self._box.signals), *told])

    def close(self) -> None:
        """Leave the table as it stands; everything is saved."""
        self._box.pull_the_plug()

    def _company(self, before: Match | None) -> str:
        """The computers play until a person's turn; tells what was said since this moment of the match."""
        for _ in range(MOST_MOVES):
            moves = for_computers(self.table, self.cards)
            if moves is None or self._box.shut_down:
                break
            self._box.forget()
            if moves:
                self._box.tap(*map(str, moves[0].pieces))
            else:
                self._box.turn(SPEAKS_AFTER_S)
        return _told_since(before, self.table.match)

    def _act(self, action: Action) -> str:
        """Any action of hands; gives a remark, or nothing."""
        match action:
            case Tap(words=words):
                return self._tap(words)
            case Lay(words=words):
                return self._hands.lay(self.table, words)
            case Tapped() | Pressed() | Held():
                self._box.do(action)
            case Order.DEAL:
                return self._deal()
            case Order.AUTO:
                return self._auto()
            case Order.BONE:
                return self._bone()
            case Order.UNPLUG:
                self._box.pull_the_plug()
                self._box = ObservedBox(self._store, self._chances)
            case Fault(name=name):
                return self._switch(name)
        return ""

    def _auto(self) -> str:
        """The next sensible thing, the gestures of it one after another."""
        return "".join([self._act(step) for step in next_steps(self.table, self.cards, self.tip)])

    def _tap(self, words: tuple[str, ...]) -> str:
        try:
            self._box.tap(*self._hands.near(self.table, words))
        except KeyError as missing:
            return f"{missing.args[0]} has no tag in this deck"
        return ""

    def _bone(self) -> str:
        """Turn a bone that nobody knows."""
        bone = self._hands.bone(self.table)
        return self._tap(bone) if bone else NO_BONE

    def _deal(self) -> str:
        """Tap what goes into hands unseen until no more is asked for, or the next card of the stack."""
        card = self._hands.face_down(self.table)
        if not card:
            up = self._hands.turned_up(self.table)
            return self._tap(up) if up else NOTHING_TO_DEAL
        for _ in range(len(self.table.playing.header.game.deck)):  # a reader at fault asks for the same card for ever
            self._box.forget()
            self._box.tap(card)
            if not (card := self._hands.face_down(self.table)):
                break
        return ""

    def _switch(self, name: str) -> str:
        self._box.switch(name)
        self._box.turn(1.0)
        state = "on" if self._box.wires.faults.is_on(name) else "off"
        return f"Fault {name} is {state}. {self._box.wires.known_faults[name]}"

    def _playing(self, line: str) -> Game:
        """The game that is on; before that one that has the card that was typed."""
        games = list(self.table.house.games.values())
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
