"""What all trick games share."""

from __future__ import annotations

from companion.games.registry import GAMES
from companion.rules.tricks import RENEGE, TrickGame, renege


def test_a_revoke_costs_what_the_game_says() -> None:
    option = renege("3 points less")
    assert (option.name, option.values) == ("renege", ("play-on", "void-deal", "penalty"))
    assert option.meaning == "proven revoke: suit not followed (penalty: 3 points less)"
    assert option.says == ("play on", "the deal is void", "3 points less")


def test_the_rulebooks_penalty_comes_first() -> None:
    option = renege("2 for the others", "2 points", penalty_first=True)
    assert option.meaning == "proven revoke: suit not followed (penalty: 2 for the others)"
    assert option.labels == ("2 points", "play on", "the deal is void")
    assert option.values == ("penalty", "play-on", "void-deal")


def test_every_trick_game_has_the_house_rule() -> None:
    for game in GAMES.values():
        if isinstance(game, TrickGame):
            own = [option for option in game.options if option.name == RENEGE.name]
            assert [sorted(option.values) for option in own] == [sorted(RENEGE.values)], game.name
