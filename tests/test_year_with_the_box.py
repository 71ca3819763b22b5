"""A year with the box, and the evening after it: people come and go, all is backed up, and a fresh box counts the same.

Taps and presses go over the simulated wires; backups, restores and counts are the real commands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.inputs.inputs import Held, Pressed, Tapped
from companion.match.match import Match
from companion.rules.statements import DEAL
from companion.simulation.box import deck_for
from companion.simulation.hands import SimulatedHands
from companion.simulation.next_steps import Action, LayAside, Scan, next_steps
from companion.storage.records import Store
from companion.table.modes import SameTable
from companion.table.state import ScoreChanged, SeatsChanged
from tests.companion.history.sealed import kept, sealed
from tests.evening import ROOT, Evening, whole
from tests.torture import only_with_torture

PLAYED = ("birddog-whole-match", "rook-full-deal-made", "hearts-full-deal", "spades-both-made", "euchre-march")
THIS_EVENING, TARGET = "2027-01-01T20:15:03", 50
MANY = 10_000
"""More deals, and more steps, than any evening has."""


@dataclass
class Box:
    """A box with its own SD card, on which Hearts is played with real cards; nobody scans hands."""

    root: Path
    evening: Evening = field(init=False)

    def __post_init__(self) -> None:
        self.evening = Evening(self.root, games=dict(GAMES), regulars=("Ann", "Bob", "Cid", "Dee", "Eve"))
        self.evening.box.pull_the_plug()
        self.evening.switch_on(wall=lambda: THIS_EVENING)
        self.hands = SimulatedHands(lambda: self.evening.box.recorder, "1")

    @property
    def match(self) -> Match:
        return self.evening.match

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.header.names

    def chooses(self, *entries: str) -> None:
        """The entries of open lists by their beginnings, the shorter way."""
        for entry in entries:
            question = self.evening.question
            place = next(place for place, choice in enumerate(question.choices) if choice.startswith(entry))
            steps, entries_in_all = place - question.cursor, len(question.choices)
            down, up = steps % entries_in_all, -steps % entries_in_all
            self.evening.does(*(["DOWN"] * down if down <= up else ["UP"] * up), "OK")

    def chooses_in_menu(self, *entries: str) -> None:
        self.evening.does("HOLD")
        self.chooses(*entries)

    def sits_down(self) -> None:
        """Ann, Bob, Cid and Dee play Hearts to 50."""
        if isinstance(self.evening.box.table.mode, SameTable):
            self.chooses("new game")
        self.chooses("Hearts", "4", "Ann", "Bob", "Cid", "Dee", "target", "with these", "Ann", "no")

    def plays(self, deals: int = 0, cards: int = 0) -> None:
        """To the end of so many deals or of the match, and then so many statements of the next deal."""
        for _ in range(MANY):
            if not self.match.expects.words or not (deals or cards):
                return
            before = self.match
            self.goes_on()
            if self.match is before:
                continue
            ended = DEAL.name in self.match.expects.words or not self.match.expects.words
            deals, cards = deals - (ended and deals > 0), cards - (not deals and not ended)
        raise AssertionError("the match does not end")

    def ends(self) -> None:
        """From the winner to the question whether the same people play again; there the box is switched off."""
        self.evening.does("OK")
        assert isinstance(self.evening.box.table.mode, SameTable)
        self.evening.box.pull_the_plug()

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        cards = self.hands.cards(self.evening.box.table)
        assert cards is not None
        return cards.hands[seat]

    def goes_on(self) -> None:
        """The next valid thing that people do."""
        table = self.evening.box.table
        for action in next_steps(table, self.hands.cards(table), self.hands.tip(table)):
            self.does(action)
        self.evening.box.turn()

    def does(self, action: Action) -> None:
        box = self.evening.box
        match action:
            case LayAside(words=words):
                self.hands.lay(box.table, words)
            case Scan():
                box.tap(self.hands.face_down(box.table))
            case Tapped() | Pressed() | Held():
                box.do(action)


@dataclass(frozen=True)
class Computer:
    """A computer with the `companion` command, and a home directory without settings."""

    home: Path

    def companion(self, *words: object, status: int = 0) -> str:
        """What the command prints, in a process of its own."""
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "COMPANION_"))}
        done = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "companion", *map(str, words)],
            env={**environ, "HOME": str(self.home), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    def counts(self, root: Path, *words: str) -> str:
        return self.companion("history", "--json", *words, "--data", root)

    def backs_up(self, root: Path, name: str) -> Path:
        file = self.home / name
        self.companion("backup", file, "--data", root)
        return file


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    (tmp_path / "home").mkdir()
    return Computer(tmp_path / "home")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The SD card of a box on which an evening a week was played for a year."""
    root = tmp_path / "box"
    for week in range(52):
        day, game = (date(2026, 1, 2) + timedelta(weeks=week)).isoformat(), PLAYED[week % len(PLAYED)]
        kept(root, f"{day}-201503-{game.split('-')[0]}", sealed([*whole(game), "end"], f"{day}T20:15:03"))
    (root / "drinks.txt").write_text("beer red\n", encoding="utf-8")
    Store(root).decks.save(deck_for(GAMES["hearts"]))
    return root


@only_with_torture
def test_after_an_evening_of_comings_and_goings_a_fresh_box_counts_the_year_before_to_the_digit(
    root: Path, computer: Computer, tmp_path: Path
) -> None:
    year = computer.counts(root)
    old = computer.backs_up(root, "old.zip")
    with Store(root).alone():  # as the service has it
        box = Box(root)
        box.sits_down()
        box.plays(deals=2, cards=9)
        box.chooses_in_menu("seats", "Bob", "Eve")
        assert (box.names, box.evening.overlay) == (("Ann", "Eve", "Cid", "Dee"), SeatsChanged())
        box.plays(cards=6)
        box.chooses_in_menu("seats", "Cid", "the computer", "easy")
        assert box.names == ("Ann", "Eve", "Tom", "Dee")
        scanning, held = box.evening.box.table.scanning(), len(box.cards_of(2))
        assert scanning == (2, held)
        middle = computer.backs_up(root, "middle.zip")
        box.plays(deals=1)
        before = box.match.scores
        box.chooses_in_menu("correct a score", "Dee", "+5:", "counted wrong")
        assert isinstance(box.evening.overlay, ScoreChanged)
        assert box.match.scores == (*before[:3], before[3] + 5)
        box.plays(deals=MANY)
        scores, winners = box.match.scores, box.match.winners
        assert max(scores) >= TARGET
        box.ends()
    new = computer.backs_up(root, "new.zip")

    fresh = tmp_path / "fresh"
    computer.companion("restore", new, "--data", fresh)
    assert computer.counts(fresh, "--until", "2026-12") == year
    (last,) = json.loads(computer.counts(fresh, "--since", "2027"))["evenings"]
    assert (last["number"], last["game"], last["names"]) == (53, "hearts", ["Ann", "Eve", "Tom", "Dee"])
    assert (last["curve"]["points"][-1], last["winners"]) == ([*scores], [*winners])
    assert last["curve"]["corrected"] == [3]
    assert files(fresh) == files(root)
    assert Box(fresh).names == ("Ann", "Eve", "Tom", "Dee")  # are asked whether they play again

    otherwise = tmp_path / "otherwise"
    computer.companion("restore", new, old, middle, "--data", otherwise)
    assert files(otherwise) == files(root)

    busy = tmp_path / "busy"
    with Store(busy).alone():
        Box(busy).sits_down()
        found = files(busy)
        told = computer.companion("restore", new, "--data", busy, status=2)
    assert "another companion is at work" in told
    assert files(busy) == found


def files(root: Path) -> dict[str, bytes]:
    """Records, decks and lists as they lie on a card."""
    paths = (path for path in root.rglob("*") if path.is_file() and path.suffix in {".table", ".json", ".txt"})
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}
