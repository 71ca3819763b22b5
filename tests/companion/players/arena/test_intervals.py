"""Confidence intervals against printed tables, against integration, and in contests of equal players."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log, pi, sqrt
from random import Random
from statistics import fmean, variance
from time import process_time

import pytest

from companion.cards import Luck
from companion.games.registry import GAMES
from companion.players.arena.contest import ArenaRound, Contest, rounds
from companion.players.arena.statistics import LEAST, SPREAD, Confidence, _always, _student, differences, until_sure
from tests.torture import only_with_torture, so_many


@pytest.mark.parametrize(
    ("number", "error", "quantile"),
    [(20, 0.05, 2.0930), (31, 0.05, 2.0423), (101, 0.05, 1.9840), (20, 0.01, 2.8609), (31, 0.001, 3.6460)],
)
def test_the_plain_interval_is_that_of_students_table(number: int, error: float, quantile: float) -> None:
    assert _student(number, error) == pytest.approx(quantile, rel=0.001)


def test_an_interval_is_so_many_standard_errors() -> None:
    samples = [1.0, 3.0] * 50
    assert Confidence().within(samples) == pytest.approx(1.9842 * sqrt(100 / 99) / 10, abs=0.0002)
    assert str(Confidence(0.999)) == "99.9 %"


def test_several_intervals_together_have_a_share_of_the_error_each() -> None:
    samples = [float(number) for number in range(30)]
    assert Confidence(0.9).within(samples, 2) == pytest.approx(Confidence(0.95).within(samples))


@pytest.mark.parametrize("always", [False, True])
def test_few_deals_have_no_interval(*, always: bool) -> None:
    assert Confidence(always=always).within([1.0, 2.0] * (LEAST // 2) + [1.0]) is not None
    assert Confidence(always=always).within([1.0] * (LEAST - 1)) is None
    assert Confidence(1 - 1e-12, always=True).within([1.0, 2.0] * (LEAST // 2)) is None


def likelihood_ratio(samples: list[float]) -> float:
    """The likelihood of samples, averaged over true means by SPREAD, divided by that for 0.

    All of it integrated numerically over every deviation, each as likely on a logarithmic scale.
    """
    number, mean, squares = len(samples), fmean(samples), variance(samples) * (len(samples) - 1)
    deviations = [exp(step / 20) for step in range(-60, 61)]
    means = [step / 100 for step in range(-100, 101)]
    weights = [exp(-(mean**2) / (2 * SPREAD)) / sqrt(2 * pi * SPREAD) / 100 for mean in means]

    def likelihood(true: float) -> float:
        return sum(
            exp(-number * log(deviation) - (squares + number * (mean - true * deviation) ** 2) / (2 * deviation**2))
            for deviation in deviations
        )

    averaged = sum(weight * likelihood(true) for true, weight in zip(means, weights, strict=True))
    return averaged / likelihood(0)


@pytest.mark.parametrize(("number", "error"), [(20, 0.05), (50, 0.05), (50, 0.01)])
def test_at_the_edge_of_the_always_valid_interval_the_odds_are_one_to_the_error(number: int, error: float) -> None:
    chance = Random(number)
    samples = [chance.gauss(0, 1) for _ in range(number)]
    edge = _always(number, error) * sqrt(variance(samples) / number)
    assert likelihood_ratio([sample - fmean(samples) + edge for sample in samples]) == pytest.approx(
        1 / error, rel=0.01
    )


def luck(name: str) -> Luck:
    return Random(name).randrange


RUNS, DEALS, WRONG = so_many((60, 300, 0.12), (1000, 500, 0.05))
"""With few runs more may be wrong: a seed must not decide."""


@only_with_torture
@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "played"), so_many([("toriatama", 150)], [(game, 100) for game in GAMES]))
def test_equal_players_are_rarely_told_apart_however_often_one_looks(game: str, played: int) -> None:
    seats = min(GAMES[game].players)
    by_chance = Contest(GAMES[game], ("random",) * seats)
    deals = [result.points[:2] for result in rounds(by_chance, range(played), luck, process_time)]
    contest = Contest(GAMES[game], ("normal", "easy"))  # so they are called; the sides of two at any table

    def equals(chance: Random) -> Iterator[ArenaRound]:
        """These deals drawn again and again, and by chance which side is which."""
        for line in range(DEALS):
            yield ArenaRound(line, tuple(chance.sample(chance.choice(deals), 2)), (0, 0), ((), ()))

    def wrong(confidence: Confidence) -> int:
        runs = (list(until_sure(contest, equals(Random(run)), confidence)) for run in range(RUNS))
        return sum(bool(differences(contest, done, confidence)[0].better) for done in runs)

    assert wrong(Confidence(always=True)) <= WRONG * RUNS
    assert wrong(Confidence()) > WRONG * RUNS  # the plain interval must not be used so
