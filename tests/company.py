"""A simulated table with computer seats, and hands that follow their prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.games.registry import GAMES
from companion.inputs.inputs import Held, Pressed, Tapped
from companion.match.checker import answers
from companion.match.header import Computer, Header
from companion.match.match import Match
from companion.runtime.recorder import Recorder
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.simulation.box import CLOCK_BEGINS, SIMULATED, SimulatedBox, SimulatedSetup
from companion.simulation.hands import CARDS, SimulatedHands
from companion.simulation.next_steps import LayAside, for_computers, next_steps
from companion.simulation.open_deal import OpenDeal
from companion.storage.records import Store
from companion.table.computer_rack import rack
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from companion.table.timing import SET_AFTER_S

NAMES = ("Ann", "Tom", "James", "Kathy")
MOST = 2000


@dataclass
class Company:
    """Ann and computer seats at one game; counts `taps` and `presses` for all of them."""

    root: Path
    game: str
    players: int = 4
    seed: int = 1
    level: str = "normal"
    opener: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)
    taps: int = 0
    presses: int = 0
    box: SimulatedBox = field(init=False)
    hands: SimulatedHands = field(init=False)

    def __post_init__(self) -> None:
        store = Store(self.root)
        computers = {seat: Computer(self.level, self.seed + seat) for seat in range(1, self.players)}
        header = Header(GAMES[self.game], NAMES[: self.players], self.opener, self.rules, computers=computers)
        keeper = Recorder(store, lambda: CLOCK_BEGINS)
        keeper.keep(begin(Table(House(GAMES)), header, (), f"{CARDS}{self.seed}"))
        keeper.close()
        self.hands = SimulatedHands(lambda: self.box.recorder, "")
        self.plugged_in()

    def plugged_in(self) -> None:
        self.box = SimulatedBox(Store(self.root), SimulatedSetup(replace(SIMULATED, regulars=())))
        self.box.press("BACK")

    @property
    def table(self) -> Table:
        return self.box.table

    @property
    def match(self) -> Match:
        return self.table.playing

    @property
    def cards(self) -> OpenDeal:
        found = self.hands.cards(self.table)
        assert found is not None
        return found

    def shown(self) -> str:
        """All text on the display."""
        return " | ".join(lines_of(screen_for(self.table)))

    def saved(self) -> list[str]:
        """The lines of the record without their seals."""
        path = Store(self.root).all_running()[0]
        return [line.split(" ; n=")[0].split(" n=")[0].rstrip() for line in path.read_text("utf-8").splitlines()]

    def tap(self, *words: str) -> None:
        self.taps += len(words)
        self.box.tap(*words)

    def press(self, button: str) -> None:
        self.presses += 1
        self.box.press(button)

    def tells_no_face(self) -> bool:
        """Whether the display names no hidden card of a rack; alike cards have no names, some are public."""
        words = set(re.sub(r"Dog \S+|\S+ beats|[:★]", " ", self.shown()).split())
        slots = (card for seat in self.match.header.computers for card in rack(self.match, seat))
        return not any(card.sign in words for card in slots if card is not None and card.suit)

    def moves_on(self) -> None:
        """Make the next gesture, or wait for a computer seat; hidden cards stay hidden."""
        table = self.table
        assert self.tells_no_face(), self.shown()
        moves = for_computers(table, self.hands.cards(table))
        scanning = None if table.scored else table.scanning()
        if scanning is not None:
            self.tap(str(self.cards.unseen[scanning[0]][0]))
        elif moves:
            self.tap(*map(str, moves[0].pieces))
        elif moves is not None:
            self.box.turn(1.0)
        elif table.open_set:
            self.box.turn(SET_AFTER_S)
        else:
            self._does_her_own()

    def _does_her_own(self) -> None:
        for step in next_steps(self.table, self.hands.cards(self.table), self.hands.tip(self.table)):
            match step:
                case Pressed(button=button):
                    self.press(button.value)
                case Held(button=button):
                    self.box.hold(button.value)
                case Tapped(pieces=pieces):
                    self.tap(*map(str, pieces))
                case LayAside(words=words):
                    self.hands.lay(self.table, words)

    def plays_until(self, text: str) -> None:
        """Play until the display says this."""
        self.plays_while(lambda: text not in self.shown())

    def plays_while(self, goes_on: Callable[[], bool]) -> None:
        """Play while this holds."""
        for _ in range(MOST):
            if not goes_on():
                return
            self.moves_on()
        raise AssertionError(f"never; last {self.shown()}")

    def plays_deals(self, deals: int = 1) -> None:
        """Play until this many deals are scored, or the game is over."""
        for _ in range(MOST):
            if not self.match.expects.words or (self.table.scored and self._deals() == deals):
                return
            self.moves_on()
        raise AssertionError(f"no end; last {self.shown()}")

    def _deals(self) -> int:
        return sum(moment.said is not None and moment.said.word == "deal" for moment in self.match.story())

    def is_right(self) -> bool:
        """Whether the checker finds nothing wrong with the record."""
        return all(answer.answer.applied for answer in answers("\n".join(self.saved()), GAMES))
