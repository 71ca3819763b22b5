"""Every possible line from small positions: both readers of the rules agree, and the counts are recorded."""

from __future__ import annotations

import re

import pytest

from companion.games.registry import GAMES
from companion.rules.claims import UNCLEAR
from tests.companion.games.exhaustive import Position, counted, kept, opened
from tests.companion.games.exhaustive_positions import POSITIONS
from tests.torture import MUTANTS, TORTURE

EVENTS = """
    declared forced auction claim cleared revoke trick nil-broken impossible score-withdrawn deal-score redeal game-over
""".split()
"""As docs/record-format.md names them."""

MOST_LINES = 500
"""Of a position in the check; longer ones wait for torture."""
LONG = {"birddog two each of seven, every deal open"}
"""Counted in the check all the same: only here a nil is seen that every trick breaks, not the first alone."""


def lines_of(position: Position) -> int:
    """The lines of play from this position, as they are kept."""
    told = re.search(r"lines +(\d+)", kept()[position.name])
    assert told
    return int(told[1])


SHORT = [position for position in POSITIONS if position.name in LONG or lines_of(position) <= MOST_LINES]
COUNTED = tuple(dict.fromkeys(position.game for position in POSITIONS))
"""The games that both readers know; the others are held by the conformance kit and by laying out every deal."""

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time


@pytest.mark.parametrize("position", POSITIONS if TORTURE or MUTANTS else SHORT, ids=lambda position: position.name)
def test_both_readers_count_what_is_kept(position: Position) -> None:
    assert counted(position).told() == kept()[position.name]


def test_every_position_that_is_kept_is_counted() -> None:
    assert list(kept()) == [position.name for position in POSITIONS]


@pytest.mark.parametrize("game", COUNTED)
def test_every_value_of_every_house_rule_is_counted(game: str) -> None:
    played = [opened(position)[0].header.setup().options for position in POSITIONS if position.game == game]
    for option in GAMES[game].options:
        assert {options[option.name] for options in played} >= set(option.values)


@pytest.mark.parametrize("game", COUNTED)
def test_every_rule_of_a_game_is_broken_somewhere(game: str) -> None:
    told = " ".join(counts for name, counts in kept().items() if name.startswith(f"{game} "))
    rules = {rule.name for rule in GAMES[game].rules} - {UNCLEAR.name}  # nobody claims here: a record breaks it
    assert rules <= set(re.findall(r"([a-z-]+) \d", told))


def test_every_event_follows_somewhere() -> None:
    assert set(EVENTS) <= set(re.findall(r"([a-z-]+) \d", " ".join(kept().values())))
