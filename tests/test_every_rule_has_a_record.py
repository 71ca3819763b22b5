"""Every rule of every game is broken in a record of its folder, but for those that no record can break."""

from __future__ import annotations

import re

import pytest

from companion.games.registry import GAMES
from companion.rules.referee.verdicts import COMMON_RULES
from tests.evening import RECORDS

NOT_IN_A_RECORD = {
    # only Rook has an auction that one leaves
    "already-passed": ("birdhead", "birddog", "toriatama", "bonehead", "hearts"),
    "not-in-deck": ("birddog", "rook", "toriatama", "bonehead"),  # a foreign card is an error; BirdHead has markers
    "no-revoke": ("toriatama", "bonehead"),  # nothing is on trust there: `remedy` is an error
    "not-in-hand": ("toriatama",),  # drinks come from the centre: `not-in-centre`
}
"""Games in which a common rule cannot apply to a line of a record."""


def rules_of(game: str) -> set[str]:
    common = {rule.name for rule in COMMON_RULES if game not in NOT_IN_A_RECORD.get(rule.name, ())}
    return common | {rule.name for rule in GAMES[game].rules}


def records_of(game: str) -> str:
    """All records of a game as one text."""
    return "\n".join(path.read_text("utf-8") for name, path in RECORDS.items() if name.startswith(f"{game}-"))


def rules_broken(game: str) -> set[str]:
    """The rules that stand as expected answers in the records of a game."""
    return set(re.findall(r"# -> illegal ([\w-]+)", records_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_record(game: str) -> None:
    assert rules_broken(game) == rules_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_but_the_first_has_a_record(game: str) -> None:
    said = {tuple(words.split()) for words in re.findall(r"^option (\S+ \S+)", records_of(game), re.MULTILINE)}
    assert {(option.name, value) for option in GAMES[game].options for value in option.values[1:]} <= said
