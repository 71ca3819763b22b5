"""Every level of every game."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import GAMES
from companion.players.levels import LEVELS, player, strategy_of
from tests.companion.players.seats import match_of, says, view_of


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", sorted({"birdhead", "birddog", "rook", "euchre"} & set(GAMES)))
def test_every_level_of_every_game_says_something_right(game: str, level: str) -> None:
    held = {
        "birdhead": "2 3 4 5 6 7 8 9 10 11",
        "birddog": "9S JS KS 9H QH AH 10D",
        "euchre": "JH JD AH 9S 10S",
        "rook": "Rook 5R 6R 7R 8G 9G 5B 6B 7Y",
    }
    after = {"birdhead": ("Ann 5",), "birddog": ("up 9C",), "rook": (), "euchre": ("up 9H",)}[game]
    match = match_of(game, "deal", f"hand Bob {held[game]}", *after)
    said = match.header.language.read(says(match, "Bob", level).split())
    assert match.say(said)[1].applied
    assert said in strategy_of(GAMES[game]).moves(view_of(match, "Bob"))


def test_a_level_that_does_not_exist_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="divine"):
        player(GAMES["rook"], "divine")


def test_the_gentle_level_says_what_the_easy_one_does_and_plays_most_cards_by_chance() -> None:
    match = match_of("birdhead", "deal", "hand Bob 2 3 4 5 6 7 8 9 10 11", "Ann 2")
    view, gentle = view_of(match, "Bob"), player(GAMES["birdhead"], "gentle")
    easy = player(GAMES["birdhead"], "easy").choose(view, lambda _: 0)
    assert gentle.choose(view, lambda below: below - 1) == easy
    chosen = [gentle.choose(view, Random(seed).randrange) for seed in range(60)]
    assert len({*chosen}) > 5
    assert 5 < chosen.count(easy) < 35
