"""Scores corrected by hand: statements that change totals, are undone, and are marked in the score chart."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.history.finished_match import finished_match_of
from companion.match.match import Match
from companion.match.score_chart import score_chart_of
from companion.rules.corrections import ScoreCorrected, statement_of
from companion.rules.events import DealScored
from companion.rules.statements import REASONS, Statement, UnreadableError
from tests.companion.history.sealed import sealed
from tests.evening import match_of, whole

DEAL = whole("birddog-full-deal")
SPADES = ["game spades", "players Ann Bob Cid Dee", "dealer Dee", "score Ann 263", "deal", "Ann bid 4"]


def after(*lines: str) -> Match:
    return match_of(*lines)


def test_a_correction_changes_the_total_and_not_the_points_of_the_deal() -> None:
    match = after(*DEAL, "correct Ann +5 forgotten")
    assert match.scores == (6, 2, 1)
    assert (after(*DEAL).corrections, match.corrections) == (0, 1)
    assert match.events == (ScoreCorrected(0, 5, "forgotten"),)
    assert after(*DEAL, "correct Ann +5 forgotten", "deal").scores == (6, 2, 1)


def test_undo_takes_a_correction_back() -> None:
    assert after(*DEAL, "correct Ann +5 forgotten", "undo") == after(*DEAL)


def test_partners_have_one_score_and_are_named_together() -> None:
    match = after(*SPADES, "correct Cid -10 counted-twice")
    assert match.scores == (253, 0, 253, 0)
    (event,) = match.events
    assert event.sentence(match.header.names) == "Ann and Cid -10: counted twice"


def test_the_points_of_a_deal_that_is_over_do_not_follow_the_corrected_total() -> None:
    """Ten bags cost 100 points: a total that is corrected afterwards counts no other bags for the deal before it."""
    lines = whole("spades-ten-bags")
    match = after(*lines)
    corrected = after(*lines, "correct " + match.header.names[0] + " +7 agreed")
    assert corrected.scores[0] == match.scores[0] + 7


def test_a_remedy_after_a_correction_counts_the_bags_of_the_deal_as_they_were() -> None:
    header, *lines = whole("spades-revoke-play-on")
    match = after(header, *lines[:1], "score Ann 7", *lines[1:], "correct Ann +1 forgotten", "remedy play-on")
    assert next(event.scores for event in match.events if isinstance(event, DealScored)) == (62, 32, 62, 32)
    assert match.scores == match.after([Statement("deal")]).scores == (70, 32, 70, 32)


def test_whoever_reaches_the_target_by_hand_wins_at_once_between_deals_and_else_with_the_deal() -> None:
    assert after(*DEAL, "correct Bob +9 agreed").winners == (1,)
    in_deal = after(*DEAL[: DEAL.index("Bob KS")], "correct Bob +9 agreed")
    assert in_deal.winners == ()
    assert after(*DEAL[: DEAL.index("Bob KS")], "correct Bob +9 agreed", *DEAL[DEAL.index("Bob KS") :]).winners == (1,)


def test_after_a_deal_that_does_not_count_nobody_wins_by_hand_before_the_next_score() -> None:
    passed_out = after("game rook", "players 4", "dealer P4", "deal", *(f"P{seat} pass" for seat in range(1, 5)))
    corrected = passed_out.after([statement_of(0, 300, REASONS[0])])
    assert (corrected.scores, corrected.winners) == ((300, 0, 300, 0), ())
    assert "deal" in corrected.expects.words


def test_before_the_first_deal_nothing_was_scored() -> None:
    match = after(*SPADES[:4])
    _, answer = match.say(statement_of(0, 5, REASONS[0]))
    assert not answer.applied


@pytest.mark.parametrize(
    "line", ["correct Ann 5", "correct Ann 0 agreed", "correct Ann five agreed", "correct 5 agreed"]
)
def test_a_correction_needs_a_player_a_change_and_a_reason(line: str) -> None:
    match = after(*DEAL)
    with pytest.raises(UnreadableError):
        match.header.language.read(line.split())


def test_a_game_without_scores_knows_no_correction() -> None:
    for game in GAMES.values():
        header = after(f"game {game.name}", f"players {game.players[0]}").header
        assert ("correct" in header.language.words) == game.keeps_score


def test_the_chart_marks_the_deals_with_a_correction() -> None:
    assert score_chart_of(after(*DEAL)).corrected == ()
    chart = score_chart_of(after(*DEAL, "correct Ann +5 forgotten", "deal"))
    assert (chart.points[-1], chart.corrected) == ((6, 2, 1), (1,))
    assert chart.corrections == "Corrected by hand: deal 1"


def test_a_correction_in_a_deal_that_was_cut_off_counts() -> None:
    chart = score_chart_of(after(*DEAL, "deal", "correct Ann +5 forgotten", "end"))
    assert (chart.points[-1], chart.steps, chart.corrected) == ((6, 2, 1), 1, (1,))


def test_history_counts_the_corrected_scores_and_winners() -> None:
    found = finished_match_of(sealed([*DEAL, "correct Bob +9 agreed"]), GAMES)
    assert (found.winners, found.curve.last, found.curve.corrected) == ((1,), (1, 11, 1), (1,))
