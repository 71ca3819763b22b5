"""Figures of a contest against results computed by hand."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from companion.games.registry import GAMES
from companion.players.arena.contest import Contest, Round
from companion.players.arena.statistics import Figures, figures, plot, table

CONTEST = Contest(GAMES["birddog"], ("strong", "easy", "easy"))
ROUNDS = [
    Round(1, (9, 3, 0), (0, 1, 2), ((0.010, 0.020, 0.030), (0.001,), (0.001,))),
    Round(2, (3, 3, 6), (1, 2, 1), ((0.010,) * 96 + (0.5,), (), (0.001,))),
]


def test_a_round_is_one_sample_of_the_mean_of_its_seatings() -> None:
    strong, easy, _ = figures(CONTEST, ROUNDS)
    assert (strong.mean, easy.mean) == (2, 1)  # (9 + 3) / 3 / 2
    assert strong.within == pytest.approx(1.96)  # 3 and 1: they deviate by the root of 2, two of them
    assert easy.within == 0


def test_the_share_of_losses_is_of_all_seatings() -> None:
    assert [one.lost for one in figures(CONTEST, ROUNDS)] == [pytest.approx(share) for share in (1 / 6, 3 / 6, 3 / 6)]


def test_times_are_told_in_milliseconds_and_no_choice_takes_none() -> None:
    strong, easy, _ = figures(CONTEST, ROUNDS)
    assert (strong.median_ms, strong.p99_ms) == (10, 500)
    assert easy.median_ms == 1
    assert figures(CONTEST, [Round(1, (0, 0, 0), (0, 0, 0), ((), (), ()))])[0].median_ms == 0


def test_one_round_says_nothing_of_how_sure_it_is() -> None:
    told = figures(CONTEST, ROUNDS[:1])
    assert told[0].within is None
    assert [row.split()[2] for row in list(table(CONTEST, told, 1).plain())[2:]] == ["–"] * 3
    assert plot("Bird Dog", told).count("<circle") == 3


def test_the_table_says_what_was_counted_and_how_often() -> None:
    told = list(table(CONTEST, figures(CONTEST, ROUNDS), 2).plain())
    assert told[0] == "Bird Dog: points a deal; 2 deals, each played 3 times, from every seat"
    assert told[2].split() == ["strong", "2.00", "±", "1.96", "16.7%", "10.0", "500.0"]


def test_the_drawing_has_a_dot_for_each_player_from_left_to_right() -> None:
    told = [Figures(0, "easy", -1.0, 0.5, 0, 0, 0), Figures(1, "strong", 2.0, 0.5, 0, 0, 0)]
    drawn = ET.fromstring(plot("Rook & Bird", told))  # noqa: S314 - our own drawing
    dots = [float(one.attrib["cx"]) for one in drawn.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots == sorted(dots)
    assert len(dots) == 2
