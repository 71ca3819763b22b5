"""A session at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from textwrap import fill
from typing import TYPE_CHECKING

from companion.cards import SUIT_SIGNS
from companion.enrolment.enrolment import Enrolment
from companion.inputs.inputs import Button, HandInput, Held, Pressed
from companion.screens.parts import spoken
from companion.simulation.hands import NO_BONE, NOTHING_TO_DEAL, SimulatedHands
from companion.simulation.next_steps import LayAside, Scan, for_computers, next_steps, proposal
from companion.simulation.observed_box import ObservedBox
from companion.support.text import nearest, visible
from companion.table.timing import SPEAKS_AFTER_S
from companion.tags.tag_decks import CommandCard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.match.match import Match
    from companion.rules.game import Game
    from companion.simulation.box import Chances
    from companion.simulation.hints import Hint
    from companion.simulation.open_deal import OpenDeal
    from companion.storage.records import Store
    from companion.table.state import Table
    from companion.terminal.view import TerminalView

SWITCHED_OFF = "The box would switch itself off now."

MOST_MOVES = 400
"""Maximum moves of computers in a row."""

WELCOME = """\
A card table on simulated wires: the panel, a card reader, four buttons.
Enter does the next thing by itself. Or type a card to tap it: 9h, 10d, qs.
? tells what else there is, q ends."""

HELP = """\
  Enter          the next sensible thing: a right card of whose turn it is, an
                 answer to the question, or the next sticker of a roll
  9h 10d qs      tap a card (t is 10); several words are laid down together
  o u d b        press OK, UP, DOWN, BACK; h holds BACK: the menu (undo, rules,
                 shut down); ho holds OK, which shuts down where it is asked
  pass nil undo  tap a command card; a name taps the tag of that person
  deal           tap the hands that are scanned, or the next card of the stack
  bone           turn one of your bones and tap it
  lay 5b 6b ...  lay five cards into the nest, face down
  3              while tags are enrolled: tap three stickers, one by one
  unplug         pull the plug and start again
  fault NAME     switch a fault on or off:
{faults}
  ? q            this help; the end (also Ctrl-D)"""

PRESSES: dict[str, HandInput] = {
    **{button.value.lower(): Pressed(button) for button in Button},
    **{button.value[0].lower(): Pressed(button) for button in Button},
    "h": Held(),
    "hold": Held(),
    "ho": Held(Button.OK),
    "hold ok": Held(Button.OK),
}
COMMANDS = {command.value.lower(): command.value for command in CommandCard if command is not CommandCard.OK}
WORDS = ("auto", "deal", "bone", "lay", "unplug", "fault", "help", "quit", "exit", *PRESSES, *COMMANDS)
LETTERS = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()})


class UnknownWordError(ValueError):
    """A typed word means nothing; the message says why."""


class Session:
    """One table and its hands, from power-on to the end; `over` when the end was asked for.

    With `run` the session enrols that deck, with the decks of the store only, and ends with it. Raises StorageError as
    the real table does.
    """

    def __init__(self, store: Store, chances: Chances, run: Enrolment | None = None) -> None:
        self.over = False
        self._names = {**COMMANDS, **{name.lower(): name for name in chances.equipment.regulars}}
        self._enrols = run is not None
        self._power_on = partial(ObservedBox, store, chances, enrolled=self._enrols)
        self._hands = SimulatedHands(store, chances.seed)
        self._box = self._power_on(decks=run)

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

    def opening(self, view: TerminalView) -> str:
        """The text to print first."""
        return f"{WELCOME}\n{self.shown(view)}"

    def take(self, line: str, view: TerminalView) -> str:
        """Do what the line says; returns the text to print."""
        typed, before = line.lower().split(), self.table.match
        if typed in (["q"], ["quit"], ["exit"]):
            self.over = True
            return ""
        if typed in (["?"], ["help"]):
            return help_text(self._box.wires.known_faults)
        self._box.think()
        try:
            remark = self._do(typed) or self._play_computers(before)
        except UnknownWordError as unknown:
            return str(unknown)
        self.over = self._box.shut_down or (self._enrols and self.table.decks is None)
        return "\n".join([*([remark] if remark else []), self.shown(view)])

    def shown(self, view: TerminalView) -> str:
        """Hands, panel and what can be done now."""
        deal = self.cards
        panel = view.panel(self._box.glass, self._box.signals, view.remarks(deal))
        return "\n".join([*view.seats(self.table, deal), *panel, *self._proposal()])

    def _proposal(self) -> tuple[str, ...]:
        if self._box.shut_down:
            return (SWITCHED_OFF,)
        asks_for_tags = self._enrols or self.table.decks is not None
        return () if asks_for_tags else proposal(self.table, self.cards, self.tip)

    def close(self) -> None:
        """Cut the power; everything is saved."""
        self._box.pull_the_plug()

    def _do(self, typed: list[str]) -> str:
        """Do what was typed; returns a remark, or nothing. Raises UnknownWordError."""
        line = " ".join(typed)
        match typed:
            case [] | ["auto"]:
                return self._next()
            case ["deal"]:
                return self._deal()
            case ["bone"]:
                bone = self._hands.bone(self.table)
                return self._tap(bone) if bone else NO_BONE
            case ["lay", *words]:
                return self._hands.lay(self.table, self._cards_of(words))
            case ["fault", *words]:
                return self._switch(" ".join(words))
            case ["unplug"]:
                self._box.pull_the_plug()
                self._box = self._power_on()
            case [number] if number.isdecimal() and self._wants_stickers():
                self._tap_stickers(int(number))
            case _ if line in PRESSES:
                self._box.do(PRESSES[line])
            case _:
                return self._tap([self._names[line]] if line in self._names else self._cards_of(typed))
        return ""

    def _next(self) -> str:
        """The next sensible thing, its gestures one after another."""
        if self._wants_stickers():
            self._tap_stickers(1)
            return ""
        remark = ""
        for step in next_steps(self.table, self.cards, self.tip):
            match step:
                case LayAside(words=words):
                    remark = self._hands.lay(self.table, words)
                case Scan():
                    remark = self._deal()
                case _:
                    self._box.do(step)
        return remark

    def _play_computers(self, before: Match | None) -> str:
        """Play for the computers until a person's turn; returns what they have said since this moment of the match."""
        for _ in range(MOST_MOVES):
            moves = for_computers(self.table, self.cards)
            if moves is None or self._box.shut_down:
                break
            self._box.forget()
            if moves:
                self._box.do(moves[0])
            else:
                self._box.turn(SPEAKS_AFTER_S)
        return _said_by_computers(before, self.table.match)

    def _tap(self, words: Sequence[str]) -> str:
        try:
            self._box.tap(*self._hands.near(self.table, words))
        except KeyError as missing:
            return f"{missing.args[0]} has no tag in this deck"
        return ""

    def _deal(self) -> str:
        """Tap all cards that are scanned into hands now, or else the next card of the stack."""
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

    def _wants_stickers(self) -> bool:
        """Whether the table waits for a new tag."""
        return isinstance(self.table.decks, Enrolment) and self.table.decks.next is not None

    def _tap_stickers(self, count: int) -> None:
        for uid in self._box.new_stickers()[:count]:
            self._box.forget()
            self._box.tap_uid(uid)

    def _switch(self, name: str) -> str:
        faults = self._box.wires.known_faults
        if name not in faults:
            raise UnknownWordError(f"“fault” takes {', '.join(faults)}{nearest(name, faults)}")
        self._box.switch(name)
        self._box.turn(1.0)
        state = "on" if self._box.wires.faults.is_on(name) else "off"
        return f"Fault {name} is {state}. {faults[name]}"

    def _cards_of(self, words: Sequence[str]) -> list[str]:
        """The cards of these words. Raises UnknownWordError."""
        deck = self._game(words[:1]).deck
        cards = [deck.card(word.translate(LETTERS)) for word in words]
        if None in cards:
            unknown = words[cards.index(None)]
            known = (*WORDS, *self._names, *(str(card.face).lower() for card in deck.cards_in_order))
            near = nearest(unknown, known)
            raise UnknownWordError(f"“{visible(unknown)}” is no card of this deck and no command{near}; ? helps")
        return list(map(str, cards))

    def _game(self, words: Sequence[str]) -> Game:
        """The game in play; else a game whose deck has these cards."""
        if self.table.match:
            return self.table.match.header.game
        games = list(self.table.house.offered.values())
        return next((game for game in games if all(map(game.deck.card, words))), games[0])


def help_text(faults: Iterable[str]) -> str:
    """The help, for 80 columns."""
    margin = " " * 17
    return HELP.format(
        faults=fill(" ".join(faults), 80, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    )


def _said_by_computers(before: Match | None, now: Match | None) -> str:
    """The statements of computers since a moment of the match, in words."""
    if now is None:
        return ""
    computers, secrets = now.header.computers, now.header.game.secrets
    moments = [
        moment for moment in takewhile(lambda moment: moment is not before, now.story()) if moment.said is not None
    ]
    said = [
        spoken(moment)
        for moment in moments
        if moment.said and moment.said.seat in computers and moment.said.word not in secrets
    ]
    return " · ".join(reversed(said))
