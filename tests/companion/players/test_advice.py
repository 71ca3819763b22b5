"""Advice on what to play."""

from __future__ import annotations

from companion.games.registry import GAMES
from companion.players.levels import advice, strategy_of
from companion.players.player import finish
from tests.companion.players.seats import match_of, view_of


def never(number: int) -> int:
    raise AssertionError(f"no luck is needed; asked for {number}")


def test_advice_is_the_strong_level_s_with_a_reason_that_names_no_card() -> None:
    match = match_of("birdhead", "deal", "hand Bob 2 4 4 4 6 8 9 10 11 11", "Ann 5")
    told = finish(advice(view_of(match, "Bob"), lambda _: 0, 60))
    assert told is not None
    statement, reason = told
    assert statement in strategy_of(GAMES["birdhead"]).moves(view_of(match, "Bob"))
    assert 1 <= len(reason) <= 2
    assert all(len(line) <= 21 for line in reason)
    assert reason[-1] == "over the second best"


def test_advice_says_where_there_is_no_choice_and_nothing_where_nothing_is_asked() -> None:
    match = match_of("birdhead", "deal", "hand Bob 2 4 4 4 6 8 9 10 10 10", "Ann 11 11 11")
    only = finish(advice(view_of(match, "Bob"), never))
    assert only is not None
    statement, reason = only
    assert match.header.language.write(statement) == "Bob 2 4 4"
    assert reason == ("There is no choice.",)
    assert finish(advice(view_of(match, "Cid"), never)) is None
