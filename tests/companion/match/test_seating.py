"""People come and go: what each game allows, whose the score is, and what undo, charts and checks make of it."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.match.checker import standing_revokes
from companion.match.compact_match import CompactMatch
from companion.match.match import Answer, Match
from companion.match.score_chart import score_chart_of
from companion.players.seat_view import SeatView
from companion.rules.referee.verdicts import Illegal, Unreadable
from companion.rules.statements import split_words
from companion.testing.records import texts_of
from tests.evening import match_of, whole

FOUR = ("game hearts", "players Ann Bob Cid Dee", "dealer Dee", "option passing none")
PARTNERS = ("game euchre", "players Ann Bob Cid Dee", "dealer Dee")


def say(match: Match, line: str) -> tuple[Match, Answer]:
    return match.say(match.header.language.read(split_words(line)))


def scored(points: dict[str, int]) -> tuple[str, ...]:
    return (*FOUR, *(f"score {name} {number}" for name, number in points.items()))


def rule_of(answer: Answer) -> str:
    verdict = answer.verdict
    return verdict.rule.name if isinstance(verdict, Illegal) else verdict.word


def a_deal() -> tuple[str, ...]:
    """A whole deal of Hearts in which nobody passes: the cards in turn, as the rules allow them."""
    return tuple(
        line
        for line in whole("hearts-passing-none")
        if not line.startswith(("#", "game", "players", "dealer", "option"))
    )


def test_another_person_takes_a_seat_in_a_deal_with_its_cards_and_score() -> None:
    match = match_of(*scored({"Bob": 7}), "deal", "hand Bob 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", "Bob 2C")
    after, answer = say(match, "seat Bob Eve")
    assert answer.applied
    assert (after.header.names, after.scores) == (("Ann", "Eve", "Cid", "Dee"), (0, 7, 0, 0))
    assert after.state.now.knowledge.known == match.state.now.knowledge.known
    assert say(after, "undo")[0].header.names == ("Ann", "Bob", "Cid", "Dee")


@pytest.mark.parametrize(
    "line",
    [
        "seat Bob ann",
        "seat Bob play",
        "seat Bob Eve 7",
        "seat Bob Tom computer=",
        "join Cid",
        "seat Bob",
        "join Eve x",
        "exchange Ann Bob Cid",
    ],
)
def test_a_line_of_seats_has_a_newcomer_whose_name_nobody_has_or_two_players(line: str) -> None:
    match = match_of(*FOUR)
    try:
        after, answer = say(match, line)
    except ValueError:
        return
    assert isinstance(answer.verdict, Unreadable)
    assert after is match


def test_the_hand_that_a_computer_takes_is_tapped_into_its_rack_and_proves_what_it_proves() -> None:
    match = match_of(*FOUR, "deal", "Ann 2C", "Bob 3D", "Cid 4C", "Dee 5C", "Dee 6C", "Ann 7C", "Bob 4D", "Cid 8C")
    match, answer = say(match, "SEAT Bob Tom Computer=NORMAL Seed=3")
    assert (answer.applied, match.to_scan) == (True, ((1, 11),))
    match, answer = say(match, "dealt Tom 9D")
    assert (answer.events, match.to_scan) == ((), ((1, 10),))
    assert isinstance(say(match, "dealt Tom 9D")[1].verdict, Unreadable)
    assert isinstance(say(match, "dealt Tom 7C")[1].verdict, Unreadable)
    match, answer = say(match, "dealt Tom AC")
    assert [(event.kind, event.player) for event in answer.events] == [("revoke", 1), ("revoke", 1)]  # type: ignore[attr-defined]
    assert {revoke.player for revoke in standing_revokes(match)} == {1}


def test_a_computer_of_another_level_goes_on_with_the_rack_that_is_being_filled() -> None:
    match = match_of(*FOUR, "deal", "Ann 2C", "Bob 3D", "Cid 4C", "Dee 5C")
    match, _ = say(match, "seat Bob Tom computer=easy seed=3")
    match, _ = say(match, "dealt Tom 9D")
    match, answer = say(match, "seat Tom Tom computer=strong seed=3")
    assert (answer.applied, match.to_scan) == (True, ((1, 11),))
    match, _ = say(match, "dealt Tom 8D")
    assert [SeatView.of(match, seat).state.now.in_racks[1].bit_count() for seat in (0, 1)] == [0, 2]
    assert say(match, "seat Tom Bob")[0].to_scan == ()


def test_a_revoke_that_stands_goes_with_its_player_to_another_seat() -> None:
    match = match_of(texts_of(GAMES["hearts"])["renege-play-on.table"])
    names = match.header.names
    after, answer = say(match, f"exchange {names[2]} {names[0]}")
    assert answer.applied
    assert [[revoke.player for revoke in standing_revokes(match)] for match in (match, after)] == [[2], [0]]


def test_a_hand_that_was_scanned_is_tapped_again_and_holds_no_other_card() -> None:
    match = match_of(*FOUR, "deal", "hand Bob 3C 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD", "Ann 2C", "Bob 3C")
    match, _ = say(match, "seat Bob Tom computer=normal seed=3")
    assert isinstance(say(match, "dealt Tom 9S")[1].verdict, Unreadable)
    match, answer = say(match, "hand Tom 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD")
    assert (answer.applied, dict(match.to_scan)[1]) == (True, 0)


def test_no_card_is_tapped_into_a_rack_that_the_hand_cannot_hold_after_it_gave_cards_away_unseen() -> None:
    bidding = ("deal", "hand Dee AS KC KH AC JH", "up 9H", "Ann orders", "Dee discards", "Ann pass")
    match = match_of(*PARTNERS, *bidding, "Ann 10C", "Bob 9C", "Cid QC", "Dee KC")
    match, _ = say(match, "seat Dee Tom computer=normal seed=3")
    assert isinstance(say(match, "dealt Tom AH")[1].verdict, Unreadable)
    assert say(match, "hand Tom AS KH AC JH")[1].applied


def test_of_a_hand_that_passed_three_cards_unseen_the_taker_holds_three_at_most() -> None:
    bob, others = "hand Bob 3C 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD", [f"{name} passes" for name in FOUR[1].split()[1:]]
    match = match_of("game hearts", *FOUR[1:3], "deal", bob, *others, "Ann 2C", "Bob 3C", "Cid 4C", "Dee 5C")
    racked, _ = say(match, "seat Cid Tom computer=normal seed=3")
    claimed, _ = say(match, "Cid claims")
    four, three = (f"3D 4D 5D {fourth} 2S 3S 4S 5S 6S 7S 8S 9S" for fourth in ("6D", "10S"))
    assert isinstance(say(racked, f"hand Tom {four}")[1].verdict, Unreadable)
    assert rule_of(say(claimed, f"Cid shows {four}")[1]) == "not-in-hand"
    assert say(racked, f"hand Tom {three}")[1].applied
    assert say(claimed, f"Cid shows {three}")[1].applied


@pytest.mark.parametrize(
    ("tapped", "told"),
    [
        (("7/3", "7/3"), "legal error"),
        (("7/3", "7/4", "7"), "legal legal legal"),
        (("7", "7/1", "7/1"), "legal legal error"),
        (("5/1", "5/2", "5/3", "5/4"), "legal legal legal error"),
        (("6/1",), "error"),
        (("7", "7/1 9/1"), "legal error"),
    ],
)
def test_copies_in_a_rack_change_places_with_unnamed_ones_and_stand_there_once(
    tapped: tuple[str, ...], told: str
) -> None:
    lead = ("Ann 5", "Bob 6/1", "Cid 5/5", "Dee 6")
    match = match_of("game birdhead", FOUR[1], "start Ann", "deal", *lead, "seat Bob Tom computer=easy seed=3")
    found = []
    for card in tapped:
        match, answer = say(match, f"dealt Tom {card}")
        found.append(answer.verdict.word)
    assert " ".join(found) == told


def test_no_computer_sits_down_between_the_first_word_and_the_first_lead() -> None:
    match = match_of("game hearts", "players Ann Bob Cid Dee", "dealer Dee", "deal", "Ann passes")
    assert rule_of(say(match, "seat Bob Tom computer=normal seed=3")[1]) == "rack-later"
    assert say(match, "seat Bob Eve")[1].applied


def test_hearts_takes_one_more_at_the_next_deal_with_the_worst_score_or_the_house_s() -> None:
    match = match_of(*scored({"Ann": 12, "Bob": 40}))
    match, _ = say(match, "deal")
    assert rule_of(say(match, "join Eve")[1]) == "between-deals"
    ended = finished(scored({"Ann": 12, "Bob": 40}))
    joined, answer = say(ended, "join Eve")
    assert (answer.applied, joined.scores) == (True, (*ended.scores, max(ended.scores)))
    assert say(ended, "join Eve 3")[0].scores == (*ended.scores, 3)
    assert isinstance(say(ended, "join Eve 100")[1].verdict, Unreadable)
    fresh = match_of(*FOUR)
    assert (fresh.moment.setup.seats, say(fresh, "join Eve")[0].moment.setup.seats) == (4, 5)
    assert isinstance(say(fresh, "join Eve 100")[1].verdict, Unreadable)
    assert say(say(fresh, "join Eve 99")[0], "deal")[1].applied
    dealt, _ = say(joined, "deal")
    assert dealt.state.now.number == ended.state.now.number + 1
    assert dealt.state.now.knowledge.held == (10,) * 5
    assert score_chart_of(joined).points[-1] == joined.scores
    assert rule_of(say(say(joined, "join Fay")[0], "join Gus")[1]) == "fixed-number"


def test_hearts_goes_on_with_three_and_the_score_goes_with_the_player() -> None:
    ended = finished(scored({"Ann": 12, "Bob": 40}))
    left, answer = say(ended, "leave Bob")
    assert answer.applied
    assert left.header.names == ("Ann", "Cid", "Dee")
    assert left.scores == tuple(score for seat, score in enumerate(ended.scores) if seat != 1)
    assert score_chart_of(left).points[-1] == left.scores
    assert left.header.lines()[1:5] == ("players Ann Cid Dee", "option passing none", "score Ann 12", "dealer Dee")
    assert rule_of(say(left, "leave Ann")[1]) == "fixed-number"


@pytest.mark.parametrize(
    ("starts", "leaves", "left"), [("Bob", "Ann", "Bob"), ("Bob", "Bob", "Cid"), ("Dee", "Dee", "Ann")]
)
def test_the_same_player_starts_after_another_left_before_the_first_deal_or_the_next_one(
    starts: str, leaves: str, left: str
) -> None:
    match = match_of("game bonehead", "players Ann Bob Cid Dee", f"start {starts}")
    match, _ = say(match, f"leave {leaves}")
    assert match.header.names[match.header.opener or 0] == left


def test_nobody_joins_with_points_a_game_that_counts_none() -> None:
    match = match_of("game bonehead", "players Ann Bob", "start Ann")
    assert isinstance(say(match, "join Eve 20")[1].verdict, Unreadable)
    assert say(match, "join Eve 0")[1].applied


def test_two_change_seats_with_their_scores_where_each_plays_alone_and_their_partners_where_not() -> None:
    ended = finished(scored({"Ann": 12, "Bob": 40}))
    after, _ = say(ended, "exchange Ann Bob")
    assert after.header.names == ("Bob", "Ann", "Cid", "Dee")
    assert after.scores == (ended.scores[1], ended.scores[0], *ended.scores[2:])
    assert score_chart_of(after).points[0] == (40, 12, 0, 0)
    pairs, answer = say(match_of(*PARTNERS, "score Ann 3"), "exchange Ann Bob")
    assert (answer.applied, pairs.header.names, pairs.scores) == (True, ("Bob", "Ann", "Cid", "Dee"), (3, 0, 3, 0))
    assert rule_of(say(pairs, "leave Cid")[1]) == "fixed-number"


def finished(header: tuple[str, ...]) -> Match:
    match = match_of(*header, *a_deal())
    assert "deal" in match.expects.words
    return match


def test_what_is_kept_as_text_only_is_read_with_the_names_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.match.compact_match.KEPT", 3)
    compact, match = CompactMatch(), match_of(*FOUR)
    for line in ("seat Bob Eve", "seat Eve Fay", "seat Fay Gus", "deal", "Ann 2C", "Gus 3C", "seat Ann Joy", "Cid 4C"):
        match, answer = compact.say(match, match.header.language.read(split_words(line)))
        assert answer.applied
    match, _ = compact.say(match, match.header.language.read(["undo", "7"]))
    assert match.header.names == ("Ann", "Eve", "Cid", "Dee")
