"""What the terminal says and takes in words, to somebody who plays against computers and sees no picture."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW

if TYPE_CHECKING:
    from pathlib import Path


class Typist:
    """Types lines at a table of this game; what is answered has no picture."""

    def __init__(self, directory: Path, game: str) -> None:
        self.session = Session(Store(directory), SimulatedSetup(SIMULATED, seed="3"))
        self.session.opening(NARROW)
        self.told = self.types(game)

    def types(self, *lines: str) -> str:
        """The answer to the last of the lines, in one line without breaks."""
        for line in lines:
            told = self.session.take(line, NARROW)
        self.told = " ".join(re.sub("[│╭╰].*", "", told).split())
        return self.told

    @property
    def played(self) -> int:
        """How much was said and played so far."""
        return self.session.table.playing.applied


def test_a_refusal_says_why_and_what_is_asked_still(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    ann.types("")
    assert "You must follow the suit that was led. Your turn: follow clubs." in ann.types("2s")


def test_pages_of_the_panel_stand_in_words(tmp_path: Path) -> None:
    ann = Typist(tmp_path, "hearts")
    told = ann.types("", "d")
    assert "Kathy: the two of clubs." in told
    assert told.count("Your turn: follow clubs.") == 1
