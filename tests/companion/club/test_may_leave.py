"""What may leave a box: deals when they are scored, boards when everybody has played them, and never a hand before."""

from __future__ import annotations

import pytest

from companion.club.may_leave import MayLeave, may_leave
from companion.games.registry import GAMES
from tests.cases import for_each
from tests.evening import FULL_DEAL_RECORD, whole

NOTE = "; club event=spring round=2 table=4 boards=5,6 deals=2"
LINES = whole("birddog-full-deal")
"""A match of one deal, scored by its last card."""
HEADER = next(number for number, line in enumerate(LINES) if line.startswith("dealer")) + 1
DEAL = LINES[HEADER:]
SCORED = next(number for number, line in enumerate(DEAL, HEADER + 1) if line == DEAL[-1])
BOARDS = [*LINES[: HEADER - 1], NOTE, *LINES[HEADER - 1 :]]
FIRST, SECOND = {"spring:5"}, {"spring:5", "spring:6"}


def leaves(lines: list[str], released: set[str] | None = None) -> MayLeave:
    return may_leave(lines, released or set(), GAMES)


@for_each("far", range(len(LINES)))
def test_nothing_leaves_before_the_deal_is_scored(far: int) -> None:
    assert leaves(LINES[:far]) == (0, False)


def test_a_scored_deal_leaves_whole_and_the_next_one_is_held_back() -> None:
    assert leaves(LINES) == (len(LINES), False)
    assert leaves([*LINES, "deal", *DEAL[1:4]]) == (len(LINES), False)


def test_a_match_that_is_ended_leaves_whole_with_what_stands_behind_its_end() -> None:
    ended = [*LINES, "deal", "end", "; taken up"]
    assert leaves(ended) == (len(ended), True)


def test_what_has_left_stays_out_when_it_is_undone() -> None:
    undone = [*LINES, "undo 1"]
    assert leaves(undone) == (len(LINES), False)
    again = [*undone, DEAL[-1]]
    assert leaves(again) == (len(again), False)


def test_an_end_that_was_undone_is_none() -> None:
    assert leaves([*LINES, "end", "undo 1"]) == (len(LINES) + 1, False)


def test_a_parked_match_leaves_as_far_as_its_last_score() -> None:
    assert leaves([*LINES, "deal", DEAL[1], "; parked"]) == (len(LINES), False)


def test_a_board_leaves_when_everybody_has_played_it() -> None:
    assert leaves(BOARDS) == (0, False)
    assert leaves(BOARDS, {"spring:6", "autumn:5"}) == (0, False)
    assert leaves(BOARDS, FIRST) == (len(BOARDS), False)


def test_the_second_board_waits_for_its_own_release() -> None:
    both = [*BOARDS, *DEAL, "end"]
    assert leaves(both, FIRST) == (len(BOARDS), False)
    assert leaves(both, {"spring:6"}) == (0, False)
    assert leaves(both, SECOND) == (len(both), True)


def test_a_board_that_is_broken_off_is_held_back_too() -> None:
    broken_off = [*BOARDS, *DEAL[:4], "end"]
    assert leaves(broken_off, FIRST) == (len(BOARDS), False)
    assert leaves(broken_off, SECOND) == (len(broken_off), True)


def test_an_end_between_two_boards_waits_only_for_those_that_were_played() -> None:
    between = [*BOARDS, "end"]
    assert leaves(between, FIRST) == (len(between), True)


@pytest.mark.parametrize("lines", [[], ["game birddog"], ["game chess", "players Ann Bob"], ["Ann 9H"]])
def test_what_is_no_match_leaves_not_at_all(lines: list[str]) -> None:
    assert leaves(lines) == (0, False)


def test_comments_of_the_examples_do_not_count() -> None:
    assert leaves(FULL_DEAL_RECORD).lines > 0
