"""The records of a game and the answers that are written in them; every rule and house rule has one.

`# -> VERDICT` after a line is its verdict (legal or trust where there is none), with the sentence that the table
shows if one stands after a colon; `# => EVENT field=value …` below it an event; tricks may be left out.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.match.checker import LineAnswer, answers
from companion.rules.game import Game
from companion.rules.referee import verdicts
from companion.testing.evening import lines_of, reread

VERDICT = re.compile(r"#\s*->\s*(.+)$")
EVENT = re.compile(r"^\s*#\s*=>\s*(\S+)\s*(.*)$")
BROKEN = re.compile(r"# -> illegal ([\w-]+)")
OPTION = re.compile(r"^option (\S+ \S+)", re.MULTILINE)


def folder_of(game: Game) -> Traversable:
    """The folder `records` beside the module of the rules, also of one that lies in a package that is zipped."""
    module = sys.modules[type(game).__module__]
    return (files(module.__package__) if module.__package__ else Path(module.__file__ or "").parent) / "records"


def texts_of(game: Game, ending: str = ".table") -> Mapping[str, str]:
    """The files of the game's `records` folder with this ending, by name."""
    there = folder_of(game)
    found = there.iterdir() if there.is_dir() else ()
    return {
        traversable.name: traversable.read_text("utf-8") for traversable in found if traversable.name.endswith(ending)
    }


def records(game: Game, _: int = 0) -> None:
    """Every record in the game's folder `records` gives the answers that are written in it."""
    found = texts_of(game)
    assert found, f"{game.title} has no records in {folder_of(game)}"
    for name, text in sorted(found.items()):
        try:
            gives_its_answers(text, game)
            is_written_again(text, game)
        except AssertionError as problem:
            raise AssertionError(f"{name}, {problem}") from problem


def gives_its_answers(text: str, game: Game) -> None:
    """Whether a record gives the answers that are written in it."""
    events = _expected_events(text)
    for answer in answers(text, {game.name: game}):
        row = answer.as_json()
        comment = VERDICT.search(answer.text)
        wanted, _, sentence = (comment[1].strip() if comment else "legal or trust").partition(": ")
        verdict = f"{row['verdict']} {row['rule']}" if row["rule"] else row["verdict"]
        right = verdict == wanted if comment else verdict in {"legal", "trust"}
        assert right, f"line {answer.line}: “{answer.text}” is {verdict}"
        assert not sentence or sentence == answer.reason, f"line {answer.line}: the table tells “{answer.reason}”"
        _assert_events(answer, events.pop(answer.line, []))
    assert not events, f"line {min(events)}: events stand below no statement"


def is_written_again(text: str, game: Game) -> None:
    """Whether what the program writes of a record leads to the same state as the record."""
    *_, last = answers(text, {game.name: game})
    if last.match is not None and last.match.header.opener is not None:
        _, again = reread(lines_of(last.match), game)
        assert again.state == last.match.state, "written by the program it leads to another state"


def _expected_events(text: str) -> dict[int, list[tuple[str, str]]]:
    """The event comments below each line that says something, by line number."""
    expected: dict[int, list[tuple[str, str]]] = {}
    said = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if comment := EVENT.match(line):
            expected.setdefault(said, []).append((comment[1], comment[2].strip()))
        elif line.split("#")[0].strip():
            said = number
    return expected


def _assert_events(answer: LineAnswer, expected: list[tuple[str, str]]) -> None:
    kinds = [kind for kind, _ in expected]
    found = [event for event in answer.as_json()["events"] if event["event"] != "trick" or "trick" in kinds]
    right = "\n".join(map(_comment_of, found)) or "nothing: take away what stands there"
    where = f"line {answer.line}, write below “{answer.text}”:\n{right}"
    assert [event["event"] for event in found] == kinds, where
    for event, (kind, fields) in zip(found, expected, strict=True):
        words = dict(word.split("=") for word in fields.split())
        if kind in {"deal-score", "score-withdrawn"}:
            assert event["scores"] == {name: int(points) for name, points in words.items()}, where
        else:
            told = {name: _write_field(value) for name, value in event.items()}
            assert {name: told.get(name) for name in words} == words, where


def _comment_of(event: Mapping[str, Any]) -> str:
    """An event as a comment of a record."""
    scores = event.get("scores")
    fields = scores if isinstance(scores, dict) else {name: event[name] for name in event if name != "event"}
    write = "{:+}".format if fields is scores else _write_field
    written = (f"{name}={write(value)}" for name, value in fields.items())
    return " ".join(("# =>", event["event"], *written))


def _write_field(value: Any) -> str:
    """A field of an event as comments write it."""
    match value:
        case bool():
            return str(value).lower()
        case dict() if "trick" in value:
            return f"{value['player']}:{value['trick']}:{value['card']}"
        case list():
            return ",".join(map(_write_field, value))
        case _:
            return str(value)


def every_rule_has_a_record(game: Game, _: int = 0) -> None:
    """Every rule is broken in a record of the game's folder, and every value of an option but the first is played."""
    text = "\n".join(texts_of(game).values())
    own, broken = {rule.name for rule in game.rules}, set(BROKEN.findall(text))
    common = {rule.name for rule in verdicts.COMMON_RULES}
    findings = []
    if missing := sorted((own | _rules_that_apply(game)) - broken):
        findings.append(f"no record breaks {', '.join(missing)}: write “# -> illegal {missing[0]}” behind a line")
    if unknown := sorted(broken - own - common):
        findings.append(f"{', '.join(unknown)} is broken in a record, and no rule of {game.title}")
    values = {f"{option.name} {value}" for option in game.options for value in option.values[1:]}
    if unplayed := sorted(values - set(OPTION.findall(text))):
        findings.append(f"no record is played with “option {', '.join(unplayed)}”")
    assert not findings, "\n".join(findings)


def _rules_that_apply(game: Game) -> set[str]:
    """The common rules that some line of this game can break."""
    words, cards = {word.name for word in game.words}, any(word.cards for word in game.words)
    applies = {
        verdicts.NO_REVOKE: "remedy" in words,
        verdicts.NOT_IN_HAND: "hand" in words,
        verdicts.NOT_IN_DECK: "markers" in game.brings,
        verdicts.ALREADY_PASSED: False,  # of an auction whose rules say so: a game may let people bid again
        verdicts.NOT_YOUR_TURN: max(game.players) > 1,
        verdicts.CARD_COUNT: cards,
        verdicts.CARD_USED: cards,
    }
    return {rule.name for rule in verdicts.COMMON_RULES if applies.get(rule, True)}
