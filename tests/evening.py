"""A whole simulated table for tests: three people, a directory as its SD card, and a plug to pull."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.inputs.questions import Question
from companion.match.checker import answers
from companion.match.match import Match
from companion.parts.reader_kind import ReaderSettings
from companion.rules.game import Game
from companion.runtime.devices import Devices
from companion.screens.current_screen import screen_for
from companion.screens.layouts import at_frame, draw
from companion.screens.picture import Picture
from companion.settings.schema import DEFAULTS, Panel, Settings
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.disk import DISK, Disk
from companion.storage.journal import seal
from companion.storage.records import Store
from companion.table import modes
from companion.table.choices import Page, Remedy
from companion.table.from_record import resume
from companion.table.state import House, Overlay, Refused, Table
from companion.tags.tag_decks import Piece, TagDeck
from tests.patience import Came, until

ROOT = Path(__file__).parents[1]
REGULARS = ("Ann", "Bob", "Cid")
BIRD_DOG_ONLY: Mapping[str, Game] = {"birddog": BIRD_DOG}

FULL_DEAL = """
    10D | DOWN DOWN OK | OK | AC 10C KC | QS KS AS | AH 10H KH | JC QC 9D | JS 10S JD | AD 9H KD | QD QH JH
"""
"""birddog-full-deal as gestures, Cid dealing: Bob declares, nobody says nil, seven tricks."""

RECORDS = {
    f"{path.parents[1].name}-{path.stem}": path for path in sorted(ROOT.glob("companion/games/*/records/*.table"))
}
"""The records of all games with their expected answers, such as "birddog-full-deal"."""

FULL_DEAL_RECORD = RECORDS["birddog-full-deal"].read_text("utf-8").splitlines()
"""Its lines, with the comments that give the consequences."""

DEAL_GESTURES = FULL_DEAL.replace("|", " ").split()
END_HERE = ("HOLD", *("UP",) * 4, "OK", "OK")
"""The place of the entry in the menu, before parking, health and shutting down, and the answer."""
SLEEPY = Panel(dim_after_s=20, dark_after_s=50)
"""A panel that is sooner dark than by default: most of such a test would be minutes in which nothing happens."""
FRAMES = 4
"""Maximum frames of an animation."""

BUTTONS = frozenset("BACK UP DOWN OK".split())


@dataclass
class Evening:
    """One SD card, and the running table; `again` pulls the plug and puts it back."""

    root: Path
    games: Mapping[str, Game] = field(default_factory=lambda: BIRD_DOG_ONLY)
    regulars: tuple[str, ...] = REGULARS
    disk: Disk = DISK
    reader: str = "mfrc522"
    controller: str = "ssd1306"
    deck: TagDeck | None = None
    panel: Panel = DEFAULTS.panel
    box: SimulatedBox = field(init=False)

    def __post_init__(self) -> None:
        self.switch_on()

    def switch_on(
        self,
        settings: Settings | None = None,
        faults: Iterable[str] = (),
        *,
        lying: Iterable[bytes] = (),
        **around: Any,
    ) -> SimulatedBox:
        """Switch on, with the files of the SD card; by default the settings name reader and panel alone."""
        settings = settings or Settings(
            reader=ReaderSettings(kind=self.reader), panel=replace(self.panel, kind=self.controller)
        )
        surroundings = replace(SIMULATED.around, **around)
        equipment = replace(SIMULATED, games=self.games, around=surroundings, settings=settings, regulars=self.regulars)
        setup = SimulatedSetup(equipment, deck=self.deck, faults=tuple(faults))
        self.box = SimulatedBox(Store(self.root, self.disk), setup, lying=lying)
        return self.box

    def again(self) -> SimulatedBox:
        """Pull the plug and put it back."""
        self.box.pull_the_plug()
        return self.switch_on()

    def does(self, *gestures: str) -> None:
        """Press buttons by name, "HOLD" for BACK held; tap anything else, with + between cards together."""
        for gesture in gestures:
            if gesture in BUTTONS:
                self.box.press(gesture)
            elif gesture == "HOLD":
                self.box.hold()
            else:
                self.box.tap(*gesture.removesuffix("-card").split("+"))

    @property
    def page(self) -> Page | None:
        """The text on the display."""
        return self.box.table.page

    @property
    def overlay(self) -> Overlay:
        """The notice or question over the picture."""
        return self.box.table.overlay

    @property
    def asks(self) -> str:
        """The kind of the open question; empty: none."""
        return asks(self.box.table)

    @property
    def question(self) -> Question:
        """The open question, which must be there."""
        question = self.box.table.question
        assert question is not None
        return question

    @property
    def refusal(self) -> Refused:
        """Why the last tap or press was refused, which it must be."""
        assert isinstance(self.overlay, Refused)
        return self.overlay

    @property
    def match(self) -> Match:
        """The match in play."""
        return self.box.table.playing

    def story(self) -> list[str]:
        """The lines of the running record without notes."""
        return [line for line in self.saved() if not line.startswith(";")]

    def seen(self) -> Picture:
        """The visible picture, checked against the table, in any frame of an animation."""
        glass = self.box.glass
        assert any(glass == picture_of(self.box.table, frame) for frame in range(FRAMES))
        return glass

    def sits_down(self, *, scanned: bool = False, dealer: str = "Cid") -> None:
        """Seat Ann, Bob and Cid at Bird Dog with the rules of the book."""
        self.does("OK", "OK", "OK", "OK", *("DOWN",) * REGULARS.index(dealer), "OK")
        self.does(*(("DOWN", "OK") if scanned else ("OK",)))

    def lays(self, *cards: str) -> None:
        """Play these cards one by one; the first answer to "whose" is the next player."""
        for place, card in enumerate(cards):
            self.does(card)
            if self.asks == "again":
                self.does(*(("OK",) if place else ("DOWN", "OK")))

    def turns_until(self, comes: Callable[[], Came | None]) -> Came:
        """Turn until this is true; returns it."""

        def came() -> Came | None:
            self.box.turn()
            return comes()

        return until(came)

    def record(self) -> Path:
        """The running record, which must exist."""
        (path,) = (self.root / "records" / "running").glob("*.table")
        return path

    def saved(self) -> list[str]:
        """The lines of the running record without their seals, notes included."""
        lines = self.record().read_text("utf-8").splitlines()
        return [_unsealed(line) for line in lines]


ASKS = {
    modes.SameTable: "same table",
    modes.NeverRead: "never read",
    modes.WhoseCard: "again",
    modes.OutOfTurn: "who",
    modes.WhichSwap: "whose",
    modes.Menu: "menu",
}


def asks(table: Table) -> str:
    """The kind of the open question, for a set-up its step; empty: none."""
    match modes.uncover(table.mode):
        case modes.SettingUp(setup=setup):
            return setup.step.name.lower() if setup.step else ""
        case modes.Revoke(answers=answers):
            return "take back" if Remedy.TAKE_BACK in answers else "remedy"
        case mode:
            return ASKS.get(type(mode), "")


def _unsealed(line: str) -> str:
    return line.rsplit(" n=", 1)[0].removesuffix(" ;").rstrip()


def whole(name: str) -> list[str]:
    """The lines of one of the records of the games, without comments."""
    lines = (line.split("#")[0].strip() for line in RECORDS[name].read_text("utf-8").splitlines())
    return [line for line in lines if line]


def begun(root: Path, *lines: str) -> None:
    """Store a running record with these lines."""
    record, crc = Store(root).begin("2026-01-01-000000-begun"), 0
    for number, line in enumerate(lines, 1):
        sealed, crc = seal(line, number, "2026-01-01T00:00:00", crc)
        record.append(sealed)
    record.close()


def played_out(root: Path, *lines: str) -> Path:
    """Store a finished record with these lines."""
    begun(root, *lines)
    store = Store(root)
    return store.finish(store.resume(store.all_running()[0])[0])


def uid_of(deck: TagDeck, piece: Piece) -> bytes:
    """The first tag of this piece, which must have one."""
    return next(uid for uid, other in deck.pieces.items() if other == piece)


def match_of(*lines: str, games: Mapping[str, Game] = GAMES) -> Match:
    """The match after these lines, without a machine."""
    *_, last = answers("\n".join(lines), games)
    return last.known_match


def right_match(*lines: str) -> Match:
    """The match after these lines, which must all be right."""
    told = tuple(answers("\n".join(lines), GAMES))
    wrong = [line.text for line in told if not line.answer.applied]
    assert not wrong, wrong
    return told[-1].known_match


def resumed(lines: Sequence[str], house: House | None = None) -> Table:
    """The table to which these lines of a running record lead."""
    table = resume(lines, house or House(GAMES))
    assert table is not None
    return table


def picture_of(table: Table, frame: int = 0) -> Picture:
    """The picture of this table; `frame` counts the steps of an animation."""
    return draw(at_frame(screen_for(table), frame))


def picture_after(*lines: str, games: Mapping[str, Game] = GAMES) -> Picture:
    """The table of a match after these lines."""
    return picture_of(Table(House(games, REGULARS), match_of(*lines, games=games)))


def below_the_top(picture: Picture) -> list[str]:
    """The picture without its two top lines, as rows of pixels."""
    return picture.rows()[16:]


def finds(monkeypatch: pytest.MonkeyPatch, root: Path, devices: Devices) -> None:
    """Let the service find a wire, and these devices on it."""
    monkeypatch.setattr("companion.runtime.service.wires_of", lambda _: (root,))
    monkeypatch.setattr("companion.runtime.service.real", lambda *_: devices)
