"""The rules in short under house rules: they speak of the match, and fit the panel."""

from __future__ import annotations

import pytest

from companion.games.hearts.rules import HEARTS
from companion.games.registry import GAMES
from companion.rules.game import Setup, pieces_of
from companion.rules.statements import UnreadableError
from companion.testing.self_description import rulebook
from tests.cases import for_each


@for_each(
    ("game", "rules"),
    [
        (name, {option.name: value})
        for name, game in GAMES.items()
        for option in game.options
        for value in option.values
    ],
)
def test_the_rules_in_short_fit_the_panel_under_every_house_rule(game: str, rules: dict[str, str]) -> None:
    rulebook(pieces_of(GAMES[game]).under(rules))


@pytest.mark.parametrize(("game", "target"), [("hearts", "50"), ("spades", "200"), ("euchre", "7")])
def test_the_rules_in_short_speak_of_the_target_of_the_match(game: str, target: str) -> None:
    (option,) = (option for option in GAMES[game].options if option.name == "target")
    house = pieces_of(GAMES[game]).under({"target": target})
    assert f" {target} " in house.pages[-1]
    assert house.pages[-1] == GAMES[game].pages[-1].replace(f" {option.values[0]} ", f" {target} ")
    assert house.pages[:-1] == GAMES[game].pages[:-1]


@for_each(
    ("game", "option", "value", "untrue"),
    [
        ("rook", "nest", "no-counters", "any five cards"),
        ("rook", "renege-window", "next-trick-led", "next trick is taken"),
        ("birdhead", "bar", "max-of-all", "the one before"),
        ("birdhead", "markers", "shuffled-back", "cards have left the deck"),
        ("birdhead", "markers", "shuffled-back", "out of the deck"),
        ("birddog", "forced-bonus", "no", "if you did not declare"),
        ("toriatama", "move", "whole-hand", "yours moves"),
    ],
)
def test_the_rules_in_short_do_not_say_what_a_house_rule_changes(
    game: str, option: str, value: str, untrue: str
) -> None:
    book, house = GAMES[game], pieces_of(GAMES[game]).under({option: value})
    assert untrue in " ".join(book.pages)
    assert untrue not in " ".join(house.pages)


@pytest.mark.parametrize(("option", "value"), [("passing", "none"), ("jack", "minus-10"), ("moon", "own-minus")])
def test_the_rules_of_hearts_speak_of_the_other_house_rules(option: str, value: str) -> None:
    assert pieces_of(HEARTS).under({option: value}).pages != HEARTS.pages
    assert pieces_of(HEARTS).under({option: HEARTS_BOOK[option]}).pages == HEARTS.pages


HEARTS_BOOK = {option.name: option.values[0] for option in HEARTS.options}


def test_a_match_of_hearts_ends_at_its_own_target() -> None:
    setup = Setup(4, 0, (0, 30, 49, 10), HEARTS_BOOK | {"target": "50"})
    state = HEARTS.begin(setup)
    assert HEARTS.winners_of(state, (0, 30, 50, 10)) == (0,)
    assert HEARTS.winners_of(state, (0, 30, 49, 10)) == ()
    assert HEARTS.winners_of(HEARTS.begin(Setup(4, 0, (0,) * 4, HEARTS_BOOK)), (0, 30, 50, 10)) == ()
    with pytest.raises(UnreadableError, match="a player has 50 or more"):
        HEARTS.begin(Setup(4, 0, (0, 50, 0, 0), HEARTS_BOOK | {"target": "50"}))
