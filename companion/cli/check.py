"""`companion check`: judge every record line by line, for people or as JSON (docs/record-format.md).

for example:
  companion check evening.table
  companion check --json *.table | jq 'select(.final)'

exit status:
  0  no illegal statement, no error, and no revoke that stands
  1  one of these was found
  2  a file is not a record: it is missing, not UTF-8, or begins without game and players;
     or its game, of somebody else, fails
  For several files: the highest of their statuses.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from companion.cli.arguments import try_game
from companion.cli.commands import TRIED, Command, argument, flag
from companion.cli.console import complain, painter, print_lines, with_bar
from companion.games.plugin_form import describe_fault
from companion.games.registry import GAMES
from companion.match.checker import GuestError, LineAnswer, NoRecordError, answer_each, final, guests_blamed
from companion.match.compact_match import CompactMatch
from companion.match.match import Match
from companion.rules.corrections import ScoreCorrected
from companion.rules.events import DealScored, Event, Impossible, Revoked, ScoreWithdrawn, TrickTaken
from companion.rules.game import Game
from companion.rules.referee.verdicts import COMMON_RULES, Illegal
from companion.storage.journal import misfits
from companion.storage.record_source import LongRecord, RecordFileError, open_record
from companion.support.text import Paint, listing, visible

ALL_RIGHT, SOMETHING_WRONG, NO_RECORD = 0, 1, 2
"""The exit statuses; of several files the worst."""


COMMAND = Command(
    "check",
    arguments={
        "--json": flag("print one JSON object a line instead of words"),
        "--game": TRIED,
        "files": argument(
            "FILE",
            "a table record; - is standard input",
            nargs="+",
            asks="Which record? For example: companion check evening.table",
        ),
    },
)


def check(arguments: Namespace) -> int:
    """Check each of `arguments.files`; with `arguments.json` print one object a line. Returns the exit status.

    Each line is answered before the next is read, and only what `undo` may need is kept: memory does not grow with the
    record. A file that is no record prints nothing, so the file is scanned first.
    """
    if arguments.game:
        try_game(arguments.game)
    several = len(arguments.files) > 1
    return max(_check_file(name, name if several else "", as_json=arguments.json) for name in arguments.files)


def _check_file(name: str, label: str, *, as_json: bool) -> int:
    """Check one file; `label` names it in each answer (empty: there is no other)."""
    try:
        with open_record(name) as record:
            opened = next(found.match for found in answer_each(record.text(), GAMES) if found.match)
            for warning in sum_warnings(record):
                complain("check", f"{name}: {warning}")
            return _print_answers(record, opened.header.game, label, as_json=as_json)
    except (RecordFileError, NoRecordError) as problem:
        complain("check", f"{name}: {describe_problem(problem)}")
        return NO_RECORD


def sum_warnings(record: LongRecord) -> Iterator[str]:
    """The check sums that do not fit; of lines in a row with the same fault the first, and how many more there are."""
    for sentence, lines in groupby(misfits(record.raw()) if record.summed else (), lambda found: found[1]):
        first, *others = (line for line, _ in lines)
        more = f" (and {len(others)} more line{'s' * (len(others) > 1)} like it)" if others else ""
        yield f"warning: line {first}: {sentence}{more}"


def describe_problem(problem: Exception) -> str:
    """Why a file is no record, or what its game raised, and where."""
    cause = problem.__cause__
    fault = f": {describe_fault(cause)}" if isinstance(problem, GuestError) and cause else ""
    return f"{_beginning(str(problem))}{fault}"


def _print_answers(record: LongRecord, game: Game, label: str, *, as_json: bool) -> int:
    """Print every answer at once; returns the exit status."""
    memory, counts, paint = CompactMatch(), Counter[str](), painter()
    if not as_json:
        print_lines([*([paint(visible(label), "bold")] if label else []), paint(LEGEND, "dim")])
    match: Match | None = None
    first = ""
    found = answer_each(record.text(), GAMES, memory.say)
    for line_answer in found if sys.stdout.isatty() else with_bar(found, record.lines):
        counts[line_answer.answer.verdict.word] += 1
        first = first or where_wrong(line_answer)
        match = line_answer.match
        with guests_blamed(game, GuestError, line_answer.line):
            lines = [_row(label, line_answer.as_json())] if as_json else [*answer_lines(line_answer, paint)]
        print_lines(lines)
    assert match is not None, "a record has players"
    errors = counts["error"]
    with guests_blamed(game, GuestError):
        closing = final(match, counts["illegal"], memory.revokes)
        ending = ["", *summary(match, closing, errors, first), *([""] if label else [])]
    print_lines([_row(label, closing)] if as_json else ending)
    return status_of(closing, errors)


def status_of(closing: Mapping[str, Any], errors: int) -> int:
    """The exit status for the final row of a record and its number of errors."""
    return SOMETHING_WRONG if closing["illegal"] or errors or closing["revokes"] else ALL_RIGHT


def _row(label: str, row: dict[str, Any]) -> str:
    return visible(json.dumps(({"file": label} if label else {}) | row, ensure_ascii=False))


MARKS = {"legal": "✓", "trust": "~", "illegal": "✗", "error": "!"}
STYLES = {"legal": "green", "trust": "yellow", "illegal": "bold red", "error": "bold red"}
LEGEND = "✓ legal   ~ on trust   ✗ illegal   ! error"
INDENT = " " * 9
LONGEST = 400
"""Characters of a line or of a reason that are shown."""


def answer_lines(found: LineAnswer, paint: Paint) -> Iterator[str]:
    """The lines for one answer: the statement with its mark, its events, and the score after a deal."""
    word = found.answer.verdict.word
    yield f"{found.line:6} {paint(MARKS[word], STYLES[word])} {_beginning(_statement(found.text))}{_objection(found)}"
    for event in found.answer.events:
        assert found.match is not None, "something follows in a match only"
        told = visible(describe_event(event, found.match))
        yield INDENT + paint(told, "bold red" if isinstance(event, Revoked) else "")
        if isinstance(event, DealScored | ScoreWithdrawn | ScoreCorrected):
            yield INDENT + paint(visible(f"Score: {_score(found.match)}"), "bold")
    if found.match is not None and (why := found.match.remark[1]) and found.answer.events:
        yield INDENT + visible(why)


def where_wrong(found: LineAnswer) -> str:
    """The line with what is wrong in it. Empty: it is legal or on trust."""
    objection = _objection(found).strip()
    return f"line {found.line}, {_beginning(_statement(found.text))}: {objection}" if objection else ""


def summary(match: Match, final: Mapping[str, Any], errors: int, first: str) -> Iterator[str]:
    """The last lines: the standing, what was wrong `first` (empty: nothing), and the count of errors."""
    score = f"Score: {_score(match)}. " if match.header.game.keeps_score else ""
    winners: list[str] = final["winners"]
    ending = f"{listing(winners)} win{'s' * (len(winners) == 1)} the game." if winners else "The game is not over."
    yield visible(score + ending)
    counts = ((final["illegal"], "illegal statement"), (errors, "error"), (final["revokes"], "revoke"))
    if first:
        yield f"The first that is wrong: {first}"
        if final["illegal"] + errors > 1:
            yield "What is wrong below it may come from it."
    wrong = ", ".join(f"{number} {name}{'s' * (number != 1)}" for number, name in counts if number)
    yield wrong + "." if wrong else "No illegal statement, no error, no revoke."


def _statement(line: str) -> str:
    """The line without comment and annotation."""
    return line.split("#", 1)[0].split(";", 1)[0].strip().expandtabs(1)


def _beginning(text: str) -> str:
    """At most so much of it as fits some lines of a terminal."""
    return visible(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")


def _objection(found: LineAnswer) -> str:
    verdict = found.answer.verdict
    if isinstance(verdict, Illegal):
        return f"   {found.reason} ({verdict.rule.name})"
    return f"   {_beginning(found.reason)}" if found.reason else ""


def describe_event(event: Event, match: Match) -> str:
    """An event as a sentence, followed by what only a reader of the whole record needs."""
    return f"{event.sentence(match.header.names)}{_details(event, match)}"


def _details(event: Event, match: Match) -> str:
    """The cards of a trick, the plays in question, the deal and the rule of a revoke. Empty: there are none."""
    match event:
        case TrickTaken(winner=winner):
            cards = dict(match.header.game.shown.middle(match.state, taken=True))[winner]
            return f" with {' '.join(map(str, cards))}"
        case Impossible(suspects=suspects):
            names = match.header.names
            return f": {', '.join(f'{names[play.player]} {play.card} (trick {play.trick})' for play in suspects)}"
        case Revoked(deal=deal, rule=rule, correctable=correctable):
            rules = (*match.header.game.rules, *COMMON_RULES)
            broken = next((known.sentence for known in rules if known.name == rule), rule)
            return f", deal {deal}: {broken}{' It can still be taken back.' if correctable else ''}"
    return ""


def _score(match: Match) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(match.header.names, match.scores, strict=True))
