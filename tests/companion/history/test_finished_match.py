"""Results of finished records, and why some are not counted."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.history.finished_match import NOT_OURS, NotScoredError, finished_match_of
from companion.match.score_chart import ScoreChart, score_chart_of
from tests.companion.history.sealed import AT, BEGUN, evening, sealed
from tests.evening import match_of, whole


@pytest.mark.parametrize(
    ("record", "last", "winners", "length", "places"),
    [
        ("birddog-whole-match", (-3, -4, 12), (2,), "4 deals", [2, 3, 1]),
        ("birdhead-whole-match", (11, 7, 26, 0), (3,), "4 deals", [3, 2, 4, 1]),
        ("rook-whole-match", (-300, 380, -300, 380), (1, 3), "15 deals", [2, 1, 2, 1]),
        ("toriatama-full-match", (5, 9, 6), (1,), "21 turns", [3, 1, 2]),
        ("bonehead-full-match", (0, 21, 1, 12), (0,), "53 turns", [1, 4, 2, 3]),
        ("bonehead-full-match-play-on", (0, 0, 24), None, "77 turns", None),
    ],
)
def test_a_record_comes_to_its_standings_winners_length_and_places(
    record: str, last: tuple[int, ...], winners: tuple[int, ...] | None, length: str, places: list[int] | None
) -> None:
    found = evening(record)
    assert (found.curve.last, found.curve.length, found.at) == (last, length, AT)
    if winners is not None:
        assert found.winners == winners
        assert list(found.places) == places


def test_of_those_who_got_rid_of_all_cards_the_first_is_the_best() -> None:
    found = evening("bonehead-full-match-play-on")
    (first,) = found.winners
    assert sorted(found.places) == [1, 2, 3]
    assert (found.places[first], found.places[2]) == (1, 3)


THREE = """game toriatama
players Ann Bob Cid
start Ann
deal
Ann takes red-can
Bob takes red-tall
Cid takes white-can
Ann takes green-tall
Bob takes red-small
Cid takes white-tall
Ann takes blue-small
Bob takes red-bottle
Cid takes white-small
Ann takes yellow-bottle
Bob takes red-high
Cid takes white-bottle
Ann takes black-high
Bob takes green-tallest
Cid takes white-high
Ann takes blue-tallest
Bob takes black-tall
Cid takes white-tallest
Ann takes yellow-can
Bob claims yellow right
Bob takes black-small
Cid takes black-can
Bob claims can right
Ann moves"""


def test_of_two_losers_with_equal_points_the_one_with_more_drinks_has_the_better_place() -> None:
    found = finished_match_of(sealed(THREE.splitlines()), GAMES)
    assert (found.curve.last, found.places) == ((11, 7, 7), (1, 3, 2))


def test_the_curve_has_the_totals_after_every_deal() -> None:
    assert evening("birddog-whole-match").curve.points[:2] == ((0, 0, 0), (-3, -2, 4))


def test_scores_brought_along_are_where_the_curve_begins_and_no_gain() -> None:
    lines = whole("birddog-whole-match")
    lines[2:2] = ["score Ann -5", "score Bob -5", "score Cid -5"]
    found = finished_match_of(sealed([*lines[: lines.index("deal") + 40], "end"]), GAMES)
    assert found.curve.points[0] == (-5, -5, -5)
    assert found.own_points == tuple(total + 5 for total in found.curve.last)


def test_a_remedy_after_the_score_belongs_to_its_deal() -> None:
    match = match_of(*whole("birddog-remedy-after-game-over"))
    assert score_chart_of(match).last == match.scores


def test_a_deal_that_was_cut_off_is_left_out() -> None:
    found = finished_match_of(sealed([*BEGUN, "end"]), GAMES)
    assert (found.curve.steps, found.winners, found.revokes) == (0, (), (0, 0, 0))


def test_revokes_that_stand_are_counted_by_seat() -> None:
    assert sum(evening("birddog-two-revokes").revokes) == 2


def test_partners_are_one_line_and_others_only_while_they_stand_alike() -> None:
    assert evening("rook-whole-match").curve.sides() == ((0, 2), (1, 3))
    assert ScoreChart("deal", "points", ((0, 0, 0), (1, 0, 0), (1, 0, 2))).sides() == ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("at", "day"),
    [(AT, "2026-11-20"), (f"{AT}~unsure", "2026-11-20?"), ("unsure", "?"), ("1", "?")],
)
def test_a_date_is_told_as_the_box_believed_it(at: str, day: str) -> None:
    assert finished_match_of(sealed([*BEGUN, "end"], at), GAMES).day == day


def test_a_changed_line_is_damage_and_never_scored() -> None:
    record = sealed(whole("birddog-whole-match")).replace(b"Ann declare", b"Bob declare", 1).replace(b" AS ;", b" AC ;")
    with pytest.raises(NotScoredError, match="damaged: line"):
        finished_match_of(record, GAMES)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("\n".join(whole("birddog-whole-match")).encode(), NOT_OURS),
        (sealed(whole("birddog-whole-match"))[:-9], "torn"),
        (sealed([*BEGUN, "Ann 10D"]), "do not bear it out: line 11, “Ann 10D”, is illegal"),
        (sealed([*BEGUN[:-1], "end"]), "nothing was played"),
        (sealed(["game whist", "players Ann Bob"]), "line 1: the game “whist” is not installed here"),
        (sealed(BEGUN[:3]), "nothing was played"),
        (sealed(BEGUN[:2]), "nothing was played"),
        (b"", "no record"),
    ],
)
def test_what_does_not_count_says_why(record: bytes, reason: str) -> None:
    with pytest.raises(NotScoredError, match=reason):
        finished_match_of(record, GAMES)
