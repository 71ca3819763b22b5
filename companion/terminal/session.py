"""A session at the simulated table: a typed line goes in, the text to print comes out. Reads and prints nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from textwrap import fill, wrap

from companion.cards import SUIT_SIGNS, Card, SeatAssignment, signs
from companion.enrolment.enrolment import Enrolment, Verification
from companion.inputs.inputs import Button, HandInput, Held, NewGame, Pressed, Tapped
from companion.match.checker import guard
from companion.match.match import Match
from companion.rules.game import Game
from companion.screens.asking import asked_sentence, over_the_match
from companion.screens.hearing import tell_all
from companion.screens.spoken_sentences import Kind
from companion.screens.telling import so_far as so_far_laid
from companion.simulation.box import SimulatedSetup
from companion.simulation.gesture_search import piece_of
from companion.simulation.hands import NO_BONE, NOTHING_TO_DEAL, SimulatedHands
from companion.simulation.hints import Hint
from companion.simulation.next_steps import LayAside, Scan, for_computers, givers, next_steps, proposal, to_scan
from companion.simulation.observed_box import ObservedBox
from companion.simulation.open_deal import OpenDeal
from companion.storage.records import Store
from companion.support.messages import tr
from companion.support.text import nearest, visible
from companion.table.asked import gift_asked, own_seat
from companion.table.choices import MenuEntry, Page, SetUpStep
from companion.table.modes import EndingHere, Menu, Reading, SameTable, SettingUp, ShuttingDown
from companion.table.presses_for_answers import undo_presses
from companion.table.setup import COMPUTER_NAMES
from companion.table.state import Table, TakenBack
from companion.table.timing import SPEAKS_AFTER_S
from companion.tags.tag_decks import CommandCard
from companion.terminal.answers import gesture_for_words, to_type
from companion.terminal.story import on_the_table, story_since
from companion.terminal.view import TerminalView

SWITCHED_OFF = "The box would switch itself off now."

TYPE_A_GAME = "Type a game, and you play it against computers: {games}."
PARKED = "Parked, at the top of the list (u leads there): {games}."
IN_PLAY = "A game is in play. “park” puts it aside for later, “end” ends it; h opens the menu."
NOT_IN_MENU = "That cannot be chosen now. h opens the menu."
READING = "Enter: back to the game. d is the next page, u the one before."
NO_COMPUTERS = "No computer plays {title}, so only people sit down: Enter goes on."
STUCK = "The hands are still to be dealt. What is wrong, its kit tells: pytest --companion-game {place}"
NOTHING_TO_UNDO = "There is nothing of yours to take back now. h opens the menu, which corrects mistakes."

USUAL_SEATS, GENTLEST = 4, "gentle"

MOST_MOVES = 400
"""Maximum moves of computers in a row."""

WELCOME = """\
A card table on simulated wires: the panel, a card reader, four buttons.
Enter does the next thing by itself. Or type a card to tap it: 9h, 10d, qs.
? tells what else there is, picture shows or hides the panel, q ends."""

HELP = """\
  Enter          the next sensible thing: a right card of whose turn it is, an
                 answer to the question, or the next sticker of a roll
  9h 10d qs      tap a card (t is 10); several words are laid down together
  o u d b        press OK, UP, DOWN, BACK; h holds BACK: the menu (undo, rules,
                 shut down); ho holds OK, which shuts down where it is asked
  3 nil pass yes an answer to the question, in its words: take the pile, alone
  undo picture   take back what you did last; show or hide the panel
  table rules    what lies there, and all scores; the rules
  park end       put the game aside for later; end it
  a name         tap the tag of that person
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
    "hold back": Held(),
    "ho": Held(Button.OK),
    "hold ok": Held(Button.OK),
}
MENU_WORDS: dict[str, MenuEntry | Page] = {"rules": Page.RULES, "park": MenuEntry.PARK, "end": MenuEntry.END}
COMMANDS = {command.value.lower(): command.value for command in CommandCard if command is not CommandCard.OK}
WORDS = ("lay", "fault", "help", "quit", "exit", *PRESSES, *COMMANDS)
LETTERS = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()})


class UnknownWordError(ValueError):
    """A typed word means nothing; the message says why."""


class Session:
    """One table and its hands, from power-on to the end; `over` when the end was asked for.

    With `run` the session enrols that deck, with the decks of the store only, and ends with it. Raises StorageError as
    the real table does.
    """

    def __init__(self, store: Store, setup: SimulatedSetup, run: Enrolment | None = None) -> None:
        self.over = False
        self._wordy = False
        self._regulars = setup.equipment.regulars
        self._names = {**COMMANDS, **{name.lower(): name for name in setup.equipment.regulars}}
        self._enrols = run is not None
        self._power_on = partial(ObservedBox, store, setup, enrolled=self._enrols)
        self._hands = SimulatedHands(lambda: self._box.recorder, setup.seed)
        self._box = self._power_on(decks=run)
        self._words: dict[str, Callable[[], str]] = {
            "": self._next,
            "auto": self._next,
            "deal": self._deal,
            "bone": self._turn_bone,
            "undo": self._undo,
            "unplug": self._unplug,
            "picture": lambda: "",  # `render` draws it
            "hint": lambda: "",  # it is always told
            "table": self._tell_all,
            "scores": self._tell_all,
            **{word: partial(self._from_menu, entry) for word, entry in MENU_WORDS.items()},
        }

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
        return self.render(view, WELCOME.split("\n"))

    def take(self, line: str, view: TerminalView) -> str:
        """Do what the line says; returns the text to print."""
        typed, before, dealt = line.lower().split(), self.table.match, self.cards
        if typed in (["q"], ["quit"], ["exit"]):
            self.over = True
            return ""
        if typed in (["?"], ["help"]):
            return help_text(self._box.wires.known_faults)
        self._box.think()
        remark = ""
        try:
            with self._guard():
                remark = self._do(typed) or self._play_computers(before, dealt)
        except UnknownWordError as unknown:
            return str(unknown)
        self.over = self._box.shut_down or (self._enrols and self.table.decks is None)
        return self.render(view, wrap(remark, view.columns), switches=typed == ["picture"])

    def render(self, view: TerminalView, above: Sequence[str] = (), *, switches: bool = False) -> str:
        """Hands, panel and what can be done now, below these lines; the panel is drawn where there is room for it.

        `switches`: from now on it is left out, or drawn again; without room for it beside the words it is drawn alone.
        """
        with self._guard():
            return self._render(view, above, switches=switches)
        self._box.turn()  # the panel tells what failed
        return self._render(view, above, switches=switches)

    def _guard(self) -> AbstractContextManager[None]:
        """A plug-in game that fails in here is put aside, as at the real table."""
        return guard(self._blame, UnknownWordError)

    def _blame(self, fault: BaseException) -> None:
        self._box.loop.blame_guests(fault)

    def _render(self, view: TerminalView, above: Sequence[str], *, switches: bool) -> str:
        deal = self.cards
        seats, remarks = view.seats(self.table, deal), view.remarks(self.table, deal)
        over = over_the_match(self.table)
        lies = on_the_table(self.table) if self._alone else ()
        told = (*lies, over, *(sentence for sentence in self._proposal() if sentence not in over))
        lines = [line for sentence in told for line in wrap(sentence, view.columns)]
        panel = view.panel(self._box.glass, self._box.signals, remarks)
        room = len(above) + len(seats) + len(panel) + len(lines) < view.rows
        if switches and not room:
            return "\n".join(panel)
        self._wordy ^= switches
        if self._wordy or not room:
            panel = wrap(" · ".join(filter(None, (self._box.signals, remarks))), view.columns)
        return "\n".join([*above, *seats, *panel, *lines])

    def _proposal(self) -> tuple[str, ...]:
        if self._box.shut_down:
            return (SWITCHED_OFF,)
        if isinstance(self.table.mode, Reading):
            return (READING,)
        asks_for_tags = self._enrols or self.table.decks is not None
        return () if asks_for_tags else (*self._questions(), *proposal(self.table, self.cards, self.tip))

    def _questions(self) -> tuple[str, ...]:
        """Who is asked, and what, in a sentence; empty where the proposal says it."""
        table = self.table
        if isinstance(table.mode, SettingUp) and table.mode.setup.step is SetUpStep.GAME:
            parked = ", ".join(game.title for game in table.house.parked)
            types = TYPE_A_GAME.format(games=", ".join(table.house.offered))
            return (types, PARKED.format(games=parked)) if parked else (types,)
        if (
            not self._alone
            or not table.playing.expects.words
            or table.scored
            or table.question is not None
            or table.scanning() is not None
        ):
            return ()
        if self.cards and givers(table.playing, self.cards):
            return (asked_sentence(table),) if gift_asked(table) else ()
        so_far = (sentence.text for sentence in so_far_laid(table) if sentence.kind is Kind.MOVE)
        typed = to_type(table)
        return (*so_far, asked_sentence(table), *((f"Or type: {typed}.",) if typed else ()))

    def close(self) -> None:
        """Cut the power; everything is saved."""
        self._box.pull_the_plug()

    def _do(self, typed: list[str]) -> str:
        """Do what was typed; returns a remark, or nothing. Raises UnknownWordError."""
        line = " ".join(typed)
        if line in self._words:
            return self._words[line]()
        match typed:
            case ["lay", *words]:
                gives = not self._alone or (self.cards and givers(self.table.playing, self.cards))
                return self._hands.lay(self.table, self._cards_of(words)) if gives else self._play(words)
            case ["fault", *words]:
                return self._switch(" ".join(words))
            case [number] if number.isdecimal() and self._wants_stickers():
                self._tap_stickers(int(number))
            case _ if game := self._game_named(line):
                self._sit_down(game)
            case _ if gesture := self._gesture(typed):
                for given in gesture:
                    self._box.do(given)
            case _:
                return self._tap([self._names[line]]) if line in self._names else self._play(typed)
        return ""

    def _gesture(self, typed: list[str]) -> tuple[HandInput, ...]:
        """What hands do for typed names of buttons, or for an answer in words. Empty: these words are neither."""
        if (line := " ".join(typed)) in PRESSES:
            return (PRESSES[line],)
        if all(word in PRESSES for word in typed):
            return tuple(PRESSES[word] for word in typed)
        return gesture_for_words(self.table, typed)

    def _play(self, words: list[str]) -> str:
        """Tap these cards; against computers only those that the typist may see."""
        cards = self._cards_of(words)
        hidden = [card for card in map(self._game(()).deck.card, cards) if card and self._is_hidden(card)]
        if hidden:
            return f"Not in your hand: {' '.join(tr(card.sign) for card in hidden)}."
        return self._tap(cards)

    def _is_hidden(self, card: Card) -> bool:
        """Whether the typist, who plays against computers, must not know where this card is."""
        deal = self.cards if self._alone else None
        if deal is None:
            return False
        me = own_seat(self.table)
        others = [hand for seat, hand in enumerate(deal.hands) if seat != me]
        unseen = {hidden.face for cards in (*others, *deal.bones, deal.stack, deal.nest) for hidden in cards}
        return card.face in unseen - {held.face for held in (*deal.hands[me], *deal.heads[me])}

    def _from_menu(self, entry: MenuEntry | Page) -> str:
        """Choose this entry of the menu. Raises UnknownWordError."""
        self._box.do(Held())
        menu = self.table.mode
        if not isinstance(menu, Menu) or entry not in menu.answers:
            self._box.do(Pressed(Button.BACK))
            raise UnknownWordError(NOT_IN_MENU)
        for press in (*(Button.DOWN,) * menu.answers.index(entry), Button.OK):
            self._box.do(Pressed(press))
        return ""

    def _next(self) -> str:
        """The next sensible thing, its gestures one after another."""
        if self._wants_stickers():
            self._tap_stickers(1)
            return ""
        if isinstance(self.table.mode, Menu | EndingHere | Reading | ShuttingDown):  # `next_steps` would play on
            self._box.do(Pressed(Button.OK if isinstance(self.table.mode, Menu) else Button.BACK))
            return ""
        remark = ""
        for step in next_steps(self.table, self.cards, self.tip):
            match step:
                case LayAside(words=words):
                    remark = self._hands.lay(self.table, words)
                case Scan():
                    remark = self._deal()
                    if ":" in (place := self._game(()).entry.package) and self.table.scanning() is not None:
                        remark = STUCK.format(place=place)  # its author tries it
                case _:
                    self._box.do(step)
        return remark

    def _play_computers(self, before: Match | None, dealt: OpenDeal | None) -> str:
        """Do what needs no typist until a person's turn; returns what happened since this moment of the match.

        Where the match does not go on from it (undo, a game taken up again), what computers did now. `dealt` are the
        cards of that moment.
        """
        now = self.table.match
        since = before if now is not None and any(moment is before for moment in now.story()) else now
        for _ in range(MOST_MOVES):
            if self._box.shut_down or not self._make_move():
                break
        then = self.table.match
        if not self._alone or since is None or then is None:
            return ""
        goes_on = since is before and then.deals_begun == since.deals_begun and not self.table.scored
        gets = self._new_cards(dealt) if goes_on else ()
        got = [f"You get {signs(gets)}"] if gets else []
        return " · ".join((*story_since(since, then), *got))

    def _new_cards(self, dealt: OpenDeal | None) -> tuple[Card, ...]:
        """The cards that came into the typist's hand since then."""
        me, now = own_seat(self.table), self.cards
        return tuple(card for card in now.hands[me] if card not in dealt.hands[me]) if now and dealt else ()

    def _undo(self) -> str:
        """Take back what the typist did last, and what computers did since. Raises UnknownWordError."""
        if not self._alone:
            return self._tap([CommandCard.UNDO.value])
        presses = undo_presses(self.table)
        if not presses:
            raise UnknownWordError(NOTHING_TO_UNDO)
        for press in presses:
            self._box.do(press)
        return ""

    def _turn_bone(self) -> str:
        bone = self._hands.bone(self.table)
        return self._tap(bone) if bone else NO_BONE

    def _tell_all(self) -> str:
        """All that everybody may know."""
        asked = asked_sentence(self.table)
        return " ".join(sentence.text for sentence in tell_all(self.table) if sentence.text not in asked)

    def _unplug(self) -> str:
        self._box.pull_the_plug()
        self._box = self._power_on()
        return ""

    def _make_move(self) -> bool:
        """Make a move of a computer, or tap a card of a scanned hand against computers. False: there is none."""
        table, cards = self.table, self.cards
        if isinstance(table.overlay, TakenBack):
            return False  # who takes back may take back more
        moves = for_computers(table, cards)
        if moves is None and self._alone and not table.scored and table.question is None:
            if table.scanning() is not None:
                self._deal()
                return True
            moves = tuple(Tapped((piece_of(card),)) for card in to_scan(table, cards)) or None
        if moves is None:
            return False
        self._box.forget()
        if moves:
            self._box.do(moves[0])
        else:
            self._box.turn(SPEAKS_AFTER_S)
        return True

    @property
    def _alone(self) -> bool:
        """Whether the typist plays against computers: then dealing and drawing need no typing."""
        return self.table.in_play and bool(self.table.playing.header.computers)

    def _game_named(self, line: str) -> Game | None:
        """The game of this name, where the box asks for one. Raises UnknownWordError where another one is in play."""
        games = self.table.house.offered.values()
        named = next((game for game in games if line in {game.name, game.title.lower()}), None)
        if named is not None and not isinstance(self.table.mode, SettingUp | SameTable):
            raise UnknownWordError(IN_PLAY)
        return named

    def _sit_down(self, game: Game) -> None:
        """Begin this game: the typist against computers, four where it can be. Raises UnknownWordError."""
        if game.entry.strategy() is None:
            raise UnknownWordError(NO_COMPUTERS.format(title=game.title))
        number = USUAL_SEATS if USUAL_SEATS in game.players else game.players[-1]
        person, *_ = *self._regulars, "P1"
        computers = [name for name in COMPUTER_NAMES if name.lower() != person.lower()][: number - 1]
        seats = (SeatAssignment(person), *(SeatAssignment(name, GENTLEST) for name in computers))
        self._box.loop.receive(NewGame(game.name, seats))
        self._box.turn()

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
        """Whether the table waits for a new tag, or for the next card of a check."""
        decks = self.table.decks
        if isinstance(decks, Verification):
            return bool(self._box.due_tags())
        return isinstance(decks, Enrolment) and decks.next is not None

    def _tap_stickers(self, count: int) -> None:
        for uid in self._box.due_tags()[:count]:
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
            faces = (str(card.face).lower() for card in deck.cards_in_order)
            games = self.table.house.offered if isinstance(self.table.mode, SettingUp | SameTable) else ()
            near = nearest(unknown, (*WORDS, *self._words, *self._names, *games, *faces))
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
