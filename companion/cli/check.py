"""`companion check`: judge every record line by line, for people or as JSON (docs/record-format.md).

Each line is answered before the next is read, and only what `undo` may need is kept: memory does not grow with the
record. A file that is no record prints nothing, so the file is scanned first.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.cli.arguments import tried
from companion.cli.check_report import LEGEND, answer_lines, summary
from companion.cli.console import painter, print_lines, with_bar
from companion.cli.wrong_use import complain
from companion.games.registry import GAMES
from companion.match.checker import NoRecordError, answered, final
from companion.match.compact_match import CompactMatch
from companion.match.match import Match
from companion.storage.journal import misfits
from companion.storage.record_source import LongRecord, RecordFileError, open_record
from companion.support.text import visible

if TYPE_CHECKING:
    from argparse import Namespace


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
    if arguments.game:
        tried(arguments.game)
    several = len(arguments.files) > 1
    return max(_check_file(name, name if several else "", as_json=arguments.json) for name in arguments.files)


def _check_file(name: str, label: str, *, as_json: bool) -> int:
    """Check one file; `label` names it in each answer (empty: there is no other)."""
    try:
        with open_record(name) as record:
            any(
                line_answer.match for line_answer in answered(record.text(), GAMES)
            )  # a file without players prints nothing
            for line, sentence in misfits(record.raw()) if record.summed else ():
                complain("check", f"{name}: warning: line {line}: {sentence}")
            return _print_answers(record, label, as_json=as_json)
    except (RecordFileError, NoRecordError) as problem:
        complain("check", f"{name}: {problem}")
        return NO_RECORD


def _print_answers(record: LongRecord, label: str, *, as_json: bool) -> int:
    """Print every answer at once; returns the exit status."""
    memory, counts, paint = CompactMatch(), Counter[str](), painter()
    if not as_json:
        print_lines([*([paint(visible(label), "bold")] if label else []), paint(LEGEND, "dim")])
    match: Match | None = None
    found = answered(record.text(), GAMES, memory.say)
    for line_answer in found if sys.stdout.isatty() else with_bar(found, record.lines):
        counts[line_answer.answer.verdict.word] += 1
        match = line_answer.match
        print_lines([_row(label, line_answer.as_json())] if as_json else answer_lines(line_answer, paint))
    assert match is not None, "a record has players"
    closing = final(match, counts["illegal"], memory.revokes)
    errors = counts["error"]
    print_lines([_row(label, closing)] if as_json else ["", *summary(match, closing, errors), *([""] if label else [])])
    return status_of(closing, errors)


def status_of(closing: Mapping[str, Any], errors: int) -> int:
    """The exit status for the final row of a record and its number of errors."""
    return SOMETHING_WRONG if closing["illegal"] or errors or closing["revokes"] else ALL_RIGHT


def _row(label: str, row: dict[str, Any]) -> str:
    return visible(json.dumps(({"file": label} if label else {}) | row, ensure_ascii=False))
