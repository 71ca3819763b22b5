"""Every record in the folder of a game gives the answers that are written in it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import LineAnswer, answers
from tests.evening import RECORDS

VERDICT = re.compile(r"#\s*->\s*(.+)$")
EVENT = re.compile(r"^\s*#\s*=>\s*(\S+)\s*(.*)$")


def expected_events(text: str) -> dict[int, list[tuple[str, str]]]:
    """The event comments below each line that says something, by line number."""
    expected: dict[int, list[tuple[str, str]]] = {}
    said = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if comment := EVENT.match(line):
            expected.setdefault(said, []).append((comment[1], comment[2].strip()))
        elif line.split("#")[0].strip():
            said = number
    return expected


def written(event: dict[str, Any]) -> dict[str, str]:
    """The fields of an answered event as comments write them."""
    return {name: _written(value) for name, value in event.items()}


def _written(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict() if "trick" in value:
            return f"{value['player']}:{value['trick']}:{value['card']}"
        case list():
            return ",".join(map(_written, value))
        case _:
            return str(value)


def assert_events(answer: LineAnswer, expected: list[tuple[str, str]]) -> None:
    found = answer.as_json()["events"]
    kinds = [kind for kind, _ in expected]
    told = [event for event in found if event["event"] != "trick" or "trick" in kinds]
    assert [event["event"] for event in told] == kinds, f"line {answer.line}: {found}"
    for event, (kind, fields) in zip(told, expected, strict=True):
        words = dict(word.split("=") for word in fields.split())
        if kind in {"deal-score", "score-withdrawn"}:
            assert event["scores"] == {name: int(points) for name, points in words.items()}, f"line {answer.line}"
        else:
            told_words = written(event)
            assert {name: told_words[name] for name in words} == words, f"line {answer.line}"


@pytest.mark.parametrize("name", RECORDS)
def test_record_gives_the_answers_written_in_it(name: str) -> None:
    text = RECORDS[name].read_text("utf-8")
    assert re.search(r"^game (\w+)", text, re.MULTILINE)[1] == name.split("-", maxsplit=1)[0]  # type: ignore[index]
    events = expected_events(text)
    for answer in answers(text, GAMES):
        row = answer.as_json()
        if comment := VERDICT.search(answer.text):
            verdict = f"{row['verdict']} {row['rule']}" if row["rule"] else row["verdict"]
            assert verdict == comment[1].strip(), f"line {answer.line}: {answer.text}"
        else:
            assert row["verdict"] in {"legal", "trust"}, f"line {answer.line}: {row}"
        assert_events(answer, events.pop(answer.line, []))
    assert not events, "comments below no statement"


def test_every_game_has_records() -> None:
    assert {name.split("-")[0] for name in RECORDS} == set(GAMES)
