"""The series between the same people."""

from __future__ import annotations

from dataclasses import replace

from companion.history.statistics import series_of
from companion.match.ending import Series
from tests.companion.history.sealed import evening

MATCH = evening("birddog-whole-match")


def test_matches_of_the_same_people_count_in_whatever_seats() -> None:
    turned = replace(MATCH, names=("Cid", "ann", "Bob"))  # the third seat, Bob, wins
    assert series_of([MATCH, turned], "birddog", ("Ann", "Bob", "Cid")) == Series(2, (0, 1, 1))


def test_other_people_other_games_and_matches_that_nobody_won_do_not_count() -> None:
    others = [
        replace(MATCH, names=("Ann", "Bob", "Dee")),
        replace(MATCH, game="hearts"),
        replace(MATCH, winners=()),
    ]
    assert series_of([*others, MATCH], "birddog", ("Ann", "Bob", "Cid")) == Series(1, (0, 0, 1))
    assert series_of(others, "birddog", ("Ann", "Bob", "Cid")) == Series(0, (0, 0, 0))
