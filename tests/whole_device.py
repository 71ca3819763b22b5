"""A box with arbitrary inputs, compared with a plain model of its SD card."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Held, Pressed, Tapped
from companion.match.match import Match
from companion.screens.current_screen import screen_for
from companion.simulation.box import HOLD_S, LAY_S, PRESS_S, SimulatedBox
from companion.simulation.hands import SimulatedHands
from companion.simulation.next_steps import Action, LayAside, Scan, next_steps
from companion.storage.records import Store
from companion.table.modes import Reading
from tests.evening import REGULARS, Evening, asks, below_the_top, match_of
from tests.slots import slots
from tests.storage.memory_card import MemoryCard
from tests.storage.witness import ROOT, faults_of, text_of

PEOPLE = (*REGULARS, "Dee")
READERS = "rdm6300 pn532 mfrc522".split()
FAULTS = {
    "rdm6300": ("line-cut", "panel-absent", "i2c-nack"),
    "pn532": ("bit-errors", "no-answer", "chip-reset", "line-cut", "line-noise", "panel-absent", "i2c-nack"),
    "mfrc522": ("bit-errors", "no-answer", "chip-reset", "miso-low", "miso-high", "spi-error", "panel-absent"),
}
OF_THE_PANEL = {"panel-absent", "i2c-nack"}
BUTTONS = "BACK UP DOWN OK".split()
FOUND_AGAIN_S = 2.0
ASKED_BY_THE_MATCH = {"remedy", "take back", "never read"}
FOREIGN = {5: bytes.fromhex("04DEADBEEF"), 7: bytes.fromhex("04DEADBEEF5A5A")}


class CutError(Exception):
    """The plug was pulled during an operation."""


@dataclass
class Device:
    """One box and its SD card. Each method is an input or a fault; all of them end with `holds`."""

    game: str
    reader: str
    seed: str
    scanned: bool = True
    evening: Evening = field(init=False)
    written: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fault: str = ""
    steps: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        card = MemoryCard()
        card.watch = self._reads
        self.evening = Evening(
            ROOT, games={self.game: GAMES[self.game]}, regulars=PEOPLE, disk=card, reader=self.reader
        )
        self._simulated = SimulatedHands(lambda: self._box.recorder, self.seed)

    # ---------------------------------------------------------------- what people do

    def goes_on(self) -> None:
        """Do the next valid thing."""
        self._does(self._next())
        self.holds()

    def taps(self, number: int, *, times: int = 1) -> None:
        """Tap any card of the deck, valid or not, once or more often."""
        uid = self._any_tag(number)
        for _ in range(times):
            self._box.tap_uid(uid)
        self.holds()

    def taps_together(self, number: int, other: int) -> None:
        """Tap two cards at once."""
        self._box.tap_uid(*{self._any_tag(number), self._any_tag(other)})
        self.holds()

    def taps_what_is_not_ours(self) -> None:
        """Tap a tag that is not enrolled."""
        before, lines = self._box.table.match, self.written
        self._box.tap_uid(FOREIGN[self._box.wires.uid_bytes])
        assert self._box.table.match is before, "a foreign tag changed the match"
        assert self.written == lines, "a foreign tag was written down"
        self.holds()

    def lays(self, number: int, seconds: float) -> None:
        """Lay a card down for a while and lift it."""
        uid = self._any_tag(number)
        self._box.wires.lay(uid)
        self._box.turn(seconds)
        self._box.wires.lift(uid)
        self._box.turn(LAY_S)
        self.holds()

    def presses(self, button: str, *, held: bool = False) -> None:
        """Press or hold a button."""
        self._box.press(button, HOLD_S if held else PRESS_S)
        if self._box.shut_down:
            self._leaves()
            self._comes_up()
        self.holds()

    def waits(self, seconds: float) -> None:
        """Wait; nothing is written."""
        written = self.written
        self._box.turn(seconds)
        assert self.written == written, "written without being told anything"
        self.holds()

    def chooses(self, down: int, further: int) -> None:
        """Choose an entry of the menu, and of its list."""
        self._box.hold()
        for button in (*("DOWN",) * down, "OK", *("DOWN",) * further, "OK"):
            self._box.press(button)
        self.holds()

    # ---------------------------------------------------------------- what befalls it

    def fails(self, number: int) -> None:
        """A part fails until `is_mended`; at most one at a time."""
        if not self.fault:
            self.fault = FAULTS[self.reader][number % len(FAULTS[self.reader])]
            self._box.wires.faults.switch_on(self.fault)
            self._box.turn(LAY_S)
        self.holds()

    def is_mended(self) -> None:
        """The part works again, and the table reports it within two seconds."""
        if self.fault:
            self._box.wires.faults.switch_off(self.fault)
            self._box.turn(FOUND_AGAIN_S)
            self.fault = ""
            assert not self._box.table.health.trouble, "the reader was not found again"
            assert not self._box.loop.troubles, "a part was not found again"
        self.holds()

    def loses_power(self) -> None:
        """Pull the plug while idle."""
        before = self._at_rest()
        self._restarts()
        if before is not None:
            assert below_the_top(self.evening.seen()) == before, "another picture came back"
            assert slots(screen_for(self._box.table)).place.startswith("RESUMED")
        self.holds()

    def loses_power_at(self, operation: int) -> None:
        """Pull the plug at an operation of the SD card during the next valid thing."""
        left = operation

        def cut(call: str, path: Path, content: bytes) -> None:
            nonlocal left
            self._reads(call, path, content)
            if left == 0:
                raise CutError
            left -= 1

        self._card.watch = cut
        try:
            self._does(self._next())
        except CutError:
            pass
        else:
            self._looks()
        self._restarts()
        self.holds()

    # ---------------------------------------------------------------- what must hold

    def holds(self) -> None:
        """Invariants of what people see."""
        self._looks()
        table = self._box.table
        assert self._card.settled, "something shown is not on the card"
        if self.fault not in OF_THE_PANEL:
            self.evening.seen()
        if self.steps % 40 == 0:
            self.is_the_record()
        assert not table.damaged

    def is_the_record(self) -> None:
        """The match in play and its scores equal those of the stored lines."""
        table = self._box.table
        if table.match is None or table.before_play:
            return
        told = self._told_by(self._lines_in_play())
        assert told.said == table.playing.said
        assert told.state == table.playing.state
        assert told.scores == table.playing.scores
        assert told.winners == table.playing.winners

    def _told_by(self, lines: tuple[str, ...]) -> Match:
        return match_of(*lines, games=self.evening.games)

    def _lines_in_play(self) -> tuple[str, ...]:
        path = self._box.recorder._record
        assert path is not None
        return self.written[path.path.stem]

    def _looks(self) -> None:
        """Everything written is shown, and no earlier line has changed."""
        self.steps += 1
        self.shown = self.written

    def _at_rest(self) -> list[str] | None:
        """The picture, if it holds nothing less than a statement; None: it need not come back."""
        table = self._box.table
        begun, reads = table.begun, isinstance(table.mode, Reading)
        moved = table.choosing.cursor or table.path or begun.gathered or begun.drawn or begun.named is not None or reads
        question = table.question
        asked = question is not None and (question.cursor or asks(table) not in ASKED_BY_THE_MATCH)
        if not table.in_play or table.overlay is not None or table.decks is not None or moved or asked or self.fault:
            return None
        return below_the_top(self.evening.seen())

    # ---------------------------------------------------------------- hands

    @property
    def _box(self) -> SimulatedBox:
        return self.evening.box

    @property
    def _card(self) -> MemoryCard:
        assert isinstance(self.evening.disk, MemoryCard)
        return self.evening.disk

    @property
    def _store(self) -> Store:
        return Store(ROOT, self.evening.disk)

    def _next(self) -> tuple[Action, ...]:
        hands, table = self._simulated, self._box.table
        if asks(table) == "menu":
            return (Pressed(Button.BACK),)
        if asks(table) == "scanned" and not self.scanned:
            return (Pressed(Button.OK),)
        return tuple(next_steps(table, hands.cards(table), hands.tip(table)))

    def _does(self, actions: tuple[Action, ...]) -> None:
        for action in actions:
            match action:
                case Tapped(pieces=pieces):
                    self._box.tap(*map(str, pieces))
                case Pressed(button=button):
                    self._box.press(button.value)
                case Held(button=button):
                    self._box.hold(button.value)
                case LayAside(words=words):
                    self._simulated.lay(self._box.table, words)
                case Scan():
                    self._scans()
                case _:
                    raise AssertionError(action)

    def _scans(self) -> None:
        """The next card of the hand being scanned."""
        cards, scanning = self._simulated.cards(self._box.table), self._box.table.scanning()
        if cards is not None and scanning is not None:
            self._box.tap(str(cards.unseen[scanning[0]][0]))

    def _any_tag(self, number: int) -> bytes:
        tags = [uid for deck in self._box.shelf.decks for uid in deck.pieces]
        return tags[number % len(tags)]

    def _restarts(self) -> None:
        """Lose and regain power: all that was shown is there, and nothing that was not written."""
        self._leaves()
        self.evening.disk = self._card.after_a_cut(self.chance)
        self._card.watch = self._reads
        self._comes_up()
        found = self._found()
        shown = {name: len(lines) for name, lines in self.shown.items()}
        faults = list(faults_of(found, shown, self.written))
        assert not faults, faults
        self.written = found
        self.is_the_record()

    def _leaves(self) -> None:
        self._box.pull_the_plug()
        self._box.wires.devices.close()

    def _comes_up(self) -> None:
        self.evening.switch_on(faults=[self.fault] if self.fault else [])
        self._simulated = SimulatedHands(lambda: self._box.recorder, self.seed)

    def _found(self) -> dict[str, tuple[str, ...]]:
        """Every record, as it can be read."""
        store = self._store
        records = {path.stem: store.read(path) for path in (*store.all_running(), *store.all_finished())}
        assert not any(recovered.damage or recovered.torn for recovered in records.values())
        return {name: tuple(line.text for line in recovered.lines) for name, recovered in records.items()}

    def _reads(self, call: str, path: Path, content: bytes) -> None:
        """A plain reading of the bytes for the SD card."""
        if call == "write" and path.parent.name == "running" and path.suffix in {".table", ".begun"}:
            self.written = {**self.written, path.stem: (*self.written.get(path.stem, ()), text_of(content))}
