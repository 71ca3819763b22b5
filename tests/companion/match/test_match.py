"""The match: what it waits for, rejected statements, scores before the first deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.match.match import Match, scored_deals
from companion.rules.events import DealScored
from companion.rules.statements import Statement
from tests.evening import FULL_DEAL_RECORD, match_of, whole

BEGUN = ("game birddog", "players Ann Bob Cid", "score Bob 3", "dealer Cid")


def test_what_is_waited_for_is_worked_out_once_in_each_moment() -> None:
    for moment in match_of(*FULL_DEAL_RECORD).story():
        assert moment.expects is moment.expects
        assert moment.expects == BIRD_DOG.expects(moment.moment)


def test_a_match_that_was_asked_is_equal_to_one_that_was_not_and_its_copies_are_asked_anew() -> None:
    asked = match_of(*BEGUN)
    assert asked.expects != replace(asked, ended=True).expects
    assert asked.to_scan is asked.to_scan
    assert asked == match_of(*BEGUN)


def test_what_was_said_in_a_deal_comes_after_the_deal_that_began_it() -> None:
    first = match_of(*BEGUN, "deal", "up KS", "Ann declare")
    assert (first.deals_begun, [said.word for said in first.said_in_deal()]) == (1, ["declare", "up"])
    full = match_of(*FULL_DEAL_RECORD)
    again, answer = full.say(Statement("deal"))
    assert (answer.applied, again.deals_begun - full.deals_begun, [*again.said_in_deal()]) == (True, 1, [])
    scores = [event for moment in full.story() for event in moment.events if isinstance(event, DealScored)]
    assert len([*scored_deals(match_of(*whole("birddog-remedy-changes-the-winner")))]) == 1
    corrected = match_of(*FULL_DEAL_RECORD, "correct Ann +5 agreed")
    assert [*scored_deals(full)] == [*scored_deals(again)] == [*scored_deals(corrected)] == scores


def test_what_spares_work_does_not_make_a_match_or_a_state_another() -> None:
    match = match_of(*FULL_DEAL_RECORD)
    assert replace(match, earlier=None) == match
    assert replace(match.state) == match.state  # which was asked whether its deal ended


@pytest.mark.parametrize(
    ("line", "applied"),
    [("Ann AC", True), ("Ann 10D", False), ("Bob AC", False), ("up KS", False), ("undo", True), ("undo 9", False)],
)
def test_what_was_refused_leaves_the_match_as_it_was(line: str, applied: bool) -> None:  # noqa: FBT001 - a column
    match = match_of(*BEGUN, "deal", "up 10D", "Ann declare", "Ann pass", "Bob pass", "Cid pass")
    after, answer = match.say(match.header.language.read(line.split()))
    assert (answer.applied, after is not match) == (applied, applied)


def test_before_the_first_deal_scores_are_those_that_were_brought() -> None:
    assert match_of(*BEGUN).scores == (0, 3, 0)
    assert match_of(*BEGUN, "deal").scores == (0, 3, 0)


def test_the_matches_before_each_deal_are_those_of_the_whole_story() -> None:
    for record in ("birddog-whole-match", "birddog-remedy-after-game-over", "rook-example", "bonehead-example"):
        for match in match_of(*whole(record)).story():
            before = [
                moment.before for moment in match.story() if moment.said is not None and moment.said.word == "deal"
            ]
            assert list(match.deals()) == [match, *before]
            assert [moment.said for moment in match.this_deal()] == since_the_deal(match)


def since_the_deal(match: Match) -> list[Statement]:
    said = [moment.said for moment in match.story() if moment.said is not None]
    return said[: next((place for place, statement in enumerate(said) if statement.word == "deal"), len(said))]
