"""Contests of the arena: the same cards in every seat, and the results."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from companion.cards import Luck
from companion.games.registry import GAMES
from companion.players.arena.contest import ArenaRound, Contest, rounds
from tests.torture import only_with_torture


def luck(name: str) -> Luck:
    return Random(name).randrange


def played(game: str, *levels: str, deals: int = 2, seed: str = "1") -> list[ArenaRound]:
    seconds = count()
    return list(rounds(Contest(GAMES[game], levels, seed, 8), range(deals), luck, lambda: next(seconds)))


@only_with_torture
@pytest.mark.parametrize("game", ["birdhead", "rook"])
def test_players_of_one_level_come_off_alike_since_all_sit_everywhere_once(game: str) -> None:
    for result in played(game, *["normal"] * 4):
        assert len(set(result.points)) == 1


def test_the_partners_of_rook_have_the_points_of_their_side() -> None:
    for result in played("rook", "normal", "random", "normal", "random", deals=1):
        assert result.points[0] == result.points[2] > result.points[1] == result.points[3]


@pytest.mark.parametrize(
    ("game", "levels", "sides"),
    [
        ("birddog", "strong easy easy", {"strong": (0,), "easy": (1, 2)}),
        ("rook", "strong easy strong easy", {"strong": (0, 2), "easy": (1, 3)}),
        ("rook", "strong easy normal easy", {"strong & normal": (0, 2), "easy": (1, 3)}),
        ("rook", "strong easy easy strong", {"strong & easy": (0, 2, 1, 3)}),
    ],
)
def test_players_of_one_level_are_a_side_and_so_are_partners(
    game: str, levels: str, sides: dict[str, tuple[int, ...]]
) -> None:
    assert Contest(GAMES[game], tuple(levels.split())).sides == sides


def test_the_highest_card_of_birdhead_loses_and_so_do_all_who_share_it() -> None:
    for result in played("birdhead", "greedy", "normal", "easy", "random"):
        assert 4 <= sum(result.lost) <= 4 * 4
        assert all(2 * lost <= points <= 11 * lost for points, lost in zip(result.points, result.lost, strict=True))


def test_every_choice_is_timed() -> None:
    (one,) = played("birddog", "greedy", "easy", "normal", deals=1)
    assert all(set(seconds) == {1} for seconds in one.seconds)
    assert all(len(seconds) >= 3 * (7 + 1) for seconds in one.seconds)  # seven cards and the nil question each time


def test_rounds_are_counted_and_other_seeds_are_other_cards() -> None:
    first, second = played("birddog", "greedy", "easy", "strong")
    assert (first.number, second.number) == (1, 2)
    assert (first.points, second.points) == tuple(
        result.points for result in played("birddog", "greedy", "easy", "strong")
    )
    assert first.points != played("birddog", "greedy", "easy", "strong", deals=1, seed="2")[0].points


@pytest.mark.parametrize(("game", "players"), [("bonehead", 4), ("bonehead", 5), ("toriatama", 3)])
def test_a_game_without_a_score_is_won_or_not(game: str, players: int) -> None:
    contest = Contest(GAMES[game], ("normal",) * players)
    assert (contest.counted, contest.low_wins) == ("wins", False)
    for result in played(game, *contest.levels, deals=1):
        assert sum(result.points) >= players  # one in each seating, or several who share it


def test_greedy_wins_at_bonehead_and_chance_may_play_until_the_match_is_drawn() -> None:
    (one,) = played("bonehead", "greedy", "random", deals=1)
    assert one.points == (2, 0)
