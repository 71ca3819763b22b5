"""Random statements of Toriatama: a second reader agrees, no drink is lost, seats are symmetric."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.games.toriatama.drinks import DrinksState
from companion.games.toriatama.rules import DECK, TORIATAMA
from companion.match.checker import LineAnswer, answers
from companion.match.header import Header
from companion.match.match import Answer, Match
from companion.rules.referee.verdicts import Unreadable
from companion.rules.statements import UnreadableError
from tests.cases import for_each
from tests.companion.games.toriatama.naive_reader import COLOURS, DRINKS, SHAPES, NaiveTable
from tests.evening import RECORDS
from tests.torture import some_of

OWN = {name: path for name, path in RECORDS.items() if name.startswith("toriatama-") and "own-drinks" not in name}
"""The second reader knows the drinks of the rulebook alone."""
NAMES = ("Ann", "Bob", "Cid", "Dee")
HOUSES = [
    {},
    {"move": "whole-hand"},
    {"claims": "all-correct"},
    {"move": "whole-hand", "claims": "all-correct"},
]


def told(answer: LineAnswer) -> tuple[str, str | None, list[dict[str, Any]]]:
    row = answer.as_json()
    return row["verdict"], row["rule"], row["events"]


def any_line(rng: random.Random, match: Match, names: tuple[str, ...]) -> str:
    """A line that is often right, often nearly right, and sometimes nonsense."""
    expected, write = match.expects, match.header.language.write
    drink = rng.choice(DRINKS)
    kind = rng.random()
    if kind < 0.45 and expected.tap is not None:
        return write(expected.tap.with_cards(rng.choice(DECK.cards_in_order)))
    if kind < 0.6 and expected.choices:
        leaves = [leaf for choice in expected.choices for leaf in choice.leaves()]
        return write(rng.choice(leaves).says[-1])
    if kind < 0.75:
        return f"{rng.choice(names)} claims {rng.choice(COLOURS + SHAPES)} {rng.choice(('right', 'left'))}"
    name = rng.choice(names)
    return rng.choice(
        (
            f"{name} moves",
            f"{name} takes {drink}",
            f"{name} takes {drink.upper()} {rng.choice(DRINKS)}",
            f"{name} takes",
            f"{name} returns {rng.choice(('right', 'LEFT', 'both'))}",
            f"{name} claims {rng.choice(SHAPES)}",
            f"{name} {drink}",
            f"{name} declare",
            f"undo {rng.choice(('1', '2', '5', '0', 'x', '99'))}",
            "undo",
            rng.choice(("deal", "deal", "end", "hand Ann red-can", f"undo {match.applied}")),
        )
    )


def said(match: Match, line: str) -> tuple[Match, tuple[str, str | None, list[dict[str, Any]]]]:
    try:
        match, answer = match.say(match.header.language.read(line.split()))
    except UnreadableError as problem:
        answer = Answer(Unreadable(str(problem)))
    return match, told(LineAnswer(1, line, answer, match))


def assert_drinks_are_kept(state: DrinksState) -> None:
    """Every drink is in one place, and hands and crates hold no more than they can."""
    out = [drink for player in state.players for drink in player.drinks]
    assert len(out) == len(set(out)) <= 32
    for player in state.players:
        assert len(player.right) <= 1
        assert len(player.left) <= 2
        assert len(player.crate) <= 6
        assert not (len(player.left) == 2 and player.right)


def header_of(rng: random.Random) -> Header:
    players = rng.choice((2, 3, 4))
    return Header(TORIATAMA, NAMES[:players], rng.randrange(players), rng.choice(HOUSES))


@for_each("seed", some_of(60))
def test_a_second_reader_answers_anything_the_same(seed: int) -> None:
    rng = random.Random(seed)
    header = header_of(rng)
    assert header.opener is not None
    match, naive = Match(header), NaiveTable(list(header.names), header.names[header.opener], dict(header.options))
    for _ in range(rng.choice((20, 150, 400))):
        line = any_line(rng, match, header.names) if match.applied or rng.random() < 0.2 else "deal"
        match, answer = said(match, line)
        assert answer == naive.answer(line), line
        if match.state is not None:
            assert_drinks_are_kept(match.state)


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_random_lines_reach_every_rule_and_the_end() -> None:
    rules: set[str | None] = set()
    over = 0
    for seed in range(60):
        rng = random.Random(seed)
        match = Match(header_of(rng))
        for _ in range(400):
            line = any_line(rng, match, match.header.names) if match.applied else "deal"
            match, (_, rule, events) = said(match, line)
            rules.add(rule)
            over += any(event["event"] == "game-over" for event in events)
    assert rules >= {rule.name for rule in TORIATAMA.rules} | {"wrong-phase", "not-your-turn", "card-count"}
    assert over > 10


@pytest.mark.parametrize("path", OWN.values(), ids=OWN)
def test_the_second_reader_answers_the_records_the_same(path: Path) -> None:
    found = list(answers(path.read_text("utf-8"), GAMES))
    header = found[-1].match.header if found[-1].match else None
    assert header is not None
    assert header.opener is not None
    naive = NaiveTable(list(header.names), header.names[header.opener], dict(header.options))
    heard = False
    for line in found:
        words = line.text.split("#")[0].split()
        heard = heard or (words[0] == "deal" and line.answer.applied)
        if heard:
            assert told(line) == naive.answer(" ".join(words)), line.line
