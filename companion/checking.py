"""`companion check`: every record answered line by line, for people or as JSON (table-record: What it answers).

A file is judged to its end before anything of it is printed, so that a file that is no record prints nothing.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from companion.games import GAMES
from companion.journal import check_sums
from companion.patience import painter, with_bar
from companion.record import NoRecordError, answers, final
from companion.recordfile import RecordFileError, load
from companion.spelling import visible
from companion.values import dataclass
from companion.wording import LEGEND, summary, told

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from companion.match import Match
    from companion.record import LineAnswer
    from companion.recordfile import RecordFile
    from companion.wording import Paint

ALL_RIGHT, SOMETHING_WRONG, NO_RECORD = 0, 1, 2
"""The exit statuses; of several files the worst."""


def check(arguments: Namespace) -> int:
    """Check each of `arguments.files`; with `arguments.json` print one object a line."""
    several = len(arguments.files) > 1
    return max(_checked(name, as_json=arguments.json, several=several) for name in arguments.files)


def _checked(name: str, *, as_json: bool, several: bool) -> int:
    try:
        record = load(name)
        found = _judged(record)
    except (RecordFileError, NoRecordError) as problem:
        _complain(name, str(problem))
        return NO_RECORD
    for line, sentence in check_sums(record.raw):
        _complain(name, f"warning: line {line}: {sentence}")
    result = Result(name if several else "", found)
    lines = result.as_json() if as_json else result.as_text(painter(sys.stdout))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return SOMETHING_WRONG if result.faulty else ALL_RIGHT


def _judged(record: RecordFile) -> tuple[LineAnswer, ...]:
    lines = record.text.count("\n") + 1
    return tuple(with_bar(answers(record.text, GAMES), lines, sys.stderr, time.monotonic))


@dataclass(frozen=True, slots=True)
class Result:
    """All answers to one record; `label` names its file among others (empty: there are no others)."""

    label: str
    found: tuple[LineAnswer, ...]

    @property
    def match(self) -> Match:
        """The table as it stands at the end."""
        match = self.found[-1].match
        assert match is not None, "a record has players"
        return match

    @property
    def closing(self) -> dict[str, Any]:
        """The final line."""
        return final(self.match, self._count("illegal"))

    @property
    def faulty(self) -> bool:
        """Whether there is an illegal statement, an error, or a revoke that stands."""
        return bool(self._count("illegal") or self.errors or self.closing["revokes"])

    def as_json(self) -> Iterator[str]:
        """One object a line; `file` in each where there are several files."""
        label = {"file": self.label} if self.label else {}
        for row in (*(one.as_json() for one in self.found), self.closing):
            yield visible(json.dumps(label | row, ensure_ascii=False))

    def as_text(self, paint: Paint) -> Iterator[str]:
        """The same for people."""
        if self.label:
            yield paint(visible(self.label), "bold")
        yield paint(LEGEND, "dim")
        for one in self.found:
            yield from told(one, paint)
        yield ""
        yield from summary(self.match, self.closing, self.errors)
        if self.label:
            yield ""

    @property
    def errors(self) -> int:
        """How many lines cannot be read or do not fit."""
        return self._count("error")

    def _count(self, verdict: str) -> int:
        return sum(one.answer.verdict.word == verdict for one in self.found)


def _complain(name: str, sentence: str) -> None:
    sys.stderr.write(visible(f"companion check: {name}: {sentence}") + "\n")
