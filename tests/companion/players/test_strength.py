"""The strength of levels in matches of the arena (`make torture`); the suite only tests that strong beats greedy."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from time import process_time

import pytest

from companion.cards import Luck
from companion.games.registry import GAMES
from companion.players.arena.contest import Contest, rounds
from tests.torture import only_with_torture

SURE = NormalDist().inv_cdf(0.95)


def luck(name: str) -> Luck:
    return Random(name).randrange


def results(game: str, levels: str, deals: int) -> list[tuple[float, ...]]:
    """By deal the mean points of every player over all seatings."""
    contest = Contest(GAMES[game], tuple(levels.split()))
    played = rounds(contest, range(deals), luck, process_time)
    return [tuple(points / len(result.points) for points in result.points) for result in played]


def at_most(means: list[float]) -> float:
    """What the true mean does not exceed, 95 times in a hundred."""
    return fmean(means) + SURE * stdev(means) / sqrt(len(means))


@only_with_torture
@pytest.mark.parametrize(
    ("levels", "bar", "deals"),
    [
        ("strong greedy greedy greedy", 1.6, 250),
        ("normal greedy greedy greedy", 2.2, 800),
        ("strong random random random", 0.4, 150),
    ],
)
def test_minus_points_of_birdhead_stay_below_the_bar(levels: str, bar: float, deals: int) -> None:
    assert at_most([points[0] for points in results("birdhead", levels, deals)]) <= bar


@only_with_torture
@pytest.mark.parametrize(
    ("game", "levels", "deals"),
    [
        ("birddog", "normal gentle gentle", 600),
        ("birddog", "gentle random random", 60),
        ("rook", "normal gentle normal gentle", 200),
        ("rook", "gentle random gentle random", 20),
        ("birdhead", "normal gentle gentle gentle", 100),
        ("birdhead", "gentle random random random", 60),
        ("hearts", "normal gentle gentle gentle", 100),
        ("hearts", "gentle random random random", 20),
        ("euchre", "normal gentle normal gentle", 400),
        ("euchre", "gentle random gentle random", 20),
        ("spades", "normal gentle normal gentle", 100),
        ("spades", "gentle random gentle random", 20),
        ("bonehead", "normal gentle", 150),
        ("bonehead", "gentle random", 20),
        ("toriatama", "normal gentle gentle", 50),
        ("toriatama", "gentle random random", 30),
        ("birddog", "strong normal normal", 60),
        ("birddog", "normal easy easy", 300),
        ("birddog", "easy random random", 60),
        ("rook", "strong normal strong normal", 40),
        ("rook", "normal easy normal easy", 200),
        ("rook", "easy random easy random", 60),
        ("birdhead", "strong normal normal normal", 300),
        ("hearts", "strong normal normal normal", 150),
        ("hearts", "normal easy easy easy", 250),
        ("hearts", "easy random random random", 20),
        ("euchre", "strong normal strong normal", 400),
        ("euchre", "normal easy normal easy", 400),
        ("euchre", "easy random easy random", 20),
        ("spades", "strong normal strong normal", 80),
        ("spades", "normal easy normal easy", 100),
        ("spades", "easy random easy random", 20),
        ("bonehead", "strong normal", 30),
        ("bonehead", "normal easy", 400),
        ("bonehead", "easy greedy", 400),
        ("bonehead", "easy random", 20),
        ("bonehead", "strong normal normal normal", 100),
        ("bonehead", "normal easy easy easy", 5000),
        ("bonehead", "easy greedy greedy greedy", 2000),
        ("bonehead", "strong normal normal normal normal", 100),
        ("bonehead", "normal easy easy easy easy", 800),
        ("bonehead", "easy greedy greedy greedy greedy", 800),
        ("toriatama", "strong normal normal", 150),
        ("toriatama", "normal easy easy", 150),
        ("toriatama", "easy random random", 30),
    ],
)
def test_a_level_beats_the_one_below_it(game: str, levels: str, deals: int) -> None:
    sign = -1 if Contest(GAMES[game], ()).low_wins else 1
    below = [seat for seat, level in enumerate(levels.split()) if level != levels.split(maxsplit=1)[0]]
    ahead = [points[0] - fmean(points[seat] for seat in below) for points in results(game, levels, deals)]
    assert at_most([-sign * points for points in ahead]) < 0


@only_with_torture
def test_the_strong_level_takes_at_most_three_quarters_of_the_points_of_hearts_that_greedy_ones_take() -> None:
    """Greedy: the lowest card, and the most points where suit cannot be followed."""
    played = results("hearts", "strong greedy greedy greedy", 100)
    assert at_most([points[0] - 0.75 * fmean(points[1:]) for points in played]) <= 0


def test_the_strong_level_beats_the_greedy_one_even_with_few_playouts() -> None:
    contest = Contest(GAMES["birdhead"], ("strong", "greedy", "greedy", "greedy"), playouts=60)
    played = list(rounds(contest, range(6), luck, process_time))
    assert sum(result.points[0] for result in played) < sum(sum(result.points[1:]) for result in played) / 3
