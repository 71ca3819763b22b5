"""The example matches of the page: records of whole deals, replayed gesture by gesture."""

from __future__ import annotations

from importlib.resources import files
from itertools import dropwhile
from typing import TYPE_CHECKING

from companion.games.registry import GAMES, entry_of
from companion.match.checker import LineAnswer, answers
from companion.rules.dealer import INTO_A_HAND
from companion.rules.referee.verdicts import Illegal, OnTrust
from companion.simulation.gesture_search import Gesture, gesture_for, refused_tap, statement_of
from companion.simulation.replay import seats_scanned, write_running
from companion.storage.disk import in_words
from companion.support.values import dataclass

if TYPE_CHECKING:
    from pathlib import Path

    from companion.match.match import Match
    from companion.storage.records import Store
    from companion.table.state import Table

EXAMPLES = tuple(sorted(name for name in GAMES if entry_of(name).example))
"""The games that bring one, by their names."""


@dataclass(frozen=True, slots=True)
class Example:
    """A record: its statements after the header, and the match after the last one."""

    lines: tuple[LineAnswer, ...]
    end: Match

    def begin(self, store: Store) -> None:
        """Store a running record of the header alone; the next power-on resumes it."""
        said = [moment.said for moment in self.end.story() if moment.said is not None]
        write_running(store, self.end.header, seats_scanned(said))


def example_of(game: str) -> Example:
    """The example of this game, one of EXAMPLES."""
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


def caption_of(line: LineAnswer) -> str:
    """The statement, and the referee's verdict unless it is legal."""
    said = line.text.partition("#")[0].strip()
    match line.answer.verdict:
        case Illegal(rule=rule):
            return f"{said} – refused: {rule.sentence}"
        case OnTrust():
            return f"{said} – on trust"
        case _:
            return said


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
