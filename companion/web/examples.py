"""The example matches of the page: records of whole deals, replayed gesture by gesture."""

from __future__ import annotations

from contextlib import suppress
from importlib.resources import files
from itertools import dropwhile
from pathlib import Path

from companion.games.registry import GAMES, entry_of
from companion.match.checker import LineAnswer, answers
from companion.match.match import Match
from companion.rules.dealer import INTO_A_HAND
from companion.rules.events import TrickTaken
from companion.rules.referee.verdicts import Illegal
from companion.simulation.gesture_search import Gesture, gesture_for, refused_tap, statement_of, story
from companion.simulation.hands import SHOWN
from companion.simulation.replay import seats_scanned, write_running
from companion.storage.disk import StorageError, in_words
from companion.storage.records import Store
from companion.support.values import dataclass
from companion.table.state import Table

AFTER_REFUSAL = 6
"""Lines that are shown from the refused one on, in a game without tricks."""


@dataclass(frozen=True, slots=True)
class Example:
    """A record, or a part of it: its statements after the header, and how the record ends."""

    lines: tuple[LineAnswer, ...]
    end: Match

    def begin(self, store: Store) -> Path:
        """Store a running record before its first deal, which the next power-on resumes; returns where it is."""
        return write_running(store, self.end.header, seats_scanned(story(self.end)), (), notes=(SHOWN,))


def examples() -> tuple[str, ...]:
    """The games that bring one, by their names."""
    return tuple(sorted(name for name in GAMES if entry_of(name).example))


def example_of(game: str) -> Example:
    """The example of this game, one of `examples`."""
    package, path = entry_of(game).example.split(":")
    text = files(package).joinpath(path).read_text("utf-8")
    lines = tuple(answers(text, GAMES))
    end = lines[-1].match
    assert end is not None, "an example has players"
    return Example(tuple(dropwhile(lambda line: line.match is None or line.match.said is None, lines)), end)


def forget(record: Path) -> None:
    """Delete the record of an example: nobody played it. Raises StorageError."""
    with in_words("cannot take an example away", record):
        record.unlink(missing_ok=True)


def forget_left_over(store: Store) -> None:
    """Delete the examples that were being shown when the program was killed; passes over what cannot be read."""
    with suppress(StorageError):  # the start that follows tells it
        for record in store.all_running():
            with suppress(StorageError):
                if any(line.text == SHOWN for line in store.read(record).lines):
                    forget(record)


def scene_of(example: Example) -> Example:
    """The deal from its beginning to the trick with the first refused line and that which mends it, or the first trick.

    A game without tricks: to some lines after the refused one.
    """
    lines = example.lines
    refused = next((at for at, line in enumerate(lines) if isinstance(line.answer.verdict, Illegal)), 0)
    events = enumerate((line.answer.events for line in lines), 1)
    ends = (place for place, after in events if any(isinstance(event, TrickTaken) for event in after))
    # The trick must hold the line that mends the refused one, too.
    return Example(lines[: next((end for end in ends if end > refused + 1), refused + AFTER_REFUSAL)], example.end)


def rest_of(example: Example, scene: Example) -> Example:
    """What follows the scene in its example; maybe nothing."""
    return Example(example.lines[len(scene.lines) :], example.end)


def scanned_in(line: LineAnswer) -> tuple[str, ...]:
    """The cards, in order, that this line scans into a hand during the deal."""
    said = statement_of(line)
    return tuple(map(str, said.cards)) if said is not None and said.word in INTO_A_HAND else ()


def gesture_of_line(table: Table, line: LineAnswer) -> Gesture | None:
    """The gesture for this line, even for a wrong statement; None: a later line covers it, or no gesture can make it.

    Cards scanned into a hand (`scanned_in`) are not played.
    """
    said = statement_of(line)
    if said is None or line.match is None or scanned_in(line):
        return None
    if isinstance(line.answer.verdict, Illegal):
        return refused_tap(table, said, line.answer.verdict.rule)
    return gesture_for(table, said, line.match) if line.answer.applied else None
