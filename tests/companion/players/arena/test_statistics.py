"""Figures of a contest against results computed by hand."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from companion.games.registry import GAMES
from companion.players.arena.contest import ArenaRound, Contest
from companion.players.arena.plot import plot
from companion.players.arena.statistics import (
    LEAST,
    Confidence,
    Difference,
    Figures,
    difference_table,
    differences,
    figures,
    table,
    until_sure,
)

SURE = Confidence()
CONTEST = Contest(GAMES["birddog"], ("strong", "easy", "easy"))
ROUNDS = [
    ArenaRound(1, (9, 3, 0), (0, 1, 2), ((0.010, 0.020, 0.030), (0.001,), (0.001,))),
    ArenaRound(2, (3, 3, 6), (1, 2, 1), ((0.010,) * 96 + (0.5,), (), (0.001,))),
]
MANY = ROUNDS * 20


def of(*points: int) -> ArenaRound:
    """A round with these points of each player."""
    return ArenaRound(1, points, (0,) * len(points), ((),) * len(points))


def test_a_round_is_one_sample_of_the_mean_of_its_seatings_and_of_the_players_of_a_side() -> None:
    strong, easy = figures(CONTEST, MANY, SURE)
    assert (strong.side, strong.players, easy.side, easy.players) == ("strong", (0,), "easy", (1, 2))
    assert (strong.mean, easy.mean) == (2, 1)  # (9 + 3) / 3 / 2, and (3 + 0 + 3 + 6) / 3 / 2 / 2
    assert (strong.within, easy.within) == (SURE.within([3, 1] * 20), SURE.within([0.5, 1.5] * 20))


def test_a_difference_is_taken_deal_by_deal() -> None:
    (difference,) = differences(CONTEST, MANY, SURE)
    assert (difference.name, difference.mean) == ("strong − easy", 1)  # 3 - 0.5 and 1 - 1.5
    assert difference.within == SURE.within([2.5, -0.5] * 20)
    assert difference.better == "strong"
    assert differences(Contest(GAMES["birddog"], ("easy",) * 3), MANY, SURE) == ()


def test_what_both_sides_owe_to_the_cards_is_not_in_their_difference() -> None:
    lucky = [of(deal, deal + 1 + deal % 2) for deal in range(30)]
    (difference,) = differences(Contest(GAMES["birddog"], ("easy", "normal")), lucky, SURE)
    assert difference.within is not None
    assert difference.within == SURE.within([0.5, 1] * 15)
    assert difference.conclusion == "normal is better"


def test_the_lower_points_are_better_where_low_wins() -> None:
    for game, better in (("birddog", "strong"), ("birdhead", "easy"), ("bonehead", "strong")):
        rounds = [of(4, 2), of(6, 2)] * LEAST
        assert differences(Contest(GAMES[game], ("strong", "easy")), rounds, SURE)[0].better == better


def test_three_differences_are_sure_together() -> None:
    contest = Contest(GAMES["birddog"], ("strong", "normal", "easy"))
    found = differences(contest, [of(9, 6, 3), of(9, 3, 3)] * LEAST, SURE)
    assert [difference.name for difference in found] == ["strong − normal", "strong − easy", "normal − easy"]
    assert found[0].within == SURE.within([1, 2] * LEAST, 3)


def test_it_is_played_until_all_differences_are_sure_or_no_deal_is_left() -> None:
    contest, always = Contest(GAMES["birddog"], ("strong", "normal", "easy")), Confidence(always=True)
    clear, close = [of(9, 6, 3), of(9, 3, 0)] * 200, [of(9, 6, 3), of(9, 3, 6)] * 100
    assert LEAST <= len(list(until_sure(contest, clear, always))) < 60
    assert len(list(until_sure(contest, close, always))) == 200
    told = differences(contest, close, always)
    assert [difference.conclusion for difference in told] == ["strong is better", "strong is better", "not sure"]


def test_the_share_of_losses_is_of_all_seatings() -> None:
    assert [figure.lost for figure in figures(CONTEST, ROUNDS, SURE)] == [pytest.approx(1 / 6), pytest.approx(3 / 6)]


def test_times_are_told_in_milliseconds_and_no_choice_takes_none() -> None:
    strong, easy = figures(CONTEST, ROUNDS, SURE)
    assert (strong.median_ms, strong.p99_ms) == (10, 500)
    assert easy.median_ms == 1
    assert figures(CONTEST, [of(0, 0, 0)], SURE)[0].median_ms == 0


def test_few_rounds_say_nothing_of_how_sure_they_are() -> None:
    told, found = figures(CONTEST, ROUNDS, SURE), differences(CONTEST, ROUNDS, SURE)
    assert told[0].within is None
    assert [row.split()[2] for row in list(table(CONTEST, told, SURE, 2).plain())[2:]] == ["–"] * 2
    assert found[0].conclusion == "too few deals"
    assert list(difference_table(found, SURE).plain())[2].split()[-2:] == ["+1.00", "–"]
    assert plot("Bird Dog", told, found, SURE).count("<circle") == 3


def test_the_tables_say_what_was_counted_and_how_often_and_what_follows() -> None:
    told = list(table(CONTEST, figures(CONTEST, MANY, SURE), SURE, 40).plain())
    assert told[0] == "Bird Dog: points a deal; 40 deals, each played 3 times, from every seat"
    (head, *_) = table(CONTEST, figures(CONTEST, ROUNDS, SURE), SURE, 1).plain()
    assert head == "Bird Dog: points a deal; 1 deal, played 3 times, from every seat"
    assert told[2].split() == ["strong", "2.00", "±", "0.32", "16.7%", "10.0", "500.0"]
    told = list(difference_table(differences(CONTEST, MANY, SURE), SURE).plain())
    assert told[0] == "Difference on the same deals, 95 % sure"
    assert told[2].split("  ") == ["strong − easy", "strong is better", "+1.00", "± 0.49"]


def test_the_drawing_has_a_dot_for_each_mean_from_left_to_right_and_a_line_at_nothing() -> None:
    told = [Figures("easy", (0,), -1.0, 0.5, 0, 0, 0), Figures("strong & easy", (1,), 2.0, 0.5, 0, 0, 0)]
    found = [Difference("easy", "strong & easy", -3.0, 1.0, "strong & easy")]
    drawn = ET.fromstring(plot("Rook & Bird", told, found, SURE))  # noqa: S314 - our own drawing
    svg = "{http://www.w3.org/2000/svg}"
    dots = [float(circle.attrib["cx"]) for circle in drawn.iter(f"{svg}circle")]
    zero = {float(line.attrib["x1"]) for line in drawn.iter(f"{svg}line") if line.attrib["x1"] == line.attrib["x2"]}
    assert dots[0] < min(zero) < dots[1]
    assert dots[2] < max(zero)
    texts = [text.text for text in drawn.iter(f"{svg}text")]
    assert "-3.00 ± 1.00, strong & easy is better" in texts


def test_nothing_of_the_drawing_is_outside_it() -> None:
    for mean in (-3.0, 0.0, 3.0):
        told = [Figures("strong & normal", (0,), mean, 0.5, 0, 0, 0)]
        drawn = ET.fromstring(plot("Rook", told, (), SURE))  # noqa: S314 - our own drawing
        width = float(drawn.attrib["width"])
        assert all(
            0 <= float(place) <= width
            for element in drawn.iter()
            for name, place in element.attrib.items()
            if name in {"x", "x1", "x2", "cx"}
        )
