"""`companion check`: judge every record line by line, for people or as JSON (table-record: What it answers).

Each line is answered before the next is read, and only what `undo` may need is kept: memory does not grow with the
record. A file that is no record prints nothing, so the file is scanned first.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from companion.cli.check_report import LEGEND, answer_lines, summary
from companion.cli.console import painter, with_bar
from companion.games.registry import GAMES
from companion.match.checker import NoRecordError, answered, final
from companion.match.compact_match import Memory
from companion.storage.journal import misfits
from companion.storage.large_record import opened
from companion.storage.record_source import RecordFileError
from companion.support.text import visible
from companion.support.values import dataclass

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from companion.match.checker import LineAnswer
    from companion.match.match import Match
    from companion.storage.large_record import LongRecord
    from companion.support.paint import Paint

ALL_RIGHT, SOMETHING_WRONG, NO_RECORD = 0, 1, 2
"""The exit statuses; of several files the worst."""


def check(arguments: Namespace) -> int:
    """Check each of `arguments.files`; with `arguments.json` print one object a line.

    for example:
      companion check evening.table
      companion check --json *.table | jq 'select(.final)'

    exit status:
      0  no illegal statement, no error, no revoke that stands
      1  there was one of these
      2  a file is no record: missing, not UTF-8, or no right game and players
      Of several files the worst.
    """
    several = len(arguments.files) > 1
    return max(_check_file(name, as_json=arguments.json, several=several) for name in arguments.files)


def _check_file(name: str, *, as_json: bool, several: bool) -> int:
    try:
        with opened(name) as record:
            _refuse_what_is_none(record)
            for line, sentence in misfits(record.raw()) if record.summed else ():
                _complain(name, f"warning: line {line}: {sentence}")
            return _print_answers(record, name if several else "", as_json=as_json)
    except (RecordFileError, NoRecordError) as problem:
        _complain(name, str(problem))
        return NO_RECORD


def _refuse_what_is_none(record: LongRecord) -> None:
    """Raises NoRecordError before anything is printed: a file is a record once it has players."""
    for one in answered(record.text(), GAMES):
        if one.match is not None:
            return


def _print_answers(record: LongRecord, label: str, *, as_json: bool) -> int:
    """Print every answer at once; returns the exit status."""
    memory, counts = Memory(), Counter[str]()
    paint = painter(sys.stdout)
    write = Writing(label, None if as_json else paint)
    _print(write.opening())
    match: Match | None = None
    for one in _with_bar(answered(record.text(), GAMES, memory.say), record.lines):
        counts[one.answer.verdict.word] += 1
        match = one.match
        _print(write.answer(one))
    assert match is not None, "a record has players"
    closing = final(match, counts["illegal"], memory.revokes)
    _print(write.closing(match, closing, counts["error"]))
    return SOMETHING_WRONG if counts["illegal"] or counts["error"] or closing["revokes"] else ALL_RIGHT


def _with_bar(found: Iterator[LineAnswer], lines: int) -> Iterator[LineAnswer]:
    """Show a progress bar if the answers go to a file or a pipe."""
    return found if sys.stdout.isatty() else with_bar(found, lines, sys.stderr, time.monotonic)


def _print(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class Writing:
    """The format of answers: text for people with `paint`, else one JSON object a line.

    `label` names the file if there are several.
    """

    label: str
    paint: Paint | None

    def opening(self) -> Iterator[str]:
        """The lines before all answers."""
        if self.paint is not None:
            if self.label:
                yield self.paint(visible(self.label), "bold")
            yield self.paint(LEGEND, "dim")

    def answer(self, found: LineAnswer) -> Iterator[str]:
        """The lines of one answer."""
        if self.paint is not None:
            yield from answer_lines(found, self.paint)
        else:
            yield self._row(found.as_json())

    def closing(self, match: Match, final: dict[str, Any], errors: int) -> Iterator[str]:
        """The lines at the end: the standing, and the count of errors."""
        if self.paint is None:
            yield self._row(final)
            return
        yield ""
        yield from summary(match, final, errors)
        if self.label:
            yield ""

    def _row(self, row: dict[str, Any]) -> str:
        label = {"file": self.label} if self.label else {}
        return visible(json.dumps(label | row, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class Result:
    """All answers to one record."""

    found: tuple[LineAnswer, ...]

    @property
    def match(self) -> Match:
        """The match after the last line."""
        match = self.found[-1].match
        assert match is not None, "a record has players"
        return match

    @property
    def closing(self) -> dict[str, Any]:
        """The final row."""
        return final(self.match, self._count("illegal"))

    @property
    def faulty(self) -> bool:
        """Whether there is an illegal statement, an error, or an open revoke."""
        return bool(self._count("illegal") or self.errors or self.closing["revokes"])

    @property
    def errors(self) -> int:
        """The number of lines that cannot be read or do not fit."""
        return self._count("error")

    def _count(self, verdict: str) -> int:
        return sum(one.answer.verdict.word == verdict for one in self.found)


def _complain(name: str, sentence: str) -> None:
    sys.stderr.write(visible(f"companion check: {name}: {sentence}") + "\n")
