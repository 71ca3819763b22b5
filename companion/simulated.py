"""A whole table on simulated wires, under a clock that its user moves: for the laptop, for replays and for tests.

Cards are laid and lifted, buttons pressed and let go, power lost and back; what the eye sees is read from the
simulated glass, not from the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.devices import simulated
from companion.games import GAMES
from companion.keeping import Keeper
from companion.loop import TURN_S, Loop
from companion.screens.picture import Picture
from companion.table.handling import open_table
from companion.tags import CardCopy, Command, Person, Shelf, simulated_deck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.games.game import Game
    from companion.storage import Store
    from companion.table.setup import Luck
    from companion.table.table import Table
    from companion.tags import Piece, TagDeck

LAY_S = 0.2
"""How long a hand leaves a card on the reader."""

PRESS_S = 0.1
HOLD_S = 1.0
CLOCK_BEGINS = "2026-01-01T00:00:00"


def deck_for(game: Game, people: tuple[str, ...] = ()) -> TagDeck:
    """The simulated deck of a game, with command cards and a tag for each person."""
    others = (*Command, *(Person(name) for name in people))
    return simulated_deck("simulated", [str(card) for card in game.deck.cards_in_order], others)


class SimulatedTable:
    """Power on at construction: the running record in `store` is resumed, else the set-up begins.

    Tags with the numbers `lying` are on the reader by then, and the `faults` of these names are switched on.
    Raises StorageError and CannotResumeError like the real start.
    """

    def __init__(  # noqa: PLR0913 - what a table is made of, all but the store with a default
        self,
        store: Store,
        *,
        games: Mapping[str, Game] = GAMES,
        regulars: tuple[str, ...] = (),
        luck: Luck = lambda _: 0,
        wall: Callable[[], str] = lambda: CLOCK_BEGINS,
        controller: str = "ssd1306",
        deck: TagDeck | None = None,
        lying: Iterable[bytes] = (),
        faults: Iterable[str] = (),
    ) -> None:
        self.wires = simulated(controller=controller)
        for uid in lying:
            self.wires.lay(uid)
        for fault in faults:
            self.wires.faults.switch_on(fault)
        self.deck = deck or deck_for(next(iter(games.values())), regulars)
        self.keeper = Keeper(store, wall)
        table = self.keeper.resume(games, regulars) or open_table(games, regulars, self.keeper.last_header(games), luck)
        self.loop = Loop(self.wires.devices, self.keeper, table, Shelf(self.deck), luck)
        self.turn()

    @property
    def table(self) -> Table:
        """What the program thinks; the glass says what people see."""
        return self.loop.table

    @property
    def glass(self) -> Picture:
        """What the eye sees on the panel."""
        return Picture(self.wires.panel.picture())

    def turn(self, seconds: float = TURN_S) -> None:
        """Let the table run for so long, at least one turn."""
        until = self.wires.clock.now() + seconds
        while True:
            began = self.wires.clock.now()
            self.loop.turn()
            self.wires.clock.sleep(max(0.001, TURN_S - (self.wires.clock.now() - began)))
            if self.wires.clock.now() >= until:
                return

    def uid(self, word: str) -> bytes:
        """The number of the tag of a card, a command ("PASS") or a person. Raises KeyError if there is none."""
        wanted: tuple[Piece, ...] = (CardCopy(word), Person(word))
        commands = tuple(command for command in Command if command.value == word)
        for piece in (*wanted, *commands):
            uid = self.deck.uid_of(piece)
            if uid is not None:
                return uid
        raise KeyError(word)

    def tap(self, *words: str) -> None:
        """Lay these cards down together, and take them up again."""
        self.tap_uid(*(self.uid(word) for word in words))

    def tap_uid(self, *uids: bytes) -> None:
        """The same with tags of any number."""
        for uid in uids:
            self.wires.lay(uid)
        self.turn(LAY_S)
        for uid in uids:
            self.wires.lift(uid)
        self.turn(LAY_S + 3 * TURN_S)

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Press one of the four buttons and let it go."""
        self.wires.pins.press(button)
        self.turn(seconds)
        self.wires.pins.release(button)
        self.turn()

    def hold(self, button: str = "BACK") -> None:
        """Press and hold until the menu opens."""
        self.press(button, HOLD_S)

    def pull_the_plug(self) -> None:
        """End without any farewell: only what is on the card is left."""
        self.keeper.close()
