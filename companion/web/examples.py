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
from companion.rules.statements import PLAY
from companion.simulation.gesture_search import Gesture, gesture_for, refused_tap, statement_of, story
from companion.simulation.replay import seats_scanned, write_running
from companion.storage.disk import StorageError, in_words
from companion.storage.records import Store
from companion.support.values import dataclass
from companion.table.state import Table

SHOWN = "; example"
"""The note in a record that is shown and that nobody plays."""

LONGEST = 12
"""Lines of a part without tricks."""


@dataclass(frozen=True, slots=True)
class Example:
    """A record, or a part of it: its statements after the header or `after` this match, and how the record ends."""

    lines: tuple[LineAnswer, ...]
    end: Match
    after: Match | None = None

    def begin(self, store: Store) -> None:
        """Store a running record of all that comes before `lines`; the next power-on resumes it."""
        before = [*self.after.said_so_far()] if self.after else []
        write_running(store, self.end.header, seats_scanned(story(self.end)), reversed(before), notes=(SHOWN,))


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
    """The trick with its first refused play and the play that mends it, or else the first trick.

    A game without tricks shows a dozen lines instead.
    """
    lines = example.lines
    plays = [place for place, line in enumerate(lines) if _is_play(line)]
    refused = next((at for at in plays if isinstance(lines[at].answer.verdict, Illegal)), plays[0])
    ends = [place + 1 for place, line in enumerate(lines) if _ends_trick(line)]
    first = max((end for end in ends if end <= refused), default=max(plays[0], refused - LONGEST // 2))
    # The trick must hold the play that mends the refused one, too.
    last = next((end for end in ends if end > refused + 1), first + LONGEST)
    before = lines[first - 1].match if first else None
    assert before is None or before.said is not None, "a scene begins after a statement"
    return Example(lines[first:last], example.end, before)


def rest_of(example: Example, scene: Example) -> Example:
    """What follows the scene in its example; maybe nothing."""
    after = next(place for place, line in enumerate(example.lines, 1) if line is scene.lines[-1])
    return Example(example.lines[after:], example.end)


def _is_play(line: LineAnswer) -> bool:
    """Whether somebody plays cards, rather than giving them away or having them scanned."""
    said, match = statement_of(line), line.match
    if said is None or match is None or said.seat is None or not said.cards or scanned_in(line):
        return False
    return said.word == PLAY or PLAY not in match.header.language.words


def _ends_trick(line: LineAnswer) -> bool:
    return any(isinstance(event, TrickTaken) for event in line.answer.events)


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
