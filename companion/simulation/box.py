"""A whole table on simulated wires, under a clock that its user advances: for the laptop, for replays and for tests.

Hands lay and lift cards, press and release buttons, and pull the plug. The picture is read from the simulated glass,
not from the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf

from companion.enrolment.deck_kinds import DeckKind
from companion.enrolment.deck_menu import Dialogue
from companion.enrolment.enrolment import Enrolment, Verification
from companion.games.registry import GAMES
from companion.inputs.inputs import HandInput, Held, Pressed, Tapped
from companion.rules.game import Game
from companion.runtime.equipment import Equipment, Surroundings
from companion.runtime.loop import TURN_S
from companion.runtime.power_on import power_on
from companion.runtime.recorder import Recorder
from companion.runtime.simulated_devices import simulation_of
from companion.screens.picture import Picture
from companion.settings.schema import Settings
from companion.storage.records import Store
from companion.support.names import each_once
from companion.support.values import dataclass, replace
from companion.table.handling import handle
from companion.table.setup_dialogue import at_power_on
from companion.table.state import Table, with_shelf
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece, Shelf, TagDeck, simulated_deck

LAY_S, LONG_LAY_S = 0.2, 0.5
"""Seconds a card lies on the reader, and on a reader that reads it twice with a reset between (ID-12LA)."""

PRESS_S = 0.1
HOLD_S = 1.0
CLOCK_BEGINS = "2026-01-01T00:00:00"

REGULARS = ("Ann", "Bob", "Cid", "Dee", "Eve")
"""The regulars of a simulated table whose settings name none."""

ROLL = 500
"""Number of new stickers on a roll."""


def regulars_of(settings: Settings) -> tuple[str, ...]:
    """The regulars of a simulated table with these settings."""
    return each_once(settings.people.regulars) or REGULARS


SIMULATED = Equipment(GAMES, Surroundings(lambda _: 0, lambda: CLOCK_BEGINS), regulars=REGULARS)
"""What a simulated table runs with, where nothing else is chosen."""


@dataclass(frozen=True, slots=True)
class SimulatedSetup:
    """What a simulated table is made of besides its store.

    `seed` is the chance of the shuffles, `faults` are switched on at its start.
    """

    equipment: Equipment = SIMULATED
    seed: str = ""
    deck: TagDeck | None = None
    faults: tuple[str, ...] = ()


SIMULATED_SETUP = SimulatedSetup()


def deck_for(game: Game, people: tuple[str, ...] = ()) -> TagDeck:
    """The simulated deck of tags of a game, with command cards and a tag for each person."""
    return decks_for((game,), people)[0]


def decks_for(games: Iterable[Game], people: tuple[str, ...] = (), *, uid_bytes: int = 7) -> tuple[TagDeck, ...]:
    """A simulated deck of tags of each kind, with all the cards that any of the games needs; larger kinds last."""
    others = (*CommandCard, *(Person(name) for name in people))
    cards: dict[str, Counter[str]] = {}
    games = tuple(games)
    for game in games:
        faces = Counter(str(card.face) for card in game.deck.cards_in_order)
        cards[game.deck_kind] = cards.get(game.deck_kind, Counter()) | faces
    cards |= {kind.name: _faces(kind) for game in games for kind in _larger(game) if kind.name not in cards}
    return tuple(
        simulated_deck(kind, list(faces.elements()), others, uid_bytes=uid_bytes) for kind, faces in cards.items()
    )


def _larger(game: Game) -> Iterator[DeckKind]:
    """The kinds with more cards than the game needs by the book."""
    own = game.entry.deck_kinds()
    return (kind for kind in (own(game) if own else ()) if kind.name.startswith(f"{game.deck_kind}-"))


def _faces(kind: DeckKind) -> Counter[str]:
    return Counter(piece.card for piece in kind.pieces if isinstance(piece, CardCopy))


def _words(piece: Piece) -> tuple[str, ...]:
    """The words that name a piece."""
    return (piece.card, str(piece)) if isinstance(piece, CardCopy) else (str(piece),)


class SimulatedBox:
    """Power on at construction: the running record in `store` is resumed, else the set-up begins.

    Its shelf has a drawn deck of each kind, and after them those of the store. The deck of `setup` takes the place
    of the drawn one of its kind. `enrolled`: the shelf has the decks of the store only. `decks` is the dialogue to
    begin with. Tags with the UIDs `lying` are on the reader from the start. Raises StorageError like the real start.
    """

    def __init__(
        self,
        store: Store,
        setup: SimulatedSetup = SIMULATED_SETUP,
        *,
        enrolled: bool = False,
        decks: Dialogue | None = None,
        lying: Iterable[bytes] = (),
    ) -> None:
        equipment, regulars = setup.equipment, setup.equipment.regulars
        self.wires = simulation_of(equipment.settings)
        for uid in lying:
            self.wires.lay(uid)
        for fault in setup.faults:
            self.wires.faults.switch_on(fault)
        self.recorder = Recorder(store, equipment.around.wall, equipment.unread, equipment.config)
        self._store = store

        def shelf(table: Table) -> Shelf:
            resumed = (table.match.header.game,) if table.match else ()  # it may be played with other drinks
            self._drawn = decks_for((*table.house.games.values(), *resumed), regulars, uid_bytes=self.wires.uid_bytes)
            first = (setup.deck,) if setup.deck else ()
            return store.decks.shelf() if enrolled else Shelf((*first, *self._drawn))

        self.loop = power_on(self.wires.devices, self.recorder, equipment, shelf, decks=decks)
        if not enrolled:
            self.look_at_decks(setup.deck)  # a run that was left stands in the list of decks, but nobody is at it
        self.turn()

    @property
    def shelf(self) -> Shelf:
        """The decks that the table knows."""
        return self.table.house.shelf

    def look_at_decks(self, deck: TagDeck | None) -> None:
        """Load the decks of the store again; this one and the drawn ones come before them."""
        kept, first = self._store.decks.shelf(), (*([deck] if deck else []), *self._drawn)
        names = {tag_deck.name for tag_deck in first}
        decks = (*first, *(deck for deck in kept.decks if deck.name not in names))
        self.loop.table = with_shelf(self.table, replace(kept, decks=decks))

    def go_on_enrolling(self) -> None:
        """As a real box at power-on: where a deck is unfinished, its next card is asked for."""
        self.loop.table = at_power_on(self.table, self.shelf)

    @property
    def table(self) -> Table:
        """The table of the program; `glass` is what people see."""
        return self.loop.table

    @property
    def shut_down(self) -> bool:
        """Whether a player has switched the box off; it then only shows its last picture."""
        return self.loop.shut_down

    @property
    def glass(self) -> Picture:
        """The visible picture on the panel."""
        return Picture(self.wires.panel.picture())

    def turn(self, seconds: float = TURN_S) -> None:
        """Run the table for this time, at least one turn."""
        clock = self.wires.clock
        until = clock.now() + seconds
        self.tick()
        while clock.now() < until:
            self.tick()

    def tick(self, slices: float = inf, *, stands: bool = True) -> None:
        """One turn, with at most so many slices of what a computer thinks; time `stands` still until it has thought."""
        began = self.wires.clock.now()
        self.loop.turn()
        while self.loop.thinking and slices > 1:
            self.loop.turn()
            slices -= 1
        if not (stands and self.loop.thinking):
            self.wires.clock.sleep(max(0.001, TURN_S - (self.wires.clock.now() - began)))

    def uid(self, word: str) -> bytes:
        """The UID of the tag of a card (`7/3`), a command ("PASS") or a person. Raises KeyError if there is none."""
        for uid in self._pieces(word):
            return uid
        raise KeyError(word)

    def tap(self, *words: str, reader: str = "") -> None:
        """Lay these cards together on a reader (empty: the first), and lift them."""
        self.tap_uid(*self.uids(*words), reader=reader)

    def uids(self, *words: str) -> tuple[bytes, ...]:
        """The UIDs of these cards; of alike ones those that can be played now. Raises KeyError if there is none."""
        chosen: dict[bytes, Piece] = {}
        for word in words:
            pieces = self._pieces(word)
            fresh = [uid for uid in pieces if uid not in chosen] or [self.uid(word)]
            taken = (uid for uid in fresh if len(fresh) == 1 or self._takes(*chosen.values(), pieces[uid]))
            uid = next(taken, fresh[0])
            chosen[uid] = pieces[uid]
        return tuple(chosen)

    def person(self, name: str) -> bytes | None:
        """The UID of a person's name tag; None: there is none."""
        return next((uid for uid, piece in self._find_pieces(name).items() if isinstance(piece, Person)), None)

    def _takes(self, *pieces: Piece) -> bool:
        return not handle(self.table, Tapped(pieces), lambda _: 0).is_rejected

    @property
    def lay_s(self) -> float:
        """Seconds a card lies on this box's reader."""
        return LAY_S if self.wires.kind.repeats else LONG_LAY_S

    def _pieces(self, word: str) -> dict[bytes, Piece]:
        """The tags that a word names: of people only where no card and no command is called so."""
        named = self._find_pieces(word)
        return {uid: piece for uid, piece in named.items() if not isinstance(piece, Person)} or named

    def _find_pieces(self, word: str) -> dict[bytes, Piece]:
        """All tags that a word names: cards of the deck in play (of all decks before a game), commands and people.

        While decks are enrolled or checked: those of every deck.
        """
        if self.table.decks is not None:
            items = (item for deck in self._every_deck() for item in deck.pieces.items())
            return {uid: piece for uid, piece in items if word in _words(piece)}
        kind = self.table.match.header.game.deck_kind if self.table.match else ""
        played = self.shelf.in_play(kind)
        decks = (*([played] if played else []), *self.shelf.decks)
        items = (item for deck in decks for item in deck.pieces.items())
        named = ((uid, piece) for uid, piece in items if word in _words(piece) and self.wires.hears(uid))
        return {uid: piece for uid, piece in named if self.shelf.piece(uid, kind) == piece}

    def tap_uid(self, *uids: bytes, reader: str = "") -> None:
        """Lay the tags with these UIDs together on a reader, and lift them."""
        for uid in uids:
            self.wires.lay(uid, reader)
        self.turn(self.lay_s)
        for uid in uids:
            self.wires.lift(uid, reader)
        self.turn(LAY_S + 3 * TURN_S)

    def press(self, button: str, seconds: float = PRESS_S) -> None:
        """Press a button and release it after these seconds."""
        self.wires.pins.press(button)
        self.turn(seconds)
        self.wires.pins.release(button)
        self.turn()

    def hold(self, button: str = "BACK") -> None:
        """Hold BACK until the menu opens, or OK to shut down."""
        self.press(button, HOLD_S)

    def do(self, given: HandInput) -> None:
        """Make this input: tap, press or hold."""
        match given:
            case Tapped(pieces=pieces):
                self.tap(*map(str, pieces))
            case Pressed(button=button):
                self.press(button.value)
            case Held(button=button):
                self.hold(button.value)

    def switch(self, fault: str) -> None:
        """Toggle the fault of this name."""
        faults = self.wires.faults
        (faults.switch_off if faults.is_on(fault) else faults.switch_on)(fault)

    def _every_deck(self) -> tuple[TagDeck, ...]:
        """Every deck that the table knows, the one being enrolled or checked first, unfinished ones last."""
        table = self.table
        in_hand = (table.decks.deck,) if isinstance(table.decks, Enrolment | Verification) else ()
        return (*in_hand, *self.shelf.decks, *self.shelf.unfinished)

    def new_stickers(self) -> tuple[bytes, ...]:
        """The UIDs of a roll of stickers that are in no deck yet."""
        used = {uid for deck in self._every_deck() for uid in deck.pieces}
        roll = simulated_deck("roll", [str(number) for number in range(ROLL)], uid_bytes=self.wires.uid_bytes)
        return tuple(uid for uid in roll.pieces if uid not in used)

    def due_tags(self) -> tuple[bytes, ...]:
        """The UIDs that a dialogue about decks waits for: of a check the tags not tapped yet, else new stickers."""
        check = self.table.decks
        if not isinstance(check, Verification):
            return self.new_stickers()
        tags = {piece: uid for uid, piece in check.deck.pieces.items()}
        return tuple(tags[piece] for piece in check.missing if piece in tags)

    def pull_the_plug(self) -> None:
        """Cut the power: only what is on the SD card is left."""
        self.recorder.close()
